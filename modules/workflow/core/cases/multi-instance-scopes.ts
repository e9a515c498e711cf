import { done, ENDED, type ExecutionCase, fire, trigger } from './case.ts';
import {
  after,
  boundary,
  call,
  each,
  end,
  exclusive,
  input,
  named,
  oneByOne,
  output,
  parallel,
  path,
  process,
  receive,
  start,
  sub,
  task,
  tasks,
  when,
} from './notation.ts';

const CLASS = 'FlowableTest.MultiInstanceTest';

const twoInside =
  start('s') +
  parallel('split', 'joined') +
  tasks('one', 'two') +
  end('e') +
  path('s > split > one > joined > e') +
  path('split > two > joined');
const many = (loop: string, inside: string, ...more: readonly string[]): string =>
  process(start(), sub('many', loop, inside), end(), path('start > many > end'), ...more);
const lateMany = [boundary('late', 'many', after('PT1H')), tasks('afterTimer'), path('late > afterTimer > end')] as const;
const external = named('external', twoInside);
const calls = (loop: string, ...more: readonly string[]): string =>
  process(start(), call('many', 'external', '', '', loop), end(), path('start > many > end'), ...more);

export const MULTI_INSTANCE_SCOPES: readonly ExecutionCase[] = [
  {
    name: 'sequential inside a sub-process',
    after: `${CLASS}#testNestedSequentialUserTasks`,
    models: [many('', start('s') + task('sign', '', oneByOne({ times: '3' })) + end('e') + path('s > sign > e'))],
    begins: 'sign',
    steps: [
      [done('sign'), 'sign'],
      [done('sign'), 'sign'],
      [done('sign'), ENDED],
    ],
  },
  {
    name: 'a sub-process, sequential',
    after: `${CLASS}#testSequentialSubProcess`,
    models: [many(oneByOne({ times: '2' }), twoInside)],
    begins: 'one two',
    steps: [
      [done('one'), 'two'],
      [done('two'), 'one two'],
      [done('two'), 'one'],
      [done('one'), ENDED],
    ],
  },
  {
    name: 'a sub-process, sequential, with a timer',
    after: `${CLASS}#testSequentialSubProcessWithTimer`,
    models: [many(oneByOne({ times: '4' }), twoInside, ...lateMany)],
    begins: 'one two',
    steps: [
      [done('one'), 'two'],
      [done('two'), { tasks: ['one', 'two'], timers: ['late'] }],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'a sub-process, sequential, with a completion condition',
    after: `${CLASS}#testSequentialSubProcessCompletionCondition`,
    models: [many(oneByOne({ times: '4', until: '${nrOfCompletedInstances == 2}' }), twoInside)],
    begins: 'one two',
    steps: [
      [done('one'), 'two'],
      [done('two'), 'one two'],
      [done('one'), 'two'],
      [done('two'), ENDED],
    ],
  },
  {
    name: 'a sub-process, parallel',
    after: `${CLASS}#testParallelSubProcess`,
    models: [many(each({ times: '2' }), twoInside)],
    begins: { tasks: ['one', 'one', 'two', 'two'], scopes: 2 },
    steps: [
      [done('one'), 'one two two'],
      [done('one'), 'two two'],
      [done('two'), 'two'],
      [done('two'), ENDED],
    ],
  },
  {
    name: 'a sub-process, parallel, with a timer',
    after: `${CLASS}#testParallelSubProcessWithTimer`,
    models: [many(each({ times: '3' }), twoInside, ...lateMany)],
    begins: { tasks: ['one', 'one', 'one', 'two', 'two', 'two'], timers: ['late'] },
    steps: [
      [done('one'), 'one one two two two'],
      [done('two'), 'one one two two'],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
    ],
  },
  {
    name: 'a sub-process, parallel: one complete instance is enough',
    after: `${CLASS}#testParallelSubProcessCompletionCondition`,
    models: [many(each({ times: '2', until: '${nrOfCompletedInstances == 1}' }), twoInside)],
    begins: 'one one two two',
    steps: [
      [done('one'), 'one two two'],
      [done('two'), ENDED],
    ],
  },
  {
    name: 'a sub-process inside a sub-process, both parallel',
    after: `${CLASS}#testNestedParallelSubProcess`,
    models: [
      many(
        each({ times: '2' }),
        start('s0') +
          sub('deep', each({ times: '2' }), start('s'), tasks('work'), end('e'), path('s > work > e')) +
          end('e0') +
          path('s0 > deep > e0'),
      ),
    ],
    begins: { tasks: ['work', 'work', 'work', 'work'], scopes: 4 },
    steps: [
      [done('work'), 'work work work'],
      [done('work'), 'work work'],
      [done('work'), 'work'],
      [done('work'), ENDED],
    ],
  },
  {
    name: 'tasks for each person inside a sub-process for each department',
    after: `${CLASS}#testNestedMultiInstanceTasks`,
    models: [
      many(
        each({ over: 'departments', as: 'department' }),
        start('s') +
          `<userTask id="sign" name="\${department}" flowable:assignee="\${person}">${each({ over: 'persons', as: 'person' })}</userTask>` +
          end('e') +
          path('s > sign > e'),
      ),
    ],
    start: { variables: { departments: ['A', 'B'], persons: ['kermit', 'gonzo'] } },
    begins: { tasks: ['sign:kermit', 'sign:kermit', 'sign:gonzo', 'sign:gonzo'], names: ['A', 'A', 'B', 'B'] },
    steps: [
      [done('A'), { names: ['A', 'B', 'B'] }],
      [done('A'), { names: ['B', 'B'] }],
      [done('B'), { names: ['B'] }],
      [done('B'), ENDED],
    ],
  },
  {
    name: 'a receive task, parallel',
    after: `${CLASS}#testMultiInstanceParallelReceiveTask`,
    models: [process(start(), receive('r', each({ times: '2' })), tasks('next'), end(), path('start > r > next > end'))],
    begins: { tasks: [], waiting: ['r', 'r'] },
    steps: [
      [trigger('r'), { tasks: [], waiting: ['r'] }],
      [trigger('r'), { tasks: ['next'], waiting: [] }],
      [done('next'), ENDED],
    ],
  },
  {
    name: 'a receive task, sequential',
    after: `${CLASS}#testMultiInstanceSequentialReceiveTask`,
    models: [process(start(), receive('r', oneByOne({ times: '2' })), tasks('next'), end(), path('start > r > next > end'))],
    begins: { tasks: [], waiting: ['r'] },
    steps: [
      [trigger('r'), { tasks: [], waiting: ['r'] }],
      [trigger('r'), { tasks: ['next'], waiting: [] }],
    ],
  },
  {
    name: 'a call activity, sequential',
    after: `${CLASS}#testSequentialCallActivity`,
    models: [calls(oneByOne({ times: '2' })), external],
    begins: 'one two',
    steps: [
      [done('one'), 'two'],
      [done('two'), 'one two'],
      [done('one'), 'two'],
      [done('two'), ENDED],
    ],
  },
  {
    name: 'a call activity, parallel, with a timer',
    after: `${CLASS}#testParallelCallActivityWithTimer`,
    models: [calls(each({ times: '3' }), ...lateMany), external],
    begins: { tasks: ['one', 'one', 'one', 'two', 'two', 'two'], scopes: 3 },
    steps: [
      [done('one'), 'one one two two two'],
      [done('two'), 'one one two two'],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
    ],
  },
  {
    name: 'a call activity inside a multi-instance sub-process, with a completion condition',
    after: `${CLASS}#testNestedParallelCallActivityCompletionCondition`,
    models: [
      many(
        each({ times: '2', until: '${nrOfCompletedInstances == 1}' }),
        start('s0') + call('called', 'external', '', '', each({ times: '2' })) + end('e0') + path('s0 > called > e0'),
      ),
      external,
    ],
    begins: { tasks: [...Array(4).fill('one'), ...Array(4).fill('two')] as string[], scopes: 4 },
    steps: [
      [done('one'), { tasks: [...Array(3).fill('one'), ...Array(4).fill('two')] as string[] }],
      [done('two'), { tasks: [...Array(3).fill('one'), ...Array(3).fill('two')] as string[] }],
      [done('one'), { tasks: [...Array(2).fill('one'), ...Array(3).fill('two')] as string[] }],
      [done('two'), ENDED],
    ],
  },
  {
    name: 'each called process gets its element, and what it returns is seen afterwards',
    after: `${CLASS}#testCallActivityNormalVariables`,
    models: [
      process(
        start(),
        call('many', 'child', input('item', 'name') + output('output', 'output'), '', oneByOne({ over: 'items', as: 'item' })),
        tasks('last'),
        path('start > many > last'),
      ),
      named('child', start(), `<userTask id="work" name="\${name}"/>`, path('start > work')),
    ],
    start: { variables: { items: ['x', 'y'] } },
    begins: { names: ['x'] },
    steps: [
      [done('work', { output: 'run0' }), { names: ['y'], variables: { output: 'run0' } }],
      [done('work', { output: 'run1' }), { tasks: ['last'], variables: { output: 'run1' } }],
    ],
  },
  ...[each, oneByOne].map((loop, n) => ({
    name: `each called process gets its number: ${n === 0 ? 'parallel' : 'sequential'}`,
    after: `${CLASS}#${n === 0 ? 'testMapLoopCounterIntoAsyncParallelMultiInstanceCallActivity' : 'testMapLoopCounterIntoAsyncSequentialMultiInstanceCallActivity'}`,
    models: [
      process(start(), call('many', 'child', input('loopCounter', 'copied'), '', loop({ over: 'list', as: 'one' })), path('start > many')),
      named('child', start(), '<userTask id="work" name="${copied}"/>', path('start > work')),
    ],
    start: { variables: { list: ['a', 'b'] } },
    begins: { names: n === 0 ? ['0', '1'] : ['0'] },
    steps: [[done('0'), { names: ['1'] }] as const],
  })),
  {
    name: 'without an end event inside',
    after: `${CLASS}#testMultiInstanceSubprocessWithoutInnerEndEvent`,
    models: [many(each({ times: '2' }), start('s') + tasks('work') + path('s > work'))],
    begins: 'work work',
    steps: [
      [done('work'), 'work'],
      [done('work'), ENDED],
    ],
  },
  {
    name: 'decides inside each instance by a value of the process',
    after: 'own',
    models: [
      many(
        oneByOne({ over: 'amounts', as: 'amount' }),
        start('s') +
          exclusive('choice', 'choice-small') +
          tasks('large', 'small') +
          end('e') +
          path('s > choice > small > e') +
          when('${amount > limit}', 'choice', 'large') +
          path('large > e'),
      ),
    ],
    start: { variables: { amounts: [10, 200], limit: 100 } },
    begins: 'small',
    steps: [
      [done('small'), 'large'],
      [done('large'), ENDED],
    ],
  },
];
