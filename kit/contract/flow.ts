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

/** The approval that a record is in or was in last: its status, and the instance that shows it. */
export const FlowState = z.object({ flowStatus: FlowStatus, processInstanceId: z.string().nullable() });
export type FlowState = z.output<typeof FlowState>;
/** What rows carry whose changes may need an approval, and what the calls answer that make such changes: null = none, or carried out at once. */
export const proposalFields = { flow: FlowState.nullable() };
