import { done, ENDED, type ExecutionCase } from './case.ts';
import {
  call,
  end,
  exclusive,
  input,
  inputOf,
  named,
  output,
  outputOf,
  parallel,
  path,
  process,
  start,
  sub,
  task,
  tasks,
  when,
} from './notation.ts';

const CLASS = 'FlowableTest.CallActivityAdvancedTest';
const MAPPING = 'FlowableTest.CallActivityTest';

const simple = named('simple', start(), tasks('inSub'), end(), path('start > inSub > end'));
const around = (...calls: readonly string[]): string =>
  process(start(), tasks('before', 'after'), ...calls, end(), path('start > before > called > after > end'));

const showing = (id: string, variable: string): string =>
  named(id, start(), `<userTask id="work" name="\${${variable}}"/>`, end(), path('start > work > end'));

export const CALL_ACTIVITY: readonly ExecutionCase[] = [
  {
    name: 'holds the tasks of the called process',
    after: `${CLASS}#testCallSimpleSubProcess`,
    models: [around(call('called', 'simple')), simple],
    begins: 'before',
    steps: [
      [done('before'), 'inSub'],
      [done('inSub'), 'after'],
      [done('after'), ENDED],
    ],
  },
  {
    name: 'calls a process that calls another',
    after: 'FlowableTest.CallActivityAdvancedTest#testThreeLevelSubProcess',
    models: [
      around(call('called', 'middle')),
      named('middle', start(), tasks('m1', 'm2'), call('c', 'simple'), path('start > m1 > c > m2')),
      simple,
    ],
    begins: 'before',
    steps: [
      [done('before'), 'm1'],
      [done('m1'), 'inSub'],
      [done('inSub'), 'm2'],
      [done('m2'), 'after'],
      [done('after'), ENDED],
    ],
  },
  {
    name: 'finds the process by an expression',
    after: `${CLASS}#testCallSimpleSubProcessWithExpressions`,
    models: [around(call('called', '${wanted}')), simple],
    begins: 'before',
    steps: [
      [done('before', { wanted: 'simple' }), 'inSub'],
      [done('inSub'), 'after'],
    ],
  },
  {
    name: 'finds another process the second time',
    after: `${CLASS}#testCallSequentialSubProcessWithExpressions`,
    models: [
      process(start(), tasks('b1', 'b2'), call('c1', '${wanted}'), call('c2', '${wanted}'), end(), path('start > b1 > c1 > b2 > c2 > end')),
      simple,
      named('simple2', start(), tasks('inSub2'), end(), path('start > inSub2 > end')),
    ],
    begins: 'b1',
    steps: [
      [done('b1', { wanted: 'simple' }), 'inSub'],
      [done('inSub'), 'b2'],
      [done('b2', { wanted: 'simple2' }), 'inSub2'],
      [done('inSub2'), ENDED],
    ],
  },
  {
    name: 'its end ends the caller too',
    after: `${CLASS}#testSubProcessEndsSuperProcess`,
    models: [process(start(), call('called', 'simple'), end(), path('start > called > end')), simple],
    begins: 'inSub',
    steps: [[done('inSub'), ENDED]],
  },
  {
    name: 'waits for all branches of the called process',
    after: `${CLASS}#testCallParallelSubProcess`,
    models: [
      process(start(), call('called', 'two'), end(), path('start > called > end')),
      named('two', start(), parallel('f', 'j'), tasks('a', 'b'), end(), path('start > f > a > j > end'), path('f > b > j')),
    ],
    begins: 'a b',
    steps: [
      [done('a'), 'b'],
      [done('b'), ENDED],
    ],
  },
  {
    name: 'passes a variable under another name, and the caller keeps its own until the end',
    after: `${CLASS}#testSubProcessWithDataInputOutput`,
    models: [
      around(call('called', 'showing', input('superVariable', 'subVariable') + output('subVariable', 'superVariable'))),
      showing('showing', 'subVariable'),
    ],
    start: { variables: { superVariable: 'from above' } },
    begins: 'before',
    steps: [
      [done('before'), { names: ['from above'], variables: { superVariable: 'from above', subVariable: null } }],
      [done('work', { subVariable: 'from below' }), { tasks: ['after'], variables: { superVariable: 'from below', subVariable: null } }],
    ],
  },
  {
    name: 'passes values of expressions in both directions',
    after: `${CLASS}#testSubProcessWithDataInputOutput`,
    models: [around(call('called', 'showing', inputOf('${x + 5}', 'y') + outputOf('${y + 5}', 'z'))), showing('showing', 'y')],
    start: { variables: { x: 5 } },
    begins: 'before',
    steps: [
      [done('before'), { names: ['10'], variables: { x: 5, y: null } }],
      [done('work'), { tasks: ['after'], variables: { z: 15, y: null } }],
    ],
  },
  {
    name: 'does not see the variables of the caller',
    after: `${MAPPING}#testNotInheritVariablesSubprocess`,
    models: [around(call('called', 'showing')), showing('showing', 'secret')],
    start: { variables: { secret: 'x' } },
    begins: 'before',
    steps: [[done('before'), { names: ['${secret}'] }]],
  },
  {
    name: 'inherits the variables of the caller when it is told to',
    after: `${MAPPING}#testInheritVariablesSubprocess`,
    models: [around(call('called', 'showing', '', 'flowable:inheritVariables="true"')), showing('showing', 'secret')],
    start: { variables: { secret: 'x' } },
    begins: 'before',
    steps: [[done('before'), { names: ['x'] }]],
  },
  {
    name: 'is called again and again in a loop',
    after: `${CLASS}#testStartUserIdSetWhenLooping`,
    models: [
      process(
        start(),
        exclusive('merge'),
        call('called', 'simple', output('input', 'input')),
        exclusive('choice', 'choice-merge'),
        tasks('final'),
        path('start > merge > called > choice > merge'),
        when('${input >= 2}', 'choice', 'final'),
      ),
      simple,
    ],
    start: { variables: { input: 0 } },
    begins: 'inSub',
    steps: [
      [done('inSub', { input: 1 }), 'inSub'],
      [done('inSub', { input: 2 }), 'final'],
      [done('final'), ENDED],
    ],
  },
  {
    name: 'two calls side by side are instances of their own',
    after: `${CLASS}#testTwoSubProcesses`,
    models: [
      process(
        start(),
        parallel('f', 'j'),
        call('c1', 'simple'),
        call('c2', 'simple'),
        end(),
        path('start > f > c1 > j > end'),
        path('f > c2 > j'),
      ),
      simple,
    ],
    begins: { tasks: ['inSub', 'inSub'], scopes: 2 },
    steps: [
      [done('inSub'), 'inSub'],
      [done('inSub'), ENDED],
    ],
  },
  {
    name: 'of a process that does not exist is refused, and the task stays',
    after: 'FlowableTest.RuntimeServiceTest#testStartProcessInstanceByKeyUnexistingKey',
    models: [around(call('called', 'nobody'))],
    begins: 'before',
    steps: [[done('before'), { tasks: ['before'], error: 'nobody' }]],
  },
  {
    name: 'whose expression names an unknown variable is refused, and the task stays',
    after: 'own',
    models: [around(call('called', '${wanted}')), simple],
    begins: 'before',
    steps: [[done('before'), { tasks: ['before'], error: 'wanted' }]],
  },
  {
    name: 'inside a sub-process',
    after: 'FlowableTest.CallActivityTest#testSameDeploymentSubprocess',
    models: [
      process(
        start(),
        sub('inner', start('s'), call('called', 'simple'), end('e'), path('s > called > e')),
        task('next'),
        path('start > inner > next'),
      ),
      simple,
    ],
    begins: 'inSub',
    steps: [
      [done('inSub'), 'next'],
      [done('next'), ENDED],
    ],
  },
];
