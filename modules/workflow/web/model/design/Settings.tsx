import type { BranchNode, StartNode, TreeNode } from '../../../contract/tree.ts';
import { removeBranch, removeNode, updateBranch, updateNode } from '../../../core/tree/edit.ts';
import { nodesOf } from '../../../core/tree/walk.ts';
import type { ChangeTree } from './ApprovalView.tsx';
import { BranchPanel } from './BranchPanel.tsx';
import { NodePanel } from './NodePanel.tsx';

interface SettingsProps {
  tree: StartNode;
  chosen: string | null;
  change: ChangeTree;
}
/** Settings of the node or branch that is chosen. */
export function Settings({ tree, chosen, change }: SettingsProps) {
  const nodes: TreeNode[] = [...nodesOf(tree.next)];
  const node = nodes.find(({ id }) => id === chosen);
  if (node)
    return (
      <NodePanel
        key={node.id}
        node={node}
        onChange={(part, gesture) => change('修改节点', updateNode(tree, node.id, part), gesture)}
        onRemove={() => change('删除节点', removeNode(tree, node.id))}
      />
    );
  const fork = nodes.find((one): one is BranchNode => 'branches' in one && one.branches.some(({ id }) => id === chosen));
  const branch = fork?.branches.find(({ id }) => id === chosen);
  if (fork && branch)
    return (
      <BranchPanel
        key={branch.id}
        fork={fork}
        branch={branch}
        onChange={(part, gesture) => change('修改分支', updateBranch(tree, fork.id, branch.id, part), gesture)}
        onRemove={() => change('删除分支', removeBranch(tree, fork.id, branch.id))}
      />
    );
  return <p className="muted tree-hint">点击节点设置审批人、方式和规则；点击加号添加节点。</p>;
}
