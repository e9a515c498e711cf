import { done, ENDED, fire, refused, send, shout, trigger, wait, type ExecutionCase } from './case.ts';
import {
  after,
  at,
  boundary,
  call,
  catching,
  each,
  end,
  every,
  exclusive,
  gateway,
  link,
  message,
  named,
  oneByOne,
  oneTaskSub,
  parallel,
  path,
  process,
  receive,
  signal,
  start,
  sub,
  tasks,
  task,
  throwing,
  watching,
  when,
} from './notation.ts';

const TIMER = 'FlowableTest.BoundaryTimerEventTest';
const BESIDE = 'FlowableTest.BoundaryTimerNonInterruptingEventTest';
const REPEAT = 'FlowableTest.BoundaryTimerEventRepeatWithEndTest';
const MESSAGE = 'FlowableTest.MessageBoundaryEventTest';

const watched = (events: string, ...more: readonly string[]): string =>
  process(start(), tasks('task', 'afterTask'), events, ...more, end(), path('start > task > afterTask > end'));

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
    after: `${TIMER}#testNullExpressionOnTimer`,
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

const CATCH = 'FlowableTest.IntermediateTimerEventTest';
const GATEWAY = 'FlowableTest.EventBasedGatewayTest';
const SIGNALS = 'FlowableTest.SignalEventTest';

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

export const INTERMEDIATE: readonly ExecutionCase[] = [
  {
    name: 'a timer lets the process wait',
    after: `${CATCH}#testCatchingTimerEvent`,
    models: [process(start(), catching('pause', after('PT50M')), end(), path('start > pause > end'))],
    begins: { tasks: [], timers: ['pause@2026-01-01T00:50:00.000Z'] },
    steps: [
      [wait('PT49M'), { timers: ['pause'] }],
      [wait('PT1M5S'), ENDED],
    ],
  },
  {
    name: 'a timer at a date of a variable',
    after: `${CATCH}#testExpression`,
    models: [process(start(), catching('pause', at('${dueDate}')), tasks('next'), path('start > pause > next'))],
    start: { variables: { dueDate: '2026-03-01T08:00:00Z' } },
    begins: { tasks: [], timers: ['pause@2026-03-01T08:00:00.000Z'] },
    steps: [[fire(), 'next']],
  },
  {
    name: 'a timer inside a loop is set anew each time',
    after: `${CATCH}#testLoop`,
    models: [
      process(
        start(),
        exclusive('merge'),
        catching('pause', after('PT5M')),
        tasks('count'),
        exclusive('choice', 'choice-end'),
        end(),
        path('start > merge > pause > count > choice > end'),
        when('${n < 2}', 'choice', 'merge'),
      ),
    ],
    begins: { timers: ['pause'] },
    steps: [
      [wait('PT5M'), 'count'],
      [done('count', { n: 1 }), { tasks: [], timers: ['pause@2026-01-01T00:10:00.000Z'] }],
      [wait('PT5M'), 'count'],
      [done('count', { n: 2 }), ENDED],
    ],
  },
  {
    name: 'a message lets the process wait',
    after: 'FlowableTest.MessageIntermediateEventTest#testSingleIntermediateMessageEvent',
    models: [process(start(), catching('m', message('news')), tasks('next'), path('start > m > next'))],
    begins: { tasks: [], waiting: ['m'], subscriptions: ['news'] },
    steps: [
      [send('other'), { waiting: ['m'], error: 'other' }],
    ],
  },
  {
    name: 'two of the same message side by side: one message lets one of them go on',
    after: 'FlowableTest.MessageIntermediateEventTest#testConcurrentIntermediateMessageEvent',
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        catching('m1', message('news')),
        catching('m2', message('news')),
        tasks('next'),
        end(),
        path('start > fork > m1 > join > next > end'),
        path('fork > m2 > join'),
      ),
    ],
    begins: { tasks: [], subscriptions: ['news', 'news'] },
    steps: [
      [send('news'), { tasks: [], subscriptions: ['news'] }],
      [send('news'), { tasks: ['next'], subscriptions: [] }],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'a message whose name is an expression',
    after: 'FlowableTest.MessageIntermediateEventTest#testSingleIntermediateMessageExpressionEvent',
    models: [process(start(), catching('m', message('value.wanted')), tasks('next'), path('start > m > next'))],
    start: { variables: { wanted: 'testMessage' } },
    begins: { tasks: [], subscriptions: ['testMessage'] },
    steps: [[send('testMessage'), 'next']],
  },
  {
    name: 'a signal that is thrown lets all that await it go on',
    after: `${SIGNALS}#testSignalCatchIntermediate`,
    models: [
      process(
        start(),
        parallel('fork'),
        catching('c1', signal('alert')),
        catching('c2', signal('alert')),
        tasks('before', 'n1', 'n2'),
        throwing('t', signal('alert')),
        end(),
        path('start > fork > c1 > n1'),
        path('fork > c2 > n2'),
        path('fork > before > t > end'),
      ),
    ],
    begins: { tasks: ['before'], subscriptions: ['alert', 'alert'] },
    steps: [[done('before'), { tasks: ['n1', 'n2'], subscriptions: [] }]],
  },
  {
    name: 'a signal whose name is an expression',
    after: `${SIGNALS}#testSignalCatchIntermediateExpression`,
    models: [process(start(), catching('c', signal('value.wanted')), tasks('next'), path('start > c > next'))],
    start: { variables: { wanted: 'testSignal' } },
    begins: { tasks: [], subscriptions: ['testSignal'] },
    steps: [
      [shout('other'), { tasks: [], subscriptions: ['testSignal'] }],
      [shout('testSignal'), { tasks: ['next'], subscriptions: [] }],
    ],
  },
  {
    name: 'of two signals each lets its own branch go on',
    after: `${SIGNALS}#testSignalCatchDifferentSignals`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('a', 'gonzo'),
        boundary('abort', 'a', signal('abort')),
        catching('alert', signal('alert')),
        end(),
        path('start > fork > a > end'),
        path('fork > alert > end'),
        path('abort > gonzo > end'),
      ),
    ],
    begins: { tasks: ['a'], subscriptions: ['abort', 'alert'] },
    steps: [
      [shout('abort'), { tasks: ['gonzo'], subscriptions: ['alert'] }],
      [done('gonzo'), { tasks: [], subscriptions: ['alert'] }],
      [shout('alert'), ENDED],
    ],
  },
  {
    name: 'a signal at the boundary of a sub-process ends it',
    after: `${SIGNALS}#testSignalBoundaryOnSubProcess`,
    models: [
      process(
        start(),
        oneTaskSub('inner', 'work'),
        boundary('stop', 'inner', signal('stopSignal')),
        end(),
        end('stopped'),
        path('start > inner > end'),
        path('stop > stopped'),
      ),
    ],
    begins: { tasks: ['work'], subscriptions: ['stopSignal'] },
    steps: [[shout('stopSignal'), ENDED]],
  },
  {
    name: 'a signal of the process instance is not sent from outside',
    after: `${SIGNALS}#testSignalWithProcessInstanceScope`,
    models: [watched(boundary('b', 'task', signal('local-alert')), tasks('afterSignal'), path('b > afterSignal'))],
    begins: { tasks: ['task'], subscriptions: ['local-alert'] },
    steps: [[shout('local-alert'), { tasks: ['task'], subscriptions: ['local-alert'] }]],
  },
  {
    name: 'a signal of the process instance that a called process throws reaches its caller',
    after: `${SIGNALS}#testCallActivityWithInstanceScopeSignal`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('caught', 'afterSignal'),
        boundary('b', 'caught', signal('local-alert')),
        call('called', 'child'),
        end(),
        path('start > fork > caught > end'),
        path('fork > called > end'),
        path('b > afterSignal > end'),
      ),
      named('child', start(), tasks('beforeThrow'), throwing('t', signal('local-alert')), end(), path('start > beforeThrow > t > end')),
    ],
    begins: { tasks: ['beforeThrow', 'caught'], subscriptions: ['local-alert'] },
    steps: [
      [done('beforeThrow'), { tasks: ['afterSignal'], subscriptions: [] }],
      [done('afterSignal'), ENDED],
    ],
  },
  {
    name: 'a signal at the boundary of a task that is not interrupted',
    after: `${SIGNALS}#testNonInterruptingSignal`,
    models: [watched(watching('b', 'task', signal('alert')), tasks('second'), path('b > second'))],
    begins: 'task',
    steps: [
      [shout('alert'), 'second task'],
      [done('task'), 'afterTask second'],
    ],
  },
  {
    name: 'a signal at the boundary of a sub-process that is not interrupted: the sub-process and the branch go on',
    after: `${SIGNALS}#testNonInterruptingSignalWithSubProcess`,
    models: [
      process(
        start(),
        oneTaskSub('inner', 'approve'),
        watching('b', 'inner', signal('alert')),
        tasks('review', 'last'),
        parallel('join'),
        end(),
        path('start > inner > join > last > end'),
        path('b > review > join'),
      ),
    ],
    begins: 'approve',
    steps: [
      [shout('alert'), 'approve review'],
      [done('approve'), 'review'],
      [done('review'), 'last'],
    ],
  },
  {
    name: 'a signal that one branch throws takes the multi-instance task of the other away',
    after: `${SIGNALS}#testUseSignalForExceptionsBetweenParallelPaths`,
    models: [
      process(
        start(),
        tasks('enter', 'negotiate'),
        parallel('fork', 'join'),
        task('develop', 'flowable:assignee="${developer}"', each({ over: 'developers', as: 'developer' })),
        boundary('cancelled', 'develop', signal('failed')),
        exclusive('choice', 'choice-join'),
        end('bad', signal('failed')),
        end('stopped'),
        end(),
        path('start > enter > fork > develop > join > end'),
        path('fork > negotiate > choice > join'),
        when('${negotiationFailed}', 'choice', 'bad'),
        path('cancelled > stopped'),
      ),
    ],
    begins: 'enter',
    steps: [
      [done('enter', { developers: ['one', 'two', 'three'] }), { tasks: ['develop:one', 'develop:two', 'develop:three', 'negotiate:'] }],
      [done('negotiate', { negotiationFailed: true }), ENDED],
    ],
  },
  {
    name: 'a trigger of a user task is refused',
    after: `${SIGNALS}#testSignalUserTask`,
    models: [watched(boundary('b', 'task', signal('alert')), end('e2'), path('b > e2'))],
    begins: 'task',
    steps: [[trigger('task'), { tasks: ['task'], error: 'task' }]],
  },
  {
    name: 'a timer of a cycle does not repeat',
    after: `${CATCH}#testLoopWithCycle`,
    models: [process(start(), catching('pause', every('R3/PT1H')), tasks('next'), path('start > pause > next'))],
    begins: { tasks: [], timers: ['pause'] },
    steps: [[fire(), { tasks: ['next'], timers: [] }]],
  },
  {
    name: 'a thrown event without a definition is passed',
    after: 'FlowableTest.IntermediateNoneEventTest#testIntermediateNoneTimerEvent',
    models: [process(start(), throwing('nothing'), tasks('next'), path('start > nothing > next'))],
    begins: 'next',
    steps: [],
  },
  {
    name: 'a link goes on at its target',
    after: 'CamundaTest.LinkEventTest#testValidEventLink',
    models: [
      process(start(), throwing('out', link('L')), catching('in', link('L')), tasks('next'), end(), path('start > out'), path('in > next > end')),
    ],
    begins: 'next',
    steps: [[done('next'), ENDED]],
  },
  {
    name: 'several links to one target',
    after: 'CamundaTest.LinkEventTest#testEventLinkMultipleSources',
    models: [
      process(
        start(),
        parallel('fork'),
        throwing('out1', link('L')),
        throwing('out2', link('L')),
        catching('in', link('L')),
        tasks('next'),
        end(),
        path('start > fork > out1'),
        path('fork > out2'),
        path('in > next > end'),
      ),
    ],
    begins: 'next next',
    steps: [
      [done('next'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'each instance of a sequential multi-instance sub-process has its own timer',
    after: 'FlowableTest.MultiInstanceTest#testAct901',
    models: [
      process(
        start(),
        sub(
          'many',
          oneByOne({ times: '2' }),
          start('s'),
          tasks('work'),
          boundary('late', 'work', after('PT1M')),
          end('e'),
          path('s > work > e'),
          path('late > e'),
        ),
        tasks('next'),
        path('start > many > next'),
      ),
    ],
    begins: { tasks: ['work'], timers: ['late'] },
    steps: [
      [wait('PT1M'), { tasks: ['work'], timers: ['late@2026-01-01T00:02:00.000Z'] }],
      [wait('PT1M'), { tasks: ['next'], timers: [] }],
    ],
  },
];
