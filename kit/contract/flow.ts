import * as z from 'zod';

/** 1 待提交, 2 已退回, 3 审核中, 4 通过, 5 不通过, 6 已撤销 (dictionary sys_flow_status). */
export const FlowStatus = z.enum(['1', '2', '3', '4', '5', '6']);
export type FlowStatus = z.output<typeof FlowStatus>;

/** What every record under approval carries. */
export const flowFields = { flowStatus: FlowStatus, processInstanceId: z.string().nullable() };

const ALLOWED: Readonly<Record<'edit' | 'delete' | 'submit', readonly FlowStatus[]>> = {
  edit: ['1', '2', '6'],
  delete: ['1', '6'],
  submit: ['1', '2', '6'],
};

/** True when a record of this flow status may be edited, deleted or submitted. Browser (buttons) and server (guard) use this one function. */
export const flowPermits = (action: keyof typeof ALLOWED, status: string): boolean =>
  (ALLOWED[action] as readonly string[]).includes(status);

const ACTIONS = { edit: '修改', delete: '删除', submit: '提交' } as const;
const STATES: Readonly<Record<string, string>> = { '2': '已退回', '3': '审核中', '4': '已通过', '5': '未通过' };

/** Why an action on a record has to wait, as a Chinese sentence; null when its flow status admits it. */
export const flowRefusal = (action: keyof typeof ALLOWED, status: string): string | null =>
  flowPermits(action, status) ? null : `该记录${STATES[status] ?? '正在审批'}，不能${ACTIONS[action]}`;

/** The approval that a record is in or was in last: its status, and the instance that shows it. */
export const FlowState = z.object({ flowStatus: FlowStatus, processInstanceId: z.string().nullable() });
export type FlowState = z.output<typeof FlowState>;
/** The approval of a change that somebody wants of a record: `visual.board`, 看板发布. */
export const ProposalState = FlowState.extend({ businessType: z.string(), businessTypeName: z.string() });
export type ProposalState = z.output<typeof ProposalState>;
/** What rows carry whose changes may need an approval, and what the calls answer that make such changes: null = none, or carried out at once. */
export const proposalFields = { flow: ProposalState.nullable() };
/** Approvers whom somebody picks (自选), by node. */
export const Picks = z.record(z.string().max(200), z.array(z.string().max(40)).max(200));
export type Picks = z.output<typeof Picks>;
/** A node whose approvers somebody has to pick, with whom is picked so far. */
export const AskedPick = z.object({ node: z.string(), name: z.string(), picked: z.array(z.string()) });
export type AskedPick = z.output<typeof AskedPick>;
/** A step that is still to come: an approval or a copy. */
export const ComingStep = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['task', 'copy']),
  people: z.array(z.string()),
  /** why it is them, or who picks them later */
  note: z.string().nullable(),
  /** 视条件: whether it comes depends on a condition that is not decided yet */
  isConditional: z.boolean(),
});
export type ComingStep = z.output<typeof ComingStep>;
/** What somebody sees before a record is submitted: where it goes, and whom he has to pick. */
export const FlowQuestion = z.object({
  /** 看板发布 */
  name: z.string(),
  steps: z.array(ComingStep),
  picks: z.array(AskedPick),
  /** what was wrong with the picks that came along */
  problem: z.string().nullable(),
  /** no process approves it: the call would do it at once */
  isDirect: z.boolean().optional(),
});
export type FlowQuestion = z.output<typeof FlowQuestion>;

/** Why an action on a record has to wait for the approval of a change of it; null when nothing is in its way. A refused change is over. */
export const proposalRefusal = (action: keyof typeof ALLOWED, flow: ProposalState | null): string | null =>
  flow === null || flow.flowStatus === '5' ? null : flowRefusal(action, flow.flowStatus);

/** How a field or a row of a record stands beside what it was before. */
export const ComparisonState = z.enum(['same', 'changed', 'added', 'removed']);
/** A value as approvers read it; masked ones are masked in both texts. */
const Read = z.string().nullable();
/** 变更前 and 变更后 of a record that an approval changes: all its fields in order, and the rows below it. */
export const FlowComparison = z.object({
  /** what the change is compared with: 现有记录, 正在发布的版本, 上次提交 */
  against: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      before: Read,
      after: Read,
      state: ComparisonState,
      /** why its texts hide something, when they do */
      isMasked: z.boolean(),
    }),
  ),
  tables: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      columns: z.array(z.object({ name: z.string(), label: z.string() })),
      rows: z.array(
        z.object({ state: ComparisonState, before: z.record(z.string(), Read).nullable(), after: z.record(z.string(), Read).nullable() }),
      ),
    }),
  ),
});
export type FlowComparison = z.output<typeof FlowComparison>;
