/** Attributes of other namespaces that the engine reads, for the drawing tool: what is described here is copied, pasted and written. */
const attribute = (name: string, type = 'String') => ({ name, isAttr: true, type });

export const flowable = {
  name: 'Flowable',
  uri: 'http://flowable.org/bpmn',
  prefix: 'flowable',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    {
      name: 'Person',
      extends: ['bpmn:UserTask'],
      properties: ['assignee', 'candidateUsers', 'candidateGroups', 'formKey', 'dueDate', 'priority'].map((name) => attribute(name)),
    },
    {
      name: 'Service',
      isAbstract: true,
      extends: ['bpmn:ServiceTask', 'bpmn:SendTask', 'bpmn:BusinessRuleTask'],
      properties: ['delegateExpression', 'class', 'expression', 'type', 'resultVariable', 'resultVariableName'].map((name) =>
        attribute(name),
      ),
    },
    { name: 'Starter', extends: ['bpmn:StartEvent'], properties: [attribute('initiator')] },
    { name: 'Called', extends: ['bpmn:CallActivity'], properties: [attribute('inheritVariables'), attribute('businessKey')] },
    {
      name: 'Collected',
      extends: ['bpmn:MultiInstanceLoopCharacteristics'],
      properties: ['collection', 'elementVariable', 'elementIndexVariable'].map((name) => attribute(name)),
    },
    { name: 'Scoped', extends: ['bpmn:Signal'], properties: [attribute('scope')] },
    {
      name: 'Terminating',
      extends: ['bpmn:TerminateEventDefinition'],
      properties: [attribute('terminateAll'), attribute('terminateMultiInstance')],
    },
    {
      name: 'In',
      superClass: ['Element'],
      properties: ['source', 'sourceExpression', 'target', 'variables'].map((name) => attribute(name)),
    },
    {
      name: 'Out',
      superClass: ['Element'],
      properties: ['source', 'sourceExpression', 'target', 'variables'].map((name) => attribute(name)),
    },
  ],
};

/** Settings of ours. */
export const dp = {
  name: 'Databrain',
  uri: 'http://databrain.cn/bpmn',
  prefix: 'dp',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    { name: 'Approving', extends: ['bpmn:UserTask'], properties: [attribute('approval')] },
    { name: 'Serving', extends: ['bpmn:ServiceTask', 'bpmn:BusinessRuleTask'], properties: [attribute('service')] },
    { name: 'Copying', extends: ['bpmn:SendTask'], properties: [attribute('copy')] },
  ],
};
