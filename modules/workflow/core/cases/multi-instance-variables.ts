import { done, ENDED, type ExecutionCase, refused } from './case.ts';
import {
  each,
  end,
  eventSub,
  exclusive,
  message,
  oneByOne,
  path,
  process,
  start,
  startBeside,
  sub,
  task,
  tasks,
  when,
} from './notation.ts';

const CLASS = 'FlowableTest.MultiInstanceTest';
const signing = (loop: string, attributes = '', ...more: string[]): string =>
  process(start(), task('sign', attributes, loop), tasks('last'), end(), path('start > sign > last > end'), ...more);
const named = (name: string, loop: string): string =>
  process(start(), `<userTask id="sign" name="${name}">${loop}</userTask>`, tasks('last'), path('start > sign > last'));
const person = 'flowable:assignee="${person}"';

export const COLLECTIONS: readonly ExecutionCase[] = [
  {
    name: 'a list as a text with commas',
    after: 'own',
    models: [signing(each({ over: '${people}', as: 'person' }), person)],
    start: { variables: { people: 'a, b ,c' } },
    begins: 'sign:a sign:b sign:c',
    steps: [],
  },
  {
    name: 'a list as a text of JSON',
    after: `${CLASS}#testParallelUserTasksCustomCollectionStringExtension`,
    models: [signing(each({ over: '${people}', as: 'person' }), 'flowable:assignee="${person.id}"')],
    start: { variables: { people: '[{"id":"a"},{"id":"b"}]' } },
    begins: 'sign:a sign:b',
    steps: [],
  },
  {
    name: 'a list of JSON written into the model',
    after: `${CLASS}#testParallelUserTasksCustomCollectionStringExtension`,
    models: [
      signing(
        '<multiInstanceLoopCharacteristics isSequential="false" flowable:elementVariable="person"><extensionElements><flowable:collection><flowable:string><![CDATA[ [ {"id": "a"}, {"id": "b"} ] ]]></flowable:string></flowable:collection></extensionElements></multiInstanceLoopCharacteristics>',
        'flowable:assignee="${person.id}"',
      ),
    ],
    begins: 'sign:a sign:b',
    steps: [],
  },
  {
    name: 'a list that an expression in the model names',
    after: `${CLASS}#testParallelUserTasksCustomCollectionExpressionExtension`,
    models: [
      signing(
        '<multiInstanceLoopCharacteristics isSequential="true" flowable:elementVariable="person"><extensionElements><flowable:collection><flowable:expression>${people}</flowable:expression></flowable:collection></extensionElements></multiInstanceLoopCharacteristics>',
        person,
      ),
    ],
    start: { variables: { people: ['a', 'b'] } },
    begins: 'sign:a',
    steps: [[done('sign'), 'sign:b']],
  },
  {
    name: 'an expression whose value is the name of a variable',
    after: `${CLASS}#testParallelUserTasksBasedOnCollectionExpression`,
    models: [signing(each({ over: '${which}', as: 'person' }), person)],
    start: { variables: { which: 'people', people: ['a', 'b'] } },
    begins: 'sign:a sign:b',
    steps: [],
  },
  {
    name: 'a list of numbers and objects',
    after: `${CLASS}#testParallelUserTasksCustomExtensions`,
    models: [named('${item.no + 1} ${loopCounter}', each({ over: 'items', as: 'item' }))],
    start: { variables: { items: [{ no: 1 }, { no: 5 }] } },
    begins: { names: ['2 0', '6 1'] },
    steps: [],
  },
  {
    name: 'null instead of a list is refused',
    after: `${CLASS}#testCollectionVariableMissing`,
    models: [signing(each({ over: 'people', as: 'person' }), '')],
    start: { variables: { people: null } },
    begins: refused('people'),
    steps: [],
  },
  {
    name: 'a number of times as a text and as an expression',
    after: `${CLASS}#testSequentialUserTasks`,
    models: [signing(each({ times: '${n}' }))],
    start: { variables: { n: '3' } },
    begins: 'sign sign sign',
    steps: [],
  },
  ...['-1', '1.5', 'x'].map((n) => ({
    name: `${n} times is refused`,
    after: `${CLASS}#testParallelUserTasks`,
    models: [signing(each({ times: '${n}' }))],
    start: { variables: { n } },
    begins: refused('次数'),
    steps: [],
  })),
  {
    name: 'the elements of the standard: loopDataInputRef and inputDataItem',
    after: `${CLASS}#testParallelUserTasksBasedOnCollection`,
    models: [
      signing(
        '<multiInstanceLoopCharacteristics isSequential="false"><loopDataInputRef>people</loopDataInputRef><inputDataItem name="person"/></multiInstanceLoopCharacteristics>',
        person,
      ),
    ],
    start: { variables: { people: ['a', 'b'] } },
    begins: 'sign:a sign:b',
    steps: [],
  },
];

const votes = '${approvals / nrOfInstances >= 0.5}';
export const LOOP_VARIABLES: readonly ExecutionCase[] = [
  {
    name: 'nrOfActiveInstances and nrOfCompletedInstances in the completion condition',
    after: `${CLASS}#testParallelUserTasksCompletionCondition`,
    models: [signing(each({ times: '4', until: '${nrOfActiveInstances == 2 && nrOfCompletedInstances == 2}' }))],
    begins: 'sign sign sign sign',
    steps: [
      [done('sign'), 'sign sign sign'],
      [done('sign'), 'last'],
    ],
  },
  {
    name: 'a variable that a task sets in the completion condition',
    after: `${CLASS}#testParallelUserTasksCompletionCondition`,
    models: [signing(each({ times: '3', until: votes }))],
    start: { variables: { approvals: 0 } },
    begins: 'sign sign sign',
    steps: [
      [done('sign', { approvals: 1 }), 'sign sign'],
      [done('sign', { approvals: 2 }), 'last'],
    ],
  },
  {
    name: 'an unknown variable in the completion condition refuses the step',
    after: 'own',
    models: [signing(each({ times: '3', until: '${votes > 1}' }))],
    begins: 'sign sign sign',
    steps: [[done('sign'), { tasks: ['sign', 'sign', 'sign'], error: 'votes' }]],
  },
  {
    name: 'a completion condition that holds at once: the first instance is enough',
    after: `${CLASS}#testSequentialUserTasksCompletionCondition`,
    models: [signing(oneByOne({ times: '3', until: '${true}' }))],
    begins: 'sign',
    steps: [[done('sign'), 'last']],
  },
  {
    name: 'the number of the instance in a sub-process that runs inside another',
    after: `${CLASS}#testLoopCounterVariableForParallelMultiInstance`,
    models: [
      process(
        start(),
        sub(
          'outer',
          each({ times: '2' }),
          start('os'),
          sub('inner', each({ times: '2' }), start('is'), '<userTask id="t" name="${loopCounter} of ${nrOfInstances}"/>', path('is > t')),
          path('os > inner'),
        ),
        path('start > outer'),
      ),
    ],
    begins: { names: ['0 of 2', '0 of 2', '1 of 2', '1 of 2'] },
    steps: [],
  },
  {
    name: 'an element with the name of a variable of the process hides it, and it is as before afterwards',
    after: 'own',
    models: [
      process(
        start(),
        '<userTask id="sign" name="${person}">' + oneByOne({ over: 'people', as: 'person' }) + '</userTask>',
        '<userTask id="last" name="${person}"/>',
        path('start > sign > last'),
      ),
    ],
    start: { variables: { person: 'boss', people: ['a', 'b'] } },
    begins: { names: ['a'], variables: { person: 'boss' } },
    steps: [
      [done('sign', { person: 'changed' }), { names: ['b'], variables: { person: 'boss' } }],
      [done('sign'), { names: ['boss'], variables: { person: 'boss' } }],
    ],
  },
  {
    name: 'each instance chooses its way by its element',
    after: `${CLASS}#testNestedMultiInstanceTasks`,
    models: [
      process(
        start(),
        sub(
          'many',
          each({ over: 'amounts', as: 'amount' }),
          start('s'),
          exclusive('g', 'g-small'),
          tasks('large', 'small'),
          end('e'),
          path('s > g > small > e'),
          when('${amount > 10}', 'g', 'large'),
          path('large > e'),
        ),
        tasks('last'),
        path('start > many > last'),
      ),
    ],
    start: { variables: { amounts: [5, 50, 20] } },
    begins: { tasks: ['large', 'large', 'small'], scopes: 3 },
    steps: [
      [done('small'), 'large large'],
      [done('large'), 'large'],
      [done('large'), 'last'],
    ],
  },
  {
    name: 'an event sub-process in one instance interrupts that instance only',
    after: 'FlowableTest.MessageEventSubprocessTest#testInterruptingInMultiInstance',
    models: [
      process(
        start(),
        sub(
          'many',
          each({ times: '2' }),
          start('s'),
          tasks('t'),
          path('s > t'),
          eventSub('h', start('hs', message('news')), tasks('handling'), path('hs > handling')),
        ),
        tasks('last'),
        path('start > many > last'),
      ),
    ],
    begins: { tasks: ['t', 't'], subscriptions: ['news', 'news'] },
    steps: [
      [
        { op: 'message', name: 'news' },
        { tasks: ['handling', 't'], subscriptions: ['news'], scopes: 2 },
      ],
      [done('t'), 'handling'],
      [done('handling'), 'last'],
    ],
  },
  {
    name: 'an event sub-process beside one instance holds that instance up',
    after: 'FlowableTest.MessageEventSubprocessTest#testNonInterruptingInMultiInstance',
    models: [
      process(
        start(),
        sub(
          'many',
          oneByOne({ times: '2' }),
          start('s'),
          tasks('t'),
          path('s > t'),
          eventSub('h', startBeside('hs', message('news')), tasks('handling'), path('hs > handling')),
        ),
        tasks('last'),
        path('start > many > last'),
      ),
    ],
    begins: { tasks: ['t'], subscriptions: ['news'] },
    steps: [
      [{ op: 'message', name: 'news' }, 'handling t'],
      [done('t'), { tasks: ['handling'], subscriptions: [] }],
      [done('handling'), { tasks: ['t'], subscriptions: ['news'] }],
      [done('t'), 'last'],
      [done('last'), ENDED],
    ],
  },
];
