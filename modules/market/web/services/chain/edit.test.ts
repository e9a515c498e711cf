import { expect, it } from 'vitest';
import { addStep, changeStep, connect, disconnect, linesOf, removeStep } from './edit.ts';

const empty = { steps: [], outputs: [] };
const two = () => {
  const first = addStep(empty, { kind: 'service', targetId: '1', name: '甲' })!;
  return addStep(first.chain, { kind: 'api', targetId: '2', name: '乙' })!.chain;
};

it('adds steps with ids of their own, each in a place of its own, twenty at most', () => {
  const chain = two();
  expect(chain.steps.map(({ id }) => id)).toEqual(['s1', 's2']);
  expect(new Set(chain.steps.map(({ x, y }) => `${x} ${y}`)).size).toBe(2);
  let full: ReturnType<typeof two> | null = chain;
  for (let i = 0; i < 18; i++) full = addStep(full, { kind: 'api', targetId: '2', name: '丙' })!.chain;
  expect(addStep(full, { kind: 'api', targetId: '2', name: '丁' })).toBeNull();
});

it('lets no steps wait for each other, be it by order or by what they read', () => {
  const joined = connect(two(), 's1', 's2')!;
  expect(linesOf(joined)).toEqual([{ from: 's1', to: 's2', isData: false }]);
  expect(connect(joined, 's2', 's1')).toBeNull();
  expect(connect(joined, 's1', 's1')).toBeNull();
  const reads = changeStep(two(), 's2', { inputs: [{ param: 'id', source: 'path', value: '$.steps.s1.data.id' }] });
  expect(linesOf(reads)).toEqual([{ from: 's1', to: 's2', isData: true }]);
  expect(connect(reads, 's2', 's1')).toBeNull();
  expect(linesOf(disconnect(joined, 's1', 's2'))).toEqual([]);
});

it('takes a step away with the order that others kept to it', () => {
  const left = removeStep(connect(two(), 's1', 's2')!, 's1');
  expect(left.steps).toMatchObject([{ id: 's2', after: [] }]);
});
