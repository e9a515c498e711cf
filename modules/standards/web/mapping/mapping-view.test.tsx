import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith, type Sent } from '#kit/test/web-page.tsx';
import type { Item, Value } from './layout.ts';
import { MappingView } from './MappingView.tsx';

beforeEach(() => signInWith());

const items: Item[] = ['男性', '女性'].map((gbName, n) => ({
  id: `i${n + 1}`,
  gbCode: String(n + 1),
  gbName,
  rowCount: 0,
  state: 'inForce',
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

/** A page over values that keep what is done with them. */
async function opened(left: Value[], right = items) {
  const rows = new Map(left.map((one) => [one.id, one]));
  const changed = (id: string, more: Partial<Value>) => {
    rows.set(id, { ...rows.get(id)!, ...more });
    return rows.get(id)!;
  };
  const view = openPage(<MappingView contrastId="c" />, {
    answers: {
      'GET /data/standard/mappings/c': () => ({
        title: 'staff.gender',
        description: '性别',
        whyHidden: null,
        left: [...rows.values()],
        right,
      }),
      'GET /data/standard/contrasts/c': contrast,
      'GET /data/standard/contrasts/stat': { total: 0, data: [], pageNum: 1, pageSize: 20 },
      'POST /data/standard/mappings/manual': ({ body }: Sent) => ({
        mapped: body.endpoints.length,
        values: body.endpoints.map(({ sourceId, targetId }: { sourceId: string; targetId: string }) =>
          changed(sourceId, { status: '1', contrastGbId: targetId, proposed: false }),
        ),
      }),
      'POST /data/standard/mappings/cancel': ({ body }: Sent) =>
        body.ids.map((id: string) => changed(id, { status: '0', contrastGbId: null, proposed: rows.get(id)!.candidates.length > 0 })),
    },
  });
  const grid = await screen.findByRole('grid', { name: '本地取值' });
  await screen.findByText('gender');
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.id ?? null;
  return { ...view, grid, active };
}

it('a row with a proposal holds its box where a screen reader finds it', async () => {
  const { user, grid, active } = await opened([value('X'), proposed, value('女', { status: '1', contrastGbId: 'i2', mappedBy: 'auto' })]);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: '接受对 男 的建议' });
  const { violations } = await axe.run(grid, {
    runOnly: ['nested-interactive', 'aria-required-children', 'aria-required-parent', 'aria-allowed-attr', 'aria-valid-attr-value'],
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))).toEqual([]);

  await user.click(box);
  expect(box.checked).toBe(false);
  expect(active()).toBeNull(); // ticking is not choosing
  act(() => grid.focus());
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('value-男');
  await user.keyboard(' ');
  expect(box.checked).toBe(true);
});

it('keys alone link values, unlink them and take it back', async () => {
  const mapped = value('女', { status: '1', contrastGbId: 'i2', mappedBy: 'auto' });
  const { user, grid, active, sent } = await opened([value('X'), proposed, mapped]);
  const done = () => sent.filter(({ key }) => key.startsWith('POST')).map(({ key, body }) => [key.split('/').at(-1), body]);
  act(() => grid.focus());
  // X stands for what is chosen at the right; the focus comes back for the next value
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('listbox', { name: '标准项' }));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(done()).toEqual([['manual', { endpoints: [{ sourceId: 'X', targetId: 'i2' }] }]]);
  expect(document.activeElement).toBe(grid);
  await waitFor(() => expect(active()).toBe('value-男'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(done().at(-1)).toEqual(['manual', { endpoints: [{ sourceId: '男', targetId: 'i1' }] }]));
  await screen.findByText('全部 3');
  await user.keyboard('{End}');
  expect(active()).toBe('value-女');
  await user.keyboard('{Delete}');
  await waitFor(() => expect(done().at(-1)).toEqual(['cancel', { ids: ['女'] }]));
  await screen.findByText('待办 1');
  // back, step by step
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(done().at(-1)).toEqual(['manual', { endpoints: [{ sourceId: '女', targetId: 'i2' }] }]));
  await screen.findByText('待办 0');
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(done().at(-1)).toEqual(['cancel', { ids: ['男'] }]));
  await screen.findByText('待办 1');
  await waitFor(() => expect(active()).toBe('value-男'));
  expect(sent.filter(({ key }) => key === 'GET /data/standard/mappings/c')).toHaveLength(1); // changes are not read again as a whole
});

it('ten thousand values and three thousand items are some dozen rows, and a word finds one of them', async () => {
  const left = Array.from({ length: 10_000 }, (_, n) => value(`V${n}`));
  const right = Array.from({ length: 3000 }, (_, n) => ({ ...items[0]!, id: `i${n}`, gbCode: `C${n}`, gbName: `项${n}` }));
  const { user, grid, active } = await opened(left, right);
  const list = screen.getByRole('listbox', { name: '标准项' });
  expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
  expect(within(list).getAllByRole('option').length).toBeLessThan(40);
  expect(grid.getAttribute('aria-rowcount')).toBe('10001');
  act(() => grid.focus());
  await user.keyboard('{ArrowDown}{End}');
  expect(active()).toBe('value-V9999');
  await user.type(screen.getByRole('textbox', { name: '取值、含义' }), 'v777');
  expect(
    within(grid)
      .getAllByRole('row')
      .map((row) => row.id),
  ).toEqual(['', 'value-V777', ...Array.from({ length: 10 }, (_, n) => `value-V777${n}`)]);
  await user.type(screen.getByRole('textbox', { name: '代码、名称' }), 'c2999');
  expect(
    within(list)
      .getAllByRole('option')
      .map((row) => row.textContent),
  ).toEqual(['C2999项2999 ']);
});
