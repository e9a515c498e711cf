import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage, Refusal, signInWith, type Answers } from '#kit/test/web-page.tsx';
import type { Filling } from '../../contract/record.ts';
import { FormSchema } from '../../contract/schema.ts';
import { settledForm } from '../../core/index.ts';
import { FillForm } from './FillForm.tsx';

const CREATE = 'POST /data/filling/forms/7/records';
const DROP = 'DELETE /data/filling/forms/7/draft';
const schema = settledForm(
  FormSchema.parse({
    layout: [
      { id: 'f1', type: 'input', key: 'site', label: '地点', required: true },
      { id: 'f2', type: 'number', key: 'found', label: '发现数', max: 999 },
      { id: 'f5', type: 'money', key: 'cost', label: '费用' },
      { id: 'f4', type: 'textarea', key: 'why', label: '原因', required: true },
      {
        id: 'f3',
        type: 'subform',
        key: 'items',
        label: '明细',
        children: [
          { id: 'c1', type: 'input', key: 'name', label: '问题', required: true },
          { id: 'c2', type: 'date', key: 'until', label: '期限' },
          { id: 'c3', type: 'number', key: 'count', label: '数量' },
        ],
      },
    ],
    rules: [
      { target: 'f3', effect: 'required', when: '[发现数] > 0' },
      { target: 'f4', effect: 'visible', when: '[发现数] > 0' },
    ],
  }),
);
const FILLING: Filling = {
  formId: '7',
  formName: '安全检查',
  remark: null,
  versionNo: 1,
  schema,
  today: '2026-03-01',
  userId: 'u1',
  deptId: 'd1',
};
const open = (answers: Answers = {}) => {
  const done = vi.fn();
  const page = openPage(<FillForm filling={FILLING} record={null} stored={null} onDone={done} />, {
    answers: {
      [CREATE]: { id: '99' },
      [DROP]: null,
      'PUT /data/filling/forms/7/draft': { updateTime: '2026-03-01T00:00:00.000Z' },
      ...answers,
    },
  });
  return { ...page, done };
};
const field = (label: string) => screen.findByLabelText(new RegExp(`^${label}`));
const submit = async () => fireEvent.click(await screen.findByRole('button', { name: /提\s*交/ }));

beforeEach(() => {
  localStorage.clear();
  signInWith();
});

it('shows what a rule lets appear, names what is wrong, and sends nothing of it', async () => {
  const { sent, user } = open();
  expect(screen.queryByLabelText(/^原因/)).toBeNull();
  await user.type(await field('发现数'), '1');
  expect(await field('原因')).toBeTruthy();
  await submit();
  for (const sentence of ['请填写“地点”', '请填写“原因”', '请至少填写一行“明细”']) await screen.findByText(sentence);
  expect(sent.filter(({ key }) => key === CREATE)).toEqual([]);
});

it('sends a filling once, however often the button is pressed', async () => {
  const { sent, user, done } = open();
  await user.type(await field('地点'), 'A');
  await submit();
  await submit();
  await waitFor(() => expect(done).toHaveBeenCalledWith('99'));
  const calls = sent.filter(({ key }) => key === CREATE);
  expect(calls.map(({ body }) => body)).toEqual([{ values: { site: 'A', found: null, cost: null, why: null, items: [] }, roundId: null }]);
});

it('keeps what was typed in this browser, and takes it up again', async () => {
  const first = open();
  await first.user.type(await field('地点'), '三号基坑');
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  open();
  expect(await field('地点')).toHaveProperty('value', '三号基坑');
  await screen.findByText(/的草稿/);
  fireEvent.click(screen.getByRole('button', { name: '放弃草稿' }));
  await waitFor(async () => expect(await field('地点')).toHaveProperty('value', ''));
});

it('says what only the server knows at the field', async () => {
  const refusal = new Refusal(400, 'input.invalid', '输入有误', [{ path: 'values.site', message: '“地点”已有相同的值' }]);
  const { user, done } = open({
    [CREATE]: () => {
      throw refusal;
    },
  });
  await user.type(await field('地点'), 'A');
  await submit();
  await screen.findByText('“地点”已有相同的值');
  expect(done).not.toHaveBeenCalled();
});

it('a row of a sub-table is filled in by keys alone', async () => {
  const { user, sent, done } = open();
  await user.type(await field('地点'), 'A');
  await user.click(screen.getByRole('button', { name: /新增一行/ }));
  await user.keyboard('裂缝{Enter}渗水');
  await submit();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent.find(({ key }) => key === CREATE)?.body.values.items).toMatchObject([{ name: '裂缝' }, { name: '渗水' }]);
});

it('a date in a row of a sub-table is followed by the button that empties it and then by the next cell', async () => {
  const { user, sent, done } = open();
  await user.type(await field('地点'), 'A');
  await user.click(screen.getByRole('button', { name: /新增一行/ }));
  await user.keyboard('裂缝{Tab}2026-03-05{Tab}');
  expect(document.activeElement?.className).toContain('ant-picker-clear');
  await user.keyboard('{Tab}3');
  await submit();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent.find(({ key }) => key === CREATE)?.body.values.items).toEqual([{ name: '裂缝', until: '2026-03-05', count: 3 }]);
});

it('a point that was typed stays when the form is drawn again before the next key', async () => {
  const { user } = open();
  const cost = await field('费用');
  await user.type(cost, '1012.');
  fireEvent(window, new Event('pagehide'));
  await screen.findByText(/已保存在本机/);
  await user.keyboard('5');
  expect(cost).toHaveProperty('value', '1,012.5');
});
