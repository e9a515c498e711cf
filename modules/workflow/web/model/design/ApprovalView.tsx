import type { ReactNode } from 'react';
import type { StartNode } from '../../../contract/tree.ts';
import { addBranch, freshId, insertAfter } from '../../../core/tree/edit.ts';
import { newNode } from './new-nodes.ts';
import { Settings } from './Settings.tsx';
import type { Mark } from './simulate/play.ts';
import { TreeCanvas } from './TreeCanvas.tsx';
import type { Store } from './draft.ts';

export type ChangeTree = (label: string, tree: StartNode, gesture?: string) => void;
interface Props {
  store: Store;
  tree: StartNode;
  problems: ReadonlyMap<string, string>;
  marks: ReadonlyMap<string, Mark>;
  /** stands beside the drawing instead of the settings */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  children: ReactNode;
}

/** 审批视图: the process as a tree, with the settings of what is chosen. */
export function ApprovalView({ store, tree, problems, marks, chosen, onChoose, children }: Props) {
  const change: ChangeTree = (label, next, gesture) => store.getState().change(label, { tree: next, xml: null }, gesture);
  return (
    <div className="designer-body tree-body">
      <main className="designer-main tree-main" aria-label="流程图">
        <TreeCanvas
          tree={tree}
          chosen={chosen}
          problems={problems}
          marks={marks}
          onChoose={onChoose}
          onAdd={(place, kind) => {
            const node = newNode(tree, kind);
            change('添加节点', insertAfter(tree, place, node));
            onChoose(node.id);
          }}
          onAddBranch={(fork) => {
            const branch = { id: freshId(tree, 'b'), name: '新分支', condition: '${amount > 0}', next: null };
            change('添加分支', addBranch(tree, fork, branch));
            onChoose(branch.id);
          }}
        />
      </main>
      <aside className="designer-right" aria-label="节点设置">
        {children || <Settings tree={tree} chosen={chosen} change={change} />}
      </aside>
    </div>
  );
}
