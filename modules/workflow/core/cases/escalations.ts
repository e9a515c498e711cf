import { done, ENDED, type ExecutionCase } from './case.ts';
import {
  boundary,
  call,
  each,
  end,
  escalation,
  eventSub,
  named,
  parallel,
  path,
  process,
  start,
  startBeside,
  sub,
  tasks,
  throwing,
  watching,
} from './notation.ts';
import { caughtOn, failing, failingProcess } from './throwing-models.ts';

const ESCALATION = 'FlowableTest.BoundaryEscalationEventTest';
const CAMUNDA = 'CamundaTest.EscalationEventTest';

export const ESCALATIONS: readonly ExecutionCase[] = [
  {
    name: 'an escalation end is caught at the boundary of its sub-process',
    after: `${ESCALATION}#testCatchEscalationOnEmbeddedSubprocess`,
    models: [caughtOn(failing('a', escalation('x')), boundary('on', 'a', escalation('x')), path('on > escalated'))],
    begins: 'aTask',
    steps: [[done('aTask'), 'escalated']],
  },
  {
    name: 'an escalation of a called process is caught at the call activity',
    after: `${ESCALATION}#testCatchEscalationOnCallActivity`,
    models: [caughtOn(call('a', 'child'), boundary('on', 'a', escalation('x')), path('on > escalated')), failingProcess(escalation('x'))],
    begins: 'work',
    steps: [
      [done('work'), 'escalated'],
      [done('escalated'), ENDED],
    ],
  },
  {
    name: 'a boundary that does not interrupt lets the thrower go on',
    after: `${CAMUNDA}#testThrowEscalationEventFromEmbeddedSubprocess`,
    models: [
      caughtOn(
        sub('a', start('s'), throwing('up', escalation('x')), tasks('inside'), end('e'), path('s > up > inside > e')),
        watching('on', 'a', escalation('x')),
        path('on > escalated'),
      ),
    ],
    begins: 'escalated inside',
    steps: [
      [done('inside'), 'escalated normal'],
      [done('escalated'), 'normal'],
      [done('normal'), ENDED],
    ],
  },
  {
    name: 'an escalation that nothing catches is passed',
    after: `${CAMUNDA}#testThrowEscalationEventNotCaught`,
    models: [process(start(), throwing('up', escalation('x')), tasks('next'), path('start > up > next'))],
    begins: 'next',
    steps: [[done('next'), ENDED]],
  },
  {
    name: 'thrown in a called process starts an event sub-process beside the caller',
    after: 'FlowableTest.EscalationEventSubProcessTest#testCatchChildProcessThrowEventInEventSubprocess',
    models: [
      process(
        start(),
        call('a', 'child'),
        end(),
        path('start > a > end'),
        eventSub('onUp', startBeside('os', escalation('x')), tasks('escalatedTask'), end('oe'), path('os > escalatedTask > oe')),
      ),
      named(
        'child',
        start(),
        tasks('before', 'afterwards'),
        throwing('up', escalation('x')),
        end(),
        path('start > before > up > afterwards > end'),
      ),
    ],
    begins: 'before',
    steps: [
      [done('before'), 'afterwards escalatedTask'],
      [done('escalatedTask'), 'afterwards'],
      [done('afterwards'), ENDED],
    ],
  },
  {
    name: 'an event sub-process is preferred to a boundary',
    after: 'FlowableTest.EscalationEventSubProcessTest#testEventSubprocessTakesPrecedence',
    models: [
      caughtOn(
        failing('a', escalation('x'), eventSub('onUp', start('os', escalation('x')), tasks('inside'), end('oe'), path('os > inside > oe'))),
        boundary('on', 'a', escalation('x')),
        path('on > escalated'),
      ),
    ],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'inside'],
      [done('inside'), 'normal'],
    ],
  },
  {
    name: 'an escalation is caught by the nearest boundary only',
    after: `${CAMUNDA}#testThrowEscalationEventHierarchical`,
    models: [
      caughtOn(
        sub(
          'a',
          start('s0'),
          sub('deep', start('s'), throwing('up', escalation('x')), tasks('inside'), end('e'), path('s > up > inside > e')),
          watching('near', 'deep', escalation('x')),
          tasks('nearTask'),
          end('e0'),
          path('s0 > deep > e0'),
          path('near > nearTask'),
        ),
        watching('on', 'a', escalation('x')),
        path('on > escalated'),
      ),
    ],
    begins: 'inside nearTask',
    steps: [],
  },
  ...[boundary, watching].map((kind, n) => ({
    name: `of instances of a sub-process: ${n === 0 ? 'the first ends them all' : 'each is caught'}`,
    after: `${CAMUNDA}#${n === 0 ? 'testInterruptingEscalationBoundaryEventOnMultiInstanceSubprocess' : 'testNonInterruptingEscalationBoundaryEventOnMultiInstanceSubprocess'}`,
    models: [
      caughtOn(
        sub('a', each({ times: '3' }), start('s'), throwing('up', escalation('x')), tasks('inside'), end('e'), path('s > up > inside > e')),
        kind('on', 'a', escalation('x')),
        path('on > escalated'),
      ),
    ],
    begins: n === 0 ? 'escalated' : 'escalated escalated escalated inside inside inside',
    steps: [],
  })),
  {
    name: 'an escalation end ends its branch, and the boundary that does not interrupt catches it',
    after: `${CAMUNDA}#testParallelEscalationEndEvent`,
    models: [
      caughtOn(
        sub(
          'a',
          start('s'),
          parallel('split'),
          tasks('inside'),
          end('up', escalation('x')),
          end('e'),
          path('s > split > inside > e'),
          path('split > up'),
        ),
        watching('on', 'a', escalation('x')),
        path('on > escalated'),
      ),
    ],
    begins: 'escalated inside',
    steps: [[done('inside'), 'escalated normal']],
  },
  {
    name: 'a boundary without a code catches every escalation',
    after: `${CAMUNDA}#testBoundaryEventWithoutEscalationCode`,
    models: [
      caughtOn(
        sub('a', start('s'), throwing('up', escalation('x')), tasks('inside'), end('e'), path('s > up > inside > e')),
        watching('on', 'a', escalation()),
        path('on > escalated'),
      ),
    ],
    begins: 'escalated inside',
    steps: [],
  },
];
