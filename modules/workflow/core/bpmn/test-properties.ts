/** A text with every property that the engine reads and the BPMN view edits. */
export const everyProperty = (key: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:dp="http://databrain.cn/bpmn" targetNamespace="t">
<bpmn:message id="m1" name="到货"/><bpmn:signal id="s1" name="停止" flowable:scope="processInstance"/><bpmn:error id="e1" name="错" errorCode="E1"/>
<bpmn:process id="${key}" name="全部属性" isExecutable="true">
<bpmn:documentation>流程说明</bpmn:documentation>
<bpmn:startEvent id="start" name="开始" flowable:initiator="who"/>
<bpmn:userTask id="u1" name="人工" flowable:assignee="\${one}" flowable:candidateUsers="1,2" flowable:candidateGroups="admin" flowable:formKey="f" flowable:dueDate="P1D" flowable:priority="7"><bpmn:documentation>说明</bpmn:documentation>
<bpmn:multiInstanceLoopCharacteristics isSequential="true" flowable:collection="people" flowable:elementVariable="one" flowable:elementIndexVariable="at"><bpmn:loopCardinality xsi:type="bpmn:tFormalExpression">3</bpmn:loopCardinality><bpmn:completionCondition xsi:type="bpmn:tFormalExpression">\${nrOfCompletedInstances == 2}</bpmn:completionCondition></bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>
<bpmn:boundaryEvent id="late" name="超时" attachedToRef="u1" cancelActivity="false"><bpmn:timerEventDefinition><bpmn:timeCycle xsi:type="bpmn:tFormalExpression">R3/P1D</bpmn:timeCycle></bpmn:timerEventDefinition></bpmn:boundaryEvent>
<bpmn:exclusiveGateway id="g1" name="选" default="f4"/>
<bpmn:callActivity id="c1" name="调用" calledElement="other" flowable:inheritVariables="true" flowable:businessKey="\${businessKey}"><bpmn:extensionElements><flowable:in source="a" target="b"/><flowable:out sourceExpression="\${x}" target="y"/></bpmn:extensionElements></bpmn:callActivity>
<bpmn:serviceTask id="v1" name="服务" dp:service="{&quot;service&quot;:&quot;workflow.notify&quot;,&quot;params&quot;:{&quot;title&quot;:&quot;t&quot;},&quot;who&quot;:[{&quot;kind&quot;:&quot;starter&quot;}]}"/>
<bpmn:sendTask id="k1" name="抄送" dp:copy="{&quot;who&quot;:[{&quot;kind&quot;:&quot;starter&quot;}]}"/>
<bpmn:receiveTask id="r1" name="接收" messageRef="m1"/>
<bpmn:intermediateCatchEvent id="i1" name="信号"><bpmn:signalEventDefinition signalRef="s1"/></bpmn:intermediateCatchEvent>
<bpmn:endEvent id="approveEnd" name="通过"/><bpmn:endEvent id="stop" name="终止"><bpmn:terminateEventDefinition flowable:terminateAll="true"/></bpmn:endEvent><bpmn:endEvent id="wrong" name="错误"><bpmn:errorEventDefinition errorRef="e1"/></bpmn:endEvent>
<bpmn:sequenceFlow id="f1" sourceRef="start" targetRef="u1"/><bpmn:sequenceFlow id="f2" sourceRef="u1" targetRef="g1"/>
<bpmn:sequenceFlow id="f3" name="大额" sourceRef="g1" targetRef="c1"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${amount &gt; 5}</bpmn:conditionExpression></bpmn:sequenceFlow>
<bpmn:sequenceFlow id="f4" sourceRef="g1" targetRef="v1"/><bpmn:sequenceFlow id="f5" sourceRef="c1" targetRef="wrong"/><bpmn:sequenceFlow id="f6" sourceRef="v1" targetRef="k1"/><bpmn:sequenceFlow id="f7" sourceRef="k1" targetRef="r1"/><bpmn:sequenceFlow id="f8" sourceRef="r1" targetRef="i1"/><bpmn:sequenceFlow id="f9" sourceRef="i1" targetRef="approveEnd"/><bpmn:sequenceFlow id="f10" sourceRef="late" targetRef="stop"/>
</bpmn:process></bpmn:definitions>`;
