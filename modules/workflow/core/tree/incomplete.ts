import { Approval, Copy, ServiceWork } from '../../contract/approval.ts';
import { Tree, type StartNode, type TreeNode } from '../../contract/tree.ts';
import { nodesOf } from './walk.ts';

const SETTINGS = { approve: Approval, copy: Copy, service: ServiceWork } as const;

/** Why a node cannot be stored as it is; null when it can. */
function reasonOf(node: TreeNode): string | null {
  if ('branches' in node) return null;
  const own = node.type in SETTINGS ? SETTINGS[node.type as keyof typeof SETTINGS].safeParse(node) : null;
  if (own && !own.success) return own.error.issues[0]?.message ?? null;
  const whole = Tree.safeParse({ type: 'start', next: { ...node, next: null } });
  return whole.success ? null : '有没填完的设置，请检查';
}

/** The nodes of a tree that cannot be stored yet, each with what to do. */
export const incompleteIn = (tree: StartNode): { readonly node: string; readonly message: string }[] =>
  [...nodesOf(tree.next)].flatMap((node) => {
    const reason = reasonOf(node);
    return reason === null ? [] : [{ node: node.id, message: `“${node.name || node.id}”：${reason}` }];
  });
