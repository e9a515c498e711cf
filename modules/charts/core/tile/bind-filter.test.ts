import { expect, it } from 'vitest';
import { boundTargets, unboundTargets } from './bind-filter.ts';

const field = (id: string, name: string, type: 'string' | 'date' = 'string') => ({ id, name, type, hidden: false });
const SETS = [
  { id: 'a', fields: [field('dept', '部门'), field('day', '日期', 'date')] },
  { id: 'b', fields: [field('org', '部门'), field('dept', '上级')] },
  { id: 'c', fields: [field('dept', '部门', 'date')] },
  { id: 'd', fields: [{ ...field('dept', '部门'), hidden: true }] },
];

it('a filter acts on what is called the same and is of the same type, in every data set of the document', () => {
  expect(boundTargets('a', 'dept', SETS)).toEqual([
    { dataSetId: 'a', col: 'dept' },
    { dataSetId: 'b', col: 'org' },
  ]);
  expect(boundTargets('a', 'day', SETS)).toEqual([{ dataSetId: 'a', col: 'day' }]);
});

it('what came to the document later is found, what is bound otherwise stays as it is', () => {
  const source = { dataSetId: 'a', col: 'dept' };
  expect(unboundTargets({ source, targets: [source] }, SETS)).toEqual([{ dataSetId: 'b', col: 'org' }]);
  expect(unboundTargets({ source, targets: [source, { dataSetId: 'b', param: 'p' }] }, SETS)).toEqual([]);
  expect(unboundTargets({ source: null, targets: [] }, SETS)).toEqual([]);
});
