import { Approval, Copy, ServiceWork } from '../../contract/approval.ts';
import { NodeId, type Branch, type CallNode, type Passed, type StartNode, TreeNode } from '../../contract/tree.ts';
import type { CallActivity, Mapping, NodeModel, ProcessModel } from '../model.ts';
import { startOf } from '../model.ts';
import { END_ID, joinOf } from './write.ts';

/** Why a BPMN process has no approval view. */
export class NoTree extends Error {}

const TYPE = { exclusiveGateway: 'exclusive', parallelGateway: 'parallel', inclusiveGateway: 'inclusive' } as const;
type Split = NodeModel & { kind: keyof typeof TYPE };

const isSplit = (node: NodeModel): node is Split => Object.hasOwn(TYPE, node.kind);
const named = ({ id, name }: NodeModel): string => name || id;

/** The nodes of a process as the approval view shows them. Throws NoTree for what is not block-structured or not made of its nodes. */
export function readTree(model: ProcessModel): StartNode {
  const start = startOf(model);
  if (!start || start.event.kind !== 'none') throw new NoTree('流程没有普通的开始节点');
  const seen = new Set<string>([start.id]);
  const flowOf = (id: string) => {
    const flow = model.flows[id];
    if (!flow) throw new NoTree(`没有连线 ${id}`);
    return flow;
  };
  const target = (id: string): NodeModel => {
    const node = model.nodes[flowOf(id).to];
    if (!node) throw new NoTree(`连线 ${id} 没有终点`);
    return node;
  };
  const onlyFlow = (node: NodeModel): string => {
    const [only, ...more] = node.outgoing;
    if (only === undefined || more.length > 0) throw new NoTree(`“${named(node)}”应当只有一条离开的连线`);
    return only;
  };
  /** What stands from a node up to where the chain ends: the join of its fork, or the end of the model. */
  const chain = (first: NodeModel, until: string): TreeNode | null => {
    if (first.id === until) return null;
    if (seen.has(first.id)) throw new NoTree(`“${named(first)}”有两条以上的来路`);
    seen.add(first.id);
    if (!NodeId.safeParse(first.id).success) throw new NoTree(`节点编号 ${first.id} 不能用于审批视图`);
    if (isSplit(first)) {
      const join = model.nodes[joinOf(first.id)];
      if (join?.kind !== first.kind) throw new NoTree(`分支“${named(first)}”没有成对的汇合`);
      const branches = first.outgoing.map((id): Branch => {
        const { name, condition } = flowOf(id);
        return { id, name, condition, next: chain(target(id), join.id) };
      });
      seen.add(join.id);
      return { type: TYPE[first.kind], id: first.id, name: first.name, branches, next: chain(target(onlyFlow(join)), until) };
    }
    return { ...valid(step(first)), next: chain(target(onlyFlow(first)), until) };
  };
  const tree: StartNode = { type: 'start', id: start.id, name: start.name, next: chain(target(onlyFlow(start)), END_ID) };
  if (!seen.has(END_ID)) seen.add(END_ID);
  const other = Object.values(model.nodes).find(({ id }) => !seen.has(id));
  if (other) throw new NoTree(`“${named(other)}”不在审批视图能表示的结构中`);
  return tree;
}

/** What the approval view could not save is not shown in it. Throws NoTree. */
function valid(node: TreeNode): TreeNode {
  if (TreeNode.safeParse(node).success) return node;
  throw new NoTree(`“${node.name || node.id}”有审批视图不能表示的设置`);
}

/** A single node without what follows it. Throws NoTree. */
function step(node: NodeModel): TreeNode {
  const base = { id: node.id, name: node.name, next: null };
  if (node.kind === 'userTask' && node.approval) return { type: 'approve', ...base, ...Approval.parse(node.approval) };
  if (node.kind === 'passTask' && node.copy) return { type: 'copy', ...base, ...Copy.parse(node.copy) };
  if (node.kind === 'catchEvent' && node.event.kind === 'timer' && node.event.timer.kind === 'duration')
    return { type: 'delay', ...base, duration: node.event.timer.text };
  if (node.kind === 'catchEvent' && node.event.kind === 'timer' && node.event.timer.kind === 'date')
    return { type: 'until', ...base, date: node.event.timer.text };
  if (node.kind === 'catchEvent' && (node.event.kind === 'message' || (node.event.kind === 'signal' && !node.event.isLocal)))
    return { type: 'event', ...base, awaits: node.event.kind, event: node.event.name };
  if (node.kind === 'passTask' && node.service) return { type: 'service', ...base, ...ServiceWork.parse(node.service) };
  if (node.kind === 'callActivity') return { type: 'call', ...base, ...calling(node) };
  throw new NoTree(`“${named(node)}”不能在审批视图中表示`);
}

const passing = ({ source, expression, target }: Mapping): Passed => ({ source: expression ?? source ?? '', target: target ?? '' });
const calling = ({ calledElement, inherits, inputs, outputs }: CallActivity): Omit<CallNode, 'type' | 'id' | 'name' | 'next'> => ({
  process: calledElement,
  inherits,
  inputs: inputs.map(passing),
  outputs: outputs.map(passing),
});
