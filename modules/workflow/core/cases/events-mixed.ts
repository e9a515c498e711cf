import { done, ENDED, type ExecutionCase, fire, send, shout, trigger, wait } from './case.ts';
import {
  after,
  boundary,
  call,
  catching,
  end,
  eventSub,
  exclusive,
  gateway,
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
  throwing,
} from './notation.ts';

const GATEWAY = 'FlowableTest.EventBasedGatewayTest';
const SIGNALS = 'FlowableTest.SignalEventTest';

const choice = (...more: string[]): string =>
  gateway('eventBased', 'g') +
  catching('byMessage', message('news')) +
  catching('bySignal', signal('alert')) +
  catching('byTimer', after('PT1H')) +
  tasks('afterMessage', 'afterSignal', 'afterTimer') +
  path('g > byMessage > afterMessage') +
  path('g > bySignal > afterSignal') +
  path('g > byTimer > afterTimer') +
  more.join('');
const NONE = { timers: [], subscriptions: [], waiting: [] } as const;

export const EVENT_GATEWAYS: readonly ExecutionCase[] = [
  {
    name: 'an event behind the gateway is triggered by its node; the gateway itself is not',
    after: `${GATEWAY}#testCatchAlertAndTimer`,
    models: [process(start(), choice(), path('start > g'))],
    begins: { tasks: [], timers: ['byTimer'], subscriptions: ['alert', 'news'] },
    steps: [
      [trigger('bySignal'), { tasks: ['afterSignal'], ...NONE }],
      [trigger('g'), { tasks: ['afterSignal'], error: 'g' }],
    ],
  },
  {
    name: 'the earliest event wins when time passes',
    after: `${GATEWAY}#testCatchTimerCancelsSignal`,
    models: [process(start(), choice(), path('start > g'))],
    begins: { tasks: [] },
    steps: [
      [wait('PT59M'), { tasks: [], timers: ['byTimer'] }],
      [wait('PT2M'), { tasks: ['afterTimer'], ...NONE }],
      [shout('alert'), { tasks: ['afterTimer'] }],
    ],
  },
  {
    name: 'two gateways side by side await the same signal: both go on',
    after: `${SIGNALS}#testSignalCatchIntermediate`,
    models: [
      process(
        start(),
        parallel('fork'),
        gateway('eventBased', 'g1'),
        gateway('eventBased', 'g2'),
        catching('s1', signal('alert')),
        catching('s2', signal('alert')),
        catching('m1', message('news')),
        tasks('a', 'b', 'c'),
        path('start > fork > g1 > s1 > a'),
        path('fork > g2 > s2 > b'),
        path('g1 > m1 > c'),
      ),
    ],
    begins: { subscriptions: ['alert', 'alert', 'news'] },
    steps: [[shout('alert'), { tasks: ['a', 'b'], ...NONE }]],
  },
  {
    name: 'a gateway inside a sub-process that a timer takes away',
    after: `${GATEWAY}#testCatchSignalCancelsTimer`,
    models: [
      process(
        start(),
        sub('inner', start('s'), choice(), path('s > g')),
        boundary('late', 'inner', after('PT30M')),
        tasks('tooLate'),
        path('start > inner'),
        path('late > tooLate'),
      ),
    ],
    begins: { tasks: [], timers: ['byTimer', 'late'] },
    steps: [[wait('PT1H'), { tasks: ['tooLate'], ...NONE }]],
  },
  {
    name: 'a gateway in a loop awaits anew',
    after: 'own',
    models: [process(start(), exclusive('again'), choice(path('afterTimer > again')), path('start > again > g'))],
    begins: { tasks: [] },
    steps: [
      [fire(), 'afterTimer'],
      [done('afterTimer'), { tasks: [], timers: ['byTimer'], subscriptions: ['alert', 'news'] }],
      [send('news'), { tasks: ['afterMessage'], ...NONE }],
    ],
  },
];

export const MORE_SIGNALS: readonly ExecutionCase[] = [
  {
    name: 'a signal that nobody awaits changes nothing, also when the process has ended',
    after: `${SIGNALS}#testSignalBoundaryOnSubProcess`,
    models: [process(start(), tasks('a'), end(), path('start > a > end'))],
    begins: 'a',
    steps: [
      [shout('alert'), 'a'],
      [done('a'), ENDED],
      [shout('alert'), ENDED],
      [send('news'), { ended: true, error: '已结束' }],
    ],
  },
  {
    name: 'a signal that is thrown before it is awaited is lost',
    after: 'own',
    models: [
      process(
        start(),
        parallel('fork'),
        throwing('t', signal('alert')),
        catching('c', signal('alert')),
        tasks('a', 'b'),
        path('start > fork > t > a'),
        path('fork > c > b'),
      ),
    ],
    begins: { tasks: ['a'], subscriptions: ['alert'] },
    steps: [[shout('alert'), 'a b']],
  },
  {
    name: 'a called process throws a signal that its caller awaits at the boundary of the call',
    after: `${SIGNALS}#testSignalCatchBoundary`,
    models: [
      process(
        start(),
        call('called', 'child'),
        boundary('stopped', 'called', signal('alert')),
        tasks('next', 'stop'),
        path('start > called > next'),
        path('stopped > stop'),
      ),
      named('child', start(), tasks('work'), throwing('t', signal('alert')), tasks('more'), path('start > work > t > more')),
    ],
    begins: { tasks: ['work'], subscriptions: ['alert'] },
    steps: [[done('work'), { tasks: ['stop'], subscriptions: [] }]],
  },
  {
    name: 'an end that signals lets another branch go on',
    after: 'FlowableTest.SignalEventTest#testSignalEndEvent',
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('a', 'b'),
        catching('c', signal('finished')),
        end('e', signal('finished')),
        path('start > fork > a > e'),
        path('fork > c > b'),
      ),
    ],
    begins: { tasks: ['a'], subscriptions: ['finished'] },
    steps: [[done('a'), { tasks: ['b'], subscriptions: [] }]],
  },
  {
    name: 'a signal of the process instance stays in it: a sub-process throws, its event sub-process catches',
    after: `${SIGNALS}#testSignalWithProcessInstanceScope`,
    models: [
      process(
        start(),
        sub('inner', start('s'), tasks('a'), throwing('t', signal('local-alert')), tasks('b'), path('s > a > t > b')),
        path('start > inner'),
        eventSub('h', startBeside('hs', signal('local-alert')), tasks('handling'), path('hs > handling')),
      ),
    ],
    begins: { tasks: ['a'], subscriptions: ['local-alert'] },
    steps: [
      [shout('local-alert'), 'a'],
      [done('a'), 'b handling'],
    ],
  },
  {
    name: 'one signal takes two tasks away, each by the event at its boundary',
    after: `${SIGNALS}#testUseSignalForExceptionsBetweenParallelPaths`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('a', 'b', 'a2', 'b2'),
        boundary('ba', 'a', signal('stop')),
        boundary('bb', 'b', signal('stop')),
        path('start > fork > a'),
        path('fork > b'),
        path('ba > a2'),
        path('bb > b2'),
      ),
    ],
    begins: 'a b',
    steps: [[shout('stop'), { tasks: ['a2', 'b2'], subscriptions: [] }]],
  },
];
