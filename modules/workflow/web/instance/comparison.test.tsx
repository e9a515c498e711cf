import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FlowComparison } from '#kit/contract/flow.ts';
import { openPage } from '#kit/test/web-page.tsx';
import { changedCount, Comparison } from './Comparison.tsx';

const field = (name: string, label: string, before: string | null, after: string | null, isMasked = false) => ({
  name,
  label,
  before,
  after,
  state: before === after && name !== 'phone' ? ('same' as const) : ('changed' as const),
  isMasked,
});
const COMPARISON: FlowComparison = {
  against: '现有记录',
  fields: [
    field('name', '供应商', '苏城勘测', '苏城勘测'),
    field('status', '名录状态', '合格', '暂停'),
    field('score', '评价得分', '86.5', '62'),
    field('reason', '状态原因', '质量好', null),
    // it has changed inside of what is masked
    field('phone', '联系电话', '164****7731', '164****7731', true),
  ],
  tables: [
    {
      name: 'scores',
      label: '年度评价',
      columns: [
        { name: 'year', label: '年度' },
        { name: 'score', label: '得分' },
      ],
      rows: [
        { state: 'added', before: null, after: { year: '2026 年', score: '62.0' } },
        { state: 'same', before: { year: '2025 年', score: '86.5' }, after: { year: '2025 年', score: '86.5' } },
        { state: 'removed', before: { year: '2024 年', score: '80.0' }, after: null },
      ],
    },
  ],
};
const rowOf = (name: RegExp) => screen.getByRole('row', { name });

it('strikes out the former value, keeps every field in its place and marks what is otherwise', () => {
  openPage(<Comparison comparison={COMPARISON} onlyChanged={false} />);
  const table = within(screen.getByRole('table', { name: '变更' }));
  expect(table.getAllByRole('rowheader').map((one) => one.textContent)).toEqual(['供应商', '名录状态', '评价得分', '状态原因', '联系电话']);
  expect(rowOf(/供应商/).textContent).toContain('未变');
  const status = rowOf(/名录状态/);
  expect(status.className).toBe('changed');
  expect(status.querySelector('del')?.textContent).toBe('合格');
  expect(status.querySelector('ins')?.textContent).toBe('暂停');
  expect(rowOf(/评价得分/).textContent).toContain('−24.5');
  expect(rowOf(/状态原因/).textContent).toContain('清空');
  expect(changedCount(COMPARISON)).toBe(6);
});

it('shows a change of what is masked, masked on both sides', () => {
  openPage(<Comparison comparison={COMPARISON} onlyChanged={false} />);
  const phone = rowOf(/联系电话/);
  expect([phone.querySelector('del')?.textContent, phone.querySelector('ins')?.textContent]).toEqual(['164****7731', '164****7731']);
  expect(screen.getByText(/已脱敏/)).toBeTruthy();
});

it('says which rows are new or gone, and leaves the others out when only changes are asked for', () => {
  openPage(<Comparison comparison={COMPARISON} onlyChanged />);
  expect(screen.getByText('明细 3 行，新增 1 行，删除 1 行')).toBeTruthy();
  expect(rowOf(/2026 年/).className).toBe('added');
  expect(rowOf(/2024 年/).querySelectorAll('del')).toHaveLength(2);
  expect(screen.queryByRole('row', { name: /2025 年/ })).toBeNull();
  expect(screen.queryByText('苏城勘测')).toBeNull();
});

it('says so when nothing is otherwise', () => {
  openPage(<Comparison comparison={{ against: '上次发布的公告', fields: [field('name', '标题', 'a', 'a')], tables: [] }} onlyChanged />);
  expect(screen.getByText('与上次发布的公告相同，没有变化')).toBeTruthy();
});
