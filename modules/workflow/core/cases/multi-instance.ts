import { done, ENDED, type ExecutionCase, fire, refused } from './case.ts';
import { after, boundary, each, end, oneByOne, path, process, start, task, tasks } from './notation.ts';

const CLASS = 'FlowableTest.MultiInstanceTest';

const signing = (loop: string, attributes = 'flowable:assignee="kermit_${loopCounter}"', ...more: readonly string[]): string =>
  process(start(), task('sign', attributes, loop), end(), path('start > sign > end'), ...more);
const withTimer = [boundary('late', 'sign', after('PT1H')), tasks('afterTimer'), path('late > afterTimer > end')] as const;
const people = ['kermit', 'gonzo', 'mispiggy', 'fozzie', 'bubba'];

export const MULTI_INSTANCE_TASKS: readonly ExecutionCase[] = [
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
      signing(
        each({ over: 'people', as: 'person', until: '${nrOfCompletedInstances/nrOfInstances >= 0.6}' }),
        'flowable:assignee="${person}"',
      ),
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
    name: 'a change of the collection while it runs does not change the number of instances',
    after: `${CLASS}#testChangingCollection`,
    models: [signing(each({ over: 'people', as: 'person' }), 'flowable:assignee="${person}"')],
    start: { variables: { people: ['testuser'] } },
    begins: 'sign:testuser',
    steps: [[done('sign', { people: [] }), ENDED]],
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
    models: [
      process(start(), task('sign', '', each({ times: '0' })), ...withTimer, tasks('next'), end(), path('start > sign > next > end')),
    ],
    begins: { tasks: ['next'], timers: [] },
    steps: [],
  },
  {
    name: 'the numbers of its instances are seen by conditions, not by the process afterwards',
    after: 'own',
    models: [
      process(start(), task('sign', '', each({ times: '2' })), `<userTask id="next" name="\${loopCounter}"/>`, path('start > sign > next')),
    ],
    begins: { tasks: ['sign', 'sign'], variables: { nrOfInstances: null, loopCounter: null } },
    steps: [
      [done('sign'), 'sign'],
      [done('sign'), { tasks: ['next'], names: ['${loopCounter}'], variables: { nrOfInstances: null } }],
    ],
  },
  {
    name: 'a collection that nobody has set is refused',
    after: `${CLASS}#testCollectionVariableMissing`,
    models: [signing(each({ over: 'people', as: 'person' }), '')],
    begins: refused('people'),
    steps: [],
  },
  {
    name: 'a collection that is no list is refused',
    after: `${CLASS}#testCollectionVariableIsNotACollection`,
    models: [signing(each({ over: 'people', as: 'person' }), '')],
    start: { variables: { people: { name: 'test' } } },
    begins: refused('people'),
    steps: [],
  },
];
