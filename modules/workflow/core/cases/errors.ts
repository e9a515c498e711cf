import { done, ENDED, type ExecutionCase, refused } from './case.ts';
import {
  boundary,
  call,
  each,
  end,
  error,
  exclusive,
  named,
  oneByOne,
  parallel,
  path,
  process,
  start,
  sub,
  tasks,
  when,
} from './notation.ts';
import { caughtOn, failing, failingProcess } from './throwing-models.ts';

const BOUNDARY = 'FlowableTest.BoundaryErrorEventTest';
const MI = 'FlowableTest.MultiInstanceTest';

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

export const ERRORS_AT_BOUNDARIES: readonly ExecutionCase[] = [
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
    models: [caughtOn(call('a', 'child'), boundary('on', 'a', error('another')), path('on > escalated')), failingProcess(error('e1'))],
    begins: 'work',
    steps: [[done('work'), { tasks: ['work'], error: 'e1' }]],
  },
  {
    name: 'of a called process is caught at the sub-process around the call',
    after: `${BOUNDARY}#testCatchErrorThrownByCallActivityOnSubprocess`,
    models: [
      caughtOn(
        sub('a', start('s'), call('c', 'child'), end('e'), path('s > c > e')),
        boundary('on', 'a', error('e1')),
        path('on > escalated'),
      ),
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
  {
    name: 'at the top of a process that nothing catches is refused at the start',
    after: `${BOUNDARY}#testUncaughtError`,
    models: [process(start(), end('fail', error('e1')), path('start > fail'))],
    begins: refused('e1'),
    steps: [],
  },
];
