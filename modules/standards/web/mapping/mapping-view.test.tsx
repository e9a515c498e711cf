import { act, screen } from '@testing-library/react';
import axe from 'axe-core';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import type { Item, Value } from './layout.ts';
import { MappingView } from './MappingView.tsx';

beforeEach(() => signInWith());

const items: Item[] = ['男性', '女性'].map((gbName, n) => ({
  id: `i${n + 1}`,
  gbCode: String(n + 1),
  gbName,
  rowCount: 0,
  isInForce: true,
}));
const candidate = { id: 'i1', gbCode: '1', gbName: '男性', score: 0.94, reasons: [{ label: '去“性”后名称相同', share: 0.94 }] };
const value = (id: string, more: Partial<Value> = {}): Value => ({
  id,
  colCode: id,
  colName: null,
  isMasked: false,
  rowCount: 3,
  isNew: false,
  status: '0',
  contrastGbId: null,
  mappedBy: null,
  reason: null,
  score: null,
  proposed: false,
  isIgnored: false,
  candidates: [],
  ...more,
});
const proposed = value('男', { proposed: true, score: 0.94, reason: candidate.reasons[0]!.label, candidates: [candidate] });
const contrast = { id: 'c', columnId: 'k', tableId: 't', columnName: 'gender', gbTypeName: '性别', collectTime: null, isColumnGone: false };

function opened(left: Value[], right = items) {
  const view = openPage(<MappingView contrastId="c" />, {
    answers: {
      'GET /data/standard/mappings/c': { title: 'staff.gender', description: '性别', whyHidden: null, left, right },
      'GET /data/standard/contrasts/c': contrast,
      'GET /data/standard/contrasts/stat': { total: 0, data: [], pageNum: 1, pageSize: 20 },
      'POST /data/standard/mappings/manual': { mapped: 1 },
      'POST /data/standard/mappings/cancel/1': null,
    },
  });
  return view;
}

it('a row with a proposal holds its box where a screen reader finds it', async () => {
  const { user } = opened([value('X'), proposed, value('女', { status: '1', contrastGbId: 'i2', mappedBy: 'auto' })]);
  const grid = await screen.findByRole('grid', { name: '本地取值' });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: '接受对 男 的建议' });
  const { violations } = await axe.run(grid, {
    runOnly: ['nested-interactive', 'aria-required-children', 'aria-required-parent', 'aria-allowed-attr', 'aria-valid-attr-value'],
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))).toEqual([]);

  await user.click(box);
  expect(box.checked).toBe(false);
  expect(grid.getAttribute('aria-activedescendant')).toBeNull(); // ticking is not choosing
  act(() => grid.focus());
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.getElementById(grid.getAttribute('aria-activedescendant')!)!.textContent).toContain('男');
  await user.keyboard(' ');
  expect(box.checked).toBe(true);
});
