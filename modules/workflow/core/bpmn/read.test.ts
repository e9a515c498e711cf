import { describe, expect, it } from 'vitest';
import { bpmn } from '../engine/test-models.ts';
import { BpmnError, readBpmn } from './read.ts';

const ONE_TASK =
  '<startEvent id="s"/><userTask id="t"/><sequenceFlow id="f1" sourceRef="s" targetRef="t"/><endEvent id="e"/><sequenceFlow id="f2" sourceRef="t" targetRef="e"/>';

describe('what is no process', () => {
  it.each([
    ['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${bpmn(ONE_TASK)}`, 'DOCTYPE'],
    ['an entity', bpmn(ONE_TASK).replace('?>', '?>\n<!entity a SYSTEM "file:///etc/passwd">'), 'DOCTYPE'],
    ['the same id twice', bpmn(`${ONE_TASK}<userTask id="t"/>`), '编号重复：t'],
    ['no process', '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"/>', '没有流程'],
    ['another document', '<html><body/></html>', '不是有效的 BPMN 2.0 文件'],
    ['a broken document', bpmn(ONE_TASK).slice(0, -20), 'BPMN'],
    ['a plain text', 'hello', 'BPMN'],
    ['nothing', '', 'BPMN'],
    [
      'namespaces without end',
      bpmn(ONE_TASK).replace(
        ' xmlns',
        ` ${Array.from({ length: 6_000 }, (_, i) => `xmlns:p${i}="http://flowable.org/bpmn"`).join(' ')} xmlns`,
      ),
      '命名空间',
    ],
  ])('%s', { timeout: 15_000 }, async (_name, xml, sentence) => {
    const error = await readBpmn(xml).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BpmnError);
    expect((error as BpmnError).message).toContain(sentence);
  });
});

describe('what cannot be executed is told', () => {
  it.each([
    ['a node of an unknown kind', `${ONE_TASK}<complexGateway id="x" name="复杂"/>`, 'x'],
    ['a timer without a time', `${ONE_TASK}<intermediateCatchEvent id="x"><timerEventDefinition/></intermediateCatchEvent>`, 'x'],
    ['a flow to nowhere', `${ONE_TASK}<sequenceFlow id="x" sourceRef="t" targetRef="gone"/>`, 'x'],
  ])('%s', async (_name, elements, id) => {
    const { problems } = await readBpmn(bpmn(elements));
    expect(problems.map(({ node }) => node)).toContain(id);
  });

  it('and nothing is told of a plain process', async () => {
    const { problems, processes } = await readBpmn(bpmn(ONE_TASK));
    expect(problems).toEqual([]);
    expect(Object.keys(processes[0]?.nodes ?? {})).toEqual(['s', 't', 'e']);
  });
});

describe('the same in other words', () => {
  const assigned = async (xml: string) => {
    const { processes } = await readBpmn(xml);
    const task = processes[0]?.nodes['t'];
    return task?.kind === 'userTask' ? task.assignee : undefined;
  };

  it.each(['flowable="http://flowable.org/bpmn"', 'activiti="http://activiti.org/bpmn"', 'camunda="http://camunda.org/schema/1.0/bpmn"'])(
    'attributes of %s',
    async (namespace) => {
      const prefix = namespace.slice(0, namespace.indexOf('='));
      const xml = bpmn(ONE_TASK.replace('id="t"', `id="t" ${prefix}:assignee="kermit"`))
        .replace(/xmlns:flowable="[^"]*"/, '')
        .replace('targetNamespace', `xmlns:${namespace} targetNamespace`);
      expect(await assigned(xml)).toBe('kermit');
    },
  );

  it.each([
    ['another prefix', 'act="http://activiti.org/bpmn"'],
    ['the prefix of an older engine', 'fox="http://www.camunda.com/fox"'],
    ['a prefix with a dot', 'x.y="http://flowable.org/bpmn"'],
  ])('attributes of %s', async (_name, namespace) => {
    const prefix = namespace.slice(0, namespace.indexOf('='));
    const xml = bpmn(ONE_TASK.replace('id="t"', `id="t" ${prefix}:assignee="kermit"`))
      .replace(/xmlns:flowable="[^"]*"/, '')
      .replace('targetNamespace', `xmlns:${namespace} targetNamespace`);
    expect(await assigned(xml)).toBe('kermit');
    expect(await assigned(bpmn(ONE_TASK.replace('id="t"', `id="t" ${prefix}:assignee="x" flowable:assignee="kermit"`)))).toBe('kermit');
  });

  it('blanks around the equals signs of attributes, which texts keep', async () => {
    const xml = bpmn(ONE_TASK.replace('id="t"', "id\n = \n\"t\" flowable:assignee= \"${a == 'b' ? 'x' : 'y'}\""));
    expect(await assigned(xml)).toBe("${a == 'b' ? 'x' : 'y'}");
  });

  it('elements with a prefix, references with a prefix', async () => {
    const xml = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:tns="t" targetNamespace="t">
      <bpmn:message id="m1" name="news"/><bpmn:process id="p"><bpmn:intermediateCatchEvent id="c">
      <bpmn:messageEventDefinition messageRef="tns:m1"/></bpmn:intermediateCatchEvent></bpmn:process></bpmn:definitions>`;
    const { processes } = await readBpmn(xml);
    expect(processes[0]?.nodes['c']).toMatchObject({ kind: 'catchEvent', event: { kind: 'message', name: 'news' } });
  });

  it('a node that is called as a member of every object is a node', async () => {
    const elements = ONE_TASK.replaceAll('"t"', '"constructor"').replaceAll('"e"', '"__proto__"');
    const { processes, problems } = await readBpmn(bpmn(elements));
    expect(problems).toEqual([]);
    expect(Object.keys(processes[0]?.nodes ?? {})).toEqual(['s', 'constructor', '__proto__']);
  });

  it('several processes stay in their order', async () => {
    const two = bpmn(ONE_TASK).replace('</definitions>', '<process id="second"/></definitions>');
    expect((await readBpmn(two)).processes.map(({ id }) => id)).toEqual(['p', 'second']);
  });
});
