import { done, ENDED, type ExecutionCase, send, shout, wait } from './case.ts';
import {
  after,
  boundary,
  catching,
  each,
  end,
  gateway,
  message,
  path,
  process,
  signal,
  start,
  sub,
  task,
  tasks,
  watched,
  watching,
} from './notation.ts';

const MESSAGE = 'FlowableTest.MessageBoundaryEventTest';
const GATEWAY = 'FlowableTest.EventBasedGatewayTest';

const two = (loop = ''): string =>
  process(
    start(),
    task('task', '', loop),
    tasks('afterTask', 'afterMessage1', 'afterMessage2'),
    boundary('m1', 'task', message('one')),
    boundary('m2', 'task', message('two')),
    end(),
    path('start > task > afterTask > end'),
    path('m1 > afterMessage1 > end'),
    path('m2 > afterMessage2 > end'),
  );
const nested = process(
  start(),
  sub(
    'inner',
    start('s'),
    tasks('task', 'afterTask', 'afterMessage'),
    boundary('m1', 'task', message('one')),
    end('e'),
    path('s > task > afterTask > e'),
    path('m1 > afterMessage > e'),
  ),
  boundary('m2', 'inner', message('two')),
  tasks('afterSub', 'outerAfterMessage'),
  end(),
  path('start > inner > afterSub > end'),
  path('m2 > outerAfterMessage > end'),
);

export const BOUNDARY_MESSAGE: readonly ExecutionCase[] = [
  {
    name: 'one of two messages takes the task and the other subscription away',
    after: `${MESSAGE}#testDoubleBoundaryMessageEvent`,
    models: [two()],
    begins: { tasks: ['task'], subscriptions: ['one', 'two'] },
    steps: [
      [send('one'), { tasks: ['afterMessage1'], subscriptions: [] }],
      [send('two'), { tasks: ['afterMessage1'], error: 'two' }],
    ],
  },
  {
    name: 'the task that is done takes both subscriptions away',
    after: `${MESSAGE}#testDoubleBoundaryMessageEvent`,
    models: [two()],
    begins: 'task',
    steps: [
      [done('task'), { tasks: ['afterTask'], subscriptions: [] }],
      [done('afterTask'), ENDED],
    ],
  },
  {
    name: 'on a multi-instance task takes all instances away',
    after: `${MESSAGE}#testDoubleBoundaryMessageEventMultiInstance`,
    models: [two(each({ times: '5' }))],
    begins: { tasks: ['task', 'task', 'task', 'task', 'task'], subscriptions: ['one', 'two'] },
    steps: [
      [send('one'), { tasks: ['afterMessage1'], subscriptions: [] }],
      [done('afterMessage1'), ENDED],
    ],
  },
  {
    name: 'on a multi-instance task is awaited as long as one instance is open',
    after: `${MESSAGE}#testDoubleBoundaryMessageEventMultiInstance`,
    models: [two(each({ times: '2' }))],
    begins: 'task task',
    steps: [
      [done('task'), { tasks: ['task'], subscriptions: ['one', 'two'] }],
      [done('task'), { tasks: ['afterTask'], subscriptions: [] }],
    ],
  },
  {
    name: 'on a sub-process and inside it: the inner one goes with its task',
    after: `${MESSAGE}#testBoundaryMessageEventOnSubprocessAndInsideSubprocess`,
    models: [nested],
    begins: { tasks: ['task'], subscriptions: ['one', 'two'] },
    steps: [
      [done('task'), { tasks: ['afterTask'], subscriptions: ['two'] }],
      [done('afterTask'), { tasks: ['afterSub'], subscriptions: [] }],
      [done('afterSub'), ENDED],
    ],
  },
  {
    name: 'on a sub-process and inside it: the inner one happens, the outer one stays',
    after: `${MESSAGE}#testBoundaryMessageEventOnSubprocessAndInsideSubprocess`,
    models: [nested],
    begins: 'task',
    steps: [
      [send('one'), { tasks: ['afterMessage'], subscriptions: ['two'] }],
      [send('two'), { tasks: ['outerAfterMessage'], subscriptions: [] }],
    ],
  },
  {
    name: 'beside its task: both go on',
    after: 'FlowableTest.MessageNonInterruptingBoundaryEventTest#testSingleNonInterruptingBoundaryMessageEvent',
    models: [watched(watching('m', 'task', message('news')), tasks('afterMessage'), end('told'), path('m > afterMessage > told'))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [
      [send('news'), { tasks: ['task', 'afterMessage'], subscriptions: ['news'] }],
      [done('afterMessage'), 'task'],
      [done('task'), { tasks: ['afterTask'], subscriptions: [] }],
    ],
  },
];

const race = process(
  start(),
  gateway('eventBased', 'first'),
  catching('bySignal', signal('alert')),
  catching('byTimer', after('PT10S')),
  catching('byMessage', message('newInvoice')),
  tasks('afterSignal', 'afterTimer', 'afterMessage'),
  end(),
  path('start > first > bySignal > afterSignal > end'),
  path('first > byTimer > afterTimer > end'),
  path('first > byMessage > afterMessage > end'),
);

export const EVENT_GATEWAY: readonly ExecutionCase[] = [
  {
    name: 'a signal takes timer and message away',
    after: `${GATEWAY}#testCatchSignalCancelsTimer`,
    models: [race],
    begins: { tasks: [], timers: ['byTimer'], subscriptions: ['alert', 'newInvoice'] },
    steps: [
      [shout('alert'), { tasks: ['afterSignal'], timers: [], subscriptions: [] }],
      [done('afterSignal'), ENDED],
    ],
  },
  {
    name: 'a timer takes signal and message away',
    after: `${GATEWAY}#testCatchTimerCancelsSignal`,
    models: [race],
    begins: { timers: ['byTimer@2026-01-01T00:00:10.000Z'] },
    steps: [
      [wait('PT10S'), { tasks: ['afterTimer'], timers: [], subscriptions: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'a message takes signal and timer away',
    after: `${GATEWAY}#testCatchSignalAndMessageAndTimer`,
    models: [race],
    begins: { tasks: [] },
    steps: [
      [send('newInvoice'), { tasks: ['afterMessage'], timers: [], subscriptions: [] }],
      [shout('alert'), 'afterMessage'],
      [done('afterMessage'), ENDED],
    ],
  },
];
