import { done, ENDED, type ExecutionCase, move } from './case.ts';
import { each, end, inclusive, oneByOne, parallel, path, process, start, sub, task, tasks, when } from './notation.ts';

const GATEWAYS = 'FlowableTest.ChangeStateForGatewaysTest';
const MI = 'FlowableTest.ChangeStateForMultiInstanceTest';

const forked = process(
  start(),
  tasks('before', 'task1', 'task2', 'last'),
  parallel('fork', 'join'),
  end(),
  path('start > before > fork > task1 > join > last > end'),
  path('fork > task2 > join'),
);
const inclusiveForked = process(
  start(),
  tasks('before', 'task1', 'task2', 'last'),
  inclusive('fork'),
  inclusive('join'),
  end(),
  path('start > before > fork'),
  when('${true}', 'fork', 'task1'),
  when('${true}', 'fork', 'task2'),
  path('task1 > join > last > end'),
  path('task2 > join'),
);

export const MOVES_AT_GATEWAYS: readonly ExecutionCase[] = [forked, inclusiveForked].flatMap((model, n) => {
  const kind = n === 0 ? 'parallel' : 'inclusive';
  const suffix = n === 0 ? 'ParallelGateway' : 'InclusiveGateway';
  return [
    {
      name: `one task into two branches of a ${kind} gateway`,
      after: `${GATEWAYS}#testSetCurrentActivityToMultipleActivitiesFor${suffix}`,
      models: [model],
      begins: 'before',
      steps: [
        [move('before', 'task1 task2'), 'task1 task2'],
        [done('task1'), 'task2'],
        [done('task2'), 'last'],
        [done('last'), ENDED],
      ] as const,
    },
    {
      name: `two branches to one task behind a ${kind} gateway`,
      after: `${GATEWAYS}#testSetMultipleActivitiesToSingleActivityAfter${suffix}`,
      models: [model],
      begins: 'before',
      steps: [
        [done('before'), 'task1 task2'],
        [move('task1 task2', 'last'), 'last'],
        [done('last'), ENDED],
      ] as const,
    },
    {
      name: `two branches into the join of a ${kind} gateway`,
      after: `${GATEWAYS}#testSetMultipleActivitiesIntoSynchronizing${suffix}`,
      models: [model],
      begins: 'before',
      steps: [
        [done('before'), 'task1 task2'],
        [move('task1 task2', 'join'), 'last'],
        [done('last'), ENDED],
      ] as const,
    },
    {
      name: `the last branch and what waits at the join of a ${kind} gateway to the task behind it`,
      after: `${GATEWAYS}#testSetMultipleGatewayActivitiesAndSynchronizing${suffix}AfterGateway`,
      models: [model],
      begins: 'before',
      steps: [
        [done('before'), 'task1 task2'],
        [done('task1'), 'task2'],
        [move('task2 join', 'last'), 'last'],
        [done('last'), ENDED],
      ] as const,
    },
    {
      name: `one branch into the join of a ${kind} gateway: it waits for the other`,
      after: `${GATEWAYS}#testSetActivityIntoSynchronizing${suffix}First`,
      models: [model],
      begins: 'before',
      steps: [
        [done('before'), 'task1 task2'],
        [move('task1', 'join'), 'task2'],
        [done('task2'), 'last'],
        [done('last'), ENDED],
      ] as const,
    },
    {
      name: `the last branch into the join of a ${kind} gateway`,
      after: `${GATEWAYS}#testSetActivityIntoSynchronizing${suffix}Last`,
      models: [model],
      begins: 'before',
      steps: [
        [done('before'), 'task1 task2'],
        [done('task1'), 'task2'],
        [move('task2', 'join'), 'last'],
        [done('last'), ENDED],
      ] as const,
    },
  ];
});

const around = (loop: string): string =>
  process(start(), tasks('before', 'next'), task('sign', '', loop), end(), path('start > before > sign > next > end'));
const manySub = process(
  start(),
  sub('many', each({ times: '3' }), start('s'), tasks('subTask1', 'subTask2'), end('e'), path('s > subTask1 > subTask2 > e')),
  tasks('last'),
  end(),
  path('start > many > last > end'),
);

export const MOVES_OF_MULTI_INSTANCE: readonly ExecutionCase[] = [
  {
    name: 'to a sequential multi-instance task',
    after: `${MI}#testSetCurrentActivityToSequentialMultiInstanceTask`,
    models: [around(oneByOne({ times: '${nrOfLoops}' }))],
    start: { variables: { nrOfLoops: 2 } },
    begins: 'before',
    steps: [
      [move('before', 'sign'), 'sign'],
      [done('sign'), 'sign'],
      [done('sign'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'away from a sequential multi-instance task',
    after: `${MI}#testSetCurrentActivityOfSequentialMultiInstanceTask`,
    models: [around(oneByOne({ times: '5' }))],
    begins: 'before',
    steps: [
      [done('before'), 'sign'],
      [done('sign'), 'sign'],
      [move('sign', 'next'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'to a parallel multi-instance task',
    after: `${MI}#testSetCurrentActivityToParallelMultiInstanceTask`,
    models: [around(each({ times: '3' }))],
    begins: 'before',
    steps: [
      [move('before', 'sign'), 'sign sign sign'],
      [done('sign'), 'sign sign'],
      [done('sign'), 'sign'],
      [done('sign'), 'next'],
    ],
  },
  {
    name: 'away from a half-done parallel multi-instance task: one task, not several',
    after: `${MI}#testSetCurrentActivityOfParallelMultiInstanceTask`,
    models: [around(each({ times: '3' }))],
    begins: 'before',
    steps: [
      [done('before'), 'sign sign sign'],
      [done('sign'), 'sign sign'],
      [move('sign', 'next'), 'next'],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'inside all instances of a multi-instance sub-process: each moves by itself',
    after: `${MI}#testSetCurrentActivityWithinMultiInstanceParallelSubProcess`,
    models: [manySub],
    begins: { tasks: ['subTask1', 'subTask1', 'subTask1'], scopes: 3 },
    steps: [
      [move('subTask1', 'subTask2'), { tasks: ['subTask2', 'subTask2', 'subTask2'], scopes: 3 }],
      [done('subTask2'), 'subTask2 subTask2'],
      [done('subTask2'), 'subTask2'],
      [done('subTask2'), 'last'],
      [done('last'), ENDED],
    ],
  },
];
