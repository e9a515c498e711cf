import { done, ENDED, type ExecutionCase, move, send } from './case.ts';
import { call, end, eventSub, input, message, named, parallel, path, process, start, startBeside, tasks } from './notation.ts';

const CALLS = 'FlowableTest.ChangeStateForCallActivityTest';
const EVENTS = 'FlowableTest.ChangeStateForEventSubProcessTest';

const parent = process(
  start(),
  tasks('first', 'second'),
  call('called', 'child', input('greeting', 'text')),
  end(),
  path('start > first > called > second > end'),
);
const child = named('child', start(), tasks('theTask', 'theSecond'), end(), path('start > theTask > theSecond > end'));

export const MOVES_OF_CALLS: readonly ExecutionCase[] = [
  {
    name: 'out of a called process to its caller',
    after: `${CALLS}#testSetCurrentActivityInParentProcess`,
    models: [parent, child],
    begins: 'first',
    steps: [
      [done('first'), 'theTask'],
      [move('theTask', 'second'), { tasks: ['second'], scopes: 1 }],
      [done('second'), ENDED],
    ],
  },
  {
    name: 'into a called process',
    after: `${CALLS}#testSetCurrentActivityInSubProcessInstance`,
    models: [parent, child],
    begins: 'first',
    steps: [
      [move('first', 'theTask'), 'theTask'],
      [done('theTask'), 'theSecond'],
      [done('theSecond'), 'second'],
      [done('second'), ENDED],
    ],
  },
  {
    name: 'into the middle of a called process',
    after: `${CALLS}#testSetCurrentActivityInSubProcessInstanceV2`,
    models: [parent, child],
    begins: 'first',
    steps: [
      [move('first', 'theSecond'), 'theSecond'],
      [done('theSecond'), 'second'],
      [done('second'), ENDED],
    ],
  },
  {
    name: 'inside a called process',
    after: `${CALLS}#testSetCurrentActivityInParentProcessV2`,
    models: [parent, child],
    begins: 'first',
    steps: [
      [done('first'), 'theTask'],
      [move('theTask', 'theSecond'), 'theSecond'],
      [done('theSecond'), 'second'],
    ],
  },
  {
    name: 'into a process whose name cannot be found out is refused',
    after: `${CALLS}#testSetCurrentActivityInSubProcessInstanceWithCalledElementExpression`,
    models: [process(start(), tasks('first'), call('called', '${subProcessDefId}'), end(), path('start > first > called > end')), child],
    begins: 'first',
    steps: [[move('first', 'theTask'), { tasks: ['first'], error: 'theTask' }]],
  },
];

const handled = (begin: string): string =>
  process(
    start(),
    parallel('fork'),
    tasks('task', 'other'),
    end(),
    path('start > fork > task > end'),
    path('fork > other > end'),
    eventSub('handler', begin, tasks('eventTask'), end('e'), path('s > eventTask > e')),
  );
const handledAlone = (begin: string): string =>
  process(
    start(),
    tasks('task'),
    end(),
    path('start > task > end'),
    eventSub('handler', begin, tasks('eventTask'), end('e'), path('s > eventTask > e')),
  );

export const MOVES_OF_EVENT_SUB_PROCESSES: readonly ExecutionCase[] = [
  {
    name: 'the waiting start of an event sub-process to its task: it waits no more, and the process goes on',
    after: `${EVENTS}#testSetCurrentActivityFromMessageEventSubProcessStart`,
    models: [handledAlone(start('s', message('news')))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [
      [move('s', 'eventTask'), { tasks: ['eventTask', 'task'], subscriptions: [] }],
      [done('eventTask'), 'task'],
      [done('task'), ENDED],
    ],
  },
  ...[start, startBeside].map((begin, n) => ({
    name: `the only task into an event sub-process ${n === 0 ? 'that interrupts' : 'beside the process'}: nothing is awaited any more`,
    after: `${EVENTS}#${n === 0 ? 'testSetCurrentActivityToActivityInsideMessageEventSubProcess' : 'testSetCurrentOnlyActivityToActivityInsideNonInterruptingMessageEventSubProcess'}`,
    models: [handledAlone(begin('s', message('news')))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [
      [move('task', 'eventTask'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ] as const,
  })),
  {
    name: 'one of two tasks into an event sub-process that interrupts: the other goes',
    after: `${EVENTS}#testSetParallelActivityToActivityInsideMessageEventSubProcess`,
    models: [handled(start('s', message('news')))],
    begins: { tasks: ['other', 'task'], subscriptions: ['news'] },
    steps: [
      [move('task', 'eventTask'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'one of two tasks into an event sub-process beside the process: the other stays',
    after: `${EVENTS}#testSetParallelActivityToActivityInsideNonInterruptingMessageEventSubProcess`,
    models: [handled(startBeside('s', message('news')))],
    begins: { tasks: ['other', 'task'], subscriptions: ['news'] },
    steps: [
      [move('task', 'eventTask'), { tasks: ['eventTask', 'other'], subscriptions: ['news'] }],
      [done('other'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'out of an event sub-process beside the process',
    after: `${EVENTS}#testSetCurrentActivityOutOfNonInterruptingMessageEventSubProcess`,
    models: [handledAlone(startBeside('s', message('news')))],
    begins: 'task',
    steps: [
      [send('news'), 'eventTask task'],
      [move('eventTask', 'task'), 'task task'],
      [done('task'), 'task'],
      [done('task'), ENDED],
    ],
  },
];
