import { done, type ExecutionCase, fire, wait } from './case.ts';
import {
  after,
  at,
  boundary,
  catching,
  each,
  eventSub,
  every,
  exclusive,
  parallel,
  path,
  process,
  receive,
  service,
  start,
  startBeside,
  sub,
  task,
  tasks,
  watching,
  when,
} from './notation.ts';

const TIMER = 'FlowableTest.BoundaryTimerEventTest';
const at3 = (text: string, ...more: string[]): string =>
  process(start(), task('a'), watching('late', 'a', every(text)), tasks('b'), path('start > a'), path('late > b'), ...more);
const H = (hour: number): string => `2026-01-01T0${hour}:00:00.000Z`;

export const MORE_TIMERS: readonly ExecutionCase[] = [
  {
    name: 'three repetitions while time passes',
    after: 'FlowableTest.BoundaryTimerEventRepeatWithDurationTest#testRepeatWithDuration',
    models: [at3('R3/PT1H')],
    begins: { tasks: ['a'], timers: [`late@${H(1)}`] },
    steps: [
      [wait('PT1H'), { tasks: ['a', 'b'], timers: [`late@${H(2)}`] }],
      [wait('PT90M'), { tasks: ['a', 'b', 'b'], timers: [`late@${H(3)}`] }],
      [wait('PT5H'), { tasks: ['a', 'b', 'b', 'b'], timers: [] }],
    ],
  },
  {
    name: 'all repetitions in one step of time',
    after: 'FlowableTest.BoundaryTimerEventRepeatWithDurationTest#testRepeatWithDuration',
    models: [at3('R3/PT1H')],
    begins: 'a',
    steps: [[wait('P1D'), { tasks: ['a', 'b', 'b', 'b'], timers: [] }]],
  },
  {
    name: 'repetitions from a moment on',
    after: 'FlowableTest.BoundaryTimerEventRepeatWithStartAndDurationTest#testRepeatWithStart',
    models: [at3('R2/2026-01-01T12:00:00+08:00/PT1H')],
    begins: { timers: [`late@${H(4)}`] },
    steps: [
      [wait('PT4H'), { tasks: ['a', 'b'], timers: [`late@${H(5)}`] }],
      [wait('PT4H'), { tasks: ['a', 'b', 'b'], timers: [] }],
    ],
  },
  {
    name: 'a cron line repeats without end',
    after: `${TIMER}#testRepeatingTimerDurationWithCron`,
    models: [at3('0 0 9 * * ?')],
    begins: { timers: [`late@${H(1)}`] },
    steps: [[wait('P2D'), { tasks: ['a', 'b', 'b'] }]],
  },
  {
    name: 'a cycle at the boundary that interrupts happens once',
    after: `${TIMER}#testRepeatingTimerWithCancelActivity`,
    models: [process(start(), tasks('a', 'b'), boundary('late', 'a', every('R3/PT1H')), path('start > a'), path('late > b'))],
    begins: 'a',
    steps: [[wait('P1D'), { tasks: ['b'], timers: [] }]],
  },
  {
    name: 'timers that others set fall due in the same step of time',
    after: 'own',
    models: [
      process(
        start(),
        catching('t1', after('PT1H')),
        catching('t2', after('PT1H')),
        catching('t3', after('PT1H')),
        tasks('a'),
        path('start > t1 > t2 > t3 > a'),
      ),
    ],
    begins: { timers: [`t1@${H(1)}`] },
    steps: [
      [wait('PT2H30M'), { tasks: [], timers: [`t3@${H(3)}`] }],
      [wait('PT30M'), 'a'],
    ],
  },
  {
    name: 'a date that has passed falls due at once when time passes',
    after: 'FlowableTest.IntermediateTimerEventTest#testTimeExpressionComplete',
    models: [process(start(), catching('t', at('2025-06-01T00:00:00Z')), tasks('a'), path('start > t > a'))],
    begins: { tasks: [], timers: ['t@2025-06-01T00:00:00.000Z'] },
    steps: [[wait('PT0S'), 'a']],
  },
  ...(
    [
      ['a text of a date', '2026-01-01T02:00:00Z'],
      ['a number of milliseconds', Date.parse('2026-01-01T02:00:00Z')],
    ] as const
  ).map(([name, when0]) => ({
    name: `the date of a timer is ${name}`,
    after: 'FlowableTest.IntermediateTimerEventTest#testExpression',
    models: [process(start(), catching('t', at('${when}')), tasks('a'), path('start > t > a'))],
    start: { variables: { when: when0 } },
    begins: { timers: [`t@${H(2)}`] },
    steps: [[fire('t'), 'a']] as const,
  })),
  {
    name: 'part of a duration is an expression',
    after: `${TIMER}#testExpressionOnTimer`,
    models: [process(start(), catching('t', after('PT${hours}H')), tasks('a'), path('start > t > a'))],
    start: { variables: { hours: 3 } },
    begins: { timers: [`t@${H(3)}`] },
    steps: [],
  },
  {
    name: 'a text that is no duration is refused',
    after: 'FlowableTest.TimerExpressionsTest#testInvalidDuration',
    models: [process(start(), tasks('a'), catching('t', after('${text}')), path('start > a > t'))],
    start: { variables: { text: 'tomorrow' } },
    begins: 'a',
    steps: [[done('a'), { tasks: ['a'], error: 'tomorrow' }]],
  },
  {
    name: 'a timer that starts a process is passed by its start',
    after: 'FlowableTest.StartTimerEventTest#testDurationStartTimerEvent',
    models: [process(start('start', after('PT1H')), tasks('a'), path('start > a'))],
    begins: { tasks: ['a'], timers: [] },
    steps: [],
  },
  {
    name: 'no timer: refused; an unknown timer: refused',
    after: 'own',
    models: [process(start(), tasks('a'), path('start > a'))],
    begins: 'a',
    steps: [[fire(), { tasks: ['a'], error: '定时器' }]],
  },
  {
    name: 'the timer of an event sub-process inside a sub-process goes with it',
    after: 'FlowableTest.TimerEventSubprocessTest#testStartingAdditionalTasks',
    models: [
      process(
        start(),
        sub(
          'inner',
          start('s'),
          tasks('a'),
          path('s > a'),
          eventSub('h', startBeside('hs', after('PT1H')), tasks('handling'), path('hs > handling')),
        ),
        tasks('b'),
        path('start > inner > b'),
      ),
    ],
    begins: { tasks: ['a'], timers: ['hs'] },
    steps: [
      [done('a'), { tasks: ['b'], timers: [] }],
      [wait('PT2H'), 'b'],
    ],
  },
  {
    name: 'a cycle starts an event sub-process three times',
    after: 'FlowableTest.TimerEventSubprocessTest#testNonInterruptingSubProcess',
    models: [
      process(
        start(),
        tasks('a'),
        path('start > a'),
        eventSub('h', startBeside('hs', every('R3/PT1H')), tasks('handling'), path('hs > handling')),
      ),
    ],
    begins: { tasks: ['a'], timers: ['hs'] },
    steps: [
      [wait('PT1H'), 'a handling'],
      [wait('PT10H'), { tasks: ['a', 'handling', 'handling', 'handling'], timers: [] }],
    ],
  },
  {
    name: 'an interrupting cycle starts an event sub-process once',
    after: 'FlowableTest.TimerEventSubprocessTest#testInterruptingUnderProcessDefinition',
    models: [
      process(
        start(),
        tasks('a'),
        path('start > a'),
        eventSub('h', start('hs', every('R3/PT1H')), tasks('handling'), path('hs > handling')),
      ),
    ],
    begins: { tasks: ['a'], timers: ['hs'] },
    steps: [[wait('PT10H'), { tasks: ['handling'], timers: [] }]],
  },
  {
    name: 'a timer on each instance of a task inside a multi-instance sub-process',
    after: 'FlowableTest.MultiInstanceTest#testParallelSubProcessWithTimer',
    models: [
      process(
        start(),
        sub(
          'many',
          each({ times: '2' }),
          start('s'),
          tasks('a', 'b'),
          boundary('late', 'a', after('PT1H')),
          path('s > a'),
          path('late > b'),
        ),
        tasks('last'),
        path('start > many > last'),
      ),
    ],
    begins: { tasks: ['a', 'a'], timers: ['late', 'late'] },
    steps: [
      [fire('late'), { tasks: ['a', 'b'], timers: ['late'] }],
      [done('a'), { tasks: ['b'], timers: [] }],
      [done('b'), 'last'],
    ],
  },
  {
    name: 'a timer on a receive task and on a service',
    after: 'FlowableTest.BoundaryTimerEventTest#testTimerInSingleTransactionProcess',
    models: [
      process(
        start(),
        receive('r'),
        service('s'),
        boundary('lateR', 'r', after('PT1H')),
        boundary('lateS', 's', after('PT1H')),
        tasks('a', 'b'),
        path('start > s > r > a'),
        path('lateR > b'),
        path('lateS > b'),
      ),
    ],
    begins: { tasks: [], waiting: ['r'], timers: ['lateR'] },
    steps: [[wait('PT2H'), { tasks: ['b'], waiting: [], timers: [] }]],
  },
  {
    name: 'a condition after a timer asks for the newest value',
    after: 'own',
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('a', 'yes', 'no'),
        catching('t', after('PT1H')),
        exclusive('g', 'g-no'),
        path('start > fork > a'),
        path('fork > t > g > no'),
        when('${approved}', 'g', 'yes'),
      ),
    ],
    start: { variables: { approved: false } },
    begins: 'a',
    steps: [
      [done('a', { approved: true }), { tasks: [], timers: ['t'] }],
      [fire(), 'yes'],
    ],
  },
];
