import { done, ENDED, type ExecutionCase, fire, trigger } from './case.ts';
import { after, boundary, call, each, end, input, named, oneByOne, path, process, receive, start, sub, task, tasks } from './notation.ts';

const CLASS = 'FlowableTest.MultiInstanceTest';
const of = (key: string, n: number): string => Array(n).fill(key).join(' ');
const late = [boundary('late', 'many', after('PT1H')), tasks('afterTimer'), path('late > afterTimer > end')] as const;
const around = (loop: string, body: string, ...more: string[]): string =>
  process(start(), sub('many', loop, body), tasks('last'), end(), path('start > many > last > end'), ...more);

const external = named('external', start(), tasks('work'), end(), path('start > work > end'));
const nestedCalls = (outer: string, inner: string, ...more: string[]): string =>
  process(
    start(),
    sub('many', outer, start('s') + call('called', 'external', '', '', inner) + end('e') + path('s > called > e')),
    tasks('last'),
    end(),
    path('start > many > last > end'),
    ...more,
  );
const nestedSubs = (outer: string, inner: string, ...more: string[]): string =>
  around(
    outer,
    start('s0') + sub('deep', inner, start('s'), tasks('work'), end('e'), path('s > work > e')) + end('e0') + path('s0 > deep > e0'),
    ...more,
  );
const two = { times: '2' } as const;

export const NESTED_INSTANCES: readonly ExecutionCase[] = [
  ...(
    [
      ['sequential, then sequential', oneByOne, oneByOne, 'sign', 'approve'],
      ['sequential, then parallel', oneByOne, each, 'sign', 'approve approve'],
      ['parallel, then sequential', each, oneByOne, 'sign sign', 'approve'],
      ['parallel, then parallel', each, each, 'sign sign', 'approve approve'],
    ] as const
  ).map(([name, first, second, begins, then]) => ({
    name: `two tasks, ${name}`,
    after: `${CLASS}#testUserTasksSequentialParallel`,
    models: [
      process(
        start(),
        task('sign', '', first(two)),
        task('approve', '', second(two)),
        receive('wait'),
        end(),
        path('start > sign > approve > wait > end'),
      ),
    ],
    begins,
    steps: [
      [done('sign'), 'sign'],
      [done('sign'), then],
      [done('approve'), 'approve'],
      [done('approve'), { tasks: [], waiting: ['wait'] }],
      [trigger('wait'), ENDED],
    ] as const,
  })),
  {
    name: 'sub-processes one after the other inside each other',
    after: `${CLASS}#testNestedSequentialSubProcess`,
    models: [nestedSubs(oneByOne(two), oneByOne(two))],
    begins: 'work',
    steps: [
      [done('work'), 'work'],
      [done('work'), 'work'],
      [done('work'), 'work'],
      [done('work'), 'last'],
    ],
  },
  {
    name: 'sub-processes one after the other inside each other, with a timer',
    after: `${CLASS}#testNestedSequentialSubProcessWithTimer`,
    models: [nestedSubs(oneByOne({ times: '3' }), oneByOne(two), ...late)],
    begins: { tasks: ['work'], timers: ['late'] },
    steps: [
      [done('work'), 'work'],
      [done('work'), 'work'],
      [done('work'), { tasks: ['work'], timers: ['late'] }],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'sub-processes at once inside each other, with a timer',
    after: `${CLASS}#testNestedParallelSubProcessWithTimer`,
    models: [nestedSubs(each(two), each(two), ...late)],
    begins: of('work', 4),
    steps: [
      [done('work'), of('work', 3)],
      [done('work'), of('work', 2)],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'tasks at once inside a sub-process one after the other',
    after: `${CLASS}#testNestedMultiInstanceSequentialParallelTasks`,
    models: [
      around(
        oneByOne({ over: 'groups', as: 'group' }),
        start('s') +
          `<userTask id="sign" name="\${group.name} \${person}">${each({ over: '${group.people}', as: 'person' })}</userTask>` +
          end('e') +
          path('s > sign > e'),
      ),
    ],
    start: {
      variables: {
        groups: [
          { name: 'A', people: ['x', 'y'] },
          { name: 'B', people: ['z'] },
        ],
      },
    },
    begins: { names: ['A x', 'A y'] },
    steps: [
      [done('A y'), { names: ['A x'] }],
      [done('A x'), { names: ['B z'] }],
      [done('B z'), 'last'],
    ],
  },
  {
    name: 'calls at once inside sub-processes at once',
    after: `${CLASS}#testNestedParallelCallActivity`,
    models: [nestedCalls(each(two), each({ times: '7' })), external],
    begins: { tasks: of('work', 14).split(' '), scopes: 14 },
    steps: [
      ...Array.from({ length: 13 }, (_, n) => [done('work'), of('work', 13 - n)] as const),
      [done('work'), 'last'],
      [done('last'), ENDED],
    ],
  },
  {
    name: 'calls at once inside sub-processes at once, with a timer',
    after: `${CLASS}#testNestedParallelCallActivityWithTimer`,
    models: [nestedCalls(each(two), each(two), ...late), external],
    begins: { tasks: of('work', 4).split(' '), timers: ['late'] },
    steps: [
      [done('work'), of('work', 3)],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'calls one after the other inside a sub-process one after the other',
    after: `${CLASS}#testNestedSequentialCallActivity`,
    models: [nestedCalls(oneByOne(two), oneByOne(two)), external],
    begins: 'work',
    steps: [
      [done('work'), 'work'],
      [done('work'), 'work'],
      [done('work'), 'work'],
      [done('work'), 'last'],
    ],
  },
  {
    name: 'calls one after the other inside a sub-process, with a timer',
    after: `${CLASS}#testNestedSequentialCallActivityWithTimer`,
    models: [nestedCalls(oneByOne(two), oneByOne(two), ...late), external],
    begins: 'work',
    steps: [
      [done('work'), 'work'],
      [fire('late'), { tasks: ['afterTimer'], timers: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'a call for each of a list, one after the other',
    after: `${CLASS}#testSequentialCallActivityWithList`,
    models: [
      process(
        start(),
        call('many', 'child', input('item', 'name'), '', oneByOne({ over: '${items}', as: 'item' })),
        end(),
        path('start > many > end'),
      ),
      named('child', start(), `<userTask id="work" name="\${name}"/>`, end(), path('start > work > end')),
    ],
    start: { variables: { items: ['one', 'two', 'three'] } },
    begins: { names: ['one'] },
    steps: [
      [done('one'), { names: ['two'] }],
      [done('two'), { names: ['three'] }],
      [done('three'), ENDED],
    ],
  },
];
