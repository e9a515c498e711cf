import { done, ENDED, fire, trigger, wait, type ExecutionCase } from './case.ts';
import { after, boundary, end, oneTaskSub, parallel, path, process, receive, service, start, sub, tasks } from './notation.ts';

const CLASS = 'FlowableTest.SubProcessTest';

const INNER = oneTaskSub('inner', 'work');
const around = (id: string, inside: string, what: string): string =>
  sub(id, start(`${id}Start`), inside, end(`${id}End`), path(`${id}Start > ${what} > ${id}End`));
const twoTasks = (id: string): string =>
  sub(
    id,
    start('s'),
    parallel('split', 'joined'),
    tasks('a', 'b'),
    end('e'),
    path('s > split > a > joined > e'),
    path('split > b > joined'),
  );

export const SUB_PROCESS: readonly ExecutionCase[] = [
  {
    name: 'holds a task of its own and ends with it',
    after: `${CLASS}#testSimpleSubProcess`,
    models: [process(start(), INNER, end(), path('start > inner > end'))],
    begins: 'work',
    steps: [[done('work'), ENDED]],
  },
  {
    name: 'of automatic steps is passed at once',
    after: `${CLASS}#testSimpleAutomaticSubProcess`,
    models: [process(start(), sub('s', start('a'), service('b'), end('c'), path('a > b > c')), end(), path('start > s > end'))],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'is left by its timer, and its task goes',
    after: `${CLASS}#testSimpleSubProcessWithTimer`,
    models: [
      process(
        start(),
        INNER,
        boundary('late', 'inner', after('PT2H')),
        tasks('fix', 'normal'),
        path('start > inner > normal'),
        path('late > fix'),
      ),
    ],
    begins: { tasks: ['work'], timers: ['late@2026-01-01T02:00:00.000Z'] },
    steps: [
      [wait('PT1H59M'), { tasks: ['work'], timers: ['late'] }],
      [wait('PT1M1S'), { tasks: ['fix'], timers: [] }],
      [done('fix'), ENDED],
    ],
  },
  {
    name: 'is left by its timer into two branches',
    after: `${CLASS}#IGNORE_testSimpleSubProcessWithConcurrentTimer`,
    models: [
      process(
        start(),
        INNER,
        boundary('late', 'inner', after('PT2H')),
        parallel('split'),
        tasks('after1', 'after2'),
        end(),
        path('start > inner > end'),
        path('late > split > after1'),
        path('split > after2'),
      ),
    ],
    begins: 'work',
    steps: [
      [fire(), 'after1 after2'],
      [done('after1'), 'after2'],
      [done('after2'), ENDED],
    ],
  },
  {
    name: 'inside another: both end with the task',
    after: `${CLASS}#testNestedSimpleSubProcess`,
    models: [process(start(), around('outer', INNER, 'inner'), tasks('next'), end(), path('start > outer > next > end'))],
    start: { variables: { someVar: 'abc' } },
    begins: 'work',
    steps: [
      [done('work'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'the timer of the inner one leaves the outer one running',
    after: `${CLASS}#testNestedSimpleSubprocessWithTimerOnInnerSubProcess`,
    models: [
      process(
        start(),
        sub(
          'outer',
          start('s'),
          INNER,
          boundary('late', 'inner', after('PT1H')),
          tasks('escalated'),
          end('e1'),
          end('e2'),
          path('s > inner > e1'),
          path('late > escalated > e2'),
        ),
        tasks('next'),
        path('start > outer > next'),
      ),
    ],
    begins: 'work',
    steps: [
      [wait('PT1H1S'), 'escalated'],
      [done('escalated'), 'next'],
    ],
  },
  {
    name: 'three deep',
    after: `${CLASS}#testDoubleNestedSimpleSubProcess`,
    models: [process(start(), around('outer', around('middle', INNER, 'inner'), 'middle'), tasks('next'), path('start > outer > next'))],
    begins: 'work',
    steps: [
      [done('work'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'is left when its branches have joined',
    after: `${CLASS}#testSimpleParallelSubProcess`,
    models: [process(start(), twoTasks('inner'), tasks('next'), path('start > inner > next'))],
    begins: { tasks: ['a', 'b'], scopes: 1 },
    steps: [
      [done('a'), 'b'],
      [done('b'), 'next'],
    ],
  },
  {
    name: 'its timer takes away all its branches',
    after: `${CLASS}#testSimpleParallelSubProcessWithTimer`,
    models: [
      process(
        start(),
        twoTasks('inner'),
        boundary('late', 'inner', after('PT1H')),
        tasks('next', 'afterTimer'),
        end(),
        path('start > inner > next > end'),
        path('late > afterTimer > end'),
      ),
    ],
    begins: 'a b',
    steps: [
      [fire('late'), 'afterTimer'],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'two side by side go on by themselves',
    after: `${CLASS}#testTwoSubProcessInParallel`,
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        oneTaskSub('subA', 'a'),
        oneTaskSub('subB', 'b'),
        tasks('afterA', 'afterB'),
        end(),
        path('start > fork > subA > afterA > join > end'),
        path('fork > subB > afterB > join'),
      ),
    ],
    begins: { tasks: ['a', 'b'], scopes: 2 },
    steps: [
      [done('a'), 'afterA b'],
      [done('b'), 'afterA afterB'],
      [done('afterA'), 'afterB'],
      [done('afterB'), ENDED],
    ],
  },
  {
    name: 'two side by side inside a third',
    after: `${CLASS}#testTwoSubProcessInParallelWithinSubProcess`,
    models: [
      process(
        start(),
        sub(
          'outer',
          start('s'),
          parallel('fork', 'join'),
          oneTaskSub('subA', 'a'),
          oneTaskSub('subB', 'b'),
          end('e'),
          path('s > fork > subA > join > e'),
          path('fork > subB > join'),
        ),
        tasks('next'),
        end(),
        path('start > outer > next > end'),
      ),
    ],
    begins: { tasks: ['a', 'b'], scopes: 2 },
    steps: [
      [done('a'), 'b'],
      [done('b'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'the timer of the outer one takes away both inner ones',
    after: `${CLASS}#testTwoNestedSubProcessesInParallelWithTimer`,
    models: [
      process(
        start(),
        sub(
          'outer',
          start('s'),
          parallel('fork', 'join'),
          oneTaskSub('subA', 'a'),
          oneTaskSub('subB', 'b'),
          end('e'),
          path('s > fork > subA > join > e'),
          path('fork > subB > join'),
        ),
        boundary('late', 'outer', after('PT2H')),
        tasks('next', 'afterTimer'),
        end(),
        path('start > outer > next > end'),
        path('late > afterTimer > end'),
      ),
    ],
    begins: { tasks: ['a', 'b'], timers: ['late'] },
    steps: [
      [fire(), 'afterTimer'],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'inside another, both without an end event',
    after: `${CLASS}#testNestedSimpleSubProcessWithoutEndEvent`,
    models: [
      process(
        start(),
        sub('outer', start('s'), sub('inner', start('t'), tasks('work'), path('t > work')), path('s > inner')),
        tasks('next'),
        end(),
        path('start > outer > next > end'),
      ),
    ],
    begins: 'work',
    steps: [
      [done('work'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'of automatic steps without an end event is passed',
    after: `${CLASS}#testSimpleSubProcessWithoutEndEvent`,
    models: [process(start(), sub('s', start('a'), service('b'), path('a > b')), end(), path('start > s > end'))],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'nested and automatic without end events is passed',
    after: `${CLASS}#testNestedSubProcessesWithoutEndEvents`,
    models: [
      process(
        start(),
        sub('o', start('a'), sub('i', start('b'), service('c'), path('b > c')), path('a > i')),
        end(),
        path('start > o > end'),
      ),
    ],
    begins: ENDED,
    steps: [],
  },
];

const ARRIVALS = 'FlowableTest.ReceiveTaskTest';
export const RECEIVE_TASK: readonly ExecutionCase[] = [
  {
    name: 'waits until it is triggered',
    after: `${ARRIVALS}#testWaitStateBehavior`,
    models: [process(start(), receive('waitState'), end(), path('start > waitState > end'))],
    begins: { tasks: [], waiting: ['waitState'] },
    steps: [[trigger('waitState'), ENDED]],
  },
  {
    name: 'a trigger of a node where nothing waits is refused',
    after: `${ARRIVALS}#testWaitStateBehavior`,
    models: [process(start(), receive('waitState'), end(), path('start > waitState > end'))],
    begins: { waiting: ['waitState'] },
    steps: [[trigger('end'), { error: 'end', waiting: ['waitState'] }]],
  },
];
