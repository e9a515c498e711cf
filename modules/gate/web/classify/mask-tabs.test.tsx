import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, Refusal, signInWith } from '#kit/test/web-page.tsx';
import MaskRulePage from './MaskRulePage.tsx';

const BASE = '/data/metadata/maskRules';
const KEYS = '/data/metadata/maskKeys';
const SUMMARY = {
  sensitive: 9,
  ruled: 6,
  whole: 1,
  gaps: 2,
  byLevel: [
    { level: 'L4', sensitive: 5, gaps: 0 },
    { level: 'L3', sensitive: 4, gaps: 2 },
  ],
  failures: [{ algorithm: 'preserve', count: 7 }],
};
const gap = (id: string, columnName: string, reason: string) => ({
  id,
  sourceId: '1',
  sourceName: '数据仓库',
  tableId: '5',
  tableName: 'ods.staff',
  columnName,
  columnComment: null,
  level: 'L3',
  className: reason === 'noClass' ? null : '薪酬',
  reason,
  updateTime: null,
});
const open = (at: string, more: Record<string, unknown> = {}) =>
  openPage(<MaskRulePage />, {
    at,
    answers: {
      [`GET ${BASE}/coverage`]: SUMMARY,
      [`GET ${BASE}/coverage/page`]: {
        pageNum: 1,
        pageSize: 20,
        total: 2,
        data: [gap('1', 'salary', 'noClass'), gap('2', 'bonus', 'disabled')],
      },
      [`GET ${KEYS}/list`]: [
        {
          versionNo: 2,
          fingerprint: 'aa11',
          origin: 'given',
          remark: '年度',
          createByName: '张三',
          createTime: '2026-11-02T00:00:00Z',
          isNewest: '1',
        },
        {
          versionNo: 1,
          fingerprint: 'bb22',
          origin: 'made',
          remark: null,
          createByName: null,
          createTime: '2026-11-01T00:00:00Z',
          isNewest: '0',
        },
      ],
      ...more,
    },
  });

it('names the sensitive columns without a rule, why, and what could not be masked', async () => {
  signInWith();
  open('/?tab=coverage');
  const rows = async (name: string) => (await screen.findByText(name)).closest('tr')!.textContent;
  expect(await rows('salary')).toContain('未设置分类');
  expect(await rows('bonus')).toContain('规则已禁用');
  const figures = within(screen.getByRole('region', { name: '脱敏覆盖' }));
  expect(figures.getByText('没有脱敏规则').closest('.figure')!.textContent).toContain('2个');
  expect(figures.getByText(/L3 2/)).toBeTruthy();
  expect(screen.getByText(/保形加密 7个/)).toBeTruthy();
  for (const link of screen.getAllByRole('link', { name: 'ods.staff' })) expect(link.getAttribute('href')).toContain('table=5');
});

it('says so when every sensitive column has a rule', async () => {
  signInWith();
  open('/?tab=coverage', { [`GET ${BASE}/coverage`]: { ...SUMMARY, gaps: 0, failures: [] } });
  expect(await screen.findByText('敏感字段都有脱敏规则')).toBeTruthy();
});

it('a rotation sends the key that was typed and shows the versions, never a key', async () => {
  signInWith();
  const { user, last } = open('/?tab=keys', {
    [`POST ${KEYS}/rotate`]: ({ body }: { body: { secret: string | null } }) => {
      if (body.secret === 'ab') throw new Refusal(400, 'input.invalid', '密钥应为64位十六进制（256位）');
      return { versionNo: 3 };
    },
  });
  const newest = (await screen.findByText('aa11')).closest('tr')!;
  expect(newest.textContent).toMatch(/第2版.*使用中.*人工录入/);
  await user.click(screen.getByRole('button', { name: /轮换密钥/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByText('人工录入'));
  await user.type(dialog.getByLabelText(/64位十六进制/), 'ab');
  await user.click(dialog.getByRole('button', { name: /^轮\s*换$/ }));
  expect(await dialog.findByText('密钥应为64位十六进制（256位）')).toBeTruthy();
  await user.click(dialog.getByText('平台随机生成'));
  await user.click(dialog.getByRole('button', { name: /^轮\s*换$/ }));
  await waitFor(() => expect(last(`POST ${KEYS}/rotate`)?.body).toEqual({ secret: null, remark: '' }));
});

it('a restoration needs a reason, which is sent with the value', async () => {
  signInWith();
  const { user, last } = open('/?tab=keys', { [`POST ${BASE}/restore`]: { value: '13812345678' } });
  await screen.findByText('aa11');
  await user.click(screen.getByRole('button', { name: /还原密文/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('密文'), 'v1.s.AAAA');
  await user.type(dialog.getByLabelText(/还原原因/), '投诉核实');
  await user.click(dialog.getByRole('button', { name: /^还\s*原$/ }));
  await waitFor(() => expect(screen.getByLabelText('还原结果').textContent).toBe('13812345678'));
  expect(last(`POST ${BASE}/restore`)?.body).toMatchObject({
    algorithm: 'encrypt',
    value: 'v1.s.AAAA',
    reason: '投诉核实',
    versionNo: null,
  });
});

it('the values of a column stand before and after, only for columns that are offered', async () => {
  signInWith();
  const { user, last } = open('/?open=new', {
    [`GET ${BASE}/page`]: { pageNum: 1, pageSize: 20, total: 0, data: [] },
    [`POST ${BASE}/preview`]: { value: '***', isSample: true },
    [`GET ${BASE}/columns`]: [{ id: '9', columnName: 'mobile', tableName: 'staff', sourceName: '数据仓库', level: 'L3' }],
    [`POST ${BASE}/compare`]: { rows: [{ before: '13812345678', after: '138****5678' }] },
  });
  expect(await screen.findByText('试算使用示例密钥，真实数据的结果与此不同')).toBeTruthy();
  await user.click(await screen.findByLabelText('对比字段'));
  await user.click(await screen.findByText(/staff\.mobile（L3）/));
  await waitFor(() => expect(document.querySelector('.mask-rows tbody')?.textContent).toBe('13812345678138****5678'));
  expect(last(`POST ${BASE}/compare`)?.body).toEqual({ algorithm: 'keep', params: { head: 3, tail: 4 }, columnId: '9' });
});
