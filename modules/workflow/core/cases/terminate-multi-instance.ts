import { done, ENDED, type ExecutionCase, fire } from './case.ts';
import {
  after,
  ALL,
  ALL_INSTANCES,
  boundary,
  call,
  each,
  end,
  exclusive,
  oneByOne,
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
import { aroundSub, child, stoppingSub } from './terminate.ts';

const CLASS = 'FlowableTest.TerminateEndEventTest';
const MI_CLASS = 'FlowableTest.TerminateMultiInstanceEndEventTest';

export const TERMINATE_MULTI_INSTANCE: readonly ExecutionCase[] = [
  {
    name: 'behind an exclusive gateway ends the process with its multi-instance sub-process',
    after: `${CLASS}#testTerminateInExclusiveGatewayWithMultiInstanceSubProcess`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('preStop'),
        exclusive('choice', 'choice-go'),
        end('stop', terminate()),
        end('go'),
        oneTaskSub('inner', 'innerTask', each({ times: '5' })),
        end(),
        path('start > fork > preStop > choice > go'),
        when('${input == 1}', 'choice', 'stop'),
        path('fork > inner > end'),
      ),
    ],
    begins: 'preStop innerTask innerTask innerTask innerTask innerTask',
    steps: [[done('preStop', { input: 1 }), ENDED]],
  },
  {
    name: 'inside one instance of a parallel multi-instance sub-process ends that instance',
    after: `${CLASS}#testTerminateInSubProcessConcurrentMultiInstance2`,
    models: [process(start(), stoppingSub('', each({ times: '3' })), tasks('next'), path('start > inner > next'))],
    begins: 'first first first second second second',
    steps: [
      [done('first'), 'first first second second'],
      [done('first'), 'first second'],
      [done('second'), 'first'],
      [done('first'), 'next'],
    ],
  },
  {
    name: 'with terminateAll inside one instance of a multi-instance sub-process ends everything',
    after: `${CLASS}#testTerminateInSubProcessConcurrentMultiInstanceTerminateAll`,
    models: [process(start(), stoppingSub(ALL, each({ times: '3' })), tasks('next'), path('start > inner > next'))],
    begins: 'first first first second second second',
    steps: [[done('first'), ENDED]],
  },
  {
    name: 'inside each instance of a sequential multi-instance sub-process begins the next',
    after: `${CLASS}#testTerminateInSubProcessSequentialConcurrentMultiInstance`,
    models: [process(start(), stoppingSub('', oneByOne({ times: '2' })), tasks('next'), path('start > inner > next'))],
    begins: 'first second',
    steps: [
      [done('first'), 'first second'],
      [done('first'), 'next'],
    ],
  },
  {
    name: 'inside each process that a parallel multi-instance call activity calls',
    after: `${CLASS}#testMiCallActivityParallel`,
    models: [
      process(start(), call('inner', 'child', '', '', each({ times: '3' })), tasks('next'), end(), path('start > inner > next > end')),
      child(''),
    ],
    begins: 'first first first second second second',
    steps: [
      [done('first'), 'first first second second'],
      [done('first'), 'first second'],
      [done('first'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'inside each process that a sequential multi-instance call activity calls',
    after: `${CLASS}#testMiCallActivitySequential`,
    models: [
      process(start(), call('inner', 'child', '', '', oneByOne({ times: '3' })), tasks('next'), end(), path('start > inner > next > end')),
      child(''),
    ],
    begins: 'first second',
    steps: [
      [done('first'), 'first second'],
      [done('first'), 'first second'],
      [done('first'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'with terminateMultiInstance ends all parallel instances of the sub-process',
    after: `${MI_CLASS}#testMultiInstanceEmbeddedSubprocess2`,
    models: [
      process(start(), stoppingSub(ALL_INSTANCES, each({ times: '5' })), tasks('afterMi'), end(), path('start > inner > afterMi > end')),
    ],
    begins: { tasks: [...Array(5).fill('first'), ...Array(5).fill('second')] as string[] },
    steps: [
      [done('second'), { tasks: [...Array(5).fill('first'), ...Array(4).fill('second')] as string[] }],
      [done('first'), 'afterMi'],
      [done('afterMi'), ENDED],
    ],
  },
  {
    name: 'with terminateMultiInstance ends a sequential multi-instance sub-process',
    after: `${MI_CLASS}#testMultiInstanceEmbeddedSubprocess2Sequential`,
    models: [
      process(
        start(),
        stoppingSub(ALL_INSTANCES, oneByOne({ times: '5' })),
        tasks('afterMi'),
        end(),
        path('start > inner > afterMi > end'),
      ),
    ],
    begins: 'first second',
    steps: [
      [done('second'), 'first'],
      [done('first'), 'afterMi'],
      [done('afterMi'), ENDED],
    ],
  },
  {
    name: 'with terminateMultiInstance in a called process ends the other calls, not the branch beside',
    after: `${MI_CLASS}#testTerminateMiCallactivity`,
    models: [aroundSub(call('inner', 'child', '', '', each({ times: '4' }))), child(ALL_INSTANCES)],
    begins: { tasks: ['beside', ...Array(4).fill('first'), ...Array(4).fill('second')] as string[] },
    steps: [[done('first'), 'beside next']],
  },
  {
    name: 'with terminateMultiInstance in a sequentially called process',
    after: `${MI_CLASS}#testTerminateMiCallactivitySequential`,
    models: [aroundSub(call('inner', 'child', '', '', oneByOne({ times: '4' }))), child(ALL_INSTANCES)],
    begins: 'beside first second',
    steps: [[done('first'), 'beside next']],
  },
  {
    name: 'with terminateMultiInstance deeper than the multi-instance sub-process ends its instances',
    after: `${MI_CLASS}#testTerminateNestedMiEmbeddedSubprocess`,
    models: [
      process(
        start(),
        sub(
          'many',
          each({ times: '2' }),
          start('s'),
          tasks('b'),
          sub('deep', start('t'), tasks('c'), end('te'), path('t > c > te')),
          boundary('late', 'deep', after('PT1H')),
          end('stop', terminate(ALL_INSTANCES)),
          end('e'),
          path('s > b > deep > e'),
          path('late > stop'),
        ),
        tasks('afterInnerMi'),
        path('start > many > afterInnerMi'),
      ),
    ],
    begins: 'b b',
    steps: [
      [done('b'), { tasks: ['b', 'c'], timers: ['late'] }],
      [fire('late'), { tasks: ['afterInnerMi'], timers: [] }],
      [done('afterInnerMi'), ENDED],
    ],
  },
];
