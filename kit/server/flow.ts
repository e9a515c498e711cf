import { AppError } from '#kit/contract/errors.ts';
import { flowPermits, type FlowStatus } from '#kit/contract/flow.ts';
import type { App, Db } from './ctx.ts';

const LABEL = { edit: '修改', delete: '删除', submit: '提交' } as const;
const STATE: Readonly<Record<string, string>> = { '2': '已退回', '3': '审核中', '4': '已通过', '5': '未通过' };

/** Refuses an action on a record whose approval does not admit it. Throws flow.closed. */
export function assertFlow({ flowStatus }: { readonly flowStatus: string }, action: keyof typeof LABEL): void {
  if (!flowPermits(action, flowStatus)) throw new AppError('flow.closed', `该记录${STATE[flowStatus] ?? '正在审批'}，不能${LABEL[action]}`);
}

/** Where a step of an approval works: a call of a person, or a timer. Everything in it is one transaction. */
export interface FlowScope {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
}
/** A record as an approval sees it. */
export interface FlowRecord {
  readonly flowStatus: FlowStatus;
  /** account who may submit it; another one needs the permission of the type and is refused otherwise */
  readonly ownerId: string | null;
  /** the declared fields with their values: what approvers decide on, stored with the instance */
  readonly snapshot: Readonly<Record<string, unknown>>;
  /** accounts that answer for the data concerned (数据责任人) */
  readonly dataOwners?: readonly string[];
}
/** A kind of record that can be approved; the module that owns the record declares it. */
export interface BusinessType {
  /** `workflow.request` */
  readonly code: string;
  /** 通用申请 */
  readonly name: string;
  /** fields of the snapshot with their labels, for conditions, approver sources and the page of a task */
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  /** locks the record and answers it; throws entity.notFound */
  load(scope: FlowScope, id: string): Promise<FlowRecord>;
  /** stores the flow status on the record, in the transaction of the step; what it throws undoes the step */
  onStatus(scope: FlowScope, change: { readonly id: string; readonly to: FlowStatus; readonly instanceId: string }): Promise<void>;
  /** what a passed approval brings about, after its transaction and repeated until it succeeds: must be idempotent */
  effect?(
    app: App,
    passed: { readonly id: string; readonly snapshot: Readonly<Record<string, unknown>>; readonly instanceId: string },
  ): Promise<void>;
}
