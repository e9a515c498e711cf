import type { BranchNode, StartNode, TreeNode } from '../../../contract/tree.ts';
import { updateBranch, updateNode } from '../../../core/tree/edit.ts';
import { nodesOf } from '../../../core/tree/walk.ts';
import type { ChangeTree } from './ApprovalView.tsx';
import { BranchPanel } from './BranchPanel.tsx';
import { NodePanel } from './NodePanel.tsx';
import type { TreeActions } from './tree-actions.ts';

interface SettingsProps {
  tree: StartNode;
  chosen: string | null;
  change: ChangeTree;
  actions: TreeActions;
}
/** Settings of the node or branch that is chosen. */
export function Settings({ tree, chosen, change, actions }: SettingsProps) {
  const nodes: TreeNode[] = [...nodesOf(tree.next)];
  const node = nodes.find(({ id }) => id === chosen);
  if (node)
    return (
      <NodePanel
        key={node.id}
        node={node}
        onChange={(part, gesture) => change('修改节点', updateNode(tree, node.id, part), gesture)}
        onRemove={() => actions.remove(node.id)}
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
        onRemove={() => actions.remove(branch.id)}
      />
    );
  return <Hints />;
}

const KEYS = [
  ['方向键', '选择相邻的节点'],
  ['Enter', '设置选中的节点，Esc 返回'],
  ['Alt ↑ ↓', '移动节点，分支用 Alt ← →'],
  ['Ctrl C V X D', '复制、粘贴、剪切、创建副本'],
  ['Delete', '删除，可撤销'],
  ['Ctrl 滚轮', '缩放'],
] as const;
/** What stands here before anything is chosen. */
function Hints() {
  return (
    <div className="muted tree-hint">
      <p>点击节点设置审批人、方式和规则；点击加号添加节点；拖动节点到加号处移动。</p>
      <dl>
        {KEYS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
