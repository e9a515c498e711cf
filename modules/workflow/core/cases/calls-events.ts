import { done, ENDED, type ExecutionCase, fire, refused, send, shout } from './case.ts';
import {
  after,
  ALL,
  boundary,
  call,
  catching,
  end,
  error,
  escalation,
  eventSub,
  exclusive,
  input,
  message,
  named,
  output,
  outputOf,
  parallel,
  path,
  process,
  signal,
  start,
  startBeside,
  tasks,
  terminate,
  watching,
  when,
} from './notation.ts';

const ADVANCED = 'FlowableTest.CallActivityAdvancedTest';
const caller = (mappings: string, attributes = '', ...more: string[]): string =>
  process(start(), call('called', 'child', mappings, attributes), tasks('last'), end(), path('start > called > last > end'), ...more);
const child = (name: string, ...more: string[]): string =>
  named('child', start(), `<userTask id="work" name="${name}"/>`, end(), path('start > work > end'), ...more);

const terminating = named(
  'child',
  start(),
  parallel('fork'),
  tasks('a', 'b'),
  end('stop', terminate()),
  path('start > fork > a > stop'),
  path('fork > b'),
);

export const CALL_EVENTS: readonly ExecutionCase[] = [
  {
    name: 'a called process that terminates returns its variables, and the caller goes on',
    after: 'FlowableTest.TerminateEndEventTest#testTerminateInCallActivity',
    models: [caller(output('x', 'y')), terminating],
    begins: 'a b',
    steps: [
      [done('a', { x: 1 }), { tasks: ['last'], variables: { y: 1 } }],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'a called process that terminates all ends its caller',
    after: 'FlowableTest.TerminateEndEventTest#testTerminateInCallActivityTerminateAll',
    models: [caller(''), terminating.replace('<terminateEventDefinition', `<terminateEventDefinition ${ALL}`)],
    begins: 'a b',
    steps: [[done('a'), ENDED]],
  },
  {
    name: 'a called process is started by its message start when it has no other',
    after: 'own',
    models: [caller(''), named('child', start('start', message('news')), tasks('work'), path('start > work'))],
    begins: 'work',
    steps: [[done('work'), 'last']],
  },
  {
    name: 'an event sub-process of the called process runs on its own',
    after: 'FlowableTest.MessageEventSubprocessTest#testNonInterruptingUnderProcessDefinition',
    models: [caller(''), child('w', eventSub('h', startBeside('hs', message('news')), tasks('handling'), path('hs > handling')))],
    begins: { tasks: ['work'], subscriptions: ['news'] },
    steps: [
      [send('news'), 'handling work'],
      [done('work'), 'handling'],
      [done('handling'), 'last'],
    ],
  },
  {
    name: 'the timer of a called process takes its task away, the caller goes on',
    after: `${ADVANCED}#testTimerOnCallActivity`,
    models: [caller(''), child('w', boundary('late', 'work', after('PT1H')), path('late > end'))],
    begins: { tasks: ['work'], timers: ['late'] },
    steps: [[fire(), { tasks: ['last'], timers: [] }]],
  },
  {
    name: 'a message beside the call leaves the called process alone',
    after: 'FlowableTest.MessageNonInterruptingBoundaryEventTest#testNonInterruptingOnCallActivity',
    models: [
      process(
        start(),
        call('called', 'child'),
        watching('news', 'called', message('news')),
        tasks('told', 'last'),
        path('start > called > last'),
        path('news > told'),
      ),
      child('w'),
    ],
    begins: { tasks: ['work'], subscriptions: ['news'] },
    steps: [
      [send('news'), 'told work'],
      [send('news'), 'told told work'],
      [done('work'), { tasks: ['last', 'told', 'told'], subscriptions: [] }],
    ],
  },
  {
    name: 'an error passes through two called processes up to the event sub-process of the root',
    after: 'FlowableTest.ErrorEventSubProcessTest#testThrowErrorInScriptTaskInsideCallActivitiCatchInTopLevelProcess',
    models: [
      process(
        start(),
        call('called', 'middle'),
        path('start > called'),
        eventSub('h', start('hs', error('E')), tasks('handling'), path('hs > handling')),
      ),
      named('middle', start(), call('deeper', 'child'), path('start > deeper')),
      named('child', start(), tasks('work'), end('fail', error('E')), path('start > work > fail')),
    ],
    begins: 'work',
    steps: [
      [done('work'), { tasks: ['handling'], scopes: 1 }],
      [done('handling'), ENDED],
    ],
  },
  {
    name: 'an escalation of a called process starts the event sub-process beside its caller',
    after: 'FlowableTest.EscalationEventSubProcessTest#testCatchEscalationEventSubProcessInTopLevelProcess',
    models: [
      process(
        start(),
        call('called', 'child'),
        tasks('last'),
        path('start > called > last'),
        eventSub('h', startBeside('hs', escalation('E')), tasks('handling'), path('hs > handling')),
      ),
      named(
        'child',
        start(),
        tasks('work'),
        `<intermediateThrowEvent id="t">${escalation('E')}</intermediateThrowEvent>`,
        tasks('more'),
        path('start > work > t > more'),
      ),
    ],
    begins: 'work',
    steps: [
      [done('work'), 'handling more'],
      [done('more'), 'handling last'],
    ],
  },
  {
    name: 'a global signal from outside reaches a called process',
    after: 'FlowableTest.SignalEventTest#testSignalCatchIntermediate',
    models: [caller(''), named('child', start(), catching('c', signal('alert')), tasks('work'), path('start > c > work'))],
    begins: { tasks: [], subscriptions: ['alert'], waiting: ['called', 'c'].slice(1) },
    steps: [[shout('alert'), 'work']],
  },
  {
    name: 'a call inside an event sub-process',
    after: 'own',
    models: [
      process(
        start(),
        tasks('a'),
        path('start > a'),
        eventSub('h', start('hs', message('news')), call('called', 'child'), tasks('b'), path('hs > called > b')),
      ),
      child('w'),
    ],
    begins: 'a',
    steps: [
      [send('news'), 'work'],
      [done('work'), 'b'],
      [done('b'), ENDED],
    ],
  },
  {
    name: 'a called process that itself is called again until a condition holds',
    after: `${ADVANCED}#testStartUserIdSetWhenLooping`,
    models: [
      process(
        start(),
        exclusive('again'),
        call('called', 'child', input('n', 'n') + outputOf('${n + 1}', 'n')),
        exclusive('g', 'g-last'),
        tasks('last'),
        path('start > again > called > g > last'),
        when('${n < 3}', 'g', 'again'),
      ),
      child('${n}'),
    ],
    start: { variables: { n: 1 } },
    begins: { names: ['1'] },
    steps: [
      [done('1'), { names: ['2'] }],
      [done('2'), { tasks: ['last'], variables: { n: 3 } }],
    ],
  },
  {
    name: 'a process that does not exist is refused at the start',
    after: 'FlowableTest.CallActivityTest#testCallUnknownProcess',
    models: [process(start(), call('called', 'nobody'), path('start > called'))],
    begins: refused('nobody'),
    steps: [],
  },
];
