import { done, ENDED, fire, refused, trigger, type ExecutionCase } from './case.ts';
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

const signing = (loop: string, attributes = 'flowable:assignee="kermit_${loopCounter}"', ...more: readonly string[]): string =>
  process(start(), task('sign', attributes, loop), end(), path('start > sign > end'), ...more);
const withTimer = [boundary('late', 'sign', after('PT1H')), tasks('afterTimer'), path('late > afterTimer > end')] as const;
const twoInside = start('s') + parallel('split', 'joined') + tasks('one', 'two') + end('e') + path('s > split > one > joined > e') + path('split > two > joined');
const many = (loop: string, inside: string, ...more: readonly string[]): string =>
  process(start(), sub('many', loop, inside), end(), path('start > many > end'), ...more);
const lateMany = [boundary('late', 'many', after('PT1H')), tasks('afterTimer'), path('late > afterTimer > end')] as const;
const external = named('external', twoInside);
const calls = (loop: string, ...more: readonly string[]): string =>
  process(start(), call('many', 'external', '', '', loop), end(), path('start > many > end'), ...more);

const people = ['kermit', 'gonzo', 'mispiggy', 'fozzie', 'bubba'];

const userTasks: readonly ExecutionCase[] = [
  {
    name: 'sequential: one task after the other, each with its number',
    after: `${CLASS}#testSequentialUserTasks`,
    models: [signing(oneByOne({ times: '${nrOfLoops}' }))],
    start: { variables: { nrOfLoops: 3 } },
    begins: 'sign:kermit_0',
    steps: [
      [done('sign'), 'sign:kermit_1'],
      [done('sign'), 'sign:kermit_2'],
      [done('sign'), ENDED],
    ],
  },
  {
    name: 'sequential: a timer takes the rest away',
    after: `${CLASS}#testSequentialUserTasksWithTimer`,
    models: [signing(oneByOne({ times: '${nrOfLoops}' }), '', ...withTimer)],
    start: { variables: { nrOfLoops: 3 } },
    begins: { tasks: ['sign'], timers: ['late'] },
    steps: [
      [done('sign'), { tasks: ['sign'], timers: ['late'] }],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'sequential: the completion condition ends it early',
    after: `${CLASS}#testSequentialUserTasksCompletionCondition`,
    models: [signing(oneByOne({ times: '10', until: '${nrOfCompletedInstances >= 3}' }), '')],
    begins: 'sign',
    steps: [
      [done('sign'), 'sign'],
      [done('sign'), 'sign'],
      [done('sign'), ENDED],
    ],
  },
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
    name: 'parallel: all at once, each with its name',
    after: `${CLASS}#testParallelUserTasks`,
    models: [
      process(
        start(),
        `<userTask id="sign" name="My Task \${loopCounter}">${each({ times: '3' })}</userTask>`,
        end(),
        path('start > sign > end'),
      ),
    ],
    begins: { names: ['My Task 0', 'My Task 1', 'My Task 2'] },
    steps: [
      [done('My Task 1'), { names: ['My Task 0', 'My Task 2'] }],
      [done('My Task 0'), { names: ['My Task 2'] }],
      [done('My Task 2'), ENDED],
    ],
  },
  {
    name: 'parallel: a timer takes the rest away',
    after: `${CLASS}#testParallelUserTasksWithTimer`,
    models: [signing(each({ times: '3' }), '', ...withTimer)],
    begins: { tasks: ['sign', 'sign', 'sign'], timers: ['late'] },
    steps: [
      [done('sign'), { tasks: ['sign', 'sign'], timers: ['late'] }],
      [fire(), { tasks: ['afterTimer'], timers: [] }],
      [done('afterTimer'), ENDED],
    ],
  },
  {
    name: 'parallel: half of the instances are enough',
    after: `${CLASS}#testParallelUserTasksCompletionCondition`,
    models: [signing(each({ times: '5', until: '${nrOfCompletedInstances/nrOfInstances >= 0.5}' }), '')],
    begins: 'sign sign sign sign sign',
    steps: [
      [done('sign'), 'sign sign sign sign'],
      [done('sign'), 'sign sign sign'],
      [done('sign'), ENDED],
    ],
  },
  {
    name: 'parallel: one for each of a collection',
    after: `${CLASS}#testParallelUserTasksBasedOnCollection`,
    models: [
      signing(each({ over: 'people', as: 'person', until: '${nrOfCompletedInstances/nrOfInstances >= 0.6}' }), 'flowable:assignee="${person}"'),
    ],
    start: { variables: { people } },
    begins: { tasks: people.map((person) => `sign:${person}`) },
    steps: [
      [done('sign'), 'sign sign sign sign'],
      [done('sign'), 'sign sign sign'],
      [done('sign'), ENDED],
    ],
  },
  {
    name: 'the collection may be an expression',
    after: `${CLASS}#testParallelUserTasksCustomExtensions`,
    models: [signing(each({ over: '${team.members}', as: 'person' }), 'flowable:assignee="${person}"')],
    start: { variables: { team: { members: ['kermit', 'gonzo', 'fozzie'] } } },
    begins: { tasks: ['sign:kermit', 'sign:gonzo', 'sign:fozzie'] },
    steps: [],
  },
  {
    name: 'the number may have a name of its own',
    after: `${CLASS}#testParallelUserTasksCustomExtensionsLoopIndexVariable`,
    models: [signing(each({ times: '3', index: 'loopValueIndex' }), 'flowable:assignee="a${loopValueIndex}"')],
    begins: 'sign:a0 sign:a1 sign:a2',
    steps: [],
  },
  {
    name: 'a change of the collection while it runs changes nothing',
    after: `${CLASS}#testChangingCollection`,
    models: [signing(oneByOne({ over: 'people', as: 'person' }), 'flowable:assignee="${person}"')],
    start: { variables: { people: ['a', 'b'] } },
    begins: 'sign:a',
    steps: [
      [done('sign', { people: ['x', 'y', 'z'] }), 'sign:b'],
      [done('sign'), ENDED],
    ],
  },
  ...[each, oneByOne].map((loop, n) => ({
    name: `without any element it is passed: ${n === 0 ? 'parallel' : 'sequential'}`,
    after: `${CLASS}#${n === 0 ? 'testParalellEmptyCollection' : 'testSequentialEmptyCollection'}`,
    models: [signing(loop({ over: 'people', as: 'person' }), '')],
    start: { variables: { people: [] } },
    begins: ENDED,
    steps: [],
  })),
  {
    name: 'zero times it is passed',
    after: `${CLASS}#testZeroLoopCardinalityOnParallelUserTask`,
    models: [signing(each({ times: '0' }), '')],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'zero times it is passed, and its timer is not set',
    after: `${CLASS}#testZeroLoopCardinalityOnParallelUserTaskWithEventSubscription`,
    models: [process(start(), task('sign', '', each({ times: '0' })), ...withTimer, tasks('next'), end(), path('start > sign > next > end'))],
    begins: { tasks: ['next'], timers: [] },
    steps: [],
  },
  {
    name: 'the numbers of its instances are seen by conditions, not by the process afterwards',
    after: 'FlowableTest.ChangeStateForMultiInstanceTest#testSetCurrentActivityToParallelMultiInstanceTask',
    models: [
      process(
        start(),
        task('sign', '', each({ times: '2' })),
        `<userTask id="next" name="\${loopCounter}"/>`,
        path('start > sign > next'),
      ),
    ],
    begins: { tasks: ['sign', 'sign'], variables: { nrOfInstances: null, loopCounter: null } },
    steps: [
      [done('sign'), 'sign'],
      [done('sign'), { tasks: ['next'], names: ['${loopCounter}'], variables: { nrOfInstances: null } }],
    ],
  },
  {
    name: 'a collection that nobody has set is refused',
    after: `${CLASS}#testParallelUserTasksBasedOnCollection`,
    models: [signing(each({ over: 'people', as: 'person' }), '')],
    begins: refused('people'),
    steps: [],
  },
];

const scopes: readonly ExecutionCase[] = [
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
      many(each({ times: '2' }), start('s0') + sub('deep', each({ times: '2' }), start('s'), tasks('work'), end('e'), path('s > work > e')) + end('e0') + path('s0 > deep > e0')),
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
    after: 'FlowableTest.DynamicMultiInstanceTest#testMultipleParallelSubProcess',
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

export const MULTI_INSTANCE: readonly ExecutionCase[] = [...userTasks, ...scopes];
