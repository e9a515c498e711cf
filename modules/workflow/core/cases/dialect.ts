import { done, ENDED, type ExecutionCase, fire, refused, trigger, wait } from './case.ts';
import { call, end, exclusive, named, path, process, service, start, sub, task, tasks, watching, when } from './notation.ts';

const SKIP = 'FlowableTest.SkipExpressionUserTaskTest';
const DATA = 'FlowableTest.DataObjectTest';
const on = { _FLOWABLE_SKIP_EXPRESSION_ENABLED: true };
const skippable = process(
  start(),
  task('first', 'flowable:skipExpression="${skip}"'),
  task('second', 'flowable:skipExpression="${skip2}"'),
  end(),
  path('start > first > second > end'),
);

export const SKIPPED: readonly ExecutionCase[] = [
  {
    name: 'a task whose skip expression holds is passed',
    after: `${SKIP}#testSkipMultipleTasks`,
    models: [skippable],
    start: { variables: { ...on, skip: true, skip2: false } },
    begins: 'second',
    steps: [[done('second'), ENDED]],
  },
  {
    name: 'a skip expression that does not hold changes nothing',
    after: `${SKIP}#test`,
    models: [skippable],
    start: { variables: { ...on, skip: false, skip2: false } },
    begins: 'first',
    steps: [
      [done('first'), 'second'],
      [done('second'), ENDED],
    ],
  },
  {
    name: 'all tasks are skipped',
    after: `${SKIP}#testSkipMultipleTasks`,
    models: [skippable],
    start: { variables: { ...on, skip: true, skip2: true } },
    begins: ENDED,
    steps: [],
  },
  {
    name: 'skip expressions are asked only when they are switched on',
    after: `${SKIP}#test`,
    models: [skippable],
    start: { variables: { _FLOWABLE_SKIP_EXPRESSION_ENABLED: false, skip: true, skip2: true } },
    begins: 'first',
    steps: [[done('first'), 'second']],
  },
  {
    name: 'the older switch does the same',
    after: 'ActivitiTest.SkipExpressionUserTaskTest#testSkipMultipleTasks',
    models: [skippable],
    start: { variables: { _ACTIVITI_SKIP_EXPRESSION_ENABLED: true, skip: true, skip2: true } },
    begins: ENDED,
    steps: [],
  },
  {
    name: 'a flow whose skip expression holds is taken without its condition',
    after: 'FlowableTest.InclusiveGatewayTest#testSkipExpression',
    models: [
      process(
        start(),
        exclusive('choice'),
        tasks('one', 'two'),
        path('start > choice'),
        '<sequenceFlow id="f1" sourceRef="choice" targetRef="one" flowable:skipExpression="${skip}"><conditionExpression>${input == 1}</conditionExpression></sequenceFlow>',
        when('${input == 2}', 'choice', 'two'),
      ),
    ],
    start: { variables: { ...on, skip: true, input: 2 } },
    begins: 'one',
    steps: [],
  },
];

const inclusiveSkip = process(
  start(),
  '<inclusiveGateway id="g"/>',
  tasks('one', 'two', 'three'),
  path('start > g'),
  ...['${input < 30}', '${input >= 20}', '${input >= 30}'].map(
    (skip, n) =>
      `<sequenceFlow id="f${n}" sourceRef="g" targetRef="${['one', 'two', 'three'][n]}" flowable:skipExpression="${skip.replace('<', '&lt;').replace('>', '&gt;')}"/>`,
  ),
);

export const SKIPPED_FLOWS: readonly ExecutionCase[] = (
  [
    [10, 'one'],
    [25, 'one two'],
    [30, 'three two'],
  ] as const
).map(([input, begins]) => ({
  name: `a skip expression decides whether a flow is taken: ${input}`,
  after: 'FlowableTest.InclusiveGatewayTest#testSkipExpression',
  models: [inclusiveSkip],
  start: { variables: { ...on, input } },
  begins,
  steps: [],
}));

const data = (name: string, type: string, value: string): string =>
  `<dataObject id="do-${name}" name="${name}" itemSubjectRef="xsd:${type}"><extensionElements><flowable:value>${value}</flowable:value></extensionElements></dataObject>`;

export const DATA_OBJECTS: readonly ExecutionCase[] = [
  {
    name: 'a data object begins as a variable of its type',
    after: `${DATA}#testDataObjectScope`,
    models: [
      process(
        data('title', 'string', 'hello'),
        data('count', 'int', '3'),
        data('sum', 'double', '3.5'),
        data('isUrgent', 'boolean', 'true'),
        '<dataObject id="empty" name="empty"/>',
        start(),
        `<userTask id="a" name="\${title} \${count + 1}"/>`,
        path('start > a'),
      ),
    ],
    begins: { names: ['hello 4'], variables: { title: 'hello', count: 3, sum: 3.5, isUrgent: true, empty: null } },
    steps: [],
  },
  {
    name: 'a variable of the start wins over the data object',
    after: 'FlowableTest.RuntimeServiceTest#testStartProcessInstanceWithDataObjects',
    models: [process(data('title', 'string', 'hello'), start(), tasks('a'), path('start > a'))],
    start: { variables: { title: 'mine' } },
    begins: { tasks: ['a'], variables: { title: 'mine' } },
    steps: [],
  },
  {
    name: 'the data object of a sub-process is seen and changed inside it only',
    after: `${DATA}#testDataObjectScope`,
    models: [
      process(
        data('title', 'string', 'outer'),
        start(),
        sub(
          'inner',
          data('title', 'string', 'inside').replace('do-title', 'do-inner'),
          start('s'),
          `<userTask id="a" name="\${title}"/><userTask id="b" name="\${title}"/>`,
          path('s > a > b'),
        ),
        `<userTask id="c" name="\${title}"/>`,
        path('start > inner > c'),
      ),
    ],
    begins: { names: ['inside'], variables: { title: 'outer' } },
    steps: [
      [done('a', { title: 'changed' }), { names: ['changed'], variables: { title: 'outer' } }],
      [done('b'), { names: ['outer'] }],
    ],
  },
  {
    name: 'a called process has data objects of its own',
    after: 'FlowableTest.CallActivityTest#testCallSimpleSubProcessWithDataObjects',
    models: [
      process(data('title', 'string', 'outer'), start(), call('called', 'child'), path('start > called')),
      named('child', data('title', 'string', 'child'), start(), `<userTask id="a" name="\${title}"/>`, path('start > a')),
    ],
    begins: { names: ['child'] },
    steps: [],
  },
];

export const OTHER_DIALECT: readonly ExecutionCase[] = [
  {
    name: 'authenticatedUserId is who completes a task, else who has started the instance',
    after: 'FlowableTest.ExpressionManagerTest#testAuthenticatedUserIdAvailable',
    models: [
      process(
        start(),
        '<userTask id="a" flowable:assignee="${authenticatedUserId}"/><userTask id="b" flowable:assignee="${authenticatedUserId}"/>',
        path('start > a > b'),
      ),
    ],
    start: { user: 'frederik' },
    begins: 'a:frederik',
    steps: [[{ op: 'complete', task: 'a', user: 'kermit' }, 'b:kermit']],
  },
  {
    name: 'a triggerable service waits until it is triggered',
    after: 'FlowableTest.TriggerableServiceTaskTest#testClassDelegate',
    models: [
      process(start(), service('s', 'flowable:class="org.example.Work" flowable:triggerable="true"'), tasks('a'), path('start > s > a')),
    ],
    begins: { tasks: [], waiting: ['s'] },
    steps: [[trigger('s'), { tasks: ['a'], waiting: [] }]],
  },
  {
    name: 'a node that is not executed stops the instance that comes to it',
    after: 'own',
    models: [process(start(), tasks('a'), '<complexGateway id="g" name="复杂"/>', tasks('b'), path('start > a > g > b'))],
    begins: 'a',
    steps: [[done('a'), { tasks: ['a'], error: '复杂' }]],
  },
  {
    name: 'a cycle ends at its end date',
    after: 'FlowableTest.BoundaryTimerEventRepeatWithEndTest#testRepeatWithEnd',
    models: [
      process(
        start(),
        tasks('a', 'b'),
        watching('late', 'a', '<timerEventDefinition><timeCycle flowable:endDate="${end}">R10/PT1H</timeCycle></timerEventDefinition>'),
        path('start > a'),
        path('late > b'),
      ),
    ],
    start: { variables: { end: '2026-01-01T10:30:00+08:00' } },
    begins: { tasks: ['a'], timers: ['late@2026-01-01T01:00:00.000Z'] },
    steps: [
      [wait('PT1H'), { tasks: ['a', 'b'], timers: ['late@2026-01-01T02:00:00.000Z'] }],
      [fire(), { tasks: ['a', 'b', 'b'], timers: [] }],
    ],
  },
  {
    name: 'a condition that is neither true nor false is refused',
    after: 'FlowableTest.ExclusiveGatewayTest#testInvalidProcessDefinition',
    models: [process(start(), exclusive('g'), tasks('a'), path('start > g'), when('${title}', 'g', 'a'))],
    start: { variables: { title: 'x' } },
    begins: refused('true'),
    steps: [],
  },
];
