import { done, ENDED, type ExecutionCase, fire, refused, send } from './case.ts';
import {
  after,
  boundary,
  each,
  end,
  exclusive,
  message,
  oneTaskSub,
  parallel,
  path,
  process,
  service,
  start,
  sub,
  task,
  tasks,
  terminate,
  throwing,
  watching,
  when,
} from './notation.ts';

const PARALLEL = 'FlowableTest.ParallelGatewayTest';
const ENDS = 'FlowableTest.TerminateEndEventTest';

export const MORE_PARALLEL: readonly ExecutionCase[] = [
  {
    name: 'conditions on its flows are not asked',
    after: `${PARALLEL}#testSplitMergeNoWaitstates`,
    models: [
      process(
        start(),
        parallel('fork'),
        tasks('a', 'b'),
        path('start > fork'),
        when('${nobody}', 'fork', 'a'),
        when('${false}', 'fork', 'b'),
      ),
    ],
    begins: 'a b',
    steps: [],
  },
  {
    name: 'joins and forks at once',
    after: `${PARALLEL}#testUnstructuredConcurrencyTwoJoins`,
    models: [
      process(
        start(),
        parallel('fork', 'both', 'last'),
        tasks('a', 'b', 'c', 'd', 'e'),
        end(),
        path('start > fork > a > both > c > last > e > end'),
        path('fork > b > both > d > last'),
      ),
    ],
    begins: 'a b',
    steps: [
      [done('a'), 'b'],
      [done('b'), 'c d'],
      [done('d'), 'c'],
      [done('c'), 'e'],
      [done('e'), ENDED],
    ],
  },
  {
    name: 'a complex nest of forks and joins with automatic branches',
    after: `${PARALLEL}#testNestedForkJoin`,
    models: [
      process(
        start(),
        parallel('f1', 'f2', 'j2', 'f3', 'j3', 'j1'),
        service('auto1'),
        service('auto2'),
        tasks('a', 'b', 'last'),
        path('start > f1 > f2 > auto1 > j2 > j1 > last'),
        path('f2 > a > j2'),
        path('f1 > f3 > auto2 > j3 > j1'),
        path('f3 > b > j3'),
      ),
    ],
    begins: 'a b',
    steps: [
      [done('b'), 'a'],
      [done('a'), 'last'],
    ],
  },
  {
    name: 'a join is reached by the timer of one branch',
    after: 'FlowableTest.BoundaryTimerEventTest#testTimerOnConcurrentTasks',
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        tasks('a', 'b', 'last'),
        exclusive('m'),
        boundary('late', 'a', after('PT1H')),
        path('start > fork > a > m > join > last'),
        path('late > m'),
        path('fork > b > join'),
      ),
    ],
    begins: 'a b',
    steps: [
      [fire(), 'b'],
      [done('b'), 'last'],
    ],
  },
  {
    name: 'a fork in a loop joins anew each time',
    after: 'own',
    models: [
      process(
        start(),
        exclusive('again'),
        parallel('fork', 'join'),
        tasks('a', 'b'),
        exclusive('g', 'g-end'),
        end(),
        path('start > again > fork > a > join > g > end'),
        path('fork > b > join'),
        when('${n < 2}', 'g', 'again'),
      ),
    ],
    start: { variables: { n: 0 } },
    begins: 'a b',
    steps: [
      [done('a', { n: 1 }), 'b'],
      [done('b'), 'a b'],
      [done('b', { n: 2 }), 'a'],
      [done('a'), ENDED],
    ],
  },
  {
    name: 'a branch that never comes leaves the join waiting',
    after: `${PARALLEL}#testUnbalancedForkJoin`,
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        tasks('a', 'b', 'last'),
        exclusive('g', 'g-away'),
        end('away'),
        path('start > fork > a > join > last'),
        path('fork > b > g > away'),
        when('${stays}', 'g', 'join'),
      ),
    ],
    begins: 'a b',
    steps: [
      [done('a'), 'b'],
      [done('b', { stays: false }), { tasks: [], ended: false }],
    ],
  },
];

export const MORE_ENDS: readonly ExecutionCase[] = [
  {
    name: 'a terminating end in a branch beside a boundary ends the process',
    after: `${ENDS}#testTerminateWithBoundary`,
    models: [
      process(
        start(),
        tasks('a'),
        watching('news', 'a', message('news')),
        end('stop', terminate()),
        path('start > a'),
        path('news > stop'),
      ),
    ],
    begins: 'a',
    steps: [[send('news'), ENDED]],
  },
  {
    name: 'a terminating end in an event sub-process ends only that',
    after: `${ENDS}#testTerminateInEventSubProcess`,
    models: [
      process(
        start(),
        tasks('a'),
        path('start > a'),
        `<subProcess id="h" triggeredByEvent="true">${start('hs', message('news'), 'isInterrupting="false"')}${parallel('fork')}${tasks('b', 'c')}${end('stop', terminate())}${path('hs > fork > b > stop')}${path('fork > c')}</subProcess>`,
      ),
    ],
    begins: 'a',
    steps: [
      [send('news'), 'a b c'],
      [done('b'), 'a'],
      [done('a'), ENDED],
    ],
  },
  {
    name: 'a terminating end beside a multi-instance task takes its instances away',
    after: `${ENDS}#testTerminateMultiInstanceTask`,
    models: [
      process(
        start(),
        parallel('fork'),
        task('many', '', each({ times: '3' })),
        tasks('a'),
        end('stop', terminate()),
        path('start > fork > many'),
        path('fork > a > stop'),
      ),
    ],
    begins: 'a many many many',
    steps: [
      [done('many'), 'a many many'],
      [done('a'), ENDED],
    ],
  },
  {
    name: 'a plain end, an end of a sub-process and a thrown event without a definition',
    after: 'FlowableTest.IntermediateNoneEventTest#testIntermediateNoneTimerEvent',
    models: [process(start(), throwing('t'), oneTaskSub('inner', 'a'), throwing('t2'), end(), path('start > t > inner > t2 > end'))],
    begins: 'a',
    steps: [[done('a'), ENDED]],
  },
  {
    name: 'a sub-process without a start is refused',
    after: 'FlowableTest.SubProcessTest#testNoStartEvent',
    models: [process(start(), sub('inner', tasks('a')), path('start > inner'))],
    begins: refused('inner'),
    steps: [],
  },
];
