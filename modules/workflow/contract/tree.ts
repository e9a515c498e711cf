import * as z from 'zod';
import { Approval, Copy } from './approval.ts';

/** Ids of nodes are names of variables too: the approvers of a node stand in `approvers_<id>`. */
export const NodeId = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, '节点编号由字母、数字和下划线组成，以字母开头');
const name = z.string().trim().max(50, '节点名称不能超过50个字符').default('');

interface Linked {
  id: string;
  name: string;
  next: TreeNode | null;
}
export interface ApproveNode extends Linked, Approval {
  type: 'approve';
}
export interface CopyNode extends Linked, Copy {
  type: 'copy';
}
export interface DelayNode extends Linked {
  type: 'delay';
  /** ISO 8601 duration */
  duration: string;
}
export interface BranchNode extends Linked {
  /** 条件分支, 并行分支, 包容分支 */
  type: 'exclusive' | 'parallel' | 'inclusive';
  branches: Branch[];
}
export interface Branch {
  id: string;
  name: string;
  /** expression; null for the default branch and for branches of a parallel node */
  condition: string | null;
  next: TreeNode | null;
}
/** A step of the approval view; `next` is null where the process ends or a branch joins. */
export type TreeNode = ApproveNode | CopyNode | DelayNode | BranchNode;

export interface StartNode {
  type: 'start';
  id: string;
  name: string;
  next: TreeNode | null;
}

const MAX_BRANCHES = 50;
const next: z.ZodType<TreeNode | null> = z.lazy(() => TreeNode.nullish().transform((node) => node ?? null));
const linked = { id: NodeId, name, next };

const Branch = z.object({
  id: NodeId,
  name,
  condition: z
    .string()
    .trim()
    .max(2000)
    .nullish()
    .transform((text) => text || null),
  next,
});
const branching = (type: 'exclusive' | 'parallel' | 'inclusive') =>
  z.object({ type: z.literal(type), ...linked, branches: z.array(Branch).min(2, '分支至少有两条').max(MAX_BRANCHES) });

const TreeNode: z.ZodType<TreeNode> = z.union([
  z.object({ type: z.literal('approve'), ...linked }).and(Approval),
  z.object({ type: z.literal('copy'), ...linked, ...Copy.shape }),
  z.object({
    type: z.literal('delay'),
    ...linked,
    duration: z.string().regex(/^P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/, '延迟时长不正确'),
  }),
  branching('exclusive'),
  branching('parallel'),
  branching('inclusive'),
]) as z.ZodType<TreeNode>;

/** The approval view of a process: what the BPMN text of a model of kind `simple` is made of. */
export const Tree: z.ZodType<StartNode> = z.object({
  type: z.literal('start'),
  id: NodeId.default('start'),
  name: name.default('发起人'),
  next,
}) as z.ZodType<StartNode>;
