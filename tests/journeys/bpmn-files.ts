/** Files as tools of the field draw them: every construct with its drawing, none of it ours. */
const wrap = (inside: string, shapes: string, root = 'p') => `<?xml version="1.0" encoding="UTF-8"?>
<semantic:definitions xmlns:semantic="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:acme="http://acme.example/schema" id="defs" name="交换" targetNamespace="http://acme.example/models" exporter="Acme Modeler" exporterVersion="9.1">
${inside}
<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${root}">${shapes}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</semantic:definitions>`;
const SIZES = {
  task: [100, 80],
  event: [36, 36],
  gateway: [50, 50],
  sub: [320, 200],
  pool: [700, 220],
  data: [36, 50],
  note: [100, 40],
} as const;
const shape = (id: string, kind: keyof typeof SIZES, x: number, y: number, attributes = '') => {
  const [width, height] = SIZES[kind];
  return `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"${attributes}><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`;
};
const edge = (id: string, ...points: (readonly [number, number])[]) =>
  `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">${points.map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`).join('')}</bpmndi:BPMNEdge>`;
const flow = (id: string, from: string, to: string, inside = '') =>
  `<semantic:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inside}</semantic:sequenceFlow>`;

const gateways = wrap(
  `<semantic:process id="p" name="网关" isExecutable="false">
<semantic:startEvent id="s" name="开始"><semantic:outgoing>f1</semantic:outgoing></semantic:startEvent>
<semantic:exclusiveGateway id="x" name="选择" gatewayDirection="Diverging" default="f3"/>
<semantic:inclusiveGateway id="i" name="包容" gatewayDirection="Diverging"/><semantic:parallelGateway id="a" name="并行" gatewayDirection="Converging"/>
<semantic:userTask id="u" name="人工" implementation="unspecified"/><semantic:scriptTask id="c" name="脚本" scriptFormat="text/x-groovy"><semantic:script>a = 1 &lt; 2</semantic:script></semantic:scriptTask>
<semantic:businessRuleTask id="r" name="规则"/><semantic:endEvent id="e" name="结束"><semantic:terminateEventDefinition id="term"/></semantic:endEvent>
${flow('f1', 's', 'x')}${flow('f2', 'x', 'i', '<semantic:conditionExpression xsi:type="semantic:tFormalExpression" language="acme">amount &gt; 5</semantic:conditionExpression>')}${flow('f3', 'x', 'r')}${flow('f4', 'i', 'u')}${flow('f5', 'i', 'c')}${flow('f6', 'u', 'a')}${flow('f7', 'c', 'a')}${flow('f8', 'a', 'e')}${flow('f9', 'r', 'e')}
</semantic:process>`,
  shape('s', 'event', 60, 132) +
    shape('x', 'gateway', 150, 125, ' isMarkerVisible="true"') +
    shape('i', 'gateway', 250, 125) +
    shape('u', 'task', 350, 40) +
    shape('c', 'task', 350, 180) +
    shape('a', 'gateway', 500, 125) +
    shape('r', 'task', 250, 300) +
    shape('e', 'event', 620, 132) +
    edge('f1', [96, 150], [150, 150]) +
    edge('f2', [200, 150], [250, 150]) +
    edge('f3', [175, 175], [175, 340], [250, 340]) +
    edge('f4', [275, 125], [275, 80], [350, 80]) +
    edge('f5', [275, 175], [275, 220], [350, 220]) +
    edge('f6', [450, 80], [525, 80], [525, 125]) +
    edge('f7', [450, 220], [525, 220], [525, 175]) +
    edge('f8', [550, 150], [620, 150]) +
    edge('f9', [350, 340], [638, 340], [638, 168]),
);

const events = wrap(
  `<semantic:message id="msg" name="来函"/><semantic:signal id="sig" name="停止"/><semantic:error id="err" name="错误" errorCode="E-1"/><semantic:escalation id="esc" name="升级" escalationCode="ESC"/>
<semantic:process id="p" name="事件" isExecutable="true">
<semantic:startEvent id="s" name="收到来函" isInterrupting="true"><semantic:messageEventDefinition id="d1" messageRef="msg"/></semantic:startEvent>
<semantic:subProcess id="sub" name="处理"><semantic:startEvent id="is"/><semantic:task id="it" name="内部"><semantic:standardLoopCharacteristics loopMaximum="3" testBefore="true"/></semantic:task><semantic:endEvent id="ie"><semantic:errorEventDefinition id="d2" errorRef="err"/></semantic:endEvent>${flow('g1', 'is', 'it')}${flow('g2', 'it', 'ie')}</semantic:subProcess>
<semantic:boundaryEvent id="b1" name="出错" attachedToRef="sub"><semantic:errorEventDefinition id="d3" errorRef="err"/></semantic:boundaryEvent>
<semantic:boundaryEvent id="b2" name="提醒" attachedToRef="sub" cancelActivity="false"><semantic:timerEventDefinition id="d4"><semantic:timeCycle xsi:type="semantic:tFormalExpression">R3/P1D</semantic:timeCycle></semantic:timerEventDefinition></semantic:boundaryEvent>
<semantic:intermediateThrowEvent id="t1" name="广播"><semantic:signalEventDefinition id="d5" signalRef="sig"/></semantic:intermediateThrowEvent>
<semantic:intermediateCatchEvent id="k1" name="三天后"><semantic:timerEventDefinition id="d6"><semantic:timeDuration xsi:type="semantic:tFormalExpression">P3D</semantic:timeDuration></semantic:timerEventDefinition></semantic:intermediateCatchEvent>
<semantic:intermediateThrowEvent id="t2" name="去二"><semantic:linkEventDefinition id="d7" name="二"/></semantic:intermediateThrowEvent><semantic:intermediateCatchEvent id="k2" name="自一"><semantic:linkEventDefinition id="d8" name="二"/></semantic:intermediateCatchEvent>
<semantic:endEvent id="e1" name="升级"><semantic:escalationEventDefinition id="d9" escalationRef="esc"/></semantic:endEvent><semantic:endEvent id="e2"/>
${flow('f1', 's', 'sub')}${flow('f2', 'sub', 't1')}${flow('f3', 't1', 'k1')}${flow('f4', 'k1', 't2')}${flow('f5', 'k2', 'e2')}${flow('f6', 'b1', 'e1')}${flow('f7', 'b2', 'e2')}
</semantic:process>`,
  shape('s', 'event', 60, 182) +
    shape('sub', 'sub', 140, 100, ' isExpanded="true"') +
    shape('is', 'event', 160, 182) +
    shape('it', 'task', 240, 160) +
    shape('ie', 'event', 390, 182) +
    shape('b1', 'event', 200, 282) +
    shape('b2', 'event', 300, 282) +
    shape('t1', 'event', 520, 182) +
    shape('k1', 'event', 600, 182) +
    shape('t2', 'event', 680, 182) +
    shape('k2', 'event', 520, 400) +
    shape('e1', 'event', 200, 400) +
    shape('e2', 'event', 680, 400) +
    edge('f1', [96, 200], [140, 200]) +
    edge('g1', [196, 200], [240, 200]) +
    edge('g2', [340, 200], [390, 200]) +
    edge('f2', [460, 200], [520, 200]) +
    edge('f3', [556, 200], [600, 200]) +
    edge('f4', [636, 200], [680, 200]) +
    edge('f5', [556, 418], [680, 418]) +
    edge('f6', [218, 318], [218, 400]) +
    edge('f7', [318, 318], [318, 360], [698, 360], [698, 400]),
);

const artifacts = wrap(
  `<semantic:process id="p" name="数据" isExecutable="false"><semantic:extensionElements><acme:owner department="财务">王</acme:owner></semantic:extensionElements>
<semantic:dataObject id="do" name="单据" isCollection="true"/><semantic:dataObjectReference id="dr" name="单据" dataObjectRef="do"/><semantic:dataStoreReference id="ds" name="台账"/>
<semantic:startEvent id="s"/><semantic:task id="t" name="登记" acme:cost="12"><semantic:extensionElements><acme:note>留意</acme:note></semantic:extensionElements><semantic:ioSpecification id="io"><semantic:dataInput id="in1" name="入"/><semantic:inputSet id="is1"><semantic:dataInputRefs>in1</semantic:dataInputRefs></semantic:inputSet><semantic:outputSet id="os1"/></semantic:ioSpecification><semantic:dataInputAssociation id="da"><semantic:sourceRef>dr</semantic:sourceRef><semantic:targetRef>in1</semantic:targetRef></semantic:dataInputAssociation></semantic:task>
<semantic:callActivity id="c" name="调用" calledElement="other"/><semantic:endEvent id="e"/>
${flow('f1', 's', 't')}${flow('f2', 't', 'c')}${flow('f3', 'c', 'e')}
<semantic:textAnnotation id="n"><semantic:text>每月一次</semantic:text></semantic:textAnnotation><semantic:association id="as" sourceRef="t" targetRef="n" associationDirection="None"/>
</semantic:process>`,
  shape('s', 'event', 60, 132) +
    shape('t', 'task', 150, 110) +
    shape('c', 'task', 320, 110) +
    shape('e', 'event', 480, 132) +
    shape('dr', 'data', 120, 250) +
    shape('ds', 'gateway', 300, 250) +
    shape('n', 'note', 150, 30) +
    edge('f1', [96, 150], [150, 150]) +
    edge('f2', [250, 150], [320, 150]) +
    edge('f3', [420, 150], [480, 150]) +
    edge('da', [138, 250], [180, 190]) +
    edge('as', [200, 110], [200, 70]),
);

const pools = wrap(
  `<semantic:message id="m1" name="订单"/>
<semantic:collaboration id="co" name="协作"><semantic:participant id="pa" name="客户" processRef="p"/><semantic:participant id="pb" name="供应商"/><semantic:messageFlow id="mf" name="下单" sourceRef="t1" targetRef="pb" messageRef="m1"/></semantic:collaboration>
<semantic:process id="p" name="采购" isExecutable="false"><semantic:laneSet id="ls"><semantic:lane id="l1" name="经办"><semantic:flowNodeRef>s</semantic:flowNodeRef><semantic:flowNodeRef>t1</semantic:flowNodeRef></semantic:lane><semantic:lane id="l2" name="主管"><semantic:flowNodeRef>t2</semantic:flowNodeRef><semantic:flowNodeRef>e</semantic:flowNodeRef></semantic:lane></semantic:laneSet>
<semantic:startEvent id="s"/><semantic:sendTask id="t1" name="下单" messageRef="m1"/><semantic:manualTask id="t2" name="核对"/><semantic:endEvent id="e"/>${flow('f1', 's', 't1')}${flow('f2', 't1', 't2')}${flow('f3', 't2', 'e')}</semantic:process>`,
  shape('pa', 'pool', 40, 40, ' isHorizontal="true"') +
    '<bpmndi:BPMNShape id="l1_di" bpmnElement="l1" isHorizontal="true"><dc:Bounds x="70" y="40" width="670" height="110"/></bpmndi:BPMNShape><bpmndi:BPMNShape id="l2_di" bpmnElement="l2" isHorizontal="true"><dc:Bounds x="70" y="150" width="670" height="110"/></bpmndi:BPMNShape>' +
    '<bpmndi:BPMNShape id="pb_di" bpmnElement="pb" isHorizontal="true"><dc:Bounds x="40" y="320" width="700" height="60"/></bpmndi:BPMNShape>' +
    shape('s', 'event', 100, 77) +
    shape('t1', 'task', 200, 55) +
    shape('t2', 'task', 380, 165) +
    shape('e', 'event', 560, 187) +
    edge('f1', [136, 95], [200, 95]) +
    edge('f2', [300, 95], [430, 95], [430, 165]) +
    edge('f3', [480, 205], [560, 205]) +
    edge('mf', [250, 135], [250, 320]),
  'co',
);

export const drawnFiles: Readonly<Record<string, string>> = {
  'gateways, conditions, scripts and rules': gateways,
  'events, boundaries, sub-processes and links': events,
  'data, annotations and extensions of other tools': artifacts,
  'pools, lanes and messages between them': pools,
};
