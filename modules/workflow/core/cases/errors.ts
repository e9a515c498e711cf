import { done, ENDED, refused, type ExecutionCase } from './case.ts';
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
  oneByOne,
  parallel,
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

const BOUNDARY = 'FlowableTest.BoundaryErrorEventTest';
const EVENT_SUB = 'FlowableTest.ErrorEventSubProcessTest';
const MI = 'FlowableTest.MultiInstanceTest';

/** A task, then an end that throws. */
const failing = (id: string, event: string, inside = ''): string =>
  sub(id, inside, start(`${id}S`), tasks(`${id}Task`), end(`${id}Fail`, event), path(`${id}S > ${id}Task > ${id}Fail`));
const failingProcess = (event: string, id = 'child'): string =>
  named(id, start(), tasks('work'), end('fail', event), path('start > work > fail'));
const caughtOn = (activity: string, events: string, targets: string): string =>
  process(start(), activity, events, tasks('normal', 'escalated'), end(), path('start > a > normal > end'), path('escalated > end'), targets);

const concurrent = process(
  start(),
  sub(
    'outer',
    start('s0'),
    parallel('split'),
    tasks('taskA', 'taskC'),
    sub('inner', start('s1'), tasks('taskB'), end('failB', error('b')), path('s1 > taskB > failB')),
    boundary('onB', 'inner', error('b')),
    end('failA', error('a')),
    end('e0'),
    path('s0 > split > taskA > failA'),
    path('split > inner > e0'),
    path('onB > taskC > e0'),
  ),
  boundary('onA', 'outer', error('a')),
  tasks('taskD'),
  end(),
  path('start > outer > end'),
  path('onA > taskD > end'),
);

const deep = process(
  start(),
  sub(
    'one',
    start('s1'),
    sub(
      'two',
      start('s2'),
      sub(
        'three',
        start('s3'),
        tasks('nested'),
        exclusive('choice'),
        end('fail1', error('error1')),
        end('fail2', error('error2')),
        path('s3 > nested > choice'),
        when('${input == 1}', 'choice', 'fail1'),
        when('${input == 2}', 'choice', 'fail2'),
      ),
      end('e2'),
      path('s2 > three > e2'),
    ),
    boundary('on1', 'two', error('error1')),
    end('e1'),
    end('caught1'),
    path('s1 > two > e1'),
    path('on1 > caught1'),
  ),
  boundary('on2', 'one', error('error2')),
  tasks('afterCatch'),
  end(),
  path('start > one > end'),
  path('on2 > afterCatch > end'),
);

const onBoundary: readonly ExecutionCase[] = [
  {
    name: 'an error end inside a sub-process is caught at its boundary',
    after: `${BOUNDARY}#testCatchErrorOnEmbeddedSubprocess`,
    models: [caughtOn(failing('a', error('e1')), boundary('on', 'a', error('e1')), path('on > escalated'))],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'escalated'],
      [done('escalated'), ENDED],
    ],
  },
  {
    name: 'a boundary without a code catches every error',
    after: `${BOUNDARY}#testCatchErrorOnEmbeddedSubprocessWithoutErrorCode`,
    models: [caughtOn(failing('a', error('e1')), boundary('on', 'a', error()), path('on > escalated'))],
    begins: 'aTask',
    steps: [[done('aTask'), 'escalated']],
  },
  {
    name: 'an error of the inner sub-process is caught at the outer one, and both end',
    after: `${BOUNDARY}#testCatchErrorOfInnerSubprocessOnOuterSubprocess`,
    models: [
      caughtOn(
        sub(
          'a',
          start('s'),
          sub(
            'inner',
            start('t'),
            parallel('split'),
            tasks('task1', 'task2'),
            end('fail', error('123')),
            end('fine'),
            path('t > split > task1 > fine'),
            path('split > task2 > fail'),
          ),
          end('e'),
          path('s > inner > e'),
        ),
        boundary('on', 'a', error('123')),
        path('on > escalated'),
      ),
    ],
    begins: 'task1 task2',
    steps: [[done('task2'), 'escalated']],
  },
  {
    name: 'of two errors the outer one takes away the sub-process that would throw the inner one',
    after: `${BOUNDARY}#testCatchErrorInConcurrentEmbeddedSubprocesses`,
    models: [concurrent],
    begins: 'taskA taskB',
    steps: [
      [done('taskA'), 'taskD'],
      [done('taskD'), ENDED],
    ],
  },
  {
    name: 'of two errors the inner one leaves the other branch alone',
    after: `${BOUNDARY}#testCatchErrorInConcurrentEmbeddedSubprocesses`,
    models: [concurrent],
    begins: 'taskA taskB',
    steps: [
      [done('taskB'), 'taskA taskC'],
      [done('taskC'), 'taskA'],
      [done('taskA'), 'taskD'],
    ],
  },
  {
    name: 'thrown three deep and caught two deep',
    after: `${BOUNDARY}#testDeeplyNestedErrorThrown`,
    models: [deep],
    begins: 'nested',
    steps: [[done('nested', { input: 1 }), ENDED]],
  },
  {
    name: 'thrown three deep and caught outside all',
    after: `${BOUNDARY}#testDeeplyNestedErrorThrown`,
    models: [deep],
    begins: 'nested',
    steps: [
      [done('nested', { input: 2 }), 'afterCatch'],
      [done('afterCatch'), ENDED],
    ],
  },
  {
    name: 'of a called process is caught at the call activity',
    after: `${BOUNDARY}#testCatchErrorOnCallActivity`,
    models: [caughtOn(call('a', 'child'), boundary('on', 'a', error('e1')), path('on > escalated')), failingProcess(error('e1'))],
    begins: 'work',
    steps: [
      [done('work'), 'escalated'],
      [done('escalated'), ENDED],
    ],
  },
  ...[
    { code: 'specific', begins: 'escalated' },
    { code: 'other', begins: 'normal' },
  ].map(({ code, begins }) => ({
    name: `a boundary with the code is preferred to one without: ${code}`,
    after: `${BOUNDARY}#${code === 'other' ? 'testCatchMultipleErrorsOnCallActivityNoSpecificError' : 'testCatchMultipleErrorsOnCallActivity'}`,
    models: [
      caughtOn(
        call('a', 'child'),
        boundary('onAny', 'a', error()) + boundary('onOne', 'a', error('specific')),
        path('onAny > normal') + path('onOne > escalated'),
      ),
      named('child', start(), end('fail', error(code)), path('start > fail')),
    ],
    begins,
    steps: [[done(begins), ENDED] as const],
  })),
  {
    name: 'that nothing catches is refused, and the task stays',
    after: `${BOUNDARY}#testUncaughtError`,
    models: [process(start(), failing('a', error('e1')), end(), path('start > a > end'))],
    begins: 'aTask',
    steps: [[done('aTask'), { tasks: ['aTask'], error: 'e1' }]],
  },
  {
    name: 'of a called process that its caller does not catch is refused',
    after: `${BOUNDARY}#testUncaughtErrorOnCallActivity`,
    models: [
      caughtOn(call('a', 'child'), boundary('on', 'a', error('another')), path('on > escalated')),
      failingProcess(error('e1')),
    ],
    begins: 'work',
    steps: [[done('work'), { tasks: ['work'], error: 'e1' }]],
  },
  {
    name: 'of a called process is caught at the sub-process around the call',
    after: `${BOUNDARY}#testCatchErrorThrownByCallActivityOnSubprocess`,
    models: [
      caughtOn(sub('a', start('s'), call('c', 'child'), end('e'), path('s > c > e')), boundary('on', 'a', error('e1')), path('on > escalated')),
      failingProcess(error('e1')),
    ],
    begins: 'work',
    steps: [
      [done('work'), 'escalated'],
      [done('escalated'), ENDED],
    ],
  },
  {
    name: 'goes through two calls',
    after: `${BOUNDARY}#testCatchErrorThrownByCallActivityOnCallActivity`,
    models: [
      caughtOn(call('a', 'middle'), boundary('on', 'a', error('e1')), path('on > escalated')),
      named('middle', start(), call('c', 'child'), end(), path('start > c > end')),
      failingProcess(error('e1')),
    ],
    begins: 'work',
    steps: [
      [done('work'), 'escalated'],
      [done('escalated'), ENDED],
    ],
  },
  ...[each({ over: 'people' }), oneByOne({ over: 'people' })].map((loop, n) => ({
    name: `of one ${n === 0 ? 'parallel' : 'sequential'} call ends all calls of the multi-instance activity`,
    after: `${MI}#${n === 0 ? 'testMultiInstanceCallActivityWithErrorBoundaryEvent' : 'testSequentialMultiInstanceCallActivityWithErrorBoundaryEvent'}`,
    models: [
      caughtOn(call('a', 'child', '', '', loop), boundary('on', 'a', error('e1')), path('on > escalated')),
      failingProcess(error('e1')),
    ],
    start: { variables: { people: ['kermit', 'gonzo'] } },
    begins: n === 0 ? 'work work' : 'work',
    steps: [
      [done('work'), 'escalated'],
      [done('escalated'), ENDED],
    ] as const,
  })),
];

const inEventSubProcess: readonly ExecutionCase[] = [
  {
    name: 'an event sub-process is preferred to a boundary',
    after: `${EVENT_SUB}#testEventSubprocessTakesPrecedence`,
    models: [
      caughtOn(
        failing('a', error('e1'), eventSub('onError', start('os', error('e1')), tasks('inside'), end('oe'), path('os > inside > oe'))),
        boundary('on', 'a', error('e1')),
        path('on > escalated'),
      ),
    ],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'inside'],
      [done('inside'), 'normal'],
      [done('normal'), ENDED],
    ],
  },
  {
    name: 'an event sub-process with the code is preferred to one without',
    after: `${EVENT_SUB}#testErrorCodeTakesPrecedence`,
    models: [
      process(
        start(),
        failing(
          'a',
          error('e1'),
          eventSub('any', start('s1', error()), tasks('afterAny'), path('s1 > afterAny')) +
            eventSub('one', start('s2', error('e1')), tasks('afterOne'), path('s2 > afterOne')),
        ),
        path('start > a'),
      ),
    ],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'afterOne'],
      [done('afterOne'), ENDED],
    ],
  },
  {
    name: 'thrown inside a sub-process is caught in an event sub-process of the process',
    after: `${EVENT_SUB}#testCatchErrorThrownByScriptTaskInsideSubProcessInTopLevelProcess`,
    models: [
      process(
        start(),
        failing('a', error('e1')),
        tasks('next'),
        path('start > a > next'),
        eventSub('onError', start('os', error('e1')), tasks('handle'), end('oe'), path('os > handle > oe')),
      ),
    ],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'handle'],
      [done('handle'), ENDED],
    ],
  },
  {
    name: 'thrown in a called process is caught in an event sub-process of the caller',
    after: `${EVENT_SUB}#testThrowErrorInScriptTaskInsideCallActivitiCatchInTopLevelProcess`,
    models: [
      process(
        start(),
        call('a', 'child'),
        tasks('next'),
        path('start > a > next'),
        eventSub('onError', start('os', error('e1')), tasks('handle'), end('oe'), path('os > handle > oe')),
      ),
      failingProcess(error('e1')),
    ],
    begins: 'work',
    steps: [
      [done('work'), 'handle'],
      [done('handle'), ENDED],
    ],
  },
  {
    name: 'thrown in an event sub-process is not caught by itself',
    after: `${EVENT_SUB}#testMultipleRethrowEvents`,
    models: [
      caughtOn(
        failing('a', error('e1'), eventSub('onError', start('os', error('e1')), end('again', error('e1')), path('os > again'))),
        boundary('on', 'a', error('e1')),
        path('on > escalated'),
      ),
    ],
    begins: 'aTask',
    steps: [[done('aTask'), 'escalated']],
  },
];

const ESCALATION = 'FlowableTest.BoundaryEscalationEventTest';
const CAMUNDA = 'CamundaTest.EscalationEventTest';

const escalations: readonly ExecutionCase[] = [
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
      named('child', start(), tasks('before', 'afterwards'), throwing('up', escalation('x')), end(), path('start > before > up > afterwards > end')),
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

const uncaught: ExecutionCase = {
  name: 'at the top of a process that nothing catches is refused at the start',
  after: `${BOUNDARY}#testUncaughtError`,
  models: [process(start(), end('fail', error('e1')), path('start > fail'))],
  begins: refused('e1'),
  steps: [],
};

export const ERRORS: readonly ExecutionCase[] = [...onBoundary, ...inEventSubProcess, uncaught];
export const ESCALATIONS: readonly ExecutionCase[] = escalations;
