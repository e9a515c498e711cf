import { readJson, writeJson } from '#kit/web/storage.ts';
import { Tree, type Branch, type TreeNode } from '../../../contract/tree.ts';

/** What was copied: it can be pasted into any process, also in another window. */
export type Clip = { readonly kind: 'node'; readonly node: TreeNode } | { readonly kind: 'branch'; readonly branch: Branch };
const KEY = 'data_ui_flow_clip';

export const keepClip = (clip: Clip): void => writeJson(KEY, clip);

/** What was copied last; null for nothing, and for what is no part of a process. */
export function clipNow(): Clip | null {
  const found = readJson(KEY) as Partial<Record<'kind' | 'node' | 'branch', unknown>> | null;
  if (found?.kind === 'node') {
    const read = Tree.safeParse({ type: 'start', next: found.node });
    return read.success && read.data.next ? { kind: 'node', node: read.data.next } : null;
  }
  if (found?.kind !== 'branch') return null;
  const other = { id: 'other', name: '', condition: null, next: null };
  const read = Tree.safeParse({
    type: 'start',
    next: { type: 'exclusive', id: 'fork', name: '', branches: [found.branch, other], next: null },
  });
  const fork = read.success ? read.data.next : null;
  return fork && 'branches' in fork ? { kind: 'branch', branch: fork.branches[0] as Branch } : null;
}
