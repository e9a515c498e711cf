import { done, ENDED, type ExecutionCase, wait } from './case.ts';
import {
  after,
  ALL,
  boundary,
  call,
  end,
  exclusive,
  named,
  oneTaskSub,
  parallel,
  path,
  process,
  start,
  sub,
  tasks,
  terminate,
  when,
} from './notation.ts';

const CLASS = 'FlowableTest.TerminateEndEventTest';

/** `first` leads to a terminating end, `second` to a plain one. */
const twoEnds = (attributes: string): string =>
  tasks('first', 'second') +
  end('stop', terminate(attributes)) +
  end('normal') +
  parallel('fork') +
  path('fork > first > stop') +
  path('fork > second > normal');
export const stoppingSub = (attributes: string, loop = ''): string => sub('inner', loop, start('s'), twoEnds(attributes), path('s > fork'));
export const aroundSub = (inner: string): string =>
  process(
    start(),
    parallel('split'),
    inner,
    tasks('beside', 'next'),
    end(),
    end('e2'),
    path('start > split > inner > next > end'),
    path('split > beside > e2'),
  );
export const child = (attributes: string): string => named('child', start(), twoEnds(attributes), path('start > fork'));
const CALL = call('inner', 'child');

export const TERMINATE: readonly ExecutionCase[] = [
  {
    name: 'ends the process and takes the other branch away',
    after: `${CLASS}#testProcessTerminate`,
    models: [process(start(), twoEnds(''), path('start > fork'))],
    begins: 'first second',
    steps: [[done('first'), ENDED]],
  },
  {
    name: 'with terminateAll ends the process as well',
    after: `${CLASS}#testProcessTerminateAll`,
    models: [process(start(), twoEnds(ALL), path('start > fork'))],
    begins: 'first second',
    steps: [[done('first'), ENDED]],
  },
  {
    name: 'ends the process while a sub-process runs beside it',
    after: `${CLASS}#testTerminateWithSubProcess`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('preStop'),
        end('stop', terminate()),
        oneTaskSub('inner', 'innerTask'),
        end(),
        path('start > fork > preStop > stop'),
        path('fork > inner > end'),
      ),
    ],
    begins: 'preStop innerTask',
    steps: [[done('preStop'), ENDED]],
  },
  {
    name: 'inside a sub-process ends only that: the process goes on',
    after: `${CLASS}#testTerminateWithSubProcess2`,
    models: [aroundSub(stoppingSub(''))],
    begins: 'first second beside',
    steps: [
      [done('first'), 'beside next'],
      [done('beside'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'with terminateAll inside a sub-process ends everything',
    after: `${CLASS}#testTerminateWithSubProcessTerminateAll`,
    models: [aroundSub(stoppingSub(ALL))],
    begins: 'first second beside',
    steps: [[done('first'), ENDED]],
  },
  {
    name: 'ends the process while a called process runs',
    after: `${CLASS}#testTerminateWithCallActivity`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('preStop'),
        end('stop', terminate()),
        CALL,
        end(),
        path('start > fork > preStop > stop'),
        path('fork > inner > end'),
      ),
      child(''),
    ],
    begins: 'preStop first second',
    steps: [[done('preStop'), ENDED]],
  },
  {
    name: 'behind an exclusive gateway ends the process with its called process',
    after: `${CLASS}#testTerminateInExclusiveGatewayWithCallActivity`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('preStop'),
        exclusive('choice'),
        end('stop', terminate()),
        end('go'),
        CALL,
        end(),
        path('start > fork > preStop > choice'),
        when('${input == 1}', 'choice', 'stop'),
        when('${input != 1}', 'choice', 'go'),
        path('fork > inner > end'),
      ),
      child(''),
    ],
    begins: 'preStop first second',
    steps: [[done('preStop', { input: 1 }), ENDED]],
  },
  {
    name: 'is reached by one branch before the task of the other begins',
    after: `${CLASS}#testTerminateParallelGateway`,
    models: [
      process(
        start(),
        parallel('fork'),
        end('stop', terminate()),
        tasks('task'),
        end(),
        path('start > fork > stop'),
        path('fork > task > end'),
      ),
    ],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'inside a sub-process with a timer: the timer goes with the sub-process',
    after: `${CLASS}#testTerminateInSubProcessWithBoundary`,
    models: [withTimer('')],
    begins: { tasks: ['first', 'second', 'outer'], timers: ['late'] },
    steps: [
      [done('first'), { tasks: ['outer'], timers: [] }],
      [done('outer'), ENDED],
    ],
  },
  {
    name: 'after the timer of a sub-process ends the process',
    after: `${CLASS}#testTerminateInSubProcessWithBoundary`,
    models: [withTimer('')],
    begins: 'first second outer',
    steps: [[wait('PT1H5S'), ENDED]],
  },
  {
    name: 'with terminateAll inside a sub-process with a timer ends everything',
    after: `${CLASS}#testTerminateInSubProcessWithBoundaryTerminateAll`,
    models: [withTimer(ALL)],
    begins: 'first second outer',
    steps: [[done('first'), ENDED]],
  },
  {
    name: 'inside a called process ends that: the caller goes on',
    after: `${CLASS}#testTerminateInCallActivityConcurrent`,
    models: [aroundSub(CALL), child('')],
    begins: 'first second beside',
    steps: [
      [done('first'), 'next beside'],
      [done('beside'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'with terminateAll inside a called process ends the caller too',
    after: `${CLASS}#testTerminateInCallActivityConcurrentTerminateAll`,
    models: [aroundSub(CALL), child(ALL)],
    begins: 'first second beside',
    steps: [[done('first'), ENDED]],
  },
  {
    name: 'inside one of two called processes leaves the other alone',
    after: `${CLASS}#testTerminateInCallActivityConcurrentCallActivity`,
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        call('one', 'child'),
        call('two', 'single'),
        end(),
        path('start > fork > one > join > end'),
        path('fork > two > join'),
      ),
      child(''),
      named('single', start(), tasks('my'), end(), path('start > my > end')),
    ],
    begins: 'first second my',
    steps: [
      [done('first'), 'my'],
      [done('my'), ENDED],
    ],
  },
  {
    name: 'in nested sub-processes ends the one around it',
    after: `${CLASS}#testTerminateNestedSubprocesses`,
    models: [
      process(
        start(),
        sub(
          'outer',
          start('s0'),
          parallel('f0'),
          stoppingSub(''),
          tasks('h', 'b'),
          end('e1'),
          end('e2'),
          path('s0 > f0 > inner > h > e1'),
          path('f0 > b > e2'),
        ),
        tasks('g'),
        end(),
        path('start > outer > g > end'),
      ),
    ],
    begins: 'first second b',
    steps: [
      [done('first'), 'h b'],
      [done('h'), 'b'],
      [done('b'), 'g'],
      [done('g'), ENDED],
    ],
  },
];

function withTimer(attributes: string): string {
  return process(
    start(),
    parallel('split'),
    stoppingSub(attributes),
    boundary('late', 'inner', after('PT1H')),
    tasks('outer'),
    end('lateEnd', terminate()),
    end('e1'),
    end('e2'),
    path('start > split > inner > e1'),
    path('split > outer > e2'),
    path('late > lateEnd'),
  );
}
