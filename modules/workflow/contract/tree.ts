import * as z from 'zod';
import { Approval, Copy, ServiceWork, VariableName } from './approval.ts';

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
export interface UntilNode extends Linked {
  type: 'until';
  /** date and time of ISO 8601, or an expression that gives one: `${planDate}` */
  date: string;
}
/** Waits until a message or a signal comes (等待消息, 等待信号): an administrator, or a program with that right, lets it happen. */
export interface EventNode extends Linked {
  type: 'event';
  awaits: 'message' | 'signal';
  /** its name; a draft may not have one yet */
  event: string;
}
/** A variable that passes between a process and the one that it calls. */
export interface Passed {
  /** name of a variable, or an expression */
  source: string;
  target: string;
}
export interface CallNode extends Linked {
  type: 'call';
  /** key of the called process */
  process: string;
  /** all variables pass into it */
  inherits: boolean;
  inputs: Passed[];
  outputs: Passed[];
}
export interface ServiceNode extends Linked, ServiceWork {
  type: 'service';
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
export type TreeNode = ApproveNode | CopyNode | DelayNode | UntilNode | EventNode | CallNode | ServiceNode | BranchNode;

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

const Passed = z.object({
  source: VariableName.or(
    z
      .string()
      .trim()
      .max(1000)
      .regex(/^\$\{.+\}$/s, '请填写变量名或表达式'),
  ),
  target: VariableName,
});
const passed = z.array(Passed).max(50).default([]);
/** An ISO 8601 date, with a time or without, or an expression. */
const MOMENT = /^(\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?|\$\{.+\})$/s;

export const TreeNode: z.ZodType<TreeNode> = z.union([
  z.object({ type: z.literal('approve'), ...linked }).and(Approval),
  z.object({ type: z.literal('copy'), ...linked, ...Copy.shape }),
  z.object({
    type: z.literal('delay'),
    ...linked,
    duration: z.string().regex(/^P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/, '延迟时长不正确'),
  }),
  z.object({ type: z.literal('until'), ...linked, date: z.string().trim().max(500).regex(MOMENT, '请填写日期，或给出日期的表达式') }),
  z.object({
    type: z.literal('event'),
    ...linked,
    awaits: z.enum(['message', 'signal']),
    event: z.string().trim().max(100, '名称不能超过100个字符'),
  }),
  z.object({
    type: z.literal('call'),
    ...linked,
    /** a draft may not have one yet */
    process: z.string().regex(/^([A-Za-z_][A-Za-z0-9_.-]{0,49})?$/, '流程标识不正确'),
    inherits: z.boolean().default(true),
    inputs: passed,
    outputs: passed,
  }),
  z.object({ type: z.literal('service'), ...linked, ...ServiceWork.shape }),
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
