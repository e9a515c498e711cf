import { done, ENDED, type ExecutionCase, move } from './case.ts';
import { each, end, inclusive, parallel, path, process, start, sub, tasks, when } from './notation.ts';

const GATEWAYS = 'FlowableTest.ChangeStateForGatewaysTest';
const MI = 'FlowableTest.ChangeStateForMultiInstanceTest';

const times = (key: string, n: number): string => Array(n).fill(key).join(' ');

const nested = process(
  start(),
  sub(
    'outer',
    each({ times: '3' }),
    start('os'),
    tasks('task1', 'task2'),
    sub('inner', each({ times: '3' }), start('is'), tasks('deep1', 'deep2'), end('ie'), path('is > deep1 > deep2 > ie')),
    end('oe'),
    path('os > task1 > inner > task2 > oe'),
  ),
  tasks('last'),
  end(),
  path('start > outer > last > end'),
);
const toInner = [
  [done('task1'), `${times('deep1', 3)} task1 task1`],
  [done('task1'), `${times('deep1', 6)} task1`],
  [done('task1'), times('deep1', 9)],
] as const;

const forkedInside = process(
  start(),
  sub(
    'many',
    each({ times: '3' }),
    start('s'),
    tasks('pre', 'left', 'right', 'post'),
    parallel('fork', 'join'),
    end('e'),
    path('s > pre > fork > left > join > post > e'),
    path('fork > right > join'),
  ),
  tasks('last'),
  end(),
  path('start > many > last > end'),
);
const inclusiveInside = process(
  start(),
  sub(
    'many',
    each({ times: '3' }),
    start('s'),
    tasks('one', 'two', 'three', 'post'),
    inclusive('fork'),
    inclusive('join'),
    end('e'),
    path('s > fork > one > join > post > e'),
    path('fork > two > join'),
    path('fork > three > join'),
  ),
  tasks('last'),
  end(),
  path('start > many > last > end'),
);

export const MOVES_OF_NESTED_MULTI_INSTANCE: readonly ExecutionCase[] = [
  {
    name: 'inside nested instances, some of which are further on',
    after: `${MI}#testSetCurrentActivityWithinNestedMultiInstanceParallelSubProcess`,
    models: [nested],
    begins: 'task1 task1 task1',
    steps: [
      ...toInner,
      [done('deep1'), `${times('deep1', 8)} deep2`],
      [move('deep1', 'deep2'), { tasks: times('deep2', 9).split(' '), scopes: 9 }],
      [done('deep2'), times('deep2', 8)],
      [done('deep2'), times('deep2', 7)],
      [done('deep2'), `${times('deep2', 6)} task2`],
    ],
  },
  {
    name: 'a multi-instance sub-process as a whole: one execution goes on',
    after: `${MI}#testSetCurrentMultiInstanceSubProcessParentActivityWithinProcess`,
    models: [nested],
    begins: 'task1 task1 task1',
    steps: [
      [done('task1'), `${times('deep1', 3)} task1 task1`],
      [move('outer', 'last'), { tasks: ['last'], scopes: 1 }],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'inner multi-instance sub-processes as a whole: one execution in each outer instance',
    after: `${MI}#testSetCurrentMultiInstanceNestedSubProcessParentActivityWithinSubProcess`,
    models: [nested],
    begins: 'task1 task1 task1',
    steps: [
      ...toInner,
      [done('deep1'), `${times('deep1', 8)} deep2`],
      [done('deep2'), times('deep1', 8)],
      [move('inner', 'task2'), { tasks: ['task2', 'task2', 'task2'], scopes: 3 }],
      [done('task2'), 'task2 task2'],
      [done('task2'), 'task2'],
      [done('task2'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'into both branches of a fork in each instance, and from both into its join',
    after: `${MI}#testSetCurrentActivitiesUsingParallelGatewayNestedInMultiInstanceSubProcess`,
    models: [forkedInside],
    begins: 'pre pre pre',
    steps: [
      [move('pre', 'left right'), { tasks: ['left', 'left', 'left', 'right', 'right', 'right'], scopes: 3 }],
      [move('left right', 'join'), { tasks: ['post', 'post', 'post'], scopes: 3 }],
      [done('post'), 'post post'],
      [done('post'), 'post'],
      [done('post'), 'last'],
    ],
  },
  {
    name: 'from both branches in each instance to the task behind the join',
    after: `${MI}#testSetCurrentExecutionsUsingParallelGatewayNestedInMultiInstanceSubProcess`,
    models: [forkedInside],
    begins: 'pre pre pre',
    steps: [
      [move('pre', 'left right'), 'left left left right right right'],
      [move('left right', 'post'), { tasks: ['post', 'post', 'post'], scopes: 3 }],
    ],
  },
  {
    name: 'from three branches in each instance into an inclusive join',
    after: `${MI}#testCompleteSetCurrentActivitiesUsingInclusiveGatewayNestedInMultiInstanceSubProcess`,
    models: [inclusiveInside],
    begins: 'one one one two two two three three three',
    steps: [
      [move('one two three', 'join'), { tasks: ['post', 'post', 'post'], scopes: 3 }],
      [done('post'), 'post post'],
      [done('post'), 'post'],
      [done('post'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'one branch in each instance into an inclusive join: it waits for the others there',
    after: `${MI}#testCompleteSetCurrentExecutionsUsingInclusiveGatewayNestedInMultiInstanceSubProcess`,
    models: [inclusiveInside],
    begins: 'one one one two two two three three three',
    steps: [
      [move('one two', 'join'), 'three three three'],
      [done('three'), 'post three three'],
      [done('three'), 'post post three'],
    ],
  },
];

const parallelSubs = process(
  start(),
  tasks('before', 'last'),
  parallel('fork', 'join'),
  sub('sub1', start('s1'), tasks('a1', 'a2'), end('e1'), path('s1 > a1 > a2 > e1')),
  sub('sub2', start('s2'), tasks('b1'), end('e2'), path('s2 > b1 > e2')),
  end(),
  path('start > before > fork > sub1 > join > last > end'),
  path('fork > sub2 > join'),
);
const inclusiveAndSubs = process(
  start(),
  tasks('before', 'inc1', 'inc2', 'inc3', 'last'),
  inclusive('incFork'),
  inclusive('incJoin'),
  parallel('fork', 'join'),
  sub('sub1', start('s1'), tasks('a1', 'a2'), end('e1'), path('s1 > a1 > a2 > e1')),
  sub('sub2', start('s2'), tasks('b1'), end('e2'), path('s2 > b1 > e2')),
  end(),
  path('start > before > incFork'),
  when("${var1 == 'test2'}", 'incFork', 'inc1'),
  when("${var1 == 'test1'}", 'incFork', 'inc2'),
  when("${var1 == 'test2'}", 'incFork', 'inc3'),
  path('inc1 > fork > sub1 > join > incJoin > last > end'),
  path('fork > sub2 > join'),
  path('inc2 > incJoin'),
  path('inc3 > incJoin'),
);
const given = { variables: { var1: 'test2' } };

export const MOVES_OF_PARALLEL_SUB_PROCESSES: readonly ExecutionCase[] = [
  {
    name: 'one task into two sub-processes',
    after: `${GATEWAYS}#testSetCurrentActivityToMultipleActivitiesForParallelSubProcesses`,
    models: [parallelSubs],
    begins: 'before',
    steps: [
      [move('before', 'a2 b1'), { tasks: ['a2', 'b1'], scopes: 2 }],
      [done('a2'), 'b1'],
      [done('b1'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'out of two sub-processes to the task behind their join',
    after: `${GATEWAYS}#testSetMultipleActivitiesToSingleActivityAfterParallelSubProcesses`,
    models: [parallelSubs],
    begins: 'before',
    steps: [
      [done('before'), 'a1 b1'],
      [move('a1 b1', 'last'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'inside one of two sub-processes',
    after: `${GATEWAYS}#testMoveCurrentActivityInParallelSubProcess`,
    models: [parallelSubs],
    begins: 'before',
    steps: [
      [done('before'), 'a1 b1'],
      [move('a1', 'a2'), { tasks: ['a2', 'b1'], scopes: 2 }],
      [done('a2'), 'b1'],
      [done('b1'), 'last'],
    ],
  },
  {
    name: 'one task into two tasks of one sub-process: it is begun once',
    after: 'own',
    models: [parallelSubs],
    begins: 'before',
    steps: [
      [move('before', 'a1 a2'), { tasks: ['a1', 'a2'], scopes: 1 }],
      [done('a2'), 'a1'],
    ],
  },
  {
    name: 'one task into a branch of an inclusive gateway and two sub-processes',
    after: `${GATEWAYS}#testSetCurrentActivityToMultipleActivitiesForInclusiveAndParallelSubProcesses`,
    models: [inclusiveAndSubs],
    start: given,
    begins: 'before',
    steps: [
      [move('before', 'inc3 a1 b1'), 'a1 b1 inc3'],
      [done('a1'), 'a2 b1 inc3'],
      [done('a2'), 'b1 inc3'],
      [done('b1'), 'inc3'],
      [done('inc3'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'out of two sub-processes and a branch to one task',
    after: `${GATEWAYS}#testSetCurrentActivitiesToSingleActivityForInclusiveAndParallelSubProcesses`,
    models: [inclusiveAndSubs],
    start: given,
    begins: 'before',
    steps: [
      [done('before'), 'inc1 inc3'],
      [done('inc1'), 'a1 b1 inc3'],
      [move('inc3 a1 b1', 'last'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'out of two sub-processes back into a branch of an inclusive gateway',
    after: `${GATEWAYS}#testSetCurrentActivitiesToSingleActivityInInclusiveGateway`,
    models: [inclusiveAndSubs],
    start: given,
    begins: 'before',
    steps: [
      [done('before'), 'inc1 inc3'],
      [done('inc1'), 'a1 b1 inc3'],
      [move('a1 b1', 'inc1'), 'inc1 inc3'],
      [done('inc3'), 'inc1'],
      [done('inc1'), 'a1 b1'],
      [done('b1'), 'a1'],
      [done('a1'), 'a2'],
      [done('a2'), 'last'],
      [done('last'), ENDED],
    ],
  },
];
