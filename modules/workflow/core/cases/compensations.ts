import { done, ENDED, type ExecutionCase, trigger } from './case.ts';
import {
  boundary,
  each,
  end,
  error,
  eventSub,
  exclusive,
  parallel,
  path,
  process,
  receive,
  service,
  start,
  sub,
  tasks,
  throwing,
  when,
} from './notation.ts';

const CLASS = 'FlowableTest.CompensateEventTest';
const TX = 'FlowableTest.TransactionSubProcessTest';

const COMPENSATE = '<compensateEventDefinition/>';
const compensating = (activity: string): string => `<compensateEventDefinition activityRef="${activity}"/>`;
/** An activity that is undone by a task. */
const undone = (activity: string, id: string, handler: string): string =>
  activity +
  boundary(`${id}Undo`, id, COMPENSATE) +
  `<userTask id="${handler}" isForCompensation="true"/>` +
  `<association id="${id}Link" associationDirection="One" sourceRef="${id}Undo" targetRef="${handler}"/>`;
const bookHotel = undone(service('bookHotel'), 'bookHotel', 'undoHotel');
const bookFlight = undone(service('bookFlight'), 'bookFlight', 'undoFlight');

const booking = (thrown: string, loop = '', more = ''): string =>
  process(
    start(),
    sub('book', loop, start('s'), bookHotel, end('e'), path('s > bookHotel > e')),
    throwing('undo', thrown),
    receive('beforeEnd'),
    end(),
    path('start > book > undo > beforeEnd > end'),
    more,
  );

export const COMPENSATIONS: readonly ExecutionCase[] = [
  {
    name: 'what a sub-process has done is undone by a person',
    after: `${CLASS}#testCompensateSubprocessWithUserTask`,
    models: [booking(compensating('book'))],
    begins: { tasks: ['undoHotel'], waiting: ['beforeEnd'] },
    steps: [
      [done('undoHotel'), { tasks: [], waiting: ['beforeEnd'] }],
      [trigger('beforeEnd'), ENDED],
    ],
  },
  {
    name: 'the process waits at its end for the person who undoes',
    after: `${CLASS}#testCompensateSubprocessWithUserTask2`,
    models: [booking(compensating('book'))],
    begins: 'undoHotel',
    steps: [
      [trigger('beforeEnd'), { tasks: ['undoHotel'], waiting: [] }],
      [done('undoHotel'), ENDED],
    ],
  },
  {
    name: 'each instance of a sub-process is undone',
    after: `${CLASS}#testCompensateMiSubprocess`,
    models: [booking(compensating('book'), each({ times: '5' }))],
    begins: { tasks: ['undoHotel', 'undoHotel', 'undoHotel', 'undoHotel', 'undoHotel'], scopes: 5 },
    steps: [[done('undoHotel'), { tasks: ['undoHotel', 'undoHotel', 'undoHotel', 'undoHotel'] }]],
  },
  {
    name: 'all that is done is undone, the last first',
    after: `${CLASS}#testCompensateScope`,
    models: [
      process(start(), bookHotel, bookFlight, tasks('check'), end('end', COMPENSATE), path('start > bookHotel > bookFlight > check > end')),
    ],
    begins: 'check',
    steps: [
      [done('check'), 'undoFlight undoHotel'],
      [done('undoFlight'), 'undoHotel'],
      [done('undoHotel'), ENDED],
    ],
  },
  {
    name: 'only what the named activity has done is undone',
    after: `${CLASS}#testCompensateServiceTask`,
    models: [
      process(
        start(),
        bookHotel,
        bookFlight,
        throwing('undo', compensating('bookHotel')),
        tasks('next'),
        path('start > bookHotel > bookFlight > undo > next'),
      ),
    ],
    begins: 'next undoHotel',
    steps: [],
  },
  {
    name: 'what was not done is not undone, and nothing twice',
    after: `${CLASS}#testCompensateWithSubprocess2`,
    models: [
      process(
        start(),
        exclusive('g', 'g-skip'),
        service('skip'),
        bookHotel,
        exclusive('m'),
        throwing('undo', COMPENSATE),
        throwing('undo2', COMPENSATE),
        tasks('next'),
        path('start > g > skip > m > undo > undo2 > next'),
        when('${book}', 'g', 'bookHotel'),
        path('bookHotel > m'),
      ),
    ],
    start: { variables: { book: false } },
    begins: 'next',
    steps: [[done('next'), ENDED]],
  },
  {
    name: 'a nested sub-process is undone from outside',
    after: `${CLASS}#testCompensateNestedSubprocess`,
    models: [
      process(
        start(),
        sub(
          'outer',
          start('os'),
          sub('inner', start('is'), bookHotel, end('ie'), path('is > bookHotel > ie')),
          end('oe'),
          path('os > inner > oe'),
        ),
        tasks('after'),
        end('end', COMPENSATE),
        path('start > outer > after > end'),
      ),
    ],
    begins: 'after',
    steps: [
      [done('after'), 'undoHotel'],
      [done('undoHotel'), ENDED],
    ],
  },
  {
    name: 'a sub-process is the handler',
    after: `${CLASS}#testCompensateWithSubprocess`,
    models: [
      process(
        start(),
        service('bookHotel'),
        boundary('undo', 'bookHotel', COMPENSATE),
        `<subProcess id="handler" isForCompensation="true">${start('s')}${parallel('fork', 'join')}${tasks('c1', 'c2', 'c3')}${path('s > fork > c1 > join > c3')}${path('fork > c2 > join')}</subProcess>`,
        '<association id="l" sourceRef="undo" targetRef="handler"/>',
        tasks('after'),
        end('end', COMPENSATE),
        path('start > bookHotel > after > end'),
      ),
    ],
    begins: 'after',
    steps: [
      [done('after'), 'c1 c2'],
      [done('c1'), 'c2'],
      [done('c2'), 'c3'],
      [done('c3'), ENDED],
    ],
  },
  {
    name: 'an event sub-process for an error undoes what the process has done',
    after: 'CamundaTest.CompensateEventTest#testCompensateInEventSubprocess',
    models: [
      process(
        start(),
        bookHotel,
        tasks('a'),
        end('fail', error('E')),
        path('start > bookHotel > a > fail'),
        eventSub('h', start('hs', error('E')), throwing('undo', COMPENSATE), tasks('told'), path('hs > undo > told')),
      ),
    ],
    begins: 'a',
    steps: [[done('a'), 'told undoHotel']],
  },
  {
    name: 'a sub-process sees its own variables when it is undone',
    after: 'CamundaTest.CompensateEventTest#testCompensateMiSubprocessVariableSnapshots',
    models: [
      process(
        start(),
        sub(
          'many',
          '<dataObject id="d" name="place"><extensionElements><flowable:value>none</flowable:value></extensionElements></dataObject>',
          start('s'),
          `<userTask id="choose"/>${boundary('u', 'choose', COMPENSATE)}<userTask id="undo" name="\${place}" isForCompensation="true"/><association id="l" sourceRef="u" targetRef="undo"/>`,
          end('e'),
          path('s > choose > e'),
        ),
        throwing('t', COMPENSATE),
        tasks('next'),
        path('start > many > t > next'),
      ),
    ],
    begins: 'choose',
    steps: [[done('choose', { place: 'here' }), { names: ['here', 'next'] }]],
  },
  {
    name: 'a cancelled transaction undoes what it has done',
    after: `${TX}#testCancelEndConcurrent`,
    models: [
      process(
        start(),
        `<transaction id="tx">${start('s')}${bookHotel}${bookFlight}${tasks('ask')}${exclusive('g', 'g-ok')}${end('ok')}${end('no', '<cancelEventDefinition/>')}${path('s > bookHotel > bookFlight > ask > g > ok')}${when('${!confirmed}', 'g', 'no')}</transaction>`,
        boundary('cancelled', 'tx', '<cancelEventDefinition/>'),
        tasks('success', 'failure'),
        path('start > tx > success'),
        path('cancelled > failure'),
      ),
    ],
    begins: 'ask',
    steps: [
      [done('ask', { confirmed: false }), 'failure undoFlight undoHotel'],
      [done('undoHotel'), 'failure undoFlight'],
      [done('undoFlight'), 'failure'],
      [done('failure'), ENDED],
    ],
  },
  {
    name: 'a compensation beside other events at a boundary does not disturb them',
    after: `${CLASS}#testTwoBoundaryEventAndFirstIsCompensation`,
    models: [
      process(
        start(),
        undone('<userTask id="a"/>', 'a', 'undo'),
        boundary('stop', 'a', '<signalEventDefinition signalRef="signal-stop"/>'),
        tasks('b'),
        path('start > a'),
        path('stop > b'),
      ),
    ],
    begins: { tasks: ['a'], subscriptions: ['stop'] },
    steps: [
      [
        { op: 'signal', name: 'stop' },
        { tasks: ['b'], subscriptions: [] },
      ],
    ],
  },
];
