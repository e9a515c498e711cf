import type { KeyboardEvent, ReactNode } from 'react';
import type { StartNode } from '../../../contract/tree.ts';
import { Settings } from './Settings.tsx';
import type { Mark } from './simulate/play.ts';
import { treeActions } from './tree-actions.ts';
import { TreeCanvas } from './TreeCanvas.tsx';
import { useRecordFields } from './use-record-fields.ts';
import type { Store } from './draft.ts';

export type ChangeTree = (label: string, tree: StartNode, gesture?: string) => void;
interface Props {
  store: Store;
  tree: StartNode;
  problems: ReadonlyMap<string, string>;
  marks: ReadonlyMap<string, Mark>;
  /** flows that a simulation has taken */
  flows: ReadonlySet<string>;
  /** stands beside the drawing instead of the settings */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  children: ReactNode;
}

/** Esc leads from the settings back to the node; one that closes a list does only that. */
function leaveSettings(event: KeyboardEvent, chosen: string): void {
  const { target, key, defaultPrevented } = event;
  if (key !== 'Escape' || defaultPrevented || !(target instanceof HTMLElement) || target.getAttribute('aria-expanded') === 'true') return;
  document.querySelector<HTMLElement>(`[data-place="${chosen}"]`)?.focus();
}

/** 审批视图: the process as a tree, with the settings of what is chosen. */
export function ApprovalView({ store, tree, problems, marks, flows, chosen, onChoose, children }: Props) {
  const change: ChangeTree = (label, next, gesture) => store.getState().change(label, { tree: next, xml: null }, gesture);
  const fields = useRecordFields();
  const actions = treeActions({ tree, change, onChoose });
  return (
    <div className="designer-body tree-body">
      <main className="designer-main" aria-label="流程图">
        <TreeCanvas
          tree={tree}
          chosen={chosen}
          problems={problems}
          marks={marks}
          flows={flows}
          labels={fields.labels}
          actions={actions}
          onChoose={onChoose}
        />
      </main>
      <aside className="designer-right" aria-label="节点设置" onKeyDown={(event) => chosen !== null && leaveSettings(event, chosen)}>
        {children || <Settings tree={tree} chosen={chosen} change={change} actions={actions} />}
      </aside>
    </div>
  );
}
