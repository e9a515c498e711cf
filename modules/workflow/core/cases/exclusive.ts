import { done, ENDED, refused, type ExecutionCase } from './case.ts';
import { end, exclusive, parallel, path, process, start, task, tasks, when } from './notation.ts';

const CLASS = 'FlowableTest.ExclusiveGatewayTest';

/** One of three tasks by the value of `input`. */
const diverging = process(
  start(),
  exclusive('choice'),
  tasks('one', 'two', 'three'),
  path('start > choice'),
  when('${input == 1}', 'choice', 'one'),
  when('${input == 2}', 'choice', 'two'),
  when('${input == 3}', 'choice', 'three'),
);
const withDefault = process(
  start(),
  exclusive('choice', 'choice-otherwise'),
  tasks('one', 'otherwise', 'three'),
  path('start > choice > otherwise'),
  when('${input == 1}', 'choice', 'one'),
  when('${input == 3}', 'choice', 'three'),
);
const byPrice = (of: string): string =>
  process(
    start(),
    exclusive('choice'),
    tasks('basic', 'standard', 'gold'),
    path('start > choice'),
    when(`\${${of} < 100}`, 'choice', 'basic'),
    when(`\${${of} >= 100 && ${of} < 250}`, 'choice', 'standard'),
    when(`\${${of} >= 250}`, 'choice', 'gold'),
  );

export const EXCLUSIVE: readonly ExecutionCase[] = [
  ...['one', 'two', 'three'].map((key, n) => ({
    name: `takes the flow whose condition holds: ${key}`,
    after: `${CLASS}#testDivergingExclusiveGateway`,
    models: [diverging],
    start: { variables: { input: n + 1 } },
    begins: key,
    steps: [[done(key), ENDED] as const],
  })),
  {
    name: 'merges without waiting: each token goes on',
    after: `${CLASS}#testMergingExclusiveGateway`,
    models: [
      process(
        start(),
        parallel('fork'),
        exclusive('merge'),
        tasks('a', 'b', 'c', 'next'),
        path('start > fork > a > merge > next'),
        path('fork > b > merge'),
        path('fork > c > merge'),
      ),
    ],
    begins: 'a b c',
    steps: [
      [done('a'), 'b c next'],
      [done('b'), 'c next next'],
      [done('c'), 'next next next'],
      [done('next'), 'next next'],
    ],
  },
  {
    name: 'takes the first of several that hold, in the order of the XML',
    after: `${CLASS}#testMultipleValidConditions`,
    models: [
      process(
        start(),
        exclusive('choice'),
        tasks('one', 'two', 'three'),
        path('start > choice'),
        when('${input > 5}', 'choice', 'one'),
        when('${input < 10}', 'choice', 'two'),
        when('${input == 5}', 'choice', 'three'),
      ),
    ],
    start: { variables: { input: 5 } },
    begins: 'two',
    steps: [],
  },
  {
    name: 'is refused when no condition holds and there is no default',
    after: `${CLASS}#testNoSequenceFlowSelected`,
    models: [diverging],
    start: { variables: { input: 4 } },
    begins: refused('所有出线条件都不满足'),
    steps: [],
  },
  {
    name: 'reads a condition with blanks and line ends',
    after: `${CLASS}#testWhitespaceInExpression`,
    models: [
      process(
        start(),
        exclusive('choice'),
        tasks('one', 'two'),
        path('start > choice'),
        when('\n     ${  input ==  1 }\n   ', 'choice', 'one'),
        when('\n  ${input != 1}  ', 'choice', 'two'),
      ),
    ],
    start: { variables: { input: 1 } },
    begins: 'one',
    steps: [],
  },
  {
    name: 'is refused when the condition names an unknown variable',
    after: `${CLASS}#testUnknownVariableInExpression`,
    models: [diverging],
    start: { variables: { iinput: 1 } },
    begins: refused('input'),
    steps: [],
  },
  {
    name: 'decides by a property of an object',
    after: `${CLASS}#testDecideBasedOnBeanProperty`,
    models: [byPrice('order.price')],
    start: { variables: { order: { price: 150 } } },
    begins: 'standard',
    steps: [],
  },
  {
    name: 'decides by a property of an object of a list',
    after: `${CLASS}#testDecideBasedOnListOrArrayOfBeans`,
    models: [byPrice('orders[1].price')],
    start: { variables: { orders: [{ price: 50 }, { price: 300 }, { price: 175 }] } },
    begins: 'gold',
    steps: [],
  },
  {
    name: 'is refused when the condition calls an unknown method',
    after: `${CLASS}#testInvalidMethodExpression`,
    models: [
      process(
        start(),
        exclusive('choice', 'choice-two'),
        tasks('one', 'two'),
        path('start > choice > two'),
        when('${order.isSomething()}', 'choice', 'one'),
      ),
    ],
    start: { variables: { order: { price: 50 } } },
    begins: refused('isSomething'),
    steps: [],
  },
  {
    name: 'does not take the default flow when a condition holds',
    after: `${CLASS}#testDefaultSequenceFlow`,
    models: [withDefault],
    start: { variables: { input: 1 } },
    begins: 'one',
    steps: [],
  },
  {
    name: 'takes the default flow, though it stands first, when no condition holds',
    after: `${CLASS}#testDefaultSequenceFlow`,
    models: [withDefault],
    start: { variables: { input: 5 } },
    begins: 'otherwise',
    steps: [[done('otherwise'), ENDED]],
  },
  {
    name: 'leads straight to the end',
    after: `${CLASS}#testExclusiveDirectlyToEnd`,
    models: [
      process(
        start(),
        exclusive('choice'),
        tasks('one'),
        end(),
        path('start > choice'),
        when('${input == 1}', 'choice', 'end'),
        when('${input == 2}', 'choice', 'one'),
        path('one > end'),
      ),
    ],
    start: { variables: { input: 1 } },
    begins: ENDED,
    steps: [],
  },
  {
    name: 'leads back: the task is opened again until the condition holds',
    after: 'own',
    models: [
      process(
        start(),
        exclusive('again'),
        task('work'),
        end(),
        path('start > work > again'),
        when('${input < 3}', 'again', 'work'),
        when('${input >= 3}', 'again', 'end'),
      ),
    ],
    start: { variables: { input: 0 } },
    begins: 'work',
    steps: [
      [done('work', { input: 1 }), 'work'],
      [done('work', { input: 2 }), 'work'],
      [done('work', { input: 3 }), ENDED],
    ],
  },
];
