import { AppError } from '#kit/contract/errors.ts';
import { flowRefusal, type ComingStep, type FlowComparison, type FlowState, type FlowStatus } from '#kit/contract/flow.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import { writeOperLog } from './audit.ts';
import type { Account, App, Ctx, Db } from './ctx.ts';
import { detachedCtx } from './detached.ts';

/** Refuses an action on a record whose approval does not admit it. Throws flow.closed. */
export function assertFlow({ flowStatus }: { readonly flowStatus: string }, action: 'edit' | 'delete' | 'submit'): void {
  const reason = flowRefusal(action, flowStatus);
  if (reason !== null) throw new AppError('flow.closed', reason);
}

/** Where a step of an approval works: a call of a person, or a timer. Everything in it is one transaction. */
export interface FlowScope {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
  /** the call of the person whose step it is; absent for timers */
  readonly call?: Pick<Ctx, 'signal' | 'requestId' | 'ip' | 'userAgent'>;
  /** runs after the transaction of the step has committed */
  readonly afterCommit?: Ctx['afterCommit'];
}
/** Where a step works that a call makes. */
export const flowScopeOf = (ctx: Ctx): FlowScope => ({
  app: ctx.app,
  db: ctx.db,
  now: ctx.now,
  call: ctx,
  afterCommit: (work) => ctx.afterCommit(work),
});

/** A record as an approval sees it. */
export interface FlowRecord {
  readonly flowStatus: FlowStatus;
  /** account who may submit it; another one needs the permission of the type and is refused otherwise */
  readonly ownerId: string | null;
  /**
   * what approvers decide on, stored with the instance: every field always, null when it is empty. One that is missing in what was submitted
   * counts as declared since, and may differ
   */
  readonly snapshot: Readonly<Record<string, unknown>>;
  /** accounts that answer for the data concerned (数据责任人) */
  readonly dataOwners?: readonly string[];
}
/** A field that approvers see. */
export interface FlowField {
  readonly name: string;
  readonly label: string;
  /** how its value is shown and edited: a line of text unless given; `files` holds stored file names, which the parties may open */
  readonly kind?: 'text' | 'area' | 'amount' | 'files';
}
export interface StatusChange {
  readonly id: string;
  readonly to: FlowStatus;
  readonly instanceId: string;
  /** who agreed last, of a status 4; null when every step passed by itself */
  readonly approverId: string | null;
}
/** What people may do with fields of a record under approval; of a field that is not named everybody reads. */
export type FieldRights = Readonly<Record<string, 'edit' | 'read' | 'hide'>>;
/** Fields that somebody gives a record under approval. */
export interface FlowEdit {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** where the approver stands; null = the starter */
  readonly node: string | null;
}
/** Kinds of records that come and go at run time: those of each form. */
export interface BusinessTypes {
  /** what the code of each begins with */
  readonly prefix: string;
  /** those that can be approved now */
  all(db: Db): Promise<readonly BusinessType[]>;
  /** one by its code, also when nothing new is submitted to it any more */
  find(db: Db, code: string): Promise<BusinessType | null>;
}
/** What stands in place of a value that an approval has kept: of a field, or of the cell `<table>.<column>` of a comparison. */
export type KeptValue = (field: string, value: unknown) => unknown;
/** A kind of record that can be approved; the module that owns the record declares it. */
export interface BusinessType {
  /** `workflow.request` */
  readonly code: string;
  /** 通用申请 */
  readonly name: string;
  /** code that the configuration proposes: that of the menu whose records these are */
  readonly businessCode?: string;
  /** fields of the snapshot with their labels, for conditions, approver sources and the page of a task */
  readonly fields: readonly FlowField[];
  /** what happens to records that no process approves, as a Chinese sentence; absent: they cannot be submitted at all */
  readonly withoutApproval?: string;
  /** locks the record and answers it; throws entity.notFound */
  load(scope: FlowScope, id: string): Promise<FlowRecord>;
  /**
   * what approving the record changes, as approvers read it, masked for all of them alike; kept with the instance at each submission. Null for
   * what was nothing before. Where it says nothing, a record that comes back is compared with what was submitted last
   */
  compare?(scope: FlowScope, id: string): Promise<FlowComparison | null>;
  /**
   * how what an approval has kept is read today: what was classified since is masked for all parties. Null while nothing is classified
   */
  keptValues?(db: Db, id: string): Promise<KeptValue | null>;
  /**
   * fields of the snapshot that change whenever the record does (its version): they alone tell whether it is still what was submitted. For
   * records with masked values, which read differently once a column is classified or released. Absent: the whole snapshot is compared
   */
  readonly revisionFields?: readonly string[];
  /** stores the flow status on the record, in the transaction of the step; what it throws undoes the step */
  onStatus(scope: FlowScope, change: StatusChange): Promise<void>;
  /** makes a record of the caller for a process that an event starts, and answers its id; without it no event starts processes of the type */
  begin?(ctx: Ctx, wanted: { readonly businessCode: string; readonly title: string }): Promise<string>;
  /** stores fields that the node lets its approver edit, in the transaction of his step; throws input.invalid. Without it no node edits */
  edit?(ctx: Ctx, change: FlowEdit): Promise<void>;
  /** what a node lets its approver do with fields, besides what the process says; null = the starter, who corrects what came back */
  rightsAt?(node: string | null): FieldRights;
  /** `edit` is asked at every node with a field to fill in, also when nothing was given: it refuses what is missing there */
  mustComplete?: true;
  /** what a passed approval brings about, after its transaction and repeated until it succeeds: must be idempotent */
  effect?(
    app: App,
    passed: { readonly id: string; readonly snapshot: Readonly<Record<string, unknown>>; readonly instanceId: string },
  ): Promise<void>;
}

/** Something that a service node of a process asks its designer for. */
export interface FlowServiceParam {
  readonly name: string;
  readonly label: string;
  /** a line, several lines, one of `options`, the name of a variable, or a value that may be an expression */
  readonly kind: 'text' | 'area' | 'choice' | 'variable' | 'value';
  readonly isRequired: boolean;
  /** how fields of the record stand in a text: as they are unless given, inside of JSON, or as a part of an address */
  readonly places?: 'json' | 'path';
  readonly hint?: string;
  readonly options?: (app: App) => Promise<readonly { readonly value: string; readonly label: string }[]>;
}
/** What a service node has to do now. */
export interface FlowServiceWork {
  /** the same whenever this work is repeated */
  readonly key: string;
  readonly instanceId: string;
  readonly title: string;
  readonly node: { readonly id: string; readonly name: string };
  readonly starterId: string;
  /** enabled accounts, of services that ask for people */
  readonly people: readonly string[];
  /** texts with the fields of the record in their places */
  readonly params: Readonly<Record<string, string>>;
  readonly snapshot: Readonly<Record<string, unknown>>;
}
/** Work that processes have done by name (触发服务); the module that does it declares it. */
export interface FlowService {
  /** `workflow.notify` */
  readonly code: string;
  /** 发送消息 */
  readonly name: string;
  /** what it does, for the designer of a process */
  readonly description: string;
  readonly asksPeople: boolean;
  readonly params: readonly FlowServiceParam[];
  /** a node may keep what `run` answers as a variable; the process then waits for it */
  readonly answers?: boolean;
  /** what keeps settings from being published, as Chinese sentences that follow the name of the node */
  check?(app: App, params: Readonly<Record<string, string>>): Promise<readonly string[]>;
  /**
   * Does it after the step's transaction; repeated until it succeeds, at most five times: must be idempotent by the key of the work. Absent for
   * what the engine does in the step itself.
   */
  run?(app: App, work: FlowServiceWork): Promise<unknown>;
}

/** A step of an approval that is still to come. */
export interface FlowStep {
  readonly name: string;
  readonly people: readonly string[];
}
/** What records are submitted to, implemented by the module of approvals (dependency inversion: modules below it have records too). */
export interface FlowDesk {
  /**
   * Submits a record for approval, or again after it was returned, in the caller's transaction. The module that owns the record has checked
   * that the caller may. Throws flow.closed when its status does not admit it, flow.notConfigured, rule.broken with a sentence of the process.
   */
  submit(ctx: Ctx, submission: { readonly businessType: string; readonly id: string }): Promise<FlowState>;
  /**
   * True when records of a type must be approved, false when its setting lets them through without. Throws flow.notConfigured when they
   * can neither be approved nor go without.
   */
  governs(db: Db, type: BusinessType): Promise<boolean>;
  /** The steps that a record would go through if the caller submitted it now, with the people of each; it need not be stored. */
  preview(ctx: Ctx, type: BusinessType, record: Pick<FlowRecord, 'snapshot' | 'dataOwners'>): Promise<readonly ComingStep[]>;
  /** The steps that approvals stand at, with the people who have to act now; approvals that have ended are left out. */
  waiting(db: Db, instanceIds: readonly string[]): Promise<ReadonlyMap<string, readonly FlowStep[]>>;
  /** 撤销 by the starter. Throws entity.notFound, task.notYours, flow.ended, rule.broken when the business does not admit it. */
  cancel(ctx: Ctx, instanceId: string): Promise<void>;
}
/** The desk of this installation; null when it has no approvals. */
export const flowDeskOf = (app: App): FlowDesk | null => app.modules.find((module) => module.flowDesk)?.flowDesk ?? null;

/** True when records of a type must be approved here. Throws flow.notConfigured as the desk does. */
export const isGoverned = async ({ app, db }: { readonly app: App; readonly db: Db }, type: BusinessType): Promise<boolean> =>
  (await flowDeskOf(app)?.governs(db, type)) ?? false;

/**
 * Does what a passed approval means with the rights of a person as they are now, in the transaction of the step. What the work records
 * stands in the operation log row of the call that made the step, or in one of its own when a timer did.
 */
export async function actAs<Done>(scope: FlowScope, user: Account, route: AnyRoute, work: (ctx: Ctx) => Promise<Done>): Promise<Done> {
  const { app, db, call } = scope;
  const origin = call ?? { signal: new AbortController().signal, requestId: 'flow', ip: '', userAgent: '' };
  const { ctx, trail, afterCommit } = detachedCtx(app, {
    user,
    route,
    db,
    signal: origin.signal,
    requestId: origin.requestId,
    ip: origin.ip,
    userAgent: origin.userAgent,
  });
  const done = await work(ctx);
  for (const each of afterCommit) scope.afterCommit?.(each);
  await writeOperLog(app, db, { ctx, trail, params: {}, body: {}, ms: 0, error: null });
  return done;
}
