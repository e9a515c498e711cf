import { BpmnModdle } from 'bpmn-moddle';
import { describe, expect, it } from 'vitest';
import { readBpmn } from '../../../core/bpmn/read.ts';
import { dp, flowable } from './descriptors.ts';
import { keepReferences, type Read } from './references.ts';

/*
 * Constructs that other tools exchange (the classes descriptive, analytic and full of BPMN 2.0): what is opened in the BPMN view and saved must
 * hold each element with all its attributes, whether the engine executes it or not.
 */
const NAMESPACES =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI"';
const MODEL = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** A document whose elements have a prefix, or none. */
const written = (prefix: string, inside: string): string => {
  const name = prefix === '' ? '' : `${prefix}:`;
  const declared = prefix === '' ? `xmlns="${MODEL}"` : `xmlns:${prefix}="${MODEL}"`;
  const own = inside.replace(/<(\/?)(?!\/|[a-z]+:|!|\?)([a-zA-Z]+)/g, `<$1${name}$2`).replace(/="(t[A-Z]\w*)"/g, `="${name}$1"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}definitions ${declared} ${NAMESPACES} xmlns:vendor="http://vendor.example/bpmn" id="defs" name="往来" targetNamespace="http://example.org/t" exporter="Tool" exporterVersion="1.0" expressionLanguage="http://www.w3.org/1999/XPath" typeLanguage="http://www.w3.org/2001/XMLSchema">${own}</${name}definitions>`;
};
const flow = (from: string, to: string, more = '') =>
  `<sequenceFlow id="f_${from}_${to}" name="从${from}" sourceRef="${from}" targetRef="${to}">${more}</sequenceFlow>`;
const chain = (...ids: readonly string[]) =>
  ids
    .slice(1)
    .map((id, n) => flow(ids[n]!, id))
    .join('');
const boundary = (id: string, host: string, definition: string, isInterrupting = true) =>
  `<boundaryEvent id="${id}" name="${id}" attachedToRef="${host}" cancelActivity="${isInterrupting}" parallelMultiple="false">${definition}</boundaryEvent>`;
const shape = (id: string, x: number) =>
  `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}" isExpanded="true" isHorizontal="true"><dc:Bounds x="${x}" y="10.5" width="100" height="80"/><bpmndi:BPMNLabel labelStyle="style1"><dc:Bounds x="${x}" y="95" width="90" height="13"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>`;

const CASES: Readonly<Record<string, string>> = {
  'pools, lanes within lanes, and messages between them': `<collaboration id="col" name="协作" isClosed="false">
      <participant id="own" name="本单位" processRef="p"/><participant id="other" name="供应商"><participantMultiplicity minimum="2" maximum="5"/></participant>
      <messageFlow id="m1" name="订单" sourceRef="t1" targetRef="other" messageRef="order"/><messageFlow id="m2" name="回执" sourceRef="other" targetRef="c1"/>
      <textAnnotation id="note0"><text>外部单位</text></textAnnotation><association id="a0" associationDirection="One" sourceRef="other" targetRef="note0"/></collaboration>
    <message id="order" name="订单" itemRef="item"/><itemDefinition id="item" itemKind="Physical" isCollection="true" structureRef="xsd:string"/>
    <process id="p" name="采购" processType="Private" isClosed="true" isExecutable="true">
      <laneSet id="ls"><lane id="l1" name="业务部"><flowNodeRef>s</flowNodeRef><childLaneSet id="ls2"><lane id="l11" name="一组"><flowNodeRef>t1</flowNodeRef></lane><lane id="l12" name="二组"/></childLaneSet></lane><lane id="l2" name="财务部"><flowNodeRef>c1</flowNodeRef><flowNodeRef>e</flowNodeRef></lane></laneSet>
      <startEvent id="s" name="开始"/><sendTask id="t1" name="下单" messageRef="order" implementation="##WebService"/><intermediateCatchEvent id="c1" name="等回执"><messageEventDefinition id="md" messageRef="order"/></intermediateCatchEvent><endEvent id="e" name="结束"><messageEventDefinition messageRef="order"/></endEvent>${chain('s', 't1', 'c1', 'e')}</process>
    <bpmndi:BPMNDiagram id="d" name="图" documentation="" resolution="96"><bpmndi:BPMNPlane id="pl" bpmnElement="col">${shape('own', 0)}${shape('s', 50)}<bpmndi:BPMNEdge id="m1_di" bpmnElement="m1" messageVisibleKind="initiating"><di:waypoint x="1" y="2"/><di:waypoint x="3" y="4"/></bpmndi:BPMNEdge></bpmndi:BPMNPlane><bpmndi:BPMNLabelStyle id="style1"><dc:Font name="Arial" size="11" isBold="false" isItalic="false" isUnderline="false" isStrikeThrough="false"/></bpmndi:BPMNLabelStyle></bpmndi:BPMNDiagram>`,
  'data of a process, what reads and writes it, notes and groups': `<dataStore id="ds" name="台账" capacity="10" isUnlimited="false"/><category id="cat"><categoryValue id="cv" value="甲组"/></category>
    <process id="p" isExecutable="false"><ioSpecification id="io0"><dataInput id="di0" name="入" isCollection="false"/><dataOutput id="do0" name="出"/><inputSet id="is0"><dataInputRefs>di0</dataInputRefs></inputSet><outputSet id="os0"><dataOutputRefs>do0</dataOutputRefs></outputSet></ioSpecification>
      <property id="prop" name="属性"/><dataObject id="obj" name="合同" isCollection="true"/><dataObjectReference id="ref" name="合同" dataObjectRef="obj"><dataState id="st" name="已签"/></dataObjectReference><dataStoreReference id="store" name="台账" dataStoreRef="ds"/>
      <startEvent id="s"/><userTask id="u" name="登记" startQuantity="1" completionQuantity="1" implementation="##unspecified"><ioSpecification id="io"><dataInput id="din" name="合同"/><dataOutput id="dout" name="编号"/><inputSet id="is"><dataInputRefs>din</dataInputRefs></inputSet><outputSet id="os"><dataOutputRefs>dout</dataOutputRefs></outputSet></ioSpecification>
        <dataInputAssociation id="dia"><sourceRef>ref</sourceRef><targetRef>din</targetRef><assignment id="as"><from xsi:type="tFormalExpression" language="http://www.w3.org/1999/XPath">a</from><to xsi:type="tFormalExpression">b</to></assignment></dataInputAssociation><dataOutputAssociation id="doa"><sourceRef>dout</sourceRef><targetRef>store</targetRef><transformation xsi:type="tFormalExpression">x</transformation></dataOutputAssociation>
        <potentialOwner id="po" name="登记人"><resourceRef>res</resourceRef><resourceParameterBinding id="rpb" parameterRef="rp"><expression xsi:type="tFormalExpression">1</expression></resourceParameterBinding></potentialOwner></userTask><endEvent id="e"/>${chain('s', 'u', 'e')}
      <textAnnotation id="note" textFormat="text/plain"><text>说明，"引号" &amp; 尖括号 &lt;</text></textAnnotation><association id="as1" associationDirection="None" sourceRef="u" targetRef="note"/><group id="g" categoryValueRef="cv"/></process><resource id="res" name="员工"><resourceParameter id="rp" name="编号" isRequired="true" type="xsd:string"/></resource>`,
  'every event, interrupting or not, caught and thrown': `<message id="m" name="消息"/><signal id="sg" name="信号"/><error id="er" name="错误" errorCode="E1"/><escalation id="es" name="升级" escalationCode="S1"/>
    <process id="p" isExecutable="true"><startEvent id="s" isInterrupting="true"><timerEventDefinition id="td"><timeDate xsi:type="tFormalExpression">2030-01-01T00:00:00Z</timeDate></timerEventDefinition></startEvent><startEvent id="s2"><conditionalEventDefinition><condition xsi:type="tFormalExpression">\${a}</condition></conditionalEventDefinition></startEvent><startEvent id="s3" parallelMultiple="true"><messageEventDefinition messageRef="m"/><signalEventDefinition signalRef="sg"/></startEvent>
      <userTask id="u" name="办理"/>${boundary('b1', 'u', '<messageEventDefinition messageRef="m"/>')}${boundary('b2', 'u', '<timerEventDefinition><timeDuration xsi:type="tFormalExpression">P1D</timeDuration></timerEventDefinition>', false)}${boundary('b3', 'u', '<escalationEventDefinition escalationRef="es"/>', false)}${boundary('b4', 'u', '<errorEventDefinition errorRef="er"/>')}${boundary('b5', 'u', '<conditionalEventDefinition><condition xsi:type="tFormalExpression">${b}</condition></conditionalEventDefinition>', false)}${boundary('b6', 'u', '<signalEventDefinition signalRef="sg"/>')}${boundary('b7', 'u', '<compensateEventDefinition waitForCompletion="true"/>')}
      <userTask id="undo" isForCompensation="true"/><association id="ca" associationDirection="One" sourceRef="b7" targetRef="undo"/>
      <intermediateThrowEvent id="t1"><messageEventDefinition messageRef="m"/></intermediateThrowEvent><intermediateThrowEvent id="t2"><signalEventDefinition signalRef="sg"/></intermediateThrowEvent><intermediateThrowEvent id="t3"><escalationEventDefinition escalationRef="es"/></intermediateThrowEvent><intermediateThrowEvent id="t4"><compensateEventDefinition activityRef="u"/></intermediateThrowEvent><intermediateThrowEvent id="t5"><linkEventDefinition id="ld1" name="跳"><target>ld2</target></linkEventDefinition></intermediateThrowEvent><intermediateCatchEvent id="c5"><linkEventDefinition id="ld2" name="跳"/></intermediateCatchEvent><intermediateThrowEvent id="t6"/>
      <endEvent id="e1"><terminateEventDefinition/></endEvent><endEvent id="e2"><errorEventDefinition errorRef="er"/></endEvent><endEvent id="e3"><escalationEventDefinition escalationRef="es"/></endEvent><endEvent id="e4"><signalEventDefinition signalRef="sg"/></endEvent><endEvent id="e5"><compensateEventDefinition/></endEvent><endEvent id="e6"><cancelEventDefinition/></endEvent><endEvent id="e7"><messageEventDefinition messageRef="m"/><signalEventDefinition signalRef="sg"/></endEvent>
      ${chain('s', 'u', 't1', 't2', 't3', 't4', 't6', 't5')}${flow('c5', 'e1')}${['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map((id, n) => flow(id, `e${n + 2}`)).join('')}${flow('s2', 'u')}${flow('s3', 'u')}</process>`,
  'every gateway with its direction, defaults and conditions': `<process id="p" isExecutable="true"><startEvent id="s"/><exclusiveGateway id="x" gatewayDirection="Diverging" default="f_x_i"/><inclusiveGateway id="i" default="f_i_pl"/><parallelGateway id="pl" gatewayDirection="Mixed"/><complexGateway id="cx"><activationCondition xsi:type="tFormalExpression">a &gt; 1</activationCondition></complexGateway><eventBasedGateway id="ev" eventGatewayType="Exclusive" instantiate="false"/>
      <intermediateCatchEvent id="c1"><timerEventDefinition><timeCycle xsi:type="tFormalExpression">R3/PT1H</timeCycle></timerEventDefinition></intermediateCatchEvent><receiveTask id="r" instantiate="false" implementation="##WebService"/><task id="t"/><endEvent id="e"/>
      ${chain('s', 'x', 'i', 'pl', 'cx', 'ev', 'c1', 'e')}${flow('ev', 'r')}${flow('r', 'e')}${flow('x', 't', '<conditionExpression xsi:type="tFormalExpression" language="juel">${a == 1}</conditionExpression>')}${flow('i', 't')}${flow('t', 'e')}</process>`,
  'sub-processes of every kind, loops, calls and tasks': `<globalUserTask id="gut" name="全局任务" implementation="##WebService"/><interface id="if" name="服务"><operation id="op" name="查询"><inMessageRef>m</inMessageRef></operation></interface><message id="m" name="m"/>
    <process id="p" isExecutable="true"><startEvent id="s"/><subProcess id="sp" triggeredByEvent="false"><multiInstanceLoopCharacteristics isSequential="false" behavior="All"><loopCardinality xsi:type="tFormalExpression">3</loopCardinality><completionCondition xsi:type="tFormalExpression">\${done}</completionCondition></multiInstanceLoopCharacteristics><startEvent id="s1"/><userTask id="u1"><standardLoopCharacteristics testBefore="true" loopMaximum="5"><loopCondition xsi:type="tFormalExpression">\${again}</loopCondition></standardLoopCharacteristics></userTask><endEvent id="e1"/>${chain('s1', 'u1', 'e1')}
        <subProcess id="es" triggeredByEvent="true"><startEvent id="s2" isInterrupting="false"><escalationEventDefinition/></startEvent><endEvent id="e2"/>${chain('s2', 'e2')}</subProcess></subProcess>
      <transaction id="tx" method="##Compensate"><startEvent id="s3"/><endEvent id="e3"><cancelEventDefinition/></endEvent>${chain('s3', 'e3')}</transaction><adHocSubProcess id="ah" cancelRemainingInstances="true" ordering="Parallel"><task id="ta"/><completionCondition xsi:type="tFormalExpression">\${x}</completionCondition></adHocSubProcess>
      <callActivity id="ca" calledElement="gut"/><serviceTask id="sv" implementation="##WebService" operationRef="op"/><businessRuleTask id="br"/><scriptTask id="sc" scriptFormat="text/x-groovy"><script>a = 1</script></scriptTask><manualTask id="mt"/><endEvent id="e"/>
      ${chain('s', 'sp', 'tx', 'ah', 'ca', 'sv', 'br', 'sc', 'mt', 'e')}</process>`,
  'what was left empty': `<process id="p"><startEvent id="s" name=""><timerEventDefinition><timeDate/></timerEventDefinition></startEvent><subProcess id="sp" name="折叠"><multiInstanceLoopCharacteristics/></subProcess><userTask id="u" name=""/>${boundary('b', 'u', '<messageEventDefinition/>')}${boundary('b2', 'u', '<conditionalEventDefinition><condition/></conditionalEventDefinition>', false)}<intermediateThrowEvent id="t"><signalEventDefinition/></intermediateThrowEvent><endEvent id="e"><errorEventDefinition/></endEvent><endEvent id="e2"/>
      ${chain('s', 'sp', 'u', 't', 'e')}${flow('b', 'e2')}${flow('b2', 'e2')}<textAnnotation id="n"/><dataStoreReference id="r"/></process>`,
  'what other tools add in their own words': `<process id="p" isExecutable="true" vendor:version="3"><documentation id="doc" textFormat="text/html">&lt;b&gt;说明&lt;/b&gt;</documentation><extensionElements><vendor:style background="255,255,255"><vendor:line router="a"/></vendor:style></extensionElements>
      <startEvent id="s" vendor:form="f"/><userTask id="u" name="第一行&#10;第二行"><extensionElements><vendor:meta metaKey="bgcolor" metaValue="#ffffcc"/><vendor:meta metaKey="risk" metaValue="高"/></extensionElements><auditing id="au"/><monitoring id="mo"/></userTask><endEvent id="e"/>${chain('s', 'u', 'e')}</process>`,
};

/** Every element of a text with its attributes and text, prefixes resolved; what the standard gives as default is left out. */
function elementsOf(xml: string): string[] {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  const found: string[] = [];
  const visit = (element: Element, path: string) => {
    const here = `${path}/${element.namespaceURI ?? ''}#${element.localName}`;
    const attributes = [...element.attributes]
      .filter(({ name }) => !name.startsWith('xmlns'))
      .map(({ localName, value }) => `${localName}=${localName === 'type' ? value.replace(/^.*:/, '') : value}`)
      .toSorted();
    const text = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === 3 || nodeType === 4)
      .map(({ nodeValue }) => nodeValue?.trim() ?? '')
      .join('');
    found.push(`${here} ${attributes.join(' ')} ${text}`.trim());
    for (const child of element.children) visit(child, here);
  };
  visit(root, '');
  return found;
}
/** What the standard says when nothing is written: a tool may leave it out. */
const DEFAULTS =
  / (?:isCollection=false|parallelMultiple=false|cancelActivity=true|isInterrupting=true|triggeredByEvent=false|startQuantity=1|completionQuantity=1|isClosed=false|isExecutable=false|gatewayDirection=Unspecified|eventGatewayType=Exclusive|instantiate=false|testBefore=false|isSequential=false|associationDirection=None|isUnlimited=false|processType=None|behavior=All|cancelRemainingInstances=true|textFormat=text\/plain|method=##Compensate|waitForCompletion=true|itemKind=Information|ordering=Parallel|implementation=##\w+|expressionLanguage=http:\/\/www\.w3\.org\/1999\/XPath|typeLanguage=http:\/\/www\.w3\.org\/2001\/XMLSchema|messageVisibleKind=initiating|documentation=)(?= |$)/g;
const plain = (lines: readonly string[]) => lines.map((line) => line.replace(DEFAULTS, '').trim()).toSorted();

/** What the BPMN view makes of a text that it opens. */
async function openedAndSaved(xml: string): Promise<string> {
  const moddle = new BpmnModdle({ flowable, dp });
  const read = await moddle.fromXML(xml);
  keepReferences(read as unknown as Read);
  return (await moddle.toXML(read.rootElement, { format: true })).xml;
}

it('references by qualified names mean what they meant, and those to other documents are kept', async () => {
  const xml = `<definitions xmlns="${MODEL}" ${NAMESPACES} xmlns:tns="http://example.org/t" xmlns:other="http://example.org/o" targetNamespace="http://example.org/t">
    <message id="m" name="到货"/><signal id="sg" name="开市"/><process id="p"><laneSet id="ls"><lane id="l"><flowNodeRef>tns:s</flowNodeRef><flowNodeRef>r</flowNodeRef></lane></laneSet>
    <startEvent id="s"/><receiveTask id="r" messageRef="tns:m" operationRef="other:op"/><intermediateCatchEvent id="c"><signalEventDefinition signalRef="tns:sg"/></intermediateCatchEvent><sendTask id="t" messageRef="gone"/><endEvent id="e"/>
    <sequenceFlow id="f1" sourceRef="tns:s" targetRef="tns:r"/><sequenceFlow id="f2" sourceRef="r" targetRef="c"/><sequenceFlow id="f3" sourceRef="c" targetRef="t"/><sequenceFlow id="f4" sourceRef="t" targetRef="e"/></process></definitions>`;
  const saved = await openedAndSaved(xml);
  for (const kept of [
    'operationRef="other:op"',
    'messageRef="gone"',
    'messageRef="m"',
    'signalRef="sg"',
    'sourceRef="s"',
    '<flowNodeRef>s</flowNodeRef>',
  ])
    expect(saved).toContain(kept);
  const [before, after] = [await readBpmn(xml), await readBpmn(saved)];
  expect(after.processes[0]?.nodes['r']).toMatchObject({ message: '到货' });
  expect(after.processes[0]?.nodes['c']).toEqual(before.processes[0]?.nodes['c']);
  expect(await openedAndSaved(saved)).toBe(saved);
});

describe.each(['', 'bpmn', 'semantic'])('elements with the prefix “%s”', (prefix) => {
  it.each(Object.entries(CASES))('%s: opened and saved, nothing is lost', async (_, inside) => {
    const xml = written(prefix, inside);
    const saved = await openedAndSaved(xml);
    const [before, after] = [plain(elementsOf(xml)), plain(elementsOf(saved))];
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
    expect(after.filter((line) => !before.includes(line) && !/#(?:incoming|outgoing) /.test(line))).toEqual([]);
    const [first, second] = [await readBpmn(xml), await readBpmn(saved)];
    expect(second).toEqual(first);
    expect(await openedAndSaved(saved)).toBe(saved);
  });
});
