import { expect, it } from 'vitest';
import type { DraftEdge } from './draft.ts';
import { ownEdges } from './object-columns.ts';

const target = { type: 'object', id: 'set' } as const;
const edge = (fromColumn: string | null, toColumn: string | null, over: Partial<DraftEdge> = {}): DraftEdge => ({
  from: { type: 'table', id: 'sale' },
  fromColumn,
  to: target,
  toColumn,
  kind: 'value',
  expression: null,
  confidence: 'exact',
  ...over,
});
const told = (edges: readonly DraftEdge[]) => edges.map((one) => [one.fromColumn, one.toColumn, one.kind]);

it('a column that a text was not understood to make comes from all that the text reads', () => {
  const outputs = ['region', 'total'];
  const whole = [null, null, 'value'];
  expect(told(ownEdges([edge('region', 'region')], target, { outputs }, false))).toContainEqual(whole);
  expect(told(ownEdges([edge('region', 'region'), edge('amount', 'sum(amount)')], target, { outputs }, true))).toContainEqual(whole);
  // a count of rows comes from no column, and that is known
  expect(told(ownEdges([edge('region', 'region')], target, { outputs }, true))).toEqual([['region', 'region', 'value']]);
});

it('columns are named as the module names them, computed ones follow theirs, and some bear on everything', () => {
  const columns = { outputs: ['Area', 'heads'], derived: [{ name: 'twice', from: ['heads'] }], whole: ['twice'] };
  expect(told(ownEdges([edge('region', 'area'), edge('n', 'heads')], target, columns, true))).toEqual([
    ['region', 'Area', 'value'],
    ['n', 'heads', 'value'],
    ['n', 'twice', 'value'],
    ['n', null, 'filter'],
  ]);
});
