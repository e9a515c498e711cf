import { done, ENDED, send, type ExecutionCase } from './case.ts';
import { call, end, eventSub, exclusive, message, named, parallel, path, process, start, startBeside, tasks } from './notation.ts';

const CLASS = 'FlowableTest.ParallelGatewayTest';

export const PARALLEL: readonly ExecutionCase[] = [
  {
    name: 'splits and joins without anything between',
    after: `${CLASS}#testSplitMergeNoWaitstates`,
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        '<manualTask id="m1"/><manualTask id="m2"/><manualTask id="m3"/>',
        end(),
        path('start > fork > m1 > join > end'),
        path('fork > m2 > join'),
        path('fork > m3 > join'),
      ),
    ],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'joins what two forks have split, one after the other',
    after: `${CLASS}#testUnstructuredConcurrencyTwoForks`,
    models: [
      process(
        start(),
        parallel('fork1', 'fork2', 'join'),
        end(),
        path('start > fork1 > join > end'),
        path('fork1 > fork2 > join'),
        '<sequenceFlow id="second" sourceRef="fork2" targetRef="join"/>',
      ),
    ],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'joins in two steps what one fork has split',
    after: `${CLASS}#testUnstructuredConcurrencyTwoJoins`,
    models: [
      process(
        start(),
        parallel('fork', 'join1', 'join2'),
        end(),
        path('start > fork > join1 > join2 > end'),
        '<sequenceFlow id="second" sourceRef="fork" targetRef="join1"/>',
        path('fork > join2'),
      ),
    ],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'ends when all branches have come to ends of their own',
    after: `${CLASS}#testForkFollowedByOnlyEndEvents`,
    models: [process(start(), parallel('fork'), end('e1'), end('e2'), path('start > fork > e1'), path('fork > e2'))],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'ends when nested forks have come to ends of their own',
    after: `${CLASS}#testNestedForksFollowedByEndEvents`,
    models: [
      process(
        start(),
        parallel('fork1', 'fork2', 'fork3'),
        ...['e1', 'e2', 'e3', 'e4'].map((id) => end(id)),
        path('start > fork1 > fork2 > e1'),
        path('fork2 > e2'),
        path('fork1 > fork3 > e3'),
        path('fork3 > e4'),
      ),
    ],
    begins: ENDED,
    steps: [],
  },
  {
    name: 'joins an inner split before the outer one',
    after: `${CLASS}#testNestedForkJoin`,
    models: [
      process(
        start(),
        tasks('task0', 'a', 'b', 'b1', 'b2', 'c'),
        parallel('fork1', 'fork2', 'join1', 'join2'),
        end(),
        path('start > task0 > fork1 > a > join1 > c > end'),
        path('fork1 > b > fork2 > b1 > join2 > join1'),
        path('fork2 > b2 > join2'),
      ),
    ],
    begins: 'task0',
    steps: [
      [done('task0'), 'a b'],
      [done('a'), 'b'],
      [done('b'), 'b1 b2'],
      [done('b1'), 'b2'],
      [done('b2'), 'c'],
      [done('c'), ENDED],
    ],
  },
  {
    name: 'goes on after a join with a called process in one branch',
    after: `${CLASS}#testRecyclingExecutionWithCallActivity`,
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        tasks('some'),
        call('called', 'child'),
        end(),
        path('start > fork > some > join > end'),
        path('fork > called > join'),
      ),
      named('child', start(), tasks('another'), end(), path('start > another > end')),
    ],
    begins: 'another some',
    steps: [
      [done('some'), 'another'],
      [done('another'), ENDED],
    ],
  },
  {
    name: 'an end of one branch leaves the subscriptions of the process alone',
    after: `${CLASS}#testNonTerminatingEndEventShouldNotRemoveSubscriptions`,
    models: [
      process(
        start(),
        tasks('task1', 'task2', 'task3'),
        parallel('fork'),
        end('e2'),
        end('e3'),
        path('start > task1 > fork > task2 > e2'),
        path('fork > task3 > e3'),
        eventSub('told', startBeside('told1', message('news')), tasks('messageTask'), end('told2'), path('told1 > messageTask > told2')),
      ),
    ],
    begins: { tasks: ['task1'], subscriptions: ['news'] },
    steps: [
      [done('task1'), 'task2 task3'],
      [done('task2'), { tasks: ['task3'], subscriptions: ['news'] }],
      [send('news'), { tasks: ['task3', 'messageTask'], subscriptions: ['news'] }],
      [done('task3'), { tasks: ['messageTask'], subscriptions: [] }],
      [done('messageTask'), ENDED],
    ],
  },
  {
    name: 'a join counts one token of each flow: a second token of the same flow does not pass it',
    after: 'BPMN 2.0.2, 13.4.1 Parallel Gateway',
    models: [
      process(
        start(),
        parallel('fork', 'join'),
        exclusive('merge'),
        tasks('a', 'b', 'c', 'after'),
        path('start > fork > a > merge > join > after'),
        path('fork > b > merge'),
        path('fork > c > join'),
      ),
    ],
    begins: 'a b c',
    steps: [
      [done('a'), 'b c'],
      [done('b'), 'c'],
      [done('c'), 'after'],
    ],
  },
];
