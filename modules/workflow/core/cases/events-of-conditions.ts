import { done, ENDED, type ExecutionCase, refused, trigger } from './case.ts';
import { boundary, each, end, exclusive, path, process, receive, start, sub, tasks, watching, when } from './notation.ts';

const conditional = (text: string): string => `<conditionalEventDefinition><condition>${text}</condition></conditionalEventDefinition>`;
const COND = 'FlowableTest.BoundaryConditionalEventTest';
const guarded = (event: string): string =>
  process(
    start(),
    sub('inner', start('s'), tasks('one', 'two'), end('e'), path('s > one > two > e')),
    event,
    tasks('caught'),
    end(),
    path('start > inner > end'),
    path('cond > caught > end'),
  );

export const CONDITIONAL_EVENTS: readonly ExecutionCase[] = [
  {
    name: 'a catching condition is waited for until it holds',
    after: 'FlowableTest.ConditionalIntermediateCatchEventTest#testConditionalIntermediateCatchEvent',
    models: [
      process(
        start(),
        '<parallelGateway id="fork"/>',
        tasks('beside', 'next'),
        `<intermediateCatchEvent id="cond">${conditional("${myVar == 'test'}")}</intermediateCatchEvent>`,
        path('start > fork > cond > next'),
        path('fork > beside'),
      ),
    ],
    start: { variables: { myVar: 'empty' } },
    begins: { tasks: ['beside'], waiting: ['cond'], subscriptions: [] },
    steps: [
      [trigger('cond'), { tasks: ['beside'], waiting: ['cond'] }],
      [done('beside', { myVar: 'test' }), { tasks: ['next'], waiting: [] }],
    ],
  },
  {
    name: 'a condition at the boundary takes the sub-process away',
    after: `${COND}#testCatchConditionalOnEmbeddedSubprocess`,
    models: [guarded(boundary('cond', 'inner', conditional("${myVar == 'test'}")))],
    start: { variables: { myVar: 'empty' } },
    begins: 'one',
    steps: [
      [trigger('cond'), 'one'],
      [done('one', { myVar: 'test' }), 'caught'],
      [done('caught'), ENDED],
    ],
  },
  {
    name: 'a condition at the boundary that never holds',
    after: `${COND}#testCatchConditionalOnEmbeddedSubprocessWithoutTrigger`,
    models: [guarded(boundary('cond', 'inner', conditional("${myVar == 'test'}")))],
    start: { variables: { myVar: 'empty' } },
    begins: 'one',
    steps: [
      [done('one'), 'two'],
      [done('two'), ENDED],
    ],
  },
  {
    name: 'a condition beside happens once for each time that it begins to hold, and again when triggered',
    after: `${COND}#testCatchNonInterruptingConditionalOnEmbeddedSubprocess`,
    models: [guarded(watching('cond', 'inner', conditional("${myVar == 'test'}")))],
    start: { variables: { myVar: 'empty' } },
    begins: 'one',
    steps: [
      [done('one', { myVar: 'test' }), 'caught two'],
      [trigger('cond'), 'caught caught two'],
      [done('caught'), 'caught two'],
      [done('caught'), 'two'],
      [done('two'), ENDED],
    ],
  },
];

const TX = 'FlowableTest.TransactionSubProcessTest';
const transaction = (loop = ''): string =>
  process(
    start(),
    `<transaction id="tx">${loop}${start('s')}${tasks('ask')}${exclusive('choice')}${end('ok')}${end('failed', '<cancelEventDefinition/>')}${path('s > ask > choice')}${when('${confirmed}', 'choice', 'ok')}${when('${!confirmed}', 'choice', 'failed')}</transaction>`,
    boundary('cancelled', 'tx', '<cancelEventDefinition/>'),
    receive('afterSuccess'),
    receive('afterCancellation'),
    end(),
    path('start > tx > afterSuccess > end'),
    path('cancelled > afterCancellation > end'),
  );

export const TRANSACTIONS: readonly ExecutionCase[] = [
  {
    name: 'a transaction that succeeds',
    after: `${TX}#testSimpleCaseTxSuccessful`,
    models: [transaction()],
    begins: 'ask',
    steps: [
      [done('ask', { confirmed: true }), { tasks: [], waiting: ['afterSuccess'] }],
      [trigger('afterSuccess'), ENDED],
    ],
  },
  {
    name: 'a transaction that is cancelled',
    after: `${TX}#testSimpleCaseTxCancelled`,
    models: [transaction()],
    begins: 'ask',
    steps: [
      [done('ask', { confirmed: false }), { tasks: [], waiting: ['afterCancellation'] }],
      [trigger('afterCancellation'), ENDED],
    ],
  },
  {
    name: 'one cancelled instance of a transaction takes all away',
    after: `${TX}#testMultiInstanceTx`,
    models: [transaction(each({ times: '5' }))],
    begins: 'ask ask ask ask ask',
    steps: [
      [done('ask', { confirmed: false }), { tasks: [], waiting: ['afterCancellation'] }],
      [trigger('afterCancellation'), ENDED],
    ],
  },
  {
    name: 'a cancelling end outside any transaction is refused',
    after: 'own',
    models: [process(start(), end('end', '<cancelEventDefinition/>'), path('start > end'))],
    begins: refused('取消'),
    steps: [],
  },
];
