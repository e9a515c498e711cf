import { done, ENDED, type ExecutionCase } from './case.ts';
import {
  boundary,
  call,
  each,
  end,
  error,
  escalation,
  eventSub,
  exclusive,
  named,
  path,
  process,
  start,
  startBeside,
  sub,
  tasks,
  throwing,
  watching,
  when,
} from './notation.ts';
import { failing, failingProcess } from './throwing-models.ts';

const CAMUNDA = 'CamundaTest.BoundaryErrorEventTest';
const camunda = (xml: string): string =>
  xml.replace('targetNamespace', 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace');
const keeping = (event: string, attribute: string): string => event.replace('EventDefinition ', `EventDefinition ${attribute} `);

/** A sub-process that fails with the code that `reason` chooses. */
const choosing = (codes: readonly string[]): string =>
  sub(
    'inner',
    start('s'),
    tasks('work'),
    exclusive('g', 'g-ok'),
    end('ok'),
    path('s > work > g > ok'),
    ...codes.map((code) => end(`fail${code}`, error(code)) + when(`\${reason == '${code}'}`, 'g', `fail${code}`)),
  );

export const ERROR_CODES: readonly ExecutionCase[] = [
  {
    name: 'the boundary keeps the code of the error',
    after: `${CAMUNDA}#testCatchErrorOnSubprocessSetsErrorVariables`,
    models: [
      camunda(
        process(
          start(),
          failing('inner', error('E1')),
          boundary('caught', 'inner', keeping(error(), 'camunda:errorCodeVariable="code"')),
          tasks('repair'),
          path('start > inner'),
          path('caught > repair'),
        ),
      ),
    ],
    begins: 'innerTask',
    steps: [[done('innerTask'), { tasks: ['repair'], variables: { code: 'E1' } }]],
  },
  {
    name: 'the event sub-process keeps the code of the error of a called process and decides by it',
    after: `${CAMUNDA}#testCatchErrorOnCallActivitySetsErrorVariables`,
    models: [
      process(
        start(),
        call('called', 'child'),
        path('start > called'),
        eventSub(
          'h',
          start('hs', keeping(error(), 'flowable:errorVariableName="code"')),
          exclusive('g', 'g-other'),
          tasks('first', 'other'),
          path('hs > g > other'),
          when("${code == 'E1'}", 'g', 'first'),
        ),
      ),
      failingProcess(error('E1')),
    ],
    begins: 'work',
    steps: [[done('work'), { tasks: ['first'], variables: { code: 'E1' } }]],
  },
  {
    name: 'an escalation beside keeps its code',
    after: 'CamundaTest.EscalationEventTest#testRetrieveEscalationCodeVariableOnBoundaryEvent',
    models: [
      camunda(
        process(
          start(),
          sub('inner', start('s'), throwing('t', escalation('X')), tasks('more'), path('s > t > more')),
          watching('caught', 'inner', keeping(escalation(), 'camunda:escalationCodeVariable="code"')),
          tasks('told'),
          path('start > inner'),
          path('caught > told'),
        ),
      ),
    ],
    begins: { tasks: ['more', 'told'], variables: { code: 'X' } },
    steps: [],
  },
  ...(
    [
      ['A', 'afterA'],
      ['B', 'afterB'],
      ['C', 'afterAny'],
      ['none', 'next'],
    ] as const
  ).map(([reason, task]) => ({
    name: `of three boundaries that of the code catches, else that of all: ${reason}`,
    after: 'FlowableTest.BoundaryErrorEventTest#testCatchErrorOnEmbeddedSubprocess',
    models: [
      process(
        start(),
        choosing(['A', 'B', 'C']),
        boundary('any', 'inner', error()),
        boundary('a', 'inner', error('A')),
        boundary('b', 'inner', error('B')),
        tasks('next', 'afterA', 'afterB', 'afterAny'),
        path('start > inner > next'),
        path('any > afterAny'),
        path('a > afterA'),
        path('b > afterB'),
      ),
    ],
    begins: 'work',
    steps: [[done('work', { reason }), task]] as const,
  })),
  {
    name: 'an error of the branch beside a boundary goes to the sub-process around',
    after: 'own',
    models: [
      process(
        start(),
        sub(
          'outer',
          start('s'),
          tasks('a', 'b'),
          watching('late', 'a', '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'),
          end('fail', error('E')),
          path('s > a'),
          path('late > b > fail'),
        ),
        boundary('caught', 'outer', error('E')),
        tasks('repair'),
        path('start > outer'),
        path('caught > repair'),
      ),
    ],
    begins: 'a',
    steps: [
      [{ op: 'fireTimer' }, 'a b'],
      [done('b'), { tasks: ['repair'], timers: [] }],
      [done('repair'), ENDED],
    ],
  },
  {
    name: 'an error that a handler throws again reaches the boundary around it',
    after: 'CamundaTest.ErrorEventSubProcessTest#testRethrowFromEventSubprocess',
    models: [
      process(
        start(),
        sub(
          'outer',
          start('s'),
          tasks('a'),
          end('fail', error('E')),
          path('s > a > fail'),
          eventSub('h', start('hs', error('E')), tasks('tried'), end('again', error('E')), path('hs > tried > again')),
        ),
        boundary('caught', 'outer', error('E')),
        tasks('repair'),
        path('start > outer'),
        path('caught > repair'),
      ),
    ],
    begins: 'a',
    steps: [
      [done('a'), 'tried'],
      [done('tried'), 'repair'],
    ],
  },
  {
    name: 'each escalation starts the event sub-process beside once more',
    after: 'FlowableTest.EscalationEventSubProcessTest#testNonInterruptingEscalationEventSubProcess',
    models: [
      process(
        start(),
        sub('many', each({ times: '3' }), start('s'), tasks('a'), throwing('t', escalation('X')), end('e'), path('s > a > t > e')),
        tasks('last'),
        path('start > many > last'),
        eventSub('h', startBeside('hs', escalation('X')), tasks('told'), path('hs > told')),
      ),
    ],
    begins: 'a a a',
    steps: [
      [done('a'), 'a a told'],
      [done('a'), 'a told told'],
      [done('a'), 'last told told told'],
    ],
  },
  {
    name: 'an interrupting escalation of a called process takes the call away',
    after: 'CamundaTest.EscalationEventTest#testThrowEscalationEventFromCallActivity',
    models: [
      process(
        start(),
        call('called', 'child'),
        boundary('caught', 'called', escalation('X')),
        tasks('told', 'last'),
        path('start > called > last'),
        path('caught > told'),
      ),
      named('child', start(), tasks('work'), throwing('t', escalation('X')), tasks('more'), path('start > work > t > more')),
    ],
    begins: 'work',
    steps: [[done('work'), 'told']],
  },
];
