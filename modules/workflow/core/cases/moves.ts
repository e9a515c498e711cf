import { done, ENDED, type ExecutionCase, fire, move } from './case.ts';
import { after, boundary, end, path, process, start, sub, tasks } from './notation.ts';

const CLASS = 'FlowableTest.ChangeStateTest';
const CALLS = 'FlowableTest.ChangeStateForCallActivityTest';

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

export const PLAIN_MOVES: readonly ExecutionCase[] = [
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

export const MOVES_OF_SUB_PROCESSES: readonly ExecutionCase[] = [
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
