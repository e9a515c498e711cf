import { done, ENDED, type ExecutionCase, fire, send, trigger, wait } from './case.ts';

const HEAD = (more: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${more} id="Definitions_1" targetNamespace="http://bpmn.io/schema/bpmn" exporter="Modeler" exporterVersion="5.0">`;
const CAMUNDA =
  'xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Platform"';
const ACTIVITI =
  'xmlns:activiti="http://activiti.org/bpmn" typeLanguage="http://www.w3.org/2001/XMLSchema" expressionLanguage="http://www.w3.org/1999/XPath"';
const ZEEBE = 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"';
const flow = (id: string, from: string, to: string, condition = ''): string =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
    condition && `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression"><![CDATA[${condition}]]></bpmn:conditionExpression>`
  }</bpmn:sequenceFlow>`;
const shape = (id: string): string =>
  `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="0" y="0" width="100" height="80"/><bpmndi:BPMNLabel/></bpmndi:BPMNShape>`;
const diagram = (...ids: string[]): string =>
  `<bpmndi:BPMNDiagram id="D_1"><bpmndi:BPMNPlane id="P_1" bpmnElement="p">${ids.map(shape).join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;

const camunda = `${HEAD(CAMUNDA)}<bpmn:process id="p" name="Invoice" isExecutable="true" camunda:historyTimeToLive="P30D">
  <bpmn:startEvent id="s" camunda:initiator="owner"><bpmn:outgoing>f1</bpmn:outgoing></bpmn:startEvent>
  <bpmn:userTask id="each" name="Sign \${person}" camunda:assignee="\${person}" camunda:candidateGroups="sales" camunda:asyncBefore="true" camunda:dueDate="\${due}">
    <bpmn:documentation>Sign it</bpmn:documentation>
    <bpmn:extensionElements><camunda:formData><camunda:formField id="ok" type="boolean"/></camunda:formData></bpmn:extensionElements>
    <bpmn:incoming>f1</bpmn:incoming><bpmn:outgoing>f2</bpmn:outgoing>
    <bpmn:multiInstanceLoopCharacteristics camunda:asyncBefore="true" camunda:collection="people" camunda:elementVariable="person">
      <bpmn:completionCondition xsi:type="bpmn:tFormalExpression">\${nrOfCompletedInstances == 2}</bpmn:completionCondition>
    </bpmn:multiInstanceLoopCharacteristics>
  </bpmn:userTask>
  <bpmn:serviceTask id="mail" camunda:type="external" camunda:topic="mail"/>
  <bpmn:exclusiveGateway id="g" default="f5"/>
  <bpmn:userTask id="pay" camunda:candidateUsers="\${owner}"/><bpmn:endEvent id="e"/>
  ${flow('f1', 's', 'each')}${flow('f2', 'each', 'mail')}${flow('f3', 'mail', 'g')}${flow('f4', 'g', 'pay', '${amount >= 10}')}${flow('f5', 'g', 'e')}${flow('f6', 'pay', 'e')}
  <bpmn:textAnnotation id="t1"><bpmn:text>note</bpmn:text></bpmn:textAnnotation><bpmn:association id="a1" sourceRef="pay" targetRef="t1"/>
</bpmn:process>${diagram('s', 'each', 'mail', 'g', 'pay', 'e')}</bpmn:definitions>`;

const pools = `${HEAD(ACTIVITI)}<bpmn:collaboration id="c"><bpmn:participant id="p1" name="Us" processRef="p"/><bpmn:participant id="p2" name="Customer"/>
  <bpmn:messageFlow id="mf" sourceRef="p2" targetRef="w"/></bpmn:collaboration><bpmn:message id="m" name="paid"/>
  <bpmn:process id="p" isExecutable="true"><bpmn:laneSet id="ls"><bpmn:lane id="l1" name="Sales"><bpmn:flowNodeRef>s</bpmn:flowNodeRef><bpmn:flowNodeRef>w</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet>
  <bpmn:startEvent id="s"/><bpmn:receiveTask id="w" messageRef="m"/><bpmn:userTask id="a" activiti:assignee="kermit" activiti:formKey="x"/>
  <bpmn:boundaryEvent id="late" attachedToRef="a" cancelActivity="true"><bpmn:timerEventDefinition><bpmn:timeDuration xsi:type="bpmn:tFormalExpression">PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>
  <bpmn:endEvent id="e"/>${flow('f1', 's', 'w')}${flow('f2', 'w', 'a')}${flow('f3', 'a', 'e')}${flow('f4', 'late', 'e')}</bpmn:process>
  <bpmn:process id="q" isExecutable="false"/></bpmn:definitions>`;

const zeebe = `${HEAD(ZEEBE)}<bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/>
  <bpmn:serviceTask id="job"><bpmn:extensionElements><zeebe:taskDefinition type="work" retries="3"/><zeebe:ioMapping><zeebe:input source="=a" target="b"/></zeebe:ioMapping></bpmn:extensionElements></bpmn:serviceTask>
  <bpmn:parallelGateway id="fork"/><bpmn:parallelGateway id="join"/><bpmn:manualTask id="m"/><bpmn:task id="plain"/><bpmn:businessRuleTask id="rule"/><bpmn:scriptTask id="script" scriptFormat="javascript"><bpmn:script>while(true);</bpmn:script></bpmn:scriptTask><bpmn:sendTask id="send"/>
  <bpmn:intermediateThrowEvent id="noted"/><bpmn:userTask id="a"/><bpmn:endEvent id="e"/>
  ${flow('f1', 's', 'fork')}${flow('f2', 'fork', 'job')}${flow('f3', 'fork', 'm')}${flow('f4', 'job', 'join')}${flow('f5', 'm', 'plain')}${flow('f6', 'plain', 'rule')}${flow('f7', 'rule', 'script')}${flow('f8', 'script', 'send')}${flow('f9', 'send', 'noted')}${flow('f10', 'noted', 'join')}${flow('f11', 'join', 'a')}${flow('f12', 'a', 'e')}</bpmn:process></bpmn:definitions>`;

const listeners = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="Examples">
  <process id="p"><extensionElements><flowable:executionListener event="start" class="org.example.L"/></extensionElements>
  <startEvent id="s" flowable:formKey="f"><extensionElements><flowable:formProperty id="speaker" name="Speaker" type="string"/></extensionElements></startEvent>
  <userTask id="a" flowable:taskIdVariableName="myTaskId" flowable:priority="\${prio}" flowable:owner="\${owner}" flowable:category="c"><extensionElements><flowable:taskListener event="create" expression="\${task.setName('x')}"/><flowable:customResource flowable:name="viewer"><resourceAssignmentExpression><formalExpression>user(x)</formalExpression></resourceAssignmentExpression></flowable:customResource></extensionElements></userTask>
  <serviceTask id="b" flowable:delegateExpression="\${bean}" flowable:resultVariableName="r" flowable:async="true" flowable:exclusive="false"/>
  <sequenceFlow sourceRef="s" targetRef="a"/><sequenceFlow sourceRef="a" targetRef="b"/><sequenceFlow sourceRef="b" targetRef="c"><extensionElements><flowable:executionListener class="x" event="take"/></extensionElements></sequenceFlow>
  <userTask id="c" name="\${vars:exists(myTaskId)}"/></process></definitions>`;

export const RELATIVES: readonly ExecutionCase[] = [
  {
    name: 'a model of Camunda with its attributes, diagram, documentation and notes',
    after: 'CamundaTest.MultiInstanceTest#testParallelUserTasksCompletionCondition',
    models: [camunda],
    start: { variables: { people: ['a', 'b', 'c'], due: '2026-01-02T00:00:00', amount: 10 }, user: 'kermit' },
    begins: { tasks: ['each:a', 'each:b', 'each:c'], names: ['Sign a', 'Sign b', 'Sign c'] },
    steps: [
      [done('Sign b'), 'each:a each:c'],
      [done('Sign a'), { tasks: ['pay'], candidates: { users: ['kermit'] } }],
      [done('pay'), ENDED],
    ],
  },
  {
    name: 'pools, lanes and message flows are no steps',
    after: 'ActivitiTest.ParseTest#testParseCollaborationPlane',
    models: [pools],
    begins: { tasks: [], waiting: ['w'] },
    steps: [
      [send('paid'), { tasks: ['a:kermit'], timers: ['late'] }],
      [wait('PT1H'), ENDED],
    ],
  },
  {
    name: 'a receive task of a message is triggered as well',
    after: 'FlowableTest.ReceiveTaskTest#testWaitStateBehavior',
    models: [pools],
    begins: { waiting: ['w'] },
    steps: [
      [trigger('w'), 'a:kermit'],
      [fire('late'), ENDED],
    ],
  },
  {
    name: 'all kinds of automatic tasks are passed without effect',
    after: 'ZeebeTest.ParallelGatewayTest#shouldMergeParallelBranches',
    models: [zeebe],
    begins: 'a',
    steps: [[done('a'), ENDED]],
  },
  {
    name: 'listeners, forms and flows without ids are passed; the id of a task is kept in a variable',
    after: 'FlowableTest.UserTaskTest#testUserTaskIdVariableName',
    models: [listeners],
    begins: 'a',
    steps: [[done('a', { prio: 50 }), { names: ['true'] }]],
  },
];
