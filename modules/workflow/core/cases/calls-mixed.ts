import { done, type ExecutionCase } from './case.ts';
import { call, each, end, exclusive, input, inputOf, named, output, outputOf, path, process, start, sub, tasks, when } from './notation.ts';

const CALLS = 'FlowableTest.CallActivityTest';
const ADVANCED = 'FlowableTest.CallActivityAdvancedTest';
const caller = (mappings: string, attributes = '', ...more: string[]): string =>
  process(start(), call('called', 'child', mappings, attributes), tasks('last'), end(), path('start > called > last > end'), ...more);
const child = (name: string, ...more: string[]): string =>
  named('child', start(), `<userTask id="work" name="${name}"/>`, end(), path('start > work > end'), ...more);
const ALL_IN = '<camunda:in variables="all"/>';
const ALL_OUT = '<camunda:out variables="all"/>';
const camunda = (xml: string): string =>
  xml.replace('targetNamespace', 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace');

export const CALL_VARIABLES: readonly ExecutionCase[] = [
  {
    name: 'all variables in, none out',
    after: 'CamundaTest.CallActivityTest#testSubProcessAllDataInputOutput',
    models: [camunda(caller(ALL_IN)), child('${title}')],
    start: { variables: { title: 'x' } },
    begins: { names: ['x'] },
    steps: [[done('work', { title: 'changed' }), { tasks: ['last'], variables: { title: 'x' } }]],
  },
  {
    name: 'all variables in and out',
    after: 'CamundaTest.CallActivityTest#testSubProcessAllDataInputOutput',
    models: [camunda(caller(ALL_IN + ALL_OUT)), child('${title}')],
    start: { variables: { title: 'x' } },
    begins: { names: ['x'] },
    steps: [[done('work', { title: 'changed', more: 1 }), { tasks: ['last'], variables: { title: 'changed', more: 1 } }]],
  },
  {
    name: 'without any mapping the called process has no variables',
    after: `${CALLS}#testNotInheritVariablesSubprocess`,
    models: [caller(''), child('${title}')],
    start: { variables: { title: 'x' } },
    begins: { names: ['${title}'] },
    steps: [[done('work', { title: 'y' }), { tasks: ['last'], variables: { title: 'x' } }]],
  },
  {
    name: 'a mapped variable that nobody has set is null',
    after: `${ADVANCED}#testSubProcessWithNullInput`,
    models: [caller(input('nothing', 'title') + output('nothing', 'result')), child("${title == null ? 'none' : title}")],
    begins: { names: ['none'] },
    steps: [[done('work'), { tasks: ['last'], variables: { result: null } }]],
  },
  {
    name: 'expressions over several variables in both directions',
    after: `${ADVANCED}#testSubProcessWithDataInputOutput`,
    models: [caller(inputOf("${first.concat(' ', second)}", 'title') + outputOf('${x * 2}', 'double')), child('${title}')],
    start: { variables: { first: 'a', second: 'b' } },
    begins: { names: ['a b'] },
    steps: [[done('work', { x: 21 }), { tasks: ['last'], variables: { double: 42 } }]],
  },
  {
    name: 'an expression of the output that names an unknown variable refuses the step',
    after: 'own',
    models: [caller(outputOf('${missing}', 'result')), child('w')],
    begins: 'work',
    steps: [[done('work'), { tasks: ['work'], error: 'missing' }]],
  },
  {
    name: 'inherited and mapped: the mapping wins',
    after: `${CALLS}#testInheritVariablesSubprocess`,
    models: [caller(inputOf("${'mapped'}", 'title'), 'flowable:inheritVariables="true"'), child('${title} ${more}')],
    start: { variables: { title: 'x', more: 'y' } },
    begins: { names: ['mapped y'] },
    steps: [],
  },
  {
    name: 'what the called process returns decides the way of the caller',
    after: `${ADVANCED}#testCallSimpleSubProcessWithConditions`,
    models: [
      process(
        start(),
        call('called', 'child', output('approved', 'approved')),
        exclusive('g', 'g-no'),
        tasks('yes', 'no'),
        path('start > called > g > no'),
        when('${approved}', 'g', 'yes'),
      ),
      child('w'),
    ],
    begins: 'work',
    steps: [[done('work', { approved: true }), 'yes']],
  },
  {
    name: 'variables of a sub-process around the call are passed by it',
    after: `${CALLS}#testInheritVariablesSubprocess`,
    models: [
      process(
        start(),
        sub(
          'many',
          each({ over: 'list', as: 'one' }),
          start('s'),
          call('called', 'child', '', 'flowable:inheritVariables="true"'),
          path('s > called'),
        ),
        path('start > many'),
      ),
      child('${one}'),
    ],
    start: { variables: { list: ['x', 'y'] } },
    begins: { names: ['x', 'y'] },
    steps: [],
  },
  {
    name: 'the starter of the instance is the initiator of the called process',
    after: `${ADVANCED}#testAuthenticatedStartUserInCallActivity`,
    models: [
      caller(''),
      named(
        'child',
        start('start', '', 'flowable:initiator="who"'),
        '<userTask id="work" flowable:assignee="${who}"/>',
        path('start > work'),
      ),
    ],
    start: { user: 'kermit' },
    begins: 'work:kermit',
    steps: [],
  },
];
