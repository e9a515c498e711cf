import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, Refusal, signInWith, type Sent } from '#kit/test/web-page.tsx';
import MaskRulePage from './MaskRulePage.tsx';

const BASE = '/data/metadata/maskRules';
const rule = (id: string, ruleName: string, algorithm: string, params: object, isBuiltin = '0') => ({
  id,
  version: 1,
  ruleName,
  ruleCode: `code_${id}`,
  algorithm,
  params,
  isBuiltin,
  status: '1',
  remark: null,
  createBy: null,
  createTime: '2026-11-01T00:00:00Z',
  updateBy: null,
  updateTime: '2026-11-01T00:00:00Z',
});
const RULES = [
  rule('1', '保留首尾', 'keep', { head: 3, tail: 4 }, '1'),
  rule('2', '只留尾', 'keep', { tail: 2 }),
  rule('3', '到月', 'date', { unit: 'month' }),
  rule('4', '到年', 'date', { unit: 'year' }),
  rule('5', '千位', 'round', { step: 1000 }),
  rule('6', '样式', 'pattern', { pattern: '##**' }),
  rule('7', '全部', 'full', {}),
];

const open = (at = '/', preview: (call: Sent) => unknown = () => ({ value: '***' })) =>
  openPage(<MaskRulePage />, {
    at,
    answers: {
      [`GET ${BASE}/page`]: { pageNum: 1, pageSize: 20, total: RULES.length, data: RULES },
      ...Object.fromEntries(RULES.map((one) => [`GET ${BASE}/${one.id}`, one])),
      [`POST ${BASE}/preview`]: preview,
      [`PUT ${BASE}/6`]: { version: 2 },
    },
  });
const drawer = async () => within(await screen.findByRole('dialog'));
const rowOf = (name: string) =>
  screen
    .getAllByText(name)
    .map((one) => one.closest('tr'))
    .find((row) => row !== null)!;
const output = () => document.querySelector('.mask-preview output')!;
/** What was asked to be masked, oldest first. */
const tried = (sent: readonly Sent[]) => sent.filter(({ key }) => key === `POST ${BASE}/preview`).map(({ body }) => body as unknown);

it('tells of each rule what it leaves, in words', async () => {
  signInWith();
  open();
  await screen.findByText('千位');
  const told = RULES.map(({ ruleName }) => rowOf(ruleName).textContent!);
  for (const [n, words] of ['前3位，后4位', '前0位，后2位', '保留到月', '保留到年', '按 1000 取整', '##**', '—'].entries())
    expect(told[n], RULES[n]!.ruleName).toContain(words);
  expect(told.map((row) => (row.includes('内置') ? '内置' : row.includes('自定义') ? '自定义' : null))).toEqual([
    '内置',
    ...Array<string>(6).fill('自定义'),
  ]);
});

it('a new rule keeps head and tail, and shows what a number becomes before it is saved', async () => {
  signInWith();
  const { sent, user } = open('/?open=new', ({ body }) => ({ value: `${body.params.head}${body.value.slice(-1)}` }));
  const form = await drawer();
  const head = await form.findByLabelText<HTMLInputElement>('前保留位数');
  expect([head.value, form.getByLabelText<HTMLInputElement>('后保留位数').value]).toEqual(['3', '4']);
  await waitFor(() => expect(output().textContent).toBe('38'));
  expect(tried(sent)).toEqual([{ algorithm: 'keep', params: { head: 3, tail: 4 }, value: '13812345678' }]);
  // a number that is typed is tried once it rests
  await user.clear(head);
  await user.type(head, '12');
  await waitFor(() => expect(output().textContent).toBe('128'));
  expect(tried(sent).at(-1)).toEqual({ algorithm: 'keep', params: { head: 12, tail: 4 }, value: '13812345678' });
  const sample = form.getByLabelText('示例值');
  await user.clear(sample);
  await user.type(sample, '0571');
  await waitFor(() => expect(output().textContent).toBe('121'));
  expect(output().className).toBe('mono');
  expect(form.queryByLabelText('取整单位')).toBeNull();
});

it.each([
  ['3', '日期精度', 'date', '1990-05-06'],
  ['5', '取整单位', 'round', '12345.67'],
  ['6', '遮盖样式（# 保留，* 遮盖）', 'pattern', '13812345678'],
])('a stored rule %s shows %s and a sample of its kind', async (id, label, algorithm, value) => {
  signInWith();
  const { sent } = open(`/?open=edit-${id}`, () => ({ value: null }));
  expect(await screen.findByText(label)).toBeTruthy();
  expect(screen.queryByLabelText('前保留位数')).toBeNull();
  await waitFor(() => expect(output().textContent).toBe('（空）'));
  expect(tried(sent).at(-1)).toMatchObject({ algorithm, value });
});

it('a mask that cannot be says why, and what is saved is what was tried', async () => {
  signInWith();
  const { user, last } = open('/?open=edit-6', ({ body }) => {
    if (!body.params.pattern.includes('#')) throw new Refusal(400, 'input.invalid', '样式中至少保留一位');
    return { value: '13**' };
  });
  const pattern = await screen.findByLabelText<HTMLInputElement>('遮盖样式（# 保留，* 遮盖）');
  expect(pattern.value).toBe('##**');
  await user.clear(pattern);
  await user.type(pattern, '****');
  await waitFor(() => expect(output().textContent).toBe('样式中至少保留一位'));
  expect(output().className).toBe('problem');
  await user.type(pattern, '#');
  await waitFor(() => expect(output().textContent).toBe('13**'));
  await user.click(screen.getByRole('button', { name: /^保\s*存$/ }));
  await waitFor(() =>
    expect(last(`PUT ${BASE}/6`)?.body).toMatchObject({ algorithm: 'pattern', params: { pattern: '****#' }, version: 1 }),
  );
});
