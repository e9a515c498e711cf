import { Fragment, type ReactNode } from 'react';
import type { Branch, BranchNode, StartNode, TreeNode } from '../../../contract/tree.ts';
import './drawing.css';

/** What the places of a drawing show; the lines between them are the drawing's own. */
export interface Slots {
  /** a single node: usually a `NodeCard` */
  readonly node: (node: Exclude<TreeNode, BranchNode>) => ReactNode;
  /** what stands above the branches of a fork: usually a `ForkHead` */
  readonly fork: (fork: BranchNode) => ReactNode;
  /** what stands at the top of a branch: usually a `BranchHead` */
  readonly branch: (branch: Branch, fork: BranchNode, at: number) => ReactNode;
  /** what stands on the line after the start, a node or the head of a branch; nothing unless given */
  readonly gap?: (place: string) => ReactNode;
  /** class of the line after a place, and into a branch: `is-taken` for where a process went */
  readonly way?: (place: string) => string | undefined;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}
interface TreeDrawingProps {
  tree: StartNode;
  slots: Slots;
}

/** An approval tree from top to bottom, branches side by side between their lines. Draws only: what can be done with it is in the slots. */
export function TreeDrawing({ tree, slots }: TreeDrawingProps) {
  return (
    <div className="tree-drawing">
      {slots.start ?? <span className="tree-end">发起人</span>}
      <Way place={tree.id} slots={slots} />
      <Chain first={tree.next} slots={slots} />
      {slots.end ?? <span className="tree-end">流程结束</span>}
    </div>
  );
}

const linksOf = (first: TreeNode | null): TreeNode[] => (first ? [first, ...linksOf(first.next)] : []);
const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

function Chain({ first, slots }: { first: TreeNode | null; slots: Slots }) {
  return linksOf(first).map((node) => (
    <Fragment key={node.id}>
      {'branches' in node ? <Fork fork={node} slots={slots} /> : slots.node(node)}
      <Way place={node.id} slots={slots} />
    </Fragment>
  ));
}

/** The line from a place to what follows it. */
function Way({ place, slots }: { place: string; slots: Slots }) {
  return <div className={classes('tree-way', slots.way?.(place))}>{slots.gap?.(place)}</div>;
}

function Fork({ fork, slots }: { fork: BranchNode; slots: Slots }) {
  return (
    <div className="tree-fork">
      {slots.fork(fork)}
      <div className="tree-stem" />
      <div className="tree-lanes">
        {fork.branches.map((branch, at) => (
          <div key={branch.id} className={classes('tree-lane', slots.way?.(branch.id))}>
            <div className="tree-stem" />
            {slots.branch(branch, fork, at)}
            <Way place={branch.id} slots={slots} />
            <Chain first={branch.next} slots={slots} />
            <div className="tree-rest" />
          </div>
        ))}
      </div>
    </div>
  );
}
