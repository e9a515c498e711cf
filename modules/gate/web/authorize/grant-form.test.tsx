import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openPage, Refusal, signInWith, type Answers } from '#kit/test/web-page.tsx';
import { GrantForm } from './GrantForm.tsx';
import { grant } from './test-studio.tsx';

const BASE = '/data/metadata/authorizes';
const STORED = {
  ...grant('9', { version: 4, subjectType: 'user', subjectId: '11', subjectName: '林思远', objectName: 'public.contract' }),
  actions: ['meta', 'query'],
  rowFilter: "city = '杭州'",
};
const SUBJECTS = [{ id: '11', name: '林思远', detail: '市场部', parentId: null, status: '1', grants: 1 }];
const page = { pageNum: 1, pageSize: 1, total: 1 };

async function open(over: object = {}, answers: Answers = {}) {
  const stored = { ...STORED, ...over };
  const opened = openPage(<GrantForm opened={{ kind: 'edit', id: '9' }} subject={null} onClose={vi.fn()} />, {
    answers: {
      [`GET ${BASE}/9`]: stored,
      [`GET ${BASE}/page`]: { ...page, data: [stored] },
      [`GET ${BASE}/subjects`]: SUBJECTS,
      [`GET ${BASE}/objects`]: [],
      [`PUT ${BASE}/9`]: { version: 5 },
      ...answers,
    },
  });
  const filter = await screen.findByPlaceholderText<HTMLTextAreaElement>(/^例如 city/);
  const attempt = () => screen.getByRole<HTMLButtonElement>('button', { name: /试\s*算/ });
  const told = () => filter.closest('.filter-input')!.querySelector('[role="status"]')!;
  return { ...opened, filter, attempt, told };
}

it('a stored grant is shown by the names of what it is about, and goes back as what it was', async () => {
  signInWith();
  const { user, last } = await open();
  expect(await screen.findByText('林思远 · 市场部')).toBeTruthy();
  expect(await screen.findByText('public.contract')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^备注/ }), '月报');
  await user.click(screen.getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(last(`PUT ${BASE}/9`)).toBeDefined());
  expect(last(`PUT ${BASE}/9`)!.body).toMatchObject({
    objectType: 'table',
    objectId: '7',
    actions: ['meta', 'query'],
    remark: '月报',
    version: 4,
  });
});

it('says how many rows a condition leaves, and forgets it when the condition changes', async () => {
  signInWith();
  const { user, filter, attempt, told, last } = await open({}, { [`POST ${BASE}/tryFilter`]: { before: '12000', after: '345' } });
  expect(filter.value).toBe("city = '杭州'");
  expect(told().textContent).toBe('');
  await user.click(attempt());
  await waitFor(() => expect(told().textContent).toBe('共 12,000 行，过滤后 345 行'));
  expect(told().className).toBe('muted');
  expect(last(`POST ${BASE}/tryFilter`)!.body).toEqual({ tableId: '7', rowFilter: "city = '杭州'" });
  await user.type(filter, ' ');
  expect(told().textContent).toBe('');
  await user.clear(filter);
  expect(attempt().disabled).toBe(true);
});

it('says what is wrong with a condition', async () => {
  signInWith();
  const wrong = () => {
    throw new Refusal(422, 'gate.refused', '字段“citi”不存在');
  };
  const { user, attempt, told } = await open({}, { [`POST ${BASE}/tryFilter`]: wrong });
  await user.click(attempt());
  await waitFor(() => expect(told().textContent).toBe('字段“citi”不存在'));
  expect(told().className).toBe('problem');
  expect(attempt().disabled).toBe(false);
});

it('a condition of a whole source cannot be tried, and says what to do', async () => {
  signInWith();
  const { attempt, told } = await open({ objectType: 'database', objectId: '1', objectName: '合同库', tableId: null });
  expect(attempt().disabled).toBe(true);
  expect(told().textContent).toBe('选择一张表后可以试算');
});

it('metadata belongs to every grant, and clear text is given by those alone who may', async () => {
  const box = (name: string) => within(document.body).getByRole<HTMLInputElement>('checkbox', { name });
  signInWith();
  const first = await open({ actions: ['query'] });
  expect(box('查看元数据')).toMatchObject({ checked: true, disabled: true });
  expect(box('明文').disabled).toBe(false);
  first.unmount();
  signInWith('metadata:dataauthorize:edit', 'metadata:dataauthorize:detail', 'metadata:dataauthorize:list');
  await open();
  expect(box('明文').disabled).toBe(true);
  expect(box('导出').disabled).toBe(false);
});
