import { describe, expect, it } from 'vitest';
import { Tree, type Branch, type StartNode, type TreeNode } from '../../contract/tree.ts';
import { readBpmn } from '../bpmn/read.ts';
import { randomOf, type Random } from '../engine/random-models.ts';
import { NoTree, readTree } from './read.ts';
import { writeTree } from './write.ts';

const TEXTS = ['', '主管审批', 'a < b & "c"', '多行\n名称\t制表', "it's; --", '😀'];
const MODES = ['any', 'all', 'sequence', 'ratio'] as const;
const KINDS = ['starterDeptLeader', 'starter', 'starterPicks', 'lastPicks', 'dataOwner'] as const;

/** Random trees of a seed: every kind of node inside every kind of branch. */
function randomTree(random: Random): StartNode {
  let count = 0;
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const id = () => `n${(count += 1)}`;
  const branch = (isLast: boolean, depth: number): Branch => ({
    id: id(),
    name: one(TEXTS).trim(),
    condition: isLast ? null : `\${amount > ${Math.floor(random() * 100)} && kind != '<a>'}`,
    next: chain(depth + 1),
  });
  const node = (depth: number): TreeNode => {
    const base = { id: id(), name: one(TEXTS).trim(), next: null };
    const shape = Math.floor(random() * (depth > 2 ? 7 : 10));
    if (shape === 0) return { type: 'copy', ...base, who: [{ kind: 'user', ids: ['1', '2'] }] };
    if (shape === 1) return { type: 'delay', ...base, duration: one(['P1D', 'PT30M', 'P2DT3H']) };
    if (shape === 3) return { type: 'until', ...base, date: one(['2027-01-31', '2027-01-31T08:30', "${planDate == 'x' ? a : b}"]) };
    if (shape === 6)
      return { type: 'event', ...base, awaits: one(['message', 'signal'] as const), event: one(['到货', '停止 <1> & "2"', '']) };
    if (shape === 4) {
      const mappings = () =>
        [
          { source: 'a', target: 'b' },
          { source: "${a + '<\"'}", target: '金额' },
        ].slice(Math.floor(random() * 3));
      return { type: 'call', ...base, process: one(['other', 'a.b-c']), inherits: random() < 0.5, inputs: mappings(), outputs: mappings() };
    }
    if (shape === 5) {
      const params: Record<string, string> = random() < 0.5 ? {} : { title: one(TEXTS), text: '{title}\n<b>' };
      return {
        type: 'service',
        ...base,
        service: 'workflow.notify',
        params,
        ...(random() < 0.5 ? { who: [{ kind: 'starter' }] } : {}),
        ...(random() < 0.3 ? { result: 'answer' } : {}),
      };
    }
    if (shape === 2) {
      const mode = one(MODES);
      return {
        type: 'approve',
        ...base,
        who: [{ kind: one(KINDS) }, { kind: 'role', ids: ['admin'] }],
        mode,
        ...(mode === 'ratio' ? { percent: 1 + Math.floor(random() * 100) } : {}),
        nobody: one(['admin', 'leader', 'pass'] as const),
        starter: one(['leader', 'pass', 'self'] as const),
        repeated: one(['ask', 'previous', 'any'] as const),
        mayReturn: random() < 0.5,
        returnMode: one(['again', 'direct'] as const),
        isHandling: random() < 0.3,
        ...(random() < 0.3
          ? { timeout: { after: one(['P2D', 'PT4H', 'P1DT30M']), action: one(['remind', 'approve', 'leader']), times: 2 } }
          : {}),
      };
    }
    const type = (['exclusive', 'parallel', 'inclusive'] as const)[shape - 7]!;
    const branches = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, n, total = 2) =>
      branch(n >= total - 1 || type === 'parallel', depth),
    );
    return { type, ...base, branches };
  };
  const chain = (depth: number): TreeNode | null => {
    const nodes = Array.from({ length: Math.floor(random() * (depth === 0 ? 6 : 3)) }, () => node(depth));
    return nodes.reduceRight<TreeNode | null>((next, each) => ({ ...each, next }), null);
  };
  return { type: 'start', id: 'start', name: '发起人', next: chain(0) };
}

/** Names lose what an attribute of XML cannot tell apart, and only the last branch without a condition is the default. */
const processOf = async (xml: string) => (await readBpmn(xml)).processes[0]!;

describe('approval trees and their BPMN text', () => {
  it('are the same after writing and reading, for 1,000 random trees', async () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const tree = Tree.parse(randomTree(randomOf(seed)));
      const xml = writeTree({ key: 'p', name: '申请 <1> & "2"' }, tree);
      const read = await readBpmn(xml);
      expect(read.problems, `seed ${seed}`).toEqual([]);
      expect(readTree(read.processes[0]!), `seed ${seed}`).toEqual(tree);
      expect(read.processes[0]!.name).toBe('申请 <1> & "2"');
    }
  });

  it('draws every node and flow, and no two nodes over each other', async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const xml = writeTree({ key: 'p', name: '' }, Tree.parse(randomTree(randomOf(seed))));
      const { nodes, flows } = await processOf(xml);
      const boxes = [...xml.matchAll(/BPMNShape[^>]*><dc:Bounds x="([\d.]+)" y="([\d.]+)" width="(\d+)" height="(\d+)"/g)].map((match) =>
        match.slice(1).map(Number),
      );
      expect(boxes).toHaveLength(Object.keys(nodes).length);
      expect(xml.match(/<bpmndi:BPMNEdge/g) ?? []).toHaveLength(Object.keys(flows).length);
      for (const [n, [x, y, width, height]] of boxes.entries())
        for (const [left, top, wide, high] of boxes.slice(n + 1))
          expect(x! + width! <= left! || left! + wide! <= x! || y! + height! <= top! || top! + high! <= y!, `seed ${seed}`).toBe(true);
    }
  });

  it('says why a free-form process has no approval view', async () => {
    const free = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="s"/><task id="t" name="计算"/><endEvent id="approveEnd"/>
      <sequenceFlow id="a" sourceRef="s" targetRef="t"/><sequenceFlow id="b" sourceRef="t" targetRef="approveEnd"/></process></definitions>`;
    const process = await processOf(free);
    expect(() => readTree(process)).toThrow(NoTree);
    expect(() => readTree(process)).toThrow('计算');
  });
});
