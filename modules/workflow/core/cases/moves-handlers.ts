import { done, ENDED, fire, move, send, shout, type ExecutionCase } from './case.ts';
import {
  after,
  call,
  end,
  eventSub,
  message,
  named,
  parallel,
  path,
  process,
  signal,
  start,
  startBeside,
  sub,
  tasks,
  watching,
} from './notation.ts';

const EVENTS = 'FlowableTest.ChangeStateForEventSubProcessTest';
const CALLS = 'FlowableTest.ChangeStateForCallActivityTest';

const KINDS = [
  { kind: 'Signal', event: signal('news'), happen: shout('news') },
  { kind: 'Message', event: message('news'), happen: send('news') },
  { kind: 'Timer', event: after('PT1H'), happen: fire('hs') },
] as const;
const armed = (kind: string): object => (kind === 'Timer' ? { timers: ['hs'], subscriptions: [] } : { subscriptions: ['news'] });
const NOT_ARMED = { timers: [], subscriptions: [] } as const;

const handler = (begin: string): string => eventSub('handler', begin, tasks('handling'), end('he'), path('hs > handling > he'));
const alone = (begin: string): string => process(start(), tasks('task'), end(), path('start > task > end'), handler(begin));
/** A task beside which another begins after an hour. */
const beside = (begin: string): string =>
  process(
    start(),
    tasks('task', 'parallelTask'),
    watching('spawn', 'task', after('PT2H')),
    end(),
    path('start > task > end'),
    path('spawn > parallelTask > end'),
    handler(begin),
  );
const nested = (begin: string): string =>
  process(
    start(),
    tasks('task', 'parallelTask'),
    watching('spawn', 'task', after('PT2H')),
    sub('inner', start('is'), tasks('innerTask'), end('ie'), path('is > innerTask > ie'), handler(begin)),
    end(),
    path('start > task > inner > end'),
    path('spawn > parallelTask > end'),
  );

type Kind = (typeof KINDS)[number];
const intoAlone = ({ kind, event }: Kind): ExecutionCase[] => [
  {
    name: `from the waiting ${kind} start into its event sub-process: the process goes on`,
    after: `${EVENTS}#testSetCurrentActivityFrom${kind}EventSubProcessStart`,
    models: [alone(start('hs', event))],
    begins: { tasks: ['task'], ...armed(kind) },
    steps: [
      [move('hs', 'handling'), { tasks: ['handling', 'task'], ...NOT_ARMED }],
      [done('handling'), 'task'],
      [done('task'), ENDED],
    ],
  },
  ...[start, startBeside].map((begin, n): ExecutionCase => ({
    name: `the only task into an event sub-process: ${kind}, ${n === 0 ? 'interrupting' : 'beside'}`,
    after: `${EVENTS}#${n === 0 ? `testSetCurrentActivityToActivityInside${kind}EventSubProcess` : `testSetCurrentOnlyActivityToActivityInsideNonInterrupting${kind}EventSubProcess`}`,
    models: [alone(begin('hs', event))],
    begins: { tasks: ['task'], ...armed(kind) },
    steps: [
      [move('task', 'handling'), { tasks: ['handling'], ...NOT_ARMED }],
      [done('handling'), ENDED],
    ],
  })),
];

const intoBeside = ({ kind, event, happen }: Kind): ExecutionCase[] => [
  {
    name: `one of two tasks into an interrupting event sub-process: ${kind}`,
    after: `${EVENTS}#testSetParallelActivityToActivityInside${kind}EventSubProcess`,
    models: [beside(start('hs', event))],
    begins: 'task',
    steps: [
      [fire('spawn'), 'parallelTask task'],
      [move('task', 'handling'), { tasks: ['handling'], ...NOT_ARMED }],
      [done('handling'), ENDED],
    ],
  },
  {
    name: `one of two tasks into an event sub-process beside, which then happens once more: ${kind}`,
    after: `${EVENTS}#testSetParallelActivityToActivityInsideNonInterrupting${kind}EventSubProcess`,
    models: [beside(startBeside('hs', event))],
    begins: 'task',
    steps: [
      [fire('spawn'), 'parallelTask task'],
      [move('parallelTask', 'handling'), { tasks: ['handling', 'task'], ...armed(kind) }],
      [happen, { tasks: ['handling', 'handling', 'task'] }],
      [done('handling'), 'handling task'],
      [done('handling'), 'task'],
      [done('task'), ENDED],
    ],
  },
];

const intoNested = ({ kind, event }: Kind): ExecutionCase[] => [
  ...[start, startBeside].map((begin, n): ExecutionCase => ({
    name: `inside a sub-process, the only task into its event sub-process: ${kind}, ${n === 0 ? 'interrupting' : 'beside'}`,
    after: `${EVENTS}#testSetCurrentActivityToActivityInsideNested${n === 0 ? '' : 'NonInterrupting'}${kind}EventSubProcess`,
    models: [nested(begin('hs', event))],
    begins: 'task',
    steps: [
      [done('task'), { tasks: ['innerTask'], ...armed(kind) }],
      [move('innerTask', 'handling'), { tasks: ['handling'], ...NOT_ARMED }],
      [done('handling'), ENDED],
    ],
  })),
  ...[start, startBeside].map((begin, n): ExecutionCase => ({
    name: `from outside into the event sub-process of a sub-process that does not run: ${kind}, ${n === 0 ? 'interrupting' : 'beside'}`,
    after: `${EVENTS}#testSetParallelActivityToActivityInsideNested${n === 0 ? '' : 'NonInterrupting'}${kind}EventSubProcessWithActivityAtRootScope`,
    models: [nested(begin('hs', event))],
    begins: 'task',
    steps: [
      [fire('spawn'), 'parallelTask task'],
      [move('parallelTask', 'handling'), { tasks: ['handling', 'task'], ...NOT_ARMED }],
      [done('handling'), 'task'],
    ],
  })),
];

const intoRunning = ({ kind, event, happen }: Kind): ExecutionCase[] => [
  {
    name: `from outside into the interrupting event sub-process of a sub-process that runs: ${kind}`,
    after: `${EVENTS}#testSetParallelActivityToActivityInsideNested${kind}EventSubProcessWithActivityAtParentScope`,
    models: [nested(start('hs', event))],
    begins: 'task',
    steps: [
      [fire('spawn'), 'parallelTask task'],
      [done('task'), { tasks: ['innerTask', 'parallelTask'], ...armed(kind) }],
      [move('parallelTask', 'handling'), { tasks: ['handling'], ...NOT_ARMED }],
      [done('handling'), ENDED],
    ],
  },
  {
    name: `from outside into the event sub-process beside a sub-process that runs: ${kind}`,
    after: `${EVENTS}#testSetParallelActivityToActivityInsideNestedNonInterrupting${kind}EventSubProcessWithActivityAtParentScope`,
    models: [nested(startBeside('hs', event))],
    begins: 'task',
    steps: [
      [fire('spawn'), 'parallelTask task'],
      [done('task'), 'innerTask parallelTask'],
      [move('parallelTask', 'handling'), { tasks: ['handling', 'innerTask'], scopes: 2, ...armed(kind) }],
      [happen, 'handling handling innerTask'],
      [done('handling'), 'handling innerTask'],
      [done('handling'), 'innerTask'],
      [done('innerTask'), ENDED],
    ],
  },
];

export const MOVES_INTO_HANDLERS: readonly ExecutionCase[] = KINDS.flatMap((kind) => [
  ...intoAlone(kind),
  ...intoBeside(kind),
  ...intoNested(kind),
  ...intoRunning(kind),
]);

const caller = process(start(), tasks('first', 'second'), call('called', 'child'), end(), path('start > first > called > second > end'));
const forkedChild = named(
  'child',
  start(),
  parallel('fork'),
  tasks('one', 'two'),
  end(),
  path('start > fork > one > end'),
  path('fork > two > end'),
);

export const MOVES_THAT_LEAVE_OTHERS: readonly ExecutionCase[] = [
  {
    name: 'back to the start of an event sub-process: it waits again',
    after: 'own',
    models: [alone(startBeside('hs', message('news')))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [
      [move('hs', 'handling'), { tasks: ['handling', 'task'], subscriptions: [] }],
      [move('handling', 'hs'), { tasks: ['task'], subscriptions: ['news'] }],
      [send('news'), 'handling task'],
    ],
  },
  {
    name: 'one of two executions out of a called process is refused, both are not',
    after: `${CALLS}#testSetCurrentActivityInParentProcess`,
    models: [caller, forkedChild],
    begins: 'first',
    steps: [
      [done('first'), 'one two'],
      [move('one two', 'second'), 'second'],
      [move('second', 'called'), 'one two'],
      [move('one', 'second'), { tasks: ['one', 'two'], error: '其他执行' }],
    ],
  },
  {
    name: 'into a called process in each instance of a sub-process',
    after: 'own',
    models: [
      process(
        start(),
        sub(
          'many',
          '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
          start('s'),
          tasks('first'),
          call('called', 'child'),
          path('s > first > called'),
        ),
        path('start > many'),
      ),
      forkedChild,
    ],
    begins: 'first first',
    steps: [
      [move('first', 'two'), { tasks: ['two', 'two'], scopes: 2 }],
      [move('two', 'first'), { tasks: ['first', 'first'], scopes: 2 }],
      [done('first'), 'first one two'],
    ],
  },
  {
    name: 'into two tasks of one called process: it is called once',
    after: 'own',
    models: [caller, forkedChild],
    begins: 'first',
    steps: [
      [move('first', 'one two'), { tasks: ['one', 'two'], scopes: 1 }],
      [done('one'), 'two'],
      [done('two'), 'second'],
    ],
  },
  {
    name: 'a sub-process that is left as a whole cannot be moved into at once',
    after: 'own',
    models: [process(start(), sub('inner', start('s'), tasks('a', 'b'), path('s > a > b')), tasks('c'), path('start > inner > c'))],
    begins: 'a',
    steps: [[move('a inner', 'b c'), { tasks: ['a'], error: '同时' }]],
  },
  {
    name: 'out of a sub-process: what else runs in it ends',
    after: 'own',
    models: [
      process(
        start(),
        sub('inner', start('s'), parallel('fork'), tasks('one', 'two'), end('e'), path('s > fork > one > e'), path('fork > two > e')),
        tasks('next'),
        end(),
        path('start > inner > next > end'),
      ),
    ],
    begins: 'one two',
    steps: [
      [move('one', 'next'), 'next'],
      [done('next'), ENDED],
    ],
  },
];
