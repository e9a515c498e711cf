import type { StartNode } from '../../../contract/tree.ts';
import { branchOf, isFork, nodeOf, stopsOf } from '../../../core/tree/arrange.ts';
import { nodesOf } from '../../../core/tree/walk.ts';
import type { TreeActions } from './tree-actions.ts';

/** The branch that holds a place: the nearest one around it. */
function branchAround(tree: StartNode, id: string): string | null {
  const own = branchOf(tree, id);
  if (own) return id;
  let nearest: string | null = null;
  for (const node of nodesOf(tree.next))
    if (isFork(node)) for (const branch of node.branches) if ([...nodesOf(branch.next)].some((one) => one.id === id)) nearest = branch.id;
  return nearest;
}

/** Where an arrow leads from a place; the place itself when there is nothing in this direction. */
export function neighbour(tree: StartNode, id: string, key: string): string {
  const stops = stopsOf(tree);
  const at = stops.indexOf(id);
  if (key === 'Home') return stops[0] ?? id;
  if (key === 'End') return stops.at(-1) ?? id;
  if (key === 'ArrowDown') return stops[at + 1] ?? id;
  if (key === 'ArrowUp') return stops[at - 1] ?? id;
  const around = branchAround(tree, id);
  const found = around === null ? undefined : branchOf(tree, around);
  if (!found) return id;
  const next = found.fork.branches[found.fork.branches.indexOf(found.branch) + (key === 'ArrowLeft' ? -1 : 1)];
  return next?.id ?? id;
}

const ARROWS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);
type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Ctrl and a letter, on a chosen place. */
const WITH_CTRL: Readonly<Record<string, keyof Pick<TreeActions, 'copy' | 'cut' | 'paste' | 'duplicate'>>> = {
  c: 'copy',
  x: 'cut',
  v: 'paste',
  d: 'duplicate',
};

/** What a key does at a chosen place; null for keys that mean nothing here. */
export function keyAction(tree: StartNode, id: string, pressed: Pressed, actions: TreeActions, onChoose: (id: string) => void) {
  const { key, altKey } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) {
    const name = WITH_CTRL[key.toLowerCase()];
    return name ? () => actions[name](id) : null;
  }
  if (altKey) return shifting(tree, id, key, actions);
  if (key === 'Delete' || key === 'Backspace') return () => actions.remove(id);
  return ARROWS.has(key) ? () => onChoose(neighbour(tree, id, key)) : null;
}

/** Alt and an arrow moves: nodes up and down, branches left and right. */
function shifting(tree: StartNode, id: string, key: string, actions: TreeActions) {
  const keys = nodeOf(tree, id) ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const at = keys.indexOf(key);
  return at < 0 ? null : () => actions.shift(id, at === 0 ? -1 : 1);
}
