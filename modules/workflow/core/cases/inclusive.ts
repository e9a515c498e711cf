import { done, ENDED, type ExecutionCase, refused } from './case.ts';
import { call, each, end, exclusive, inclusive, named, oneByOne, path, process, start, sub, tasks, when } from './notation.ts';

const CLASS = 'FlowableTest.InclusiveGatewayTest';

const diverging = process(
  start(),
  inclusive('fork'),
  tasks('one', 'two', 'three'),
  path('start > fork'),
  when('${input == 1}', 'fork', 'one'),
  when('${input < 3}', 'fork', 'two'),
  when('${input < 4}', 'fork', 'three'),
);

const withDefault = process(
  start(),
  inclusive('fork', 'fork-otherwise'),
  tasks('one', 'oneOrThree', 'otherwise'),
  path('start > fork > otherwise'),
  when('${input == 1}', 'fork', 'one'),
  when('${input == 1 || input == 3}', 'fork', 'oneOrThree'),
);

const direct = process(
  start(),
  inclusive('fork', 'fork-join'),
  inclusive('join'),
  tasks('one', 'two'),
  end(),
  path('start > fork > join > end'),
  when('${input >= 1}', 'fork', 'one'),
  when('${input >= 3}', 'fork', 'two'),
  path('one > join'),
  path('two > join'),
);

export const INCLUSIVE_SPLITS: readonly ExecutionCase[] = [
  ...[
    { input: 1, begins: 'one two three' },
    { input: 2, begins: 'two three' },
    { input: 3, begins: 'three' },
  ].map(({ input, begins }) => ({
    name: `takes every flow whose condition holds: ${begins}`,
    after: `${CLASS}#testDivergingInclusiveGateway`,
    models: [diverging],
    start: { variables: { input } },
    begins,
    steps: [],
  })),
  {
    name: 'is refused when no condition holds',
    after: `${CLASS}#testNoSequenceFlowSelected`,
    models: [diverging],
    start: { variables: { input: 4 } },
    begins: refused('所有出线条件都不满足'),
    steps: [],
  },
  {
    name: 'is refused when a condition names an unknown variable',
    after: `${CLASS}#testUnknownVariableInExpression`,
    models: [diverging],
    start: { variables: { iinput: 1 } },
    begins: refused('input'),
    steps: [],
  },
  ...[
    { input: 1, begins: 'one oneOrThree' },
    { input: 3, begins: 'oneOrThree' },
    { input: 5, begins: 'otherwise' },
  ].map(({ input, begins }) => ({
    name: `takes the default flow only when no condition holds: ${begins}`,
    after: `${CLASS}#testDefaultSequenceFlow`,
    models: [withDefault],
    start: { variables: { input } },
    begins,
    steps: [],
  })),
  ...[
    { input: 1, begins: 'one' },
    { input: 3, begins: 'one two' },
  ].map(({ input, begins }) => ({
    name: `has a flow straight to the join: ${begins}`,
    after: `${CLASS}#testDirectSequenceFlow`,
    models: [direct],
    start: { variables: { input } },
    begins,
    steps:
      begins === 'one'
        ? ([[done('one'), ENDED]] as const)
        : ([
            [done('one'), 'two'],
            [done('two'), ENDED],
          ] as const),
  })),
  {
    name: 'takes only the flow straight to the join and ends',
    after: `${CLASS}#testDirectSequenceFlow`,
    models: [direct],
    start: { variables: { input: 0 } },
    begins: ENDED,
    steps: [],
  },
];

/** A split into three tasks, its join, and a task after it. */
const threeJoined = (first: string, last: string): string =>
  inclusive('fork') +
  inclusive('join') +
  tasks('t1', 't2', 't3', 'after') +
  path(`${first} > fork > t1 > join > after > ${last}`) +
  path('fork > t2 > join') +
  path('fork > t3 > join');
const THREE = start('s') + threeJoined('s', 'e') + end('e');
const repeated = (loop: string, inside: string): string =>
  process(start(), sub('many', loop, inside), tasks('last'), end(), path('start > many > last > end'));
const NESTED = sub('nested', THREE);
const allThree: ExecutionCase['steps'] = [
  [done('t1'), 't2 t3'],
  [done('t2'), 't3'],
  [done('t3'), 'after'],
];
/** Two instances run side by side, and the join of one does not wait for the other. */
const sideBySide: ExecutionCase['steps'] = [
  [done('t2'), 't1 t1 t2 t3 t3'],
  [done('t1'), 't1 t2 t3 t3'],
  [done('t3'), 't1 t2 t3 after'],
  [done('t1'), 't2 t3 after'],
  [done('t2'), 't3 after'],
  [done('t3'), 'after after'],
  [done('after'), 'after'],
  [done('after'), 'last'],
  [done('last'), ENDED],
];

export const INCLUSIVE_INSIDE: readonly ExecutionCase[] = [
  {
    name: 'inside a parallel multi-instance sub-process: each instance joins its own',
    after: `${CLASS}#testInclusiveGatewayInclusiveGatewayInsideParallelMultiInstanceSubProcess`,
    models: [repeated(each({ times: '2' }), THREE)],
    begins: { tasks: ['t1', 't1', 't2', 't2', 't3', 't3'], scopes: 2 },
    steps: sideBySide,
  },
  {
    name: 'inside a sequential multi-instance sub-process: once each time',
    after: `${CLASS}#testInclusiveGatewayInclusiveGatewayInsideSequentialMultiInstanceSubProcess`,
    models: [repeated(oneByOne({ times: '2' }), THREE)],
    begins: 't1 t2 t3',
    steps: [...allThree, [done('after'), 't1 t2 t3'], ...allThree, [done('after'), 'last'], [done('last'), ENDED]],
  },
  {
    name: 'inside a sub-process of a parallel multi-instance sub-process',
    after: `${CLASS}#testInSubProcessNestedInMultiInstanceParallelSubProcess`,
    models: [repeated(each({ times: '2' }), start('s0') + NESTED + end('e0') + path('s0 > nested > e0'))],
    begins: { tasks: ['t1', 't1', 't2', 't2', 't3', 't3'], scopes: 2 },
    steps: sideBySide,
  },
  {
    name: 'inside a process that a parallel multi-instance sub-process calls',
    after: `${CLASS}#testInCalledActivityNestedInMultiInstanceSubProcess`,
    models: [
      repeated(each({ times: '2' }), start('s0') + call('called', 'child') + end('e0') + path('s0 > called > e0')),
      named('child', THREE),
    ],
    begins: { tasks: ['t1', 't1', 't2', 't2', 't3', 't3'], scopes: 2 },
    steps: sideBySide,
  },
  {
    name: 'two joins in a loop, one inside the other, do not wait for each other',
    after: 'BPMN 2.0.2, 13.4.3 Inclusive Gateway',
    models: [
      process(
        start(),
        exclusive('merge'),
        inclusive('fork'),
        inclusive('join'),
        inclusive('innerFork'),
        inclusive('innerJoin'),
        exclusive('choice', 'choice-end'),
        tasks('a', 'b', 'c'),
        end(),
        path('start > merge > fork > a > join > choice > end'),
        path('fork > innerFork > b > innerJoin > join'),
        path('innerFork > c > innerJoin'),
        when('${vars:getOrDefault(again, false)}', 'choice', 'merge'),
      ),
    ],
    begins: 'a b c',
    steps: [
      [done('a'), 'b c'],
      [done('b'), 'c'],
      [done('c', { again: true }), 'a b c'],
      [done('c'), 'a b'],
      [done('b'), 'a'],
      [done('a', { again: false }), ENDED],
    ],
  },
];
