import { expect, it } from 'vitest';
import { allSteps, wordOf } from './steps.ts';

const node = (id: string, kind: string, state: 'done' | 'now' | 'next' | 'returned' | 'skipped', people: string[] = []) => ({
  id,
  name: id === 's' ? '' : id,
  kind,
  state,
  people,
  isOverdue: false,
});

it('shows the steps of people in order, those of ways that were left out too, and who is expected', () => {
  const track = {
    nodes: [
      node('e', 'endEvent', 'next'),
      node('d', 'userTask', 'next'),
      node('c', 'userTask', 'now', ['丙']),
      node('b', 'userTask', 'skipped'),
      node('g', 'exclusiveGateway', 'done'),
      node('a', 'userTask', 'done', ['甲']),
      node('s', 'startEvent', 'done'),
    ],
    flows: [
      { from: 's', to: 'a' },
      { from: 'a', to: 'g' },
      { from: 'g', to: 'b' },
      { from: 'g', to: 'c' },
      { from: 'b', to: 'd' },
      { from: 'c', to: 'd' },
      { from: 'd', to: 'e' },
    ],
    forecast: [{ id: 'd', people: ['丁'], note: null, isConditional: true }],
  };
  expect(allSteps(track).map(wordOf)).toEqual(['已办', '已办', '未经过', '办理中', '视条件', '预计']);
  expect(allSteps(track).map(({ name, state, people }) => [name, state, people.join()])).toEqual([
    ['发起', 'done', ''],
    ['a', 'done', '甲'],
    ['b', 'skipped', ''],
    ['c', 'now', '丙'],
    ['d', 'next', '丁'],
    ['e', 'next', ''],
  ]);
});

it('says what is nobody’s step only while the process waits there', () => {
  const nodes = [node('s', 'startEvent', 'done'), node('w', 'intermediateCatchEvent', 'now'), node('v', 'serviceTask', 'next')];
  const flows = [
    { from: 's', to: 'w' },
    { from: 'w', to: 'v' },
  ];
  expect(allSteps({ nodes, flows, forecast: [] }).map((step) => `${step.id} ${wordOf(step)}`)).toEqual(['s 已办', 'w 等待中']);
});

it('shows a process that goes in circles once', () => {
  const nodes = [node('s', 'startEvent', 'done'), node('a', 'userTask', 'now')];
  const flows = [
    { from: 's', to: 'a' },
    { from: 'a', to: 's' },
  ];
  expect(allSteps({ nodes, flows, forecast: [] }).map(({ id }) => id)).toEqual(['s', 'a']);
});
