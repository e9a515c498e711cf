import { expect, it } from 'vitest';
import { Tree } from '../contract/tree.ts';
import type { ProcessModel } from './model.ts';
import { readBpmn } from './bpmn/read.ts';
import { differencesOf } from './difference.ts';
import { writeTree } from './tree/write.ts';

const approve = (id: string, more: object = {}) => ({ type: 'approve', id, name: id, who: [{ kind: 'starter' }], ...more });
const process = async (next: object): Promise<ProcessModel> => {
  const { processes } = await readBpmn(writeTree({ key: 'p', name: '费用' }, Tree.parse({ type: 'start', next })));
  return processes[0] as ProcessModel;
};

it('tells what was added, removed and changed, property by property', async () => {
  const before = await process(approve('n1', { next: approve('n2') }));
  const after = await process(approve('n1', { mode: 'ratio', percent: 60, next: approve('n3') }));
  const found = differencesOf(before, after);
  expect(found.map(({ id, kind }) => [id, kind])).toEqual([
    ['n1', 'changed'],
    ['n3', 'added'],
    ['n2', 'removed'],
  ]);
  expect(found[0]?.changes).toContainEqual({ path: 'approval.mode', before: 'any', after: 'ratio' });
  expect(found[0]?.changes).toContainEqual({ path: 'approval.percent', before: null, after: '60' });
  expect(differencesOf(after, after)).toEqual([]);
});
