import { done, ENDED, refused, type ExecutionCase, type Expectation } from './case.ts';
import { end, exclusive, parallel, path, process, service, start, task, tasks, when } from './notation.ts';

const CANDIDATES = 'FlowableTest.TaskCandidateTest';
const EXTENSIONS = 'FlowableTest.TaskAssignmentExtensionsTest';
const USER_TASK = 'FlowableTest.UserTaskTest';
const FUNCTIONS = 'FlowableTest.VariableExpressionFunctionsTest';

const one = (attributes: string, inside = ''): string => process(start(), task('t', attributes, inside), end(), path('start > t > end'));
const resource = (kind: 'humanPerformer' | 'potentialOwner', expression: string): string =>
  `<${kind}><resourceAssignmentExpression><formalExpression>${expression}</formalExpression></resourceAssignmentExpression></${kind}>`;

export const USER_TASKS: readonly ExecutionCase[] = [
  {
    name: 'is assigned to a person',
    after: `${EXTENSIONS}#testAssigneeExtension`,
    models: [one('flowable:assignee="kermit"')],
    begins: 't:kermit',
    steps: [[done('t'), ENDED]],
  },
  {
    name: 'has candidate persons of a text with commas',
    after: `${EXTENSIONS}#testCandidateUsersExtension`,
    models: [one('flowable:candidateUsers="kermit, gonzo"')],
    begins: { tasks: ['t'], candidates: { users: ['kermit', 'gonzo'] } },
    steps: [],
  },
  {
    name: 'has candidate groups of a text with commas',
    after: `${EXTENSIONS}#testCandidateGroupsExtension`,
    models: [one('flowable:candidateGroups="management, accountancy"')],
    begins: { candidates: { groups: ['management', 'accountancy'] } },
    steps: [],
  },
  {
    name: 'has candidates by the attribute and by potential owners together',
    after: `${EXTENSIONS}#testMixedCandidateUserDefinition`,
    models: [one('flowable:candidateUsers="gonzo"', resource('potentialOwner', 'user(kermit), user(fozzie)'))],
    begins: { candidates: { users: ['kermit', 'fozzie', 'gonzo'] } },
    steps: [],
  },
  {
    name: 'a potential owner without a kind is a group, and is claimed by one person',
    after: `${CANDIDATES}#testSingleCandidateGroup`,
    models: [one('', resource('potentialOwner', 'accountancy'))],
    begins: { tasks: ['t:'], candidates: { groups: ['accountancy'] } },
    steps: [
      [{ op: 'claim', task: 't', user: 'kermit' }, 't:kermit'],
      [
        { op: 'claim', task: 't', user: 'gonzo' },
        { tasks: ['t:kermit'], error: '任务已被他人签收' },
      ],
    ],
  },
  {
    name: 'several potential owners, groups',
    after: `${CANDIDATES}#testMultipleCandidateGroups`,
    models: [one('', resource('potentialOwner', 'group(accountancy), group(management)'))],
    begins: { candidates: { groups: ['accountancy', 'management'] } },
    steps: [
      [{ op: 'claim', task: 't', user: 'gonzo' }, 't:gonzo'],
      [done('t'), ENDED],
    ],
  },
  {
    name: 'potential owners of both kinds',
    after: `${CANDIDATES}#testMixedCandidateUserAndGroup`,
    models: [one('', resource('potentialOwner', 'user(kermit), group(management)'))],
    begins: { candidates: { users: ['kermit'], groups: ['management'] } },
    steps: [],
  },
  {
    name: 'a human performer is the assignee',
    after: 'FlowableTest.TaskAssigneeTest#testTaskAssignee',
    models: [one('', resource('humanPerformer', 'kermit'))],
    begins: 't:kermit',
    steps: [],
  },
  {
    name: 'has candidates of a list that a variable holds',
    after: `${CANDIDATES}#testCandidateExpressionTwoParams`,
    models: [one('flowable:candidateUsers="${people}" flowable:candidateGroups="${groups}"')],
    start: { variables: { people: ['kermit', 'gonzo'], groups: 'sales,management' } },
    begins: { candidates: { users: ['kermit', 'gonzo'], groups: ['sales', 'management'] } },
    steps: [],
  },
  ...[null, ''].map((nobody) => ({
    name: `has nobody when the expressions are ${nobody === null ? 'null' : 'an empty text'}`,
    after: `${USER_TASK}#testEmptyAssignmentExpression`,
    models: [one('flowable:assignee="${assignee}" flowable:candidateUsers="${people}" flowable:candidateGroups="${groups}"')],
    start: { variables: { assignee: nobody, people: nobody, groups: nobody } },
    begins: { tasks: ['t:'], candidates: {} },
    steps: [],
  })),
  {
    name: 'has texts where expressions give numbers',
    after: `${USER_TASK}#testNonStringProperties`,
    models: [
      process(
        start(),
        '<userTask id="t" name="${n}" flowable:assignee="${a}" flowable:candidateUsers="${u}" flowable:candidateGroups="${g}"/>',
        path('start > t'),
      ),
    ],
    start: { variables: { n: 1, a: 5, u: 8, g: 7 } },
    begins: { tasks: ['t:5'], names: ['1'], candidates: { users: ['8'], groups: ['7'] } },
    steps: [],
  },
  {
    name: 'is assigned to who started the process',
    after: 'FlowableTest.InitiatorTest#testInitiator',
    models: [process(start('start', '', 'flowable:initiator="starter"'), task('t', 'flowable:assignee="${starter}"'), path('start > t'))],
    start: { user: 'bono' },
    begins: 't:bono',
    steps: [],
  },
  {
    name: 'is assigned to who started the process, with blanks in the expression',
    after: 'FlowableTest.InitiatorTest#testInitiatorWithWhiteSpaceInExpression',
    models: [process(start('start', '', 'flowable:initiator="starter"'), task('t', 'flowable:assignee="${ starter }"'), path('start > t'))],
    start: { user: 'bono' },
    begins: 't:bono',
    steps: [],
  },
  {
    name: 'an assignee that names an unknown variable is refused',
    after: 'own',
    models: [one('flowable:assignee="${nobody}"')],
    begins: refused('nobody'),
    steps: [],
  },
  {
    name: 'that was done already is refused',
    after: 'FlowableTest.TaskServiceTest#testCompleteTaskUnexistingTaskId',
    models: [process(start(), tasks('a', 'b'), path('start > a > b'))],
    begins: 'a',
    steps: [
      [done('a'), 'b'],
      [done('a'), { tasks: ['b'], error: 'a' }],
    ],
  },
  {
    name: 'after the end everything is refused',
    after: 'FlowableTest.TaskServiceTest#testCompleteTaskUnexistingTaskId',
    models: [one('')],
    begins: 't',
    steps: [
      [done('t'), ENDED],
      [done('t'), { ended: true, error: 't' }],
    ],
  },
  {
    name: 'in one branch of a gateway is done while the other is open',
    after: `${USER_TASK}#testCompleteAfterParallelGateway`,
    models: [process(start(), parallel('f'), tasks('simple', 'other'), end(), path('start > f > simple > end'), path('f > other'))],
    begins: 'other simple',
    steps: [[done('simple'), 'other']],
  },
];

const either = (condition: string): string =>
  process(start(), exclusive('choice', 'choice-b'), tasks('a', 'b'), path('start > choice > b'), when(condition, 'choice', 'a'));
const answers = (method: string, condition: string, values: readonly (readonly [unknown, 'a' | 'b'])[]): ExecutionCase[] =>
  values.map(([value, begins]) => ({
    name: `${condition} of ${value === undefined ? 'nothing' : JSON.stringify(value)}: ${begins}`,
    after: `${FUNCTIONS}#${method}`,
    models: [either(condition)],
    start: { variables: value === undefined ? {} : { v: value } },
    begins,
    steps: [],
  }));

const conditional = process(
  start(),
  service('work', 'default="work-task1"'),
  tasks('task1', 'task2', 'task3'),
  path('start > work > task1'),
  when('${input == 2}', 'work', 'task2'),
  when('${input == 3}', 'work', 'task3'),
);

export const EXPRESSIONS: readonly ExecutionCase[] = [
  ...answers('testGetVariable', "${vars:get(v) == 'go to A'}", [
    [undefined, 'b'],
    ['go to A', 'a'],
  ]),
  ...answers('testGetVariableOrDefault', '${vars:getOrDefault(v, 123) > 100}', [
    [undefined, 'a'],
    [1, 'b'],
    [999, 'a'],
  ]),
  ...answers('testGetVariableContains', '${vars:contains(v, 1, 2)}', [
    [undefined, 'b'],
    [[2, 3, 4], 'b'],
    [[1, 2, 3, 4], 'a'],
  ]),
  ...answers('testGetVariableContainsAny', '${vars:containsAny(v, 1, 2)}', [
    [undefined, 'b'],
    [[3, 4], 'b'],
    [[2, 3, 4], 'a'],
  ]),
  ...answers('testGetVariableEquals', '${vars:equals(v, 123)}', [
    [undefined, 'b'],
    [12, 'b'],
    [123, 'a'],
  ]),
  ...answers('testGetVariableNotEquals', "${vars:notEquals(v, 'hello')}", [
    [undefined, 'b'],
    ['hello', 'b'],
    ['test', 'a'],
  ]),
  ...answers('testGetVariableExists', '${vars:exists(v)}', [
    [undefined, 'b'],
    ['hello', 'a'],
  ]),
  ...answers('testGetVariableIsEmpty', '${vars:isEmpty(v)}', [
    [undefined, 'a'],
    ['', 'a'],
    ['abc', 'b'],
  ]),
  ...answers('testGetVariableIsNotEmpty', '${vars:isNotEmpty(v)}', [
    [undefined, 'b'],
    ['', 'b'],
    ['abc', 'a'],
  ]),
  ...answers('testGetVariableLowerThan', '${vars:lowerThan(v, 10)}', [
    [undefined, 'b'],
    [1, 'a'],
    [10, 'b'],
    [11, 'b'],
  ]),
  ...answers('testGetVariableLowerThanOrEqual', '${vars:lowerThanOrEquals(v, 10)}', [
    [undefined, 'b'],
    [10, 'a'],
    [11, 'b'],
  ]),
  ...answers('testGetVariableGreaterThan', '${vars:greaterThan(v, 10)}', [
    [undefined, 'b'],
    [10, 'b'],
    [11, 'a'],
  ]),
  ...answers('testGetVariableGreaterThanOrEqual', '${vars:greaterThanOrEquals(v, 10)}', [
    [undefined, 'b'],
    [1, 'b'],
    [10, 'a'],
    [11, 'a'],
  ]),
];

const flowCase = (name: string, after: string, model: string, input: unknown, begins: Expectation): ExecutionCase => ({
  name,
  after,
  models: [model],
  start: { variables: { input } },
  begins,
  steps: [],
});
const DEFAULTS = 'FlowableTest.DefaultSequenceFlowTest#testDefaultSequenceFlowOnTask';
const plainFlows = process(
  start(),
  service('work'),
  tasks('left', 'right', 'always'),
  path('start > work > always'),
  when("${input == 'left'}", 'work', 'left'),
  when("${input == 'right'}", 'work', 'right'),
);

export const CONDITIONAL_FLOWS: readonly ExecutionCase[] = [
  flowCase('from an activity: that whose condition holds', DEFAULTS, conditional, 2, 'task2'),
  flowCase('from an activity: another', DEFAULTS, conditional, 3, 'task3'),
  flowCase('from an activity: the default flow', DEFAULTS, conditional, 123, 'task1'),
  flowCase(
    'from an activity: all that hold, and those without a condition',
    'FlowableTest.ConditionalSequenceFlowTest#testUelExpression',
    plainFlows,
    'right',
    'always right',
  ),
];
