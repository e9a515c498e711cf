import type { StartNode } from '../../../contract/tree.ts';
import { nodesOf } from '../../../core/tree/walk.ts';
import type { Draft } from '../design/draft.ts';
import { nodeName } from '../design/texts.ts';

const byId = (tree: StartNode) =>
  new Map(
    [...nodesOf(tree.next)].flatMap((node) => [
      [node.id, { name: nodeName(node), text: JSON.stringify({ ...node, next: null, branches: null }) }] as const,
      ...('branches' in node
        ? node.branches.map(({ id, name, condition }) => [id, { name: name || id, text: JSON.stringify({ name, condition }) }] as const)
        : []),
    ]),
  );

/** What changed from one process to another, a line each. */
export function diffOf(from: Draft | null, to: Draft): string[] {
  if (!from?.tree || !to.tree) return JSON.stringify(from) === JSON.stringify(to) ? [] : ['BPMN 流程图有修改'];
  const [before, after] = [byId(from.tree), byId(to.tree)];
  const lines: string[] = [];
  for (const [id, { name, text }] of after) {
    const old = before.get(id);
    if (!old) lines.push(`新增“${name}”`);
    else if (old.text !== text) lines.push(`修改“${name}”`);
  }
  for (const [id, { name }] of before) if (!after.has(id)) lines.push(`删除“${name}”`);
  if (lines.length === 0 && JSON.stringify(from.tree) !== JSON.stringify(to.tree)) lines.push('节点的顺序有修改');
  return lines;
}
