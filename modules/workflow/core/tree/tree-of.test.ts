import { expect, it } from 'vitest';
import { Tree, type StartNode } from '../../contract/tree.ts';
import { treeOf } from './tree-of.ts';
import { writeTree } from './write.ts';

const tree: StartNode = Tree.parse({
  type: 'start',
  id: 'start',
  name: '发起人',
  next: {
    type: 'approve',
    id: 'n1',
    name: '主管',
    who: [{ kind: 'starterDeptLeader' }],
    next: {
      type: 'exclusive',
      id: 'g',
      name: '',
      branches: [
        { id: 'b1', name: '大额', condition: '${amount > 5}', next: { type: 'delay', id: 'd', name: '等', duration: 'P1D', next: null } },
        { id: 'b2', name: '其他', next: null },
      ],
      next: null,
    },
  },
});
const xml = writeTree({ key: 'p', name: '费用' }, tree);

const waiting = writeTree(
  { key: 'p', name: '' },
  Tree.parse({
    type: 'start',
    next: {
      type: 'event',
      id: 'w',
      name: '等消息',
      awaits: 'message',
      event: '到货',
      next: { type: 'event', id: 'v', name: '等信号', awaits: 'signal', event: '停止' },
    },
  }),
);

it('messages and signals are told apart by their names, not by the ids that a drawing tool gives them', async () => {
  const { tree: shown } = await treeOf(
    waiting.replaceAll('event-1', 'Message_0xyz').replace('<bpmn:messageEventDefinition', '<bpmn:messageEventDefinition id="Def_1"'),
  );
  expect(shown?.next).toMatchObject({ awaits: 'message', event: '到货', next: { awaits: 'signal', event: '停止' } });
});

it('a text that the approval view says wholly is its tree, also with other ids of flows and another drawing', async () => {
  expect(await treeOf(xml)).toEqual({ tree, why: null });
  const drawn = xml.replace('id="flow_start_n1"', 'id="Flow_0abc"').replace(/<bpmndi:BPMNDiagram.*<\/bpmndi:BPMNDiagram>/s, '');
  expect((await treeOf(drawn)).tree).toEqual(tree);
  const later = await treeOf(xml.replace('P1D', 'PT2H'));
  expect(JSON.stringify(later.tree)).toContain('PT2H');
});

it.each([
  [
    'a documentation',
    xml.replace(/(<bpmn:userTask id="n1"[^>]*[^/])\/>/, '$1><bpmn:documentation>读我</bpmn:documentation></bpmn:userTask>'),
    '主管',
  ],
  ['an attribute', xml.replace('<bpmn:userTask id="n1"', '<bpmn:userTask id="n1" flowable:priority="5"'), '主管'],
  ['a message that nothing waits for', xml.replace('<bpmn:process', '<bpmn:message id="m" name="x"/><bpmn:process'), 'x'],
  ['an error', xml.replace('<bpmn:process', '<bpmn:error id="m" errorCode="x"/><bpmn:process'), '错误'],
  ['a signal of one instance', waiting.replace('name="停止"/>', 'name="停止" flowable:scope="processInstance"/>'), '等信号'],
  ['a timer of a cycle', xml.replaceAll('timeDuration', 'timeCycle').replace('P1D', 'R3/P1D'), '等'],
  ['a date that is none', xml.replaceAll('timeDuration', 'timeDate').replace('P1D', 'soon'), '等'],
  ['a flow across', xml.replace('</bpmn:process>', '<bpmn:sequenceFlow id="x" sourceRef="d" targetRef="n1"/></bpmn:process>'), ''],
])('%s keeps a text out of it', async (_name, text, named) => {
  expect(text).not.toBe(xml);
  const found = await treeOf(text);
  expect(found.tree).toBeNull();
  expect(found.why).toContain(named);
});
