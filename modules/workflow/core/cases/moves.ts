import { done, ENDED, fire, move, send, type ExecutionCase } from './case.ts';
import {
  after,
  boundary,
  call,
  each,
  end,
  eventSub,
  inclusive,
  input,
  message,
  named,
  oneByOne,
  parallel,
  path,
  process,
  start,
  startBeside,
  sub,
  task,
  tasks,
  when,
} from './notation.ts';

const CLASS = 'FlowableTest.ChangeStateTest';
const GATEWAYS = 'FlowableTest.ChangeStateForGatewaysTest';
const MI = 'FlowableTest.ChangeStateForMultiInstanceTest';
const CALLS = 'FlowableTest.ChangeStateForCallActivityTest';
const EVENTS = 'FlowableTest.ChangeStateForEventSubProcessTest';

const twoTasks = process(start(), tasks('first', 'second'), end(), path('start > first > second > end'));
const firstWithTimer = process(
  start(),
  tasks('first', 'second'),
  boundary('late', 'first', after('PT1H')),
  end(),
  end('e2'),
  path('start > first > second > end'),
  path('late > e2'),
);
const inSub = (...more: readonly string[]): string =>
  process(
    start(),
    tasks('before', 'last'),
    sub('inner', start('s'), tasks('subTask', 'subTask2'), end('e'), path('s > subTask > subTask2 > e'), ...more.slice(1)),
    more[0] ?? '',
    end(),
    path('start > before > inner > last > end'),
  );
const timerOnSub = boundary('late', 'inner', after('PT1H')) + path('late > last');
const nested = process(
  start(),
  tasks('before', 'last'),
  sub(
    'outer',
    start('s1'),
    tasks('outerTask', 'outerAfter'),
    sub('inner', start('s2'), tasks('innerTask'), end('e2'), path('s2 > innerTask > e2')),
    end('e1'),
    path('s1 > outerTask > inner > outerAfter > e1'),
  ),
  end(),
  path('start > before > outer > last > end'),
);

const plain: readonly ExecutionCase[] = [
  {
    name: 'back to an earlier task',
    after: `${CLASS}#testSetCurrentActivityBackwardForSimpleProcess`,
    models: [twoTasks],
    begins: 'first',
    steps: [
      [done('first'), 'second'],
      [move('second', 'first'), 'first'],
      [done('first'), 'second'],
      [done('second'), ENDED],
    ],
  },
  {
    name: 'on to a later task',
    after: `${CLASS}#testSetCurrentActivityForwardForSimpleProcess`,
    models: [twoTasks],
    begins: 'first',
    steps: [
      [move('first', 'second'), 'second'],
      [done('second'), ENDED],
    ],
  },
  {
    name: 'away from a task with a timer: the timer goes',
    after: `${CLASS}#testSetCurrentActivityWithTimerForSimpleProcess`,
    models: [firstWithTimer],
    begins: { tasks: ['first'], timers: ['late'] },
    steps: [
      [move('first', 'second'), { tasks: ['second'], timers: [] }],
      [done('second'), ENDED],
    ],
  },
  {
    name: 'to a task with a timer: the timer is set',
    after: `${CLASS}#testSetCurrentActivityToActivityWithTimerForSimpleProcess`,
    models: [firstWithTimer],
    begins: { tasks: ['first'], timers: ['late'] },
    steps: [
      [done('first'), { tasks: ['second'], timers: [] }],
      [move('second', 'first'), { tasks: ['first'], timers: ['late'] }],
      [done('first'), { tasks: ['second'], timers: [] }],
    ],
  },
  {
    name: 'to a node that does not exist is refused',
    after: `${CALLS}#testSetCurrentActivityInSubProcessInstanceSpecificVersion`,
    models: [twoTasks],
    begins: 'first',
    steps: [[move('first', 'nowhere'), { tasks: ['first'], error: 'nowhere' }]],
  },
  {
    name: 'from a node where nothing stands is refused',
    after: 'FlowableEngine.AbstractDynamicStateManager#resolveActiveExecutions',
    models: [twoTasks],
    begins: 'first',
    steps: [[move('second', 'first'), { tasks: ['first'], error: 'second' }]],
  },
];

const subProcesses: readonly ExecutionCase[] = [
  {
    name: 'out of a sub-process',
    after: `${CLASS}#testSetCurrentActivityOutOfSubProcess`,
    models: [inSub()],
    begins: 'before',
    steps: [
      [done('before'), 'subTask'],
      [move('subTask', 'before'), { tasks: ['before'], scopes: 1 }],
      [done('before'), 'subTask'],
      [done('subTask'), 'subTask2'],
      [done('subTask2'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'into a sub-process',
    after: `${CLASS}#testSetCurrentActivityIntoSubProcess`,
    models: [inSub()],
    begins: 'before',
    steps: [
      [move('before', 'subTask'), 'subTask'],
      [done('subTask'), 'subTask2'],
      [done('subTask2'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'out of a sub-process with a timer: the timer goes, and comes again',
    after: `${CLASS}#testSetCurrentActivityOutOfSubProcessWithTimer`,
    models: [inSub(timerOnSub)],
    begins: 'before',
    steps: [
      [done('before'), { tasks: ['subTask'], timers: ['late'] }],
      [move('subTask', 'before'), { tasks: ['before'], timers: [] }],
      [done('before'), { tasks: ['subTask'], timers: ['late'] }],
    ],
  },
  {
    name: 'into a sub-process with a timer, which then happens',
    after: `${CLASS}#testSetCurrentActivityToTaskInSubProcessWithTimer`,
    models: [inSub(timerOnSub)],
    begins: { tasks: ['before'], timers: [] },
    steps: [
      [move('before', 'subTask'), { tasks: ['subTask'], timers: ['late'] }],
      [fire('late'), { tasks: ['last'], timers: [] }],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'inside a sub-process: its timer stays',
    after: `${CLASS}#testSetCurrentActivityToTaskWithTimerInSubProcess`,
    models: [inSub(timerOnSub)],
    begins: 'before',
    steps: [
      [done('before'), { tasks: ['subTask'], timers: ['late@2026-01-01T01:00:00.000Z'] }],
      [move('subTask', 'subTask2'), { tasks: ['subTask2'], timers: ['late@2026-01-01T01:00:00.000Z'] }],
      [done('subTask2'), { tasks: ['last'], timers: [] }],
    ],
  },
  {
    name: 'into a nested sub-process from outside',
    after: `${CLASS}#testSetCurrentActivityIntoNestedSubProcessExecutionFromRoot`,
    models: [nested],
    begins: 'before',
    steps: [
      [move('before', 'innerTask'), 'innerTask'],
      [done('innerTask'), 'outerAfter'],
      [done('outerAfter'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'into a nested sub-process from the one around it',
    after: `${CLASS}#testSetCurrentActivityIntoNestedSubProcessExecutionFromOuter`,
    models: [nested],
    begins: 'before',
    steps: [
      [done('before'), 'outerTask'],
      [move('outerTask', 'innerTask'), 'innerTask'],
      [done('innerTask'), 'outerAfter'],
      [done('outerAfter'), 'last'],
    ],
  },
  {
    name: 'out of a nested sub-process into the one around it',
    after: `${CLASS}#testSetCurrentActivityOutOfNestedSubProcessExecutionIntoContainingSubProcess`,
    models: [nested],
    begins: 'before',
    steps: [
      [done('before'), 'outerTask'],
      [done('outerTask'), 'innerTask'],
      [move('innerTask', 'outerTask'), 'outerTask'],
      [done('outerTask'), 'innerTask'],
      [done('innerTask'), 'outerAfter'],
    ],
  },
  {
    name: 'out of a nested sub-process to the task behind it',
    after: `${CLASS}#testSetCurrentActivityOutOfNestedSubProcessExecution`,
    models: [nested],
    begins: 'before',
    steps: [
      [done('before'), 'outerTask'],
      [done('outerTask'), 'innerTask'],
      [move('innerTask', 'outerAfter'), 'outerAfter'],
      [done('outerAfter'), 'last'],
      [done('last'), ENDED],
    ],
  },
];

const forked = process(
  start(),
  tasks('before', 'task1', 'task2', 'last'),
  parallel('fork', 'join'),
  end(),
  path('start > before > fork > task1 > join > last > end'),
  path('fork > task2 > join'),
);
const inclusiveForked = process(
  start(),
  tasks('before', 'task1', 'task2', 'last'),
  inclusive('fork'),
  inclusive('join'),
  end(),
  path('start > before > fork'),
  when('${true}', 'fork', 'task1'),
  when('${true}', 'fork', 'task2'),
  path('task1 > join > last > end'),
  path('task2 > join'),
);

const gateways: readonly ExecutionCase[] = [
  ...[forked, inclusiveForked].flatMap((model, n) => {
    const kind = n === 0 ? 'parallel' : 'inclusive';
    const suffix = n === 0 ? 'ParallelGateway' : 'InclusiveGateway';
    return [
      {
        name: `one task into two branches of a ${kind} gateway`,
        after: `${GATEWAYS}#testSetCurrentActivityToMultipleActivitiesFor${suffix}`,
        models: [model],
        begins: 'before',
        steps: [
          [move('before', 'task1 task2'), 'task1 task2'],
          [done('task1'), 'task2'],
          [done('task2'), 'last'],
          [done('last'), ENDED],
        ] as const,
      },
      {
        name: `two branches to one task behind a ${kind} gateway`,
        after: `${GATEWAYS}#testSetMultipleActivitiesToSingleActivityAfter${suffix}`,
        models: [model],
        begins: 'before',
        steps: [
          [done('before'), 'task1 task2'],
          [move('task1 task2', 'last'), 'last'],
          [done('last'), ENDED],
        ] as const,
      },
      {
        name: `two branches into the join of a ${kind} gateway`,
        after: `${GATEWAYS}#testSetMultipleActivitiesIntoSynchronizing${suffix}`,
        models: [model],
        begins: 'before',
        steps: [
          [done('before'), 'task1 task2'],
          [move('task1 task2', 'join'), 'last'],
          [done('last'), ENDED],
        ] as const,
      },
      {
        name: `the last branch and what waits at the join of a ${kind} gateway to the task behind it`,
        after: `${GATEWAYS}#testSetMultipleGatewayActivitiesAndSynchronizing${suffix}AfterGateway`,
        models: [model],
        begins: 'before',
        steps: [
          [done('before'), 'task1 task2'],
          [done('task1'), 'task2'],
          [move('task2 join', 'last'), 'last'],
          [done('last'), ENDED],
        ] as const,
      },
      {
        name: `one branch into the join of a ${kind} gateway: it waits for the other`,
        after: `${GATEWAYS}#testSetActivityIntoSynchronizing${suffix}First`,
        models: [model],
        begins: 'before',
        steps: [
          [done('before'), 'task1 task2'],
          [move('task1', 'join'), 'task2'],
          [done('task2'), 'last'],
          [done('last'), ENDED],
        ] as const,
      },
      {
        name: `the last branch into the join of a ${kind} gateway`,
        after: `${GATEWAYS}#testSetActivityIntoSynchronizing${suffix}Last`,
        models: [model],
        begins: 'before',
        steps: [
          [done('before'), 'task1 task2'],
          [done('task1'), 'task2'],
          [move('task2', 'join'), 'last'],
          [done('last'), ENDED],
        ] as const,
      },
    ];
  }),
];

const around = (loop: string): string =>
  process(start(), tasks('before', 'next'), task('sign', '', loop), end(), path('start > before > sign > next > end'));
const manySub = process(
  start(),
  sub('many', each({ times: '3' }), start('s'), tasks('subTask1', 'subTask2'), end('e'), path('s > subTask1 > subTask2 > e')),
  tasks('last'),
  end(),
  path('start > many > last > end'),
);

const multiInstance: readonly ExecutionCase[] = [
  {
    name: 'to a sequential multi-instance task',
    after: `${MI}#testSetCurrentActivityToSequentialMultiInstanceTask`,
    models: [around(oneByOne({ times: '${nrOfLoops}' }))],
    start: { variables: { nrOfLoops: 2 } },
    begins: 'before',
    steps: [
      [move('before', 'sign'), 'sign'],
      [done('sign'), 'sign'],
      [done('sign'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'away from a sequential multi-instance task',
    after: `${MI}#testSetCurrentActivityOfSequentialMultiInstanceTask`,
    models: [around(oneByOne({ times: '5' }))],
    begins: 'before',
    steps: [
      [done('before'), 'sign'],
      [done('sign'), 'sign'],
      [move('sign', 'next'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'to a parallel multi-instance task',
    after: `${MI}#testSetCurrentActivityToParallelMultiInstanceTask`,
    models: [around(each({ times: '3' }))],
    begins: 'before',
    steps: [
      [move('before', 'sign'), 'sign sign sign'],
      [done('sign'), 'sign sign'],
      [done('sign'), 'sign'],
      [done('sign'), 'next'],
    ],
  },
  {
    name: 'away from a half-done parallel multi-instance task: one task, not several',
    after: `${MI}#testSetCurrentActivityOfParallelMultiInstanceTask`,
    models: [around(each({ times: '3' }))],
    begins: 'before',
    steps: [
      [done('before'), 'sign sign sign'],
      [done('sign'), 'sign sign'],
      [move('sign', 'next'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'inside all instances of a multi-instance sub-process: each moves by itself',
    after: `${MI}#testSetCurrentActivityWithinMultiInstanceParallelSubProcess`,
    models: [manySub],
    begins: { tasks: ['subTask1', 'subTask1', 'subTask1'], scopes: 3 },
    steps: [
      [move('subTask1', 'subTask2'), { tasks: ['subTask2', 'subTask2', 'subTask2'], scopes: 3 }],
      [done('subTask2'), 'subTask2 subTask2'],
      [done('subTask2'), 'subTask2'],
      [done('subTask2'), 'last'],
      [done('last'), ENDED],
    ],
  },
];

const parent = process(start(), tasks('first', 'second'), call('called', 'child', input('greeting', 'text')), end(), path('start > first > called > second > end'));
const child = named('child', start(), tasks('theTask', 'theSecond'), end(), path('start > theTask > theSecond > end'));

const calls: readonly ExecutionCase[] = [
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
    models: [
      process(start(), tasks('first'), call('called', '${subProcessDefId}'), end(), path('start > first > called > end')),
      child,
    ],
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

const events: readonly ExecutionCase[] = [
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

export const MOVES: readonly ExecutionCase[] = [...plain, ...subProcesses, ...gateways, ...multiInstance, ...calls, ...events];
