import { done, ENDED, type ExecutionCase, send, shout } from './case.ts';
import {
  boundary,
  call,
  each,
  end,
  error,
  exclusive,
  message,
  named,
  oneByOne,
  output,
  outputOf,
  path,
  process,
  service,
  signal,
  start,
  sub,
  task,
  tasks,
  watching,
  when,
} from './notation.ts';

const CLASS = 'FlowableTest.MultiInstanceTest';
const of = (key: string, n: number): string => Array(n).fill(key).join(' ');
const inside = start('s') + tasks('one', 'two') + end('e') + path('s > one > two > e');
const around = (loop: string, body: string, ...more: string[]): string =>
  process(start(), sub('many', loop, body), tasks('last'), end(), path('start > many > last > end'), ...more);

const two = { times: '2' } as const;

export const INSTANCES_AND_EVENTS: readonly ExecutionCase[] = [
  {
    name: 'a signal at the boundary takes all instances of a sub-process away; their numbers are gone',
    after: `${CLASS}#testLoopVariablesWithBoundaryOnSubprocess`,
    models: [
      process(
        start(),
        sub('many', each({ times: '3' }), start('s'), `<userTask id="t" name="Task #\${loopCounter}"/>`, end('e'), path('s > t > e')),
        boundary('cancelled', 'many', signal('stop')),
        `<userTask id="next" name="Cancelled \${vars:exists(nrOfInstances)}"/>`,
        end(),
        path('start > many > end'),
        path('cancelled > next > end'),
      ),
    ],
    begins: { names: ['Task #0', 'Task #1', 'Task #2'], subscriptions: ['stop'] },
    steps: [
      [done('Task #1'), { names: ['Task #0', 'Task #2'] }],
      [shout('stop'), { names: ['Cancelled false'], subscriptions: [] }],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'a message beside a multi-instance task leaves its instances alone',
    after: 'FlowableTest.MessageNonInterruptingBoundaryEventTest#testNonInterruptingInMultiInstance',
    models: [
      process(
        start(),
        task('many', '', each({ times: '2' })),
        watching('news', 'many', message('news')),
        tasks('told'),
        end(),
        path('start > many > end'),
        path('news > told > end'),
      ),
    ],
    begins: { tasks: ['many', 'many'], subscriptions: ['news'] },
    steps: [
      [send('news'), { tasks: ['many', 'many', 'told'], subscriptions: ['news'] }],
      [done('many'), 'many told'],
      [send('news'), 'many told told'],
      [done('many'), { tasks: ['told', 'told'], subscriptions: [] }],
      [done('told'), 'told'],
      [done('told'), ENDED],
    ],
  },
  ...[each, oneByOne].map((loop, n): ExecutionCase => ({
    name: `zero times a sub-process with an event at its boundary: ${n === 0 ? 'parallel' : 'sequential'}`,
    after: `${CLASS}#testZeroLoopCardinalityOnParallelSubprocessWithEventSubscription`,
    models: [
      process(
        start(),
        sub('many', loop({ times: '${n}' }), start('s'), tasks('t'), end('e'), path('s > t > e')),
        boundary('news', 'many', message('news')),
        tasks('told', 'next'),
        end(),
        path('start > many > next > end'),
        path('news > told > end'),
      ),
    ],
    start: { variables: { n: 0 } },
    begins: { tasks: ['next'], subscriptions: [] },
    steps: [[done('next'), ENDED]],
  })),
  ...[each, oneByOne].map((loop, n): ExecutionCase => ({
    name: `a sub-process over an empty list is passed: ${n === 0 ? 'parallel' : 'sequential'}`,
    after: `${CLASS}#${n === 0 ? 'testParallelEmptyCollection' : 'testSequentialSubprocessEmptyCollection'}`,
    models: [around(loop({ over: 'list', as: 'one' }), inside)],
    start: { variables: { list: [] } },
    begins: 'last',
    steps: [[done('last'), ENDED]],
  })),
  {
    name: 'sub-processes without anything to wait for',
    after: `${CLASS}#testParallelSubProcessAllAutomatic`,
    models: [around(each({ times: '5' }), start('s') + service('work') + end('e') + path('s > work > e'))],
    begins: { tasks: ['last'], scopes: 1 },
    steps: [[done('last'), ENDED]],
  },
  {
    name: 'services many times, one after the other and at once',
    after: `${CLASS}#testSequentialScriptTasks`,
    models: [
      process(
        start(),
        service('a', '', oneByOne({ times: '100' })),
        service('b', '', each({ times: '100' })),
        tasks('last'),
        path('start > a > b > last'),
      ),
    ],
    begins: 'last',
    steps: [],
  },
  {
    name: 'several sub-processes without an end inside, one after the other',
    after: `${CLASS}#testMultipleMultiInstanceSubprocessWithoutInnerEndEvent`,
    models: [
      process(
        start(),
        sub('first', each(two), start('s1'), tasks('t1'), path('s1 > t1')),
        sub('second', oneByOne(two), start('s2'), tasks('t2'), path('s2 > t2')),
        tasks('last'),
        path('start > first > second > last'),
      ),
    ],
    begins: 't1 t1',
    steps: [
      [done('t1'), 't1'],
      [done('t1'), 't2'],
      [done('t2'), 't2'],
      [done('t2'), 'last'],
    ],
  },
  {
    name: 'a large list, one after the other',
    after: `${CLASS}#testMultiInstanceSequentialSubProcessWithALargeCollection`,
    models: [around(oneByOne({ over: 'list', as: 'one' }), start('s') + service('work') + end('e') + path('s > work > e'))],
    start: { variables: { list: Array.from({ length: 500 }, (_, n) => n) } },
    begins: 'last',
    steps: [],
  },
  {
    name: 'a task loops back into a multi-instance task: it begins with its first element again',
    after: 'own',
    models: [
      process(
        start(),
        task('sign', 'flowable:assignee="${person}"', oneByOne({ over: 'people', as: 'person' })),
        tasks('check'),
        exclusive('ok', 'ok-end'),
        end(),
        path('start > sign > check > ok > end'),
        when('${again}', 'ok', 'sign'),
      ),
    ],
    start: { variables: { people: ['a', 'b'] } },
    begins: 'sign:a',
    steps: [
      [done('sign'), 'sign:b'],
      [done('sign'), 'check'],
      [done('check', { again: true, people: ['c'] }), 'sign:c'],
      [done('sign'), 'check'],
      [done('check', { again: false }), ENDED],
    ],
  },
  {
    name: 'what each called process returns is collected by an expression',
    after: 'FlowableTest.CallActivityTest#testCallActivityWithOutExpression',
    models: [
      process(
        start(),
        call('many', 'child', outputOf('${total + 1}', 'sum'), '', oneByOne({ times: '2' })),
        tasks('last'),
        path('start > many > last'),
      ),
      named('child', start(), tasks('work'), path('start > work')),
    ],
    start: { variables: { sum: 0 } },
    begins: 'work',
    steps: [
      [done('work', { total: 5 }), { tasks: ['work'], variables: { sum: 6 } }],
      [done('work', { total: 9 }), { tasks: ['last'], variables: { sum: 10 } }],
    ],
  },
  {
    name: 'an error in one of several called processes takes all away',
    after: `${CLASS}#testMultiInstanceCallActivityWithErrorBoundaryEvent`,
    models: [
      process(
        start(),
        call('many', 'child', output('reason', 'reason'), '', each({ times: '3' })),
        boundary('failed', 'many', error('E1')),
        tasks('repair'),
        end(),
        path('start > many > end'),
        path('failed > repair > end'),
      ),
      named(
        'child',
        start(),
        tasks('work'),
        exclusive('g', 'g-ok'),
        end('ok'),
        end('bad', error('E1')),
        path('start > work > g > ok'),
        when('${fails}', 'g', 'bad'),
      ),
    ],
    begins: of('work', 3),
    steps: [
      [done('work', { fails: false }), of('work', 2)],
      [done('work', { fails: true }), 'repair'],
      [done('repair'), ENDED],
    ],
  },
];
