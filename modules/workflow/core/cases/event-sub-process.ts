import { done, ENDED, fire, send, shout, wait, type ExecutionCase } from './case.ts';
import { after, end, eventSub, every, message, path, process, signal, start, startBeside, sub, tasks } from './notation.ts';

const MESSAGE = 'FlowableTest.MessageEventSubprocessTest';
const SIGNAL = 'FlowableTest.SignalEventSubprocessTest';
const TIMER = 'FlowableTest.TimerEventSubprocessTest';

const MAIN = start() + tasks('task') + end() + path('start > task > end');
const handler = (id: string, begin: string, task = 'eventTask'): string =>
  eventSub(id, begin, tasks(task), end(`${id}End`), path(`${id}Start > ${task} > ${id}End`));
const interrupting = (id: string, event: string, task?: string): string => handler(id, start(`${id}Start`, event), task);
const beside = (id: string, event: string, task?: string): string => handler(id, startBeside(`${id}Start`, event), task);
/** A handler of a sub-process of one task. */
const withSub = (begin: string): string =>
  eventSub(
    'handler',
    begin,
    sub('inner', start('is'), tasks('eventTask'), end('ie'), path('is > eventTask > ie')),
    end('he'),
    path('hs > inner > he'),
  );

/** A handler of the process and one of its sub-process */
const additional = (begin: (id: string, event: string, task?: string) => string): string =>
  process(
    start(),
    tasks('task1', 'task2'),
    sub(
      'inner',
      start('s'),
      tasks('subTask1'),
      end('e'),
      path('s > subTask1 > e'),
      begin('innerHandler', message('innerNews'), 'additionalSubTask'),
    ),
    end(),
    path('start > task1 > inner > task2 > end'),
    begin('handler', message('news'), 'additionalTask'),
  );

export const EVENT_SUB_PROCESS: readonly ExecutionCase[] = [
  {
    name: 'interrupting by message: takes the task of the process away',
    after: `${MESSAGE}#testInterruptingUnderProcessDefinition`,
    models: [process(MAIN, interrupting('handler', message('news')))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [
      [send('news'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'interrupting by message: its subscription goes with the process',
    after: `${MESSAGE}#testInterruptingUnderProcessDefinition`,
    models: [process(MAIN, interrupting('handler', message('news')))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [[done('task'), ENDED]],
  },
  {
    name: 'two that interrupt: the one that happens takes the subscription of the other away',
    after: `${MESSAGE}#testTwoInterruptingUnderProcessDefinition`,
    models: [process(MAIN, interrupting('one', message('news')), interrupting('two', message('other'), 'otherTask'))],
    begins: { tasks: ['task'], subscriptions: ['news', 'other'] },
    steps: [
      [send('news'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'beside the process: the process waits for it',
    after: `${MESSAGE}#testNonInterruptingUnderProcessDefinition`,
    models: [process(MAIN, beside('handler', message('news')))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [
      [send('news'), 'eventTask task'],
      [done('task'), 'eventTask'],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'beside the process: goes on listening when it has ended',
    after: `${MESSAGE}#testNonInterruptingUnderProcessDefinition`,
    models: [process(MAIN, beside('handler', message('news')))],
    begins: 'task',
    steps: [
      [send('news'), 'eventTask task'],
      [done('eventTask'), { tasks: ['task'], subscriptions: ['news'] }],
      [done('task'), ENDED],
    ],
  },
  {
    name: 'beside the process: runs as often as it is called, and listens no more when the process itself has ended',
    after: `${MESSAGE}#testNonInterruptingMultipleInstances`,
    models: [process(MAIN, beside('handler', message('news')))],
    begins: 'task',
    steps: [
      [send('news'), { tasks: ['eventTask', 'task'], subscriptions: ['news'] }],
      [send('news'), { tasks: ['eventTask', 'eventTask', 'task'], subscriptions: ['news'], scopes: 3 }],
      [done('task'), { tasks: ['eventTask', 'eventTask'], subscriptions: [] }],
      [done('eventTask'), 'eventTask'],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'a sub-process inside it',
    after: `${MESSAGE}#testInterruptingSubProcess`,
    models: [process(MAIN, withSub(start('hs', message('news'))))],
    begins: { tasks: ['task'], subscriptions: ['news'] },
    steps: [
      [send('news'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'of the process and of a sub-process, both beside',
    after: `${MESSAGE}#testStartingAdditionalTasks`,
    models: [additional(beside)],
    begins: { tasks: ['task1'], subscriptions: ['news'] },
    steps: [
      [done('task1'), { tasks: ['subTask1'], subscriptions: ['innerNews', 'news'] }],
      [send('innerNews'), 'additionalSubTask subTask1'],
      [send('news'), 'additionalSubTask additionalTask subTask1'],
      [done('additionalTask'), 'additionalSubTask subTask1'],
      [done('subTask1'), 'additionalSubTask'],
      [done('additionalSubTask'), 'task2'],
      [done('task2'), ENDED],
    ],
  },
  {
    name: 'of a sub-process that nobody calls ends with the sub-process',
    after: `${MESSAGE}#testStartingAdditionalTasksNoNestedEventSubProcess`,
    models: [additional(beside)],
    begins: 'task1',
    steps: [
      [done('task1'), { tasks: ['subTask1'], subscriptions: ['innerNews', 'news'] }],
      [done('subTask1'), { tasks: ['task2'], subscriptions: ['news'] }],
      [done('task2'), ENDED],
    ],
  },
  {
    name: 'of a sub-process: the sub-process listens no more when only its handler runs',
    after: `${MESSAGE}#testStartingAdditionalTasksWithNestedEventSubProcess`,
    models: [additional(beside)],
    begins: 'task1',
    steps: [
      [done('task1'), 'subTask1'],
      [send('innerNews'), { tasks: ['additionalSubTask', 'subTask1'], subscriptions: ['innerNews', 'news'] }],
      [done('subTask1'), { tasks: ['additionalSubTask'], subscriptions: ['news'] }],
      [done('additionalSubTask'), { tasks: ['task2'], subscriptions: ['news'] }],
      [send('news'), 'additionalTask task2'],
      [send('news'), 'additionalTask additionalTask task2'],
      [done('task2'), { tasks: ['additionalTask', 'additionalTask'], subscriptions: [] }],
      [done('additionalTask'), 'additionalTask'],
      [done('additionalTask'), ENDED],
    ],
  },
  {
    name: 'of a sub-process that interrupts: the process goes on after it',
    after: `${MESSAGE}#testStartingAdditionalTasksInterrupting`,
    models: [additional(interrupting)],
    begins: 'task1',
    steps: [
      [done('task1'), { tasks: ['subTask1'], subscriptions: ['innerNews', 'news'] }],
      [send('innerNews'), { tasks: ['additionalSubTask'], subscriptions: ['news'] }],
      [done('additionalSubTask'), 'task2'],
      [done('task2'), ENDED],
    ],
  },
  {
    name: 'of the process interrupts that of the sub-process',
    after: `${MESSAGE}#testStartingAdditionalTasksInterruptingWithMainEventSubProcessInterrupt`,
    models: [additional(interrupting)],
    begins: 'task1',
    steps: [
      [done('task1'), 'subTask1'],
      [send('innerNews'), 'additionalSubTask'],
      [send('news'), { tasks: ['additionalTask'], subscriptions: [] }],
      [done('additionalTask'), ENDED],
    ],
  },
  {
    name: 'interrupting by signal: takes the task of the process away',
    after: `${SIGNAL}#testInterruptingUnderProcessDefinition`,
    models: [process(MAIN, interrupting('handler', signal('alarm')))],
    begins: { tasks: ['task'], subscriptions: ['alarm'] },
    steps: [
      [shout('alarm'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'beside the process by signal: once for each signal',
    after: `${SIGNAL}#testNonInterruptingMultipleInstances`,
    models: [process(MAIN, beside('handler', signal('alarm')))],
    begins: 'task',
    steps: [
      [shout('alarm'), { tasks: ['eventTask', 'task'], subscriptions: ['alarm'] }],
      [shout('alarm'), { tasks: ['eventTask', 'eventTask', 'task'], subscriptions: ['alarm'] }],
      [done('task'), { tasks: ['eventTask', 'eventTask'], subscriptions: [] }],
      [done('eventTask'), 'eventTask'],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'interrupting by signal, with a sub-process inside it',
    after: `${SIGNAL}#testInterruptingSubProcess`,
    models: [process(MAIN, withSub(start('hs', signal('alarm'))))],
    begins: { tasks: ['task'], subscriptions: ['alarm'] },
    steps: [
      [shout('alarm'), { tasks: ['eventTask'], subscriptions: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'beside the process by signal, with a sub-process inside it',
    after: `${SIGNAL}#testNonInterruptingSubProcess`,
    models: [process(MAIN, withSub(startBeside('hs', signal('alarm'))))],
    begins: { tasks: ['task'], subscriptions: ['alarm'] },
    steps: [
      [shout('alarm'), { tasks: ['eventTask', 'task'], subscriptions: ['alarm'] }],
      [shout('alarm'), { tasks: ['eventTask', 'eventTask', 'task'], subscriptions: ['alarm'] }],
      [done('task'), { tasks: ['eventTask', 'eventTask'], subscriptions: [] }],
      [done('eventTask'), 'eventTask'],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'interrupting by timer: takes the task of the process away',
    after: `${TIMER}#testInterruptingUnderProcessDefinition`,
    models: [process(MAIN, interrupting('handler', after('PT1H')))],
    begins: { tasks: ['task'], timers: ['handlerStart@2026-01-01T01:00:00.000Z'] },
    steps: [
      [wait('PT1H'), { tasks: ['eventTask'], timers: [] }],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'interrupting by timer: the timer goes with the process',
    after: `${TIMER}#testInterruptingUnderProcessDefinition`,
    models: [process(MAIN, interrupting('handler', after('PT1H')))],
    begins: { timers: ['handlerStart'] },
    steps: [[done('task'), ENDED]],
  },
  {
    name: 'beside the process by timer: once',
    after: `${TIMER}#testNonInterruptingUnderProcessDefinition`,
    models: [process(MAIN, beside('handler', after('PT1H')))],
    begins: { tasks: ['task'], timers: ['handlerStart'] },
    steps: [
      [fire(), { tasks: ['eventTask', 'task'], timers: [] }],
      [done('task'), 'eventTask'],
      [done('eventTask'), ENDED],
    ],
  },
  {
    name: 'beside the process by a timer that repeats, with a sub-process inside it',
    after: `${TIMER}#testNonInterruptingSubProcess`,
    models: [process(MAIN, withSub(startBeside('hs', every('R/PT1H'))))],
    begins: { tasks: ['task'], timers: ['hs'] },
    steps: [
      [fire(), { tasks: ['eventTask', 'task'], timers: ['hs'] }],
      [fire(), { tasks: ['eventTask', 'eventTask', 'task'], timers: ['hs'] }],
      [done('task'), { tasks: ['eventTask', 'eventTask'], timers: [] }],
      [done('eventTask'), 'eventTask'],
      [done('eventTask'), ENDED],
    ],
  },
];
