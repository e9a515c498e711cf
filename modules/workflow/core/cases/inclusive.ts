import { done, ENDED, refused, send, trigger, type ExecutionCase } from './case.ts';
import {
  call,
  each,
  end,
  eventSub,
  exclusive,
  inclusive,
  message,
  named,
  oneByOne,
  parallel,
  path,
  process,
  receive,
  start,
  startBeside,
  sub,
  tasks,
  when,
} from './notation.ts';

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
const afterSubs = process(
  start(),
  inclusive('fork'),
  inclusive('join'),
  sub('subA', start('sa'), tasks('a'), end('ea'), path('sa > a > ea')),
  sub('subB', start('sb'), tasks('b'), end('eb'), path('sb > b > eb')),
  tasks('c'),
  end(),
  path('start > fork'),
  when('${a == 1}', 'fork', 'subA'),
  when('${b == 1}', 'fork', 'subB'),
  path('subA > join > c > end'),
  path('subB > join'),
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

const splits: readonly ExecutionCase[] = [
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

const joins: readonly ExecutionCase[] = [
  {
    name: 'joins all that were split, without anything between',
    after: `${CLASS}#testMergingInclusiveGateway`,
    models: [process(start(), inclusive('fork'), inclusive('join'), tasks('one'), end(), path('start > fork'), flows3(), path('join > one > end'))],
    start: { variables: { input: 2 } },
    begins: 'one',
    steps: [[done('one'), ENDED]],
  },
  {
    name: 'joins a part of the branches first',
    after: `${CLASS}#testPartialMergingInclusiveGateway`,
    models: [
      process(
        start(),
        inclusive('fork'),
        inclusive('partJoin'),
        inclusive('fullJoin'),
        tasks('partTask', 'last'),
        '<manualTask id="m1"/><manualTask id="m2"/><manualTask id="m3"/>',
        end(),
        path('start > fork > m1 > partJoin > partTask > fullJoin > last > end'),
        path('fork > m2 > partJoin'),
        path('fork > m3 > fullJoin'),
      ),
    ],
    begins: 'partTask',
    steps: [
      [done('partTask'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'branches that end by themselves need no join',
    after: `${CLASS}#testParentActivationOnNonJoiningEnd`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('a1', 'a2', 'b1', 'b2'),
        end('ea'),
        end('eb'),
        path('start > fork > a1 > a2 > ea'),
        path('fork > b1 > b2 > eb'),
      ),
    ],
    begins: 'a1 b1',
    steps: [
      [done('a1'), 'a2 b1'],
      [done('b1'), 'a2 b2'],
      [done('a2'), 'b2'],
      [done('b2'), ENDED],
    ],
  },
  {
    name: 'waits for the sub-processes of all branches that were taken',
    after: `${CLASS}#testJoinAfterSubprocesses`,
    models: [afterSubs],
    start: { variables: { a: 1, b: 1 } },
    begins: 'a b',
    steps: [
      [done('a'), 'b'],
      [done('b'), 'c'],
      [done('c'), ENDED],
    ],
  },
  {
    name: 'does not wait for the sub-process of a branch that was not taken',
    after: `${CLASS}#testJoinAfterSubprocesses`,
    models: [afterSubs],
    start: { variables: { a: 1, b: 2 } },
    begins: 'a',
    steps: [
      [done('a'), 'c'],
      [done('c'), ENDED],
    ],
  },
  {
    name: 'is refused when no sub-process is to begin',
    after: `${CLASS}#testJoinAfterSubprocesses`,
    models: [afterSubs],
    start: { variables: { a: 2, b: 2 } },
    begins: refused('所有出线条件都不满足'),
    steps: [],
  },
  {
    name: 'waits for a loop that can still reach it',
    after: `${CLASS}#testJoinAfterParallelGateway`,
    models: [
      process(
        start(),
        parallel('fork', 'split'),
        exclusive('merge'),
        exclusive('choice'),
        inclusive('join'),
        tasks('task1'),
        receive('answer'),
        end(),
        path('start > fork > task1 > join > end'),
        path('fork > merge > answer > split > join'),
        path('split > choice > merge'),
      ),
    ],
    begins: { tasks: ['task1'], waiting: ['answer'] },
    steps: [
      [done('task1'), { tasks: [], waiting: ['answer'] }],
      [trigger('answer'), { tasks: [], waiting: ['answer'] }],
    ],
  },
  {
    name: 'waits for a called process of one branch',
    after: `${CLASS}#testJoinAfterCall`,
    models: [
      process(
        start(),
        inclusive('fork'),
        inclusive('join'),
        tasks('a', 'b', 'd'),
        call('called', 'child'),
        end(),
        path('start > fork > a > join > d > end'),
        path('fork > b > join'),
        path('fork > called > join'),
      ),
      named('child', start(), tasks('c'), end(), path('start > c > end')),
    ],
    begins: 'a b c',
    steps: [
      [done('a'), 'b c'],
      [done('b'), 'c'],
      [done('c'), 'd'],
      [done('d'), ENDED],
    ],
  },
  {
    name: 'a token that waits at the join is not let go when another branch turns away from it',
    after: `${CLASS}#testMultipleProcessInstancesMergedBug`,
    models: [
      process(
        start(),
        inclusive('fork'),
        inclusive('join'),
        exclusive('choice', 'choice-c'),
        tasks('a', 'b', 'c', 'afterMerge'),
        end('endB'),
        end(),
        path('start > fork > a > choice > c > join > afterMerge > end'),
        path('fork > join'),
        when("${vars:eq(target, 'goToB')}", 'choice', 'b'),
        path('b > endB'),
      ),
    ],
    begins: 'a',
    steps: [
      [done('a'), { tasks: ['c'] }],
      [done('c'), 'afterMerge'],
      [done('afterMerge'), ENDED],
    ],
  },
  {
    name: 'a branch that turns away to its own end frees the join',
    after: `${CLASS}#testMultipleProcessInstancesMergedBug`,
    models: [
      process(
        start(),
        inclusive('fork'),
        inclusive('join'),
        exclusive('choice', 'choice-join'),
        tasks('a', 'b', 'after'),
        end('endB'),
        end(),
        path('start > fork > a > choice > join > after > end'),
        path('fork > join'),
        when("${vars:eq(target, 'goToB')}", 'choice', 'b'),
        path('b > endB'),
      ),
    ],
    begins: { tasks: ['a'] },
    steps: [
      [done('a', { target: 'goToB' }), 'after b'],
      [done('b'), 'after'],
      [done('after'), ENDED],
    ],
  },
  {
    name: 'splits and joins inside an event sub-process beside the process',
    after: `${CLASS}#testInclusiveGatewayInEventSubProcess`,
    models: [
      process(
        start(),
        tasks('initial'),
        end(),
        path('start > initial > end'),
        eventSub(
          'told',
          startBeside('s', message('news')),
          inclusive('fork'),
          inclusive('join'),
          tasks('t1', 't2'),
          end('e'),
          path('s > fork'),
          when('${first}', 'fork', 't1'),
          when('${second}', 'fork', 't2'),
          path('t1 > join > e'),
          path('t2 > join'),
        ),
      ),
    ],
    start: { variables: { first: true, second: true } },
    begins: { tasks: ['initial'], subscriptions: ['news'] },
    steps: [
      [send('news'), 'initial t1 t2'],
      [done('t1'), 'initial t2'],
      [done('t2'), 'initial'],
      [done('initial'), ENDED],
    ],
  },
];

const inside: readonly ExecutionCase[] = [
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

function flows3(): string {
  return `<manualTask id="m1"/><manualTask id="m2"/><manualTask id="m3"/>${when('${input == 1}', 'fork', 'm1')}${when(
    '${input == 2}',
    'fork',
    'm2',
  )}${when('${input >= 2}', 'fork', 'm3')}${path('m1 > join')}${path('m2 > join')}${path('m3 > join')}`;
}

export const INCLUSIVE: readonly ExecutionCase[] = [...splits, ...joins, ...inside];
