import { done, ENDED, type ExecutionCase, fire, refused, trigger, wait } from './case.ts';
import {
  after,
  at,
  boundary,
  call,
  end,
  every,
  named,
  oneTaskSub,
  parallel,
  path,
  process,
  receive,
  start,
  sub,
  tasks,
  watched,
  watching,
} from './notation.ts';

const TIMER = 'FlowableTest.BoundaryTimerEventTest';
const BESIDE = 'FlowableTest.BoundaryTimerNonInterruptingEventTest';
const REPEAT = 'FlowableTest.BoundaryTimerEventRepeatWithEndTest';

export const BOUNDARY_TIMER: readonly ExecutionCase[] = [
  {
    name: 'of several timers the earliest takes the others away',
    after: `${TIMER}#testMultipleTimersOnUserTask`,
    models: [
      watched(
        boundary('t1', 'task', after('PT2H')) + boundary('t2', 'task', after('PT1H')) + boundary('t3', 'task', after('PT3H')),
        tasks('second', 'third', 'fourth'),
        path('t1 > second'),
        path('t2 > third'),
        path('t3 > fourth'),
      ),
    ],
    begins: { tasks: ['task'], timers: ['t1', 't2', 't3'] },
    steps: [[wait('PT1H5S'), { tasks: ['third'], timers: [] }]],
  },
  {
    name: 'the timer of an outer sub-process takes the inner one away',
    after: `${TIMER}#testTimerOnNestingOfSubprocesses`,
    models: [
      process(
        start(),
        sub(
          'outer',
          start('s'),
          sub('inner', start('t'), parallel('fork'), tasks('i1', 'i2'), path('t > fork > i1'), path('fork > i2')),
          path('s > inner'),
        ),
        boundary('late', 'outer', after('PT2H')),
        tasks('outside'),
        path('start > outer'),
        path('late > outside'),
      ),
    ],
    begins: 'i1 i2',
    steps: [[wait('PT2H5S'), { tasks: ['outside'], timers: [] }]],
  },
  {
    name: 'its duration is an expression',
    after: `${TIMER}#testExpressionOnTimer`,
    models: [watched(boundary('late', 'task', after('${duration}')), end('lateEnd'), path('late > lateEnd'))],
    start: { variables: { duration: 'PT1H' } },
    begins: { tasks: ['task'], timers: ['late@2026-01-01T01:00:00.000Z'] },
    steps: [[wait('PT1H5S'), ENDED]],
  },
  {
    name: 'a duration that is null sets no timer',
    after: `${TIMER}#testNullExpressionOnTimer`,
    models: [watched(boundary('late', 'task', after('${duration}')), end('lateEnd'), path('late > lateEnd'))],
    start: { variables: { duration: null } },
    begins: { tasks: ['task'], timers: [] },
    steps: [],
  },
  {
    name: 'a sub-process that is passed at once leaves no timer behind',
    after: `${TIMER}#testTimerInSingleTransactionProcess`,
    models: [
      process(
        start(),
        sub('inner', start('s'), end('e'), path('s > e')),
        boundary('late', 'inner', after('PT1H')),
        end(),
        path('start > inner > end'),
        path('late > end'),
      ),
    ],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'leads back to its own task: a new task and a new timer',
    after: `${TIMER}#testRepeatingTimerWithCancelActivity`,
    models: [watched(boundary('late', 'task', after('PT1H')), path('late > task'))],
    begins: { tasks: ['task'], timers: ['late'] },
    steps: [
      [wait('PT1H'), { tasks: ['task'], timers: ['late@2026-01-01T02:00:00.000Z'] }],
      [wait('PT1H'), { tasks: ['task'], timers: ['late@2026-01-01T03:00:00.000Z'] }],
    ],
  },
  {
    name: 'does nothing before its time',
    after: `${TIMER}#testBoundaryTimerEvent`,
    models: [watched(boundary('late', 'task', after('PT10M')), tasks('second'), path('late > second'))],
    begins: { tasks: ['task'], timers: ['late'] },
    steps: [
      [wait('PT2M1S'), { tasks: ['task'], timers: ['late'] }],
      [wait('PT8M'), { tasks: ['second'], timers: [] }],
    ],
  },
  {
    name: 'at a date',
    after: 'FlowableTest.TimeExpressionTest#testTimeExpressionComplete',
    models: [watched(boundary('late', 'task', at('${dueDate}')), tasks('second'), path('late > second'))],
    start: { variables: { dueDate: '2026-01-02T10:30:00Z' } },
    begins: { tasks: ['task'], timers: ['late@2026-01-02T10:30:00.000Z'] },
    steps: [[wait('P2D'), { tasks: ['second'], timers: [] }]],
  },
  {
    name: 'beside its task: two timers, each once',
    after: `${BESIDE}#testMultipleTimersOnUserTask`,
    models: [
      watched(
        watching('t1', 'task', after('PT1H')) + watching('t2', 'task', after('PT2H')),
        tasks('escalation1', 'escalation2'),
        path('t1 > escalation1'),
        path('t2 > escalation2'),
      ),
    ],
    begins: { tasks: ['task'], timers: ['t1', 't2'] },
    steps: [
      [wait('PT1H5S'), { tasks: ['task', 'escalation1'], timers: ['t2'] }],
      [done('escalation1'), 'task'],
      [wait('PT1H'), { tasks: ['task', 'escalation2'], timers: [] }],
      [done('task'), 'afterTask escalation2'],
      [done('escalation2'), 'afterTask'],
      [done('afterTask'), ENDED],
    ],
  },
  {
    name: 'beside its task: both branches meet in a join',
    after: `${BESIDE}#testJoin`,
    models: [
      process(
        start(),
        tasks('main', 'escalation'),
        watching('late', 'main', after('PT1H')),
        parallel('join'),
        end(),
        path('start > main > join > end'),
        path('late > escalation > join'),
      ),
    ],
    begins: { tasks: ['main'], timers: ['late'] },
    steps: [
      [wait('PT1H5S'), { tasks: ['main', 'escalation'], timers: [] }],
      [done('main'), 'escalation'],
      [done('escalation'), ENDED],
    ],
  },
  {
    name: 'beside one of two concurrent tasks: the join does not wait for it',
    after: `${BESIDE}#testTimerOnConcurrentTasks2`,
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        tasks('first', 'second', 'timerFired'),
        watching('late', 'first', after('PT1H')),
        end(),
        end('e2'),
        path('start > fork > first > join > end'),
        path('fork > second > join'),
        path('late > timerFired > e2'),
      ),
    ],
    begins: 'first second',
    steps: [
      [fire('late'), 'first second timerFired'],
      [done('first'), 'second timerFired'],
      [done('second'), 'timerFired'],
      [done('timerFired'), ENDED],
    ],
  },
  {
    name: 'beside its task in a cycle without end: again and again until the task is done',
    after: `${BESIDE}#testTimerWithCycle`,
    models: [watched(watching('late', 'task', every('R/PT1H')), end('told'), path('late > told'))],
    begins: { tasks: ['task'], timers: ['late@2026-01-01T01:00:00.000Z'] },
    steps: [
      [wait('PT1H'), { tasks: ['task'], timers: ['late@2026-01-01T02:00:00.000Z'] }],
      [wait('PT1H'), { tasks: ['task'], timers: ['late@2026-01-01T03:00:00.000Z'] }],
      [done('task'), { tasks: ['afterTask'], timers: [] }],
    ],
  },
  {
    name: 'beside a sub-process',
    after: `${BESIDE}#testTimerOnEmbeddedSubprocess`,
    models: [
      process(
        start(),
        oneTaskSub('inner', 'work'),
        watching('late', 'inner', after('PT1H')),
        tasks('escalation'),
        end(),
        path('start > inner > end'),
        path('late > escalation > end'),
      ),
    ],
    begins: 'work',
    steps: [
      [fire(), 'escalation work'],
      [done('work'), 'escalation'],
      [done('escalation'), ENDED],
    ],
  },
  {
    name: 'on a receive task, by an expression, goes with it',
    after: `${BESIDE}#testReceiveTaskWithBoundaryTimer`,
    models: [
      process(
        start(),
        receive('task'),
        watching('late', 'task', every('${timeCycle}')),
        end(),
        end('told'),
        path('start > task > end'),
        path('late > told'),
      ),
    ],
    start: { variables: { timeCycle: 'R/PT1H' } },
    begins: { tasks: [], waiting: ['task'], timers: ['late'] },
    steps: [[trigger('task'), ENDED]],
  },
  {
    name: 'in a cycle of a number: so often and no more',
    after: `${REPEAT}#testRepeatWithEnd`,
    models: [watched(watching('late', 'task', every('R2/PT10S')), tasks('told'), path('late > told'))],
    begins: { tasks: ['task'], timers: ['late'] },
    steps: [
      [wait('PT10S'), { tasks: ['task', 'told'], timers: ['late'] }],
      [wait('PT10S'), { tasks: ['task', 'told', 'told'], timers: [] }],
      [wait('P1D'), { tasks: ['task', 'told', 'told'], timers: [] }],
    ],
  },
  {
    name: 'in a cycle with an end date: not after it',
    after: `${REPEAT}#testRepeatWithEnd`,
    models: [watched(watching('late', 'task', every('R/PT10M/2026-01-01T00:25:00Z')), tasks('told'), path('late > told'))],
    begins: { tasks: ['task'], timers: ['late@2026-01-01T00:10:00.000Z'] },
    steps: [
      [wait('PT10M'), { tasks: ['task', 'told'], timers: ['late@2026-01-01T00:20:00.000Z'] }],
      [wait('PT10M'), { tasks: ['task', 'told', 'told'], timers: [] }],
    ],
  },
  {
    name: 'names an unknown variable: refused',
    after: 'own',
    models: [watched(boundary('late', 'task', after('${duration}')), end('lateEnd'), path('late > lateEnd'))],
    begins: refused('duration'),
    steps: [],
  },
  {
    name: 'on a call activity: the called process goes',
    after: 'FlowableTest.CallActivityAdvancedTest#testTimerOnCallActivity',
    models: [
      process(
        start(),
        call('called', 'child'),
        boundary('late', 'called', after('PT5M')),
        tasks('escalation'),
        end(),
        path('start > called > end'),
        path('late > escalation > end'),
      ),
      named('child', start(), tasks('inner'), end(), path('start > inner > end')),
    ],
    begins: { tasks: ['inner'], timers: ['late'] },
    steps: [
      [wait('PT5M'), { tasks: ['escalation'], timers: [] }],
      [done('escalation'), ENDED],
    ],
  },
];
