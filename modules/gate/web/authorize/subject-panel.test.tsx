import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith, type Sent } from '#kit/test/web-page.tsx';
import type { SubjectType } from '../../contract/authorize.ts';
import { objectValue, splitObject } from './pickers.tsx';
import { SubjectPanel } from './SubjectPanel.tsx';

const subject = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  detail: null,
  parentId: null,
  status: '1',
  grants: 0,
  ...more,
});
const DEPTS = [
  subject('1', '集团', { grants: 1200 }),
  subject('2', '研发中心', { parentId: '1', status: '0' }),
  subject('3', '平台组', { parentId: '2', detail: '3 人' }),
  subject('9', '别处的组', { parentId: 'unseen' }),
];

beforeEach(() => signInWith());

async function open(type: SubjectType, selected: string | null = null) {
  const chosen: [SubjectType, string | null][] = [];
  const page = openPage(<SubjectPanel type={type} selected={selected} onSelect={(next, id) => chosen.push([next, id])} />, {
    answers: { 'GET /data/metadata/authorizes/subjects': ({ query }: Sent) => (query['keyword'] === '没有' ? [] : DEPTS) },
  });
  await screen.findByText('集团');
  return { ...page, chosen };
}
const button = (name: string) => screen.getByText(name).closest('button')!;

describe('those who may have grants', () => {
  it('stand with how many they have; departments as deep as they lie', async () => {
    const one = await open('dept');
    expect(button('集团').textContent).toBe('集团1,200');
    expect(button('研发中心').textContent).toBe('研发中心禁用');
    expect(['集团', '研发中心', '平台组', '别处的组'].map((name) => button(name).style.paddingLeft)).toEqual([
      '8px',
      '22px',
      '36px',
      '8px',
    ]);
    expect(button('平台组').title).toBe('平台组 · 3 人');
    expect(button('集团').title).toBe('集团');
    expect(document.querySelector('.subject-sum')!.textContent).toBe('共 4 个部门，1 个有授权');
    one.unmount();
    await open('user');
    expect(button('平台组').style.paddingLeft).toBe('8px');
    expect(document.querySelector('.subject-sum')!.textContent).toBe('前 4 个用户，1 个有授权');
  });
  it('are chosen, let go of, and changed for others', async () => {
    const { user, chosen } = await open('dept', '3');
    expect(screen.getAllByRole('button', { pressed: true }).map((one) => one.title)).toEqual(['平台组 · 3 人']);
    await user.click(button('集团'));
    await user.click(button('平台组'));
    await user.click(screen.getByText('用户'));
    expect(chosen).toEqual([
      ['dept', '1'],
      ['dept', null],
      ['user', null],
    ]);
  });
  it('are searched by name', async () => {
    const { last, user } = await open('dept');
    fireEvent.change(screen.getByLabelText('搜索部门'), { target: { value: ' 没有 ' } });
    await user.click(await screen.findByText(/清除/));
    expect(document.querySelector('.subject-sum')).not.toBeNull();
    await waitFor(() => expect(screen.getByText('集团')).toBeTruthy());
    expect(last('GET /data/metadata/authorizes/subjects')!.query).toMatchObject({ type: 'dept' });
  });
});

it('an object is one value of a picker, and two of a grant', () => {
  expect(objectValue('schema', '1.dwd')).toBe('schema.1.dwd');
  expect(splitObject('schema.1.dwd')).toEqual({ objectType: 'schema', objectId: '1.dwd' });
  expect([splitObject('123'), splitObject('view.1'), splitObject('table.')]).toEqual([null, null, null]);
});
