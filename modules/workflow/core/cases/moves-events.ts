import { done, ENDED, type ExecutionCase, fire, move, send, shout } from './case.ts';
import {
  after,
  boundary,
  catching,
  end,
  gateway,
  message,
  parallel,
  path,
  process,
  receive,
  signal,
  start,
  sub,
  tasks,
} from './notation.ts';

const CLASS = 'FlowableTest.ChangeStateTest';
const KINDS = [
  { kind: 'Signal', event: signal('news'), happen: shout('news') },
  { kind: 'Message', event: message('news'), happen: send('news') },
  { kind: 'Timer', event: after('PT1H'), happen: fire('c') },
] as const;
type Kind = (typeof KINDS)[number];
const armed = ({ kind }: Kind): object => (kind === 'Timer' ? { timers: ['c'] } : { subscriptions: ['news'] });
const NOT_ARMED = { timers: [], subscriptions: [], waiting: [] } as const;
const model = (event: string): string =>
  process(start(), tasks('before', 'after'), catching('c', event), end(), path('start > before > c > after > end'));

export const MOVES_OF_CATCH_EVENTS: readonly ExecutionCase[] = KINDS.flatMap((one): ExecutionCase[] => [
  {
    name: `to a catching ${one.kind}: it is waited for and happens`,
    after: `${CLASS}#testSetCurrentActivityToIntermediate${one.kind}CatchEvent`,
    models: [model(one.event)],
    begins: 'before',
    steps: [
      [move('before', 'c'), { tasks: [], waiting: ['c'], ...armed(one) }],
      [one.happen, { tasks: ['after'], ...NOT_ARMED }],
      [done('after'), ENDED],
    ],
  },
  {
    name: `from a catching ${one.kind} back, and later on behind it: it is waited for no more`,
    after: `${CLASS}#testSetCurrentActivityFromIntermediate${one.kind}CatchEvent`,
    models: [model(one.event)],
    begins: 'before',
    steps: [
      [done('before'), { tasks: [], waiting: ['c'], ...armed(one) }],
      [move('c', 'before'), { tasks: ['before'], ...NOT_ARMED }],
      [done('before'), { tasks: [], waiting: ['c'], ...armed(one) }],
      [move('c', 'after'), { tasks: ['after'], ...NOT_ARMED }],
      [done('after'), ENDED],
    ],
  },
]);

export const MOVES_OF_OTHER_NODES: readonly ExecutionCase[] = [
  {
    name: 'to a receive task and away from it',
    after: `${CLASS}#testSetCurrentActivityForwardForSimpleProcess`,
    models: [process(start(), tasks('a', 'b'), receive('r'), path('start > a > r > b'))],
    begins: 'a',
    steps: [
      [move('a', 'r'), { tasks: [], waiting: ['r'] }],
      [move('r', 'a'), { tasks: ['a'], waiting: [] }],
    ],
  },
  {
    name: 'to an event gateway, from it, and from an event behind it',
    after: 'own',
    models: [
      process(
        start(),
        tasks('a', 'b'),
        gateway('eventBased', 'g'),
        catching('m', message('news')),
        catching('t', after('PT1H')),
        path('start > a > g > m > b'),
        path('g > t > b'),
      ),
    ],
    begins: 'a',
    steps: [
      [move('a', 'g'), { tasks: [], timers: ['t'], subscriptions: ['news'] }],
      [move('g', 'a'), { tasks: ['a'], ...NOT_ARMED }],
      [done('a'), { tasks: [], timers: ['t'], subscriptions: ['news'] }],
      [move('m', 'b'), { tasks: ['b'], ...NOT_ARMED }],
    ],
  },
  {
    name: 'to a sub-process as a whole: it begins at its start',
    after: `${CLASS}#testSetCurrentActivityToSubProcess`,
    models: [
      process(start(), tasks('a', 'b'), sub('inner', start('s'), tasks('x', 'y'), path('s > x > y')), path('start > a > inner > b')),
    ],
    begins: 'a',
    steps: [
      [move('a', 'inner'), 'x'],
      [done('x'), 'y'],
      [move('y', 'inner'), 'x'],
      [move('inner', 'b'), 'b'],
    ],
  },
  {
    name: 'to an end: the instance ends',
    after: 'own',
    models: [process(start(), tasks('a', 'b'), end(), path('start > a > b > end'))],
    begins: 'a',
    steps: [[move('a', 'end'), ENDED]],
  },
  {
    name: 'to the start: the instance begins anew',
    after: 'own',
    models: [process(start(), tasks('a', 'b'), end(), path('start > a > b > end'))],
    begins: 'a',
    steps: [
      [done('a'), 'b'],
      [move('b', 'start'), 'a'],
    ],
  },
  {
    name: 'to the event at a boundary: its flow is taken',
    after: 'own',
    models: [process(start(), tasks('a', 'b', 'c'), boundary('late', 'a', after('PT1H')), path('start > a > b'), path('late > c'))],
    begins: { tasks: ['a'], timers: ['late'] },
    steps: [[move('a', 'late'), { tasks: ['c'], timers: [] }]],
  },
  {
    name: 'of two executions at one node both',
    after: 'own',
    models: [process(start(), parallel('fork'), tasks('a', 'b', 'c'), path('start > fork > a > c'), path('fork > b > c'))],
    begins: 'a b',
    steps: [
      [done('a'), 'b c'],
      [done('b'), 'c c'],
      [move('c', 'a'), 'a'],
    ],
  },
  {
    name: 'some known and some unknown nodes: nothing is moved',
    after: `${CLASS}#testSetCurrentActivityToUnknown`,
    models: [process(start(), parallel('fork'), tasks('a', 'b', 'c'), path('start > fork > a > c'), path('fork > b > c'))],
    begins: 'a b',
    steps: [[move('a', 'c nowhere'), { tasks: ['a', 'b'], error: 'nowhere' }]],
  },
  {
    name: 'a node where nothing stands beside one where something does is refused',
    after: `${CLASS}#testSetCurrentActivityFromUnknown`,
    models: [process(start(), parallel('fork'), tasks('a', 'b', 'c'), path('start > fork > a > c'), path('fork > b > c'))],
    begins: 'a b',
    steps: [[move('a c', 'b'), { tasks: ['a', 'b'], error: 'c' }]],
  },
];
