import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { proposalRefusal, type FlowQuestion, type FlowComparison, type FlowStatus, type ProposalState } from '#kit/contract/flow.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { App, Ctx, Db } from './ctx.ts';
import {
  actAs,
  assertFlow,
  flowDeskOf,
  flowScopeOf,
  isGoverned,
  type BusinessType,
  type FlowField,
  type FlowScope,
  type KeptValue,
} from './flow.ts';

/** A change of one record that somebody wants. */
export interface Wanted<Input> {
  readonly targetId: string;
  readonly input: Input;
}
/** A kind of change that an approval may have to precede: publishing a board, blacklisting a supplier. */
export interface ProposalKind<Input> {
  /** code and name of its business type: `visual.board`, 看板发布 */
  readonly code: string;
  readonly name: string;
  readonly businessCode: string;
  readonly fields: readonly FlowField[];
  /** what happens where no process approves it: 直接发布 */
  readonly withoutApproval: string;
  readonly input: z.ZodType<Input>;
  /** the call that makes the change: its permission and data scope hold again when the approval passes */
  readonly route: AnyRoute;
  /**
   * What approvers decide on: the change, and everything of the record that must not move behind the approval (a version, a digest).
   * Read at every step. Throws entity.notFound when the record is gone.
   */
  describe(scope: FlowScope, wanted: Wanted<Input>): Promise<Readonly<Record<string, unknown>>>;
  /** the record as it is beside what the change makes of it; null when it is nothing yet */
  compare?(scope: FlowScope, wanted: Wanted<Input>): Promise<FlowComparison | null>;
  /** how what was described and compared is read today: what was classified since is masked; null while nothing is */
  keptValues?(db: Db, wanted: Wanted<Input>): Promise<KeptValue | null>;
  /** fields of the description that change whenever the record does, see `BusinessType`; what is wanted stays as it was submitted */
  readonly revisionFields?: readonly string[];
  /** accounts that answer for the data concerned (数据责任人) */
  dataOwners?(scope: FlowScope, wanted: Wanted<Input>): Promise<readonly string[]>;
  /** carries the change out with the rights of who wanted it, as they are when the approval passes */
  carryOut(ctx: Ctx, wanted: Wanted<Input>): Promise<unknown>;
}
/** What came of it: carried out at once, or submitted. */
export type Outcome<Done> = { readonly done: Done; readonly flow: null } | { readonly done: null; readonly flow: ProposalState };

export interface Proposals<Input> {
  readonly type: BusinessType;
  /**
   * Carries a change out at once, or submits it where a process approves it. The caller has checked that it may be made; whatever else
   * must hold is checked by `perform` and again by `carryOut`. Throws flow.closed when a change of the record waits already.
   */
  run<Done>(ctx: Ctx, wanted: Wanted<Input>, perform: () => Promise<Done>): Promise<Outcome<Done>>;
  /** The approvals that changes of records are in, by record; without those that passed or were taken back. */
  flowOf(db: Db, targetIds: readonly string[]): Promise<ReadonlyMap<string, ProposalState>>;
  /** Refuses to change or remove records while a change of them waits for approval. Throws flow.closed. */
  assertFree(db: Db, targetIds: readonly string[], action: 'edit' | 'delete'): Promise<void>;
}

const SHOWN: ReadonlySet<string> = new Set(['2', '3', '5']);
const OPEN = ['1', '2', '3'] as const;
const GONE = { 记录: '已不存在' } as const;

const stateOf = (
  { code, name }: Pick<BusinessType, 'code' | 'name'>,
  { flowStatus, processInstanceId }: { readonly flowStatus: string; readonly processInstanceId: string | null },
): ProposalState => ({ flowStatus: flowStatus as FlowStatus, processInstanceId, businessType: code, businessTypeName: name });

async function lastOf(db: Db, type: BusinessType, targetIds: readonly string[]) {
  const last = new Map<string, ProposalState>();
  if (targetIds.length === 0) return last;
  const rows = await db
    .selectFrom('kitProposal')
    .distinctOn('targetId')
    .select(['targetId', 'flowStatus', 'processInstanceId'])
    .where('businessType', '=', type.code)
    .where('targetId', 'in', targetIds)
    .orderBy('targetId')
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (const row of rows) if (SHOWN.has(row.flowStatus)) last.set(row.targetId, stateOf(type, row));
  return last;
}

/** The question before something that is done at once. */
const direct = ({ name }: BusinessType): FlowQuestion => ({ name, steps: [], picks: [], problem: null, isDirect: true });

/** The open proposal of a record, locked. */
const openOf = (db: Db, type: string, targetId: string) =>
  db
    .selectFrom('kitProposal')
    .select(['id', 'flowStatus', 'createBy'])
    .where('businessType', '=', type)
    .where('targetId', '=', targetId)
    .where('flowStatus', 'in', OPEN)
    .forUpdate()
    .executeTakeFirst();

/** Writes down what is wanted: anew, or in place of what came back to the same person. Answers the id of the proposal. */
async function note<Input>(ctx: Ctx, code: string, { targetId, input }: Wanted<Input>): Promise<string> {
  const open = await openOf(ctx.db, code, targetId);
  const values = { input: JSON.stringify(input), updateTime: ctx.now };
  if (open) {
    assertFlow(open, 'submit');
    if (open.createBy !== ctx.user.id) throw new AppError('flow.closed', '该记录的申请已退回给发起人，请由发起人重新提交或撤销');
    await ctx.db.updateTable('kitProposal').set(values).where('id', '=', open.id).execute();
    return open.id;
  }
  const id = ctx.app.ids.next();
  const made = await ctx.db
    .insertInto('kitProposal')
    .values({ id, businessType: code, targetId, ...values, createBy: ctx.user.id, createDept: ctx.user.deptId, createTime: ctx.now })
    .onConflict((conflict) => conflict.columns(['businessType', 'targetId']).where('flowStatus', 'in', OPEN).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n) throw new AppError('flow.closed', '该记录审核中，不能提交');
  return id;
}

/** The account of who asked for a change, when it is carried out. Throws rule.broken when it is gone. */
export const startersAccount = async (app: App, db: Db, id: string) => {
  const user = (await app.modules.find((module) => module.accountOf)?.accountOf?.(db, id)) ?? null;
  if (!user) throw new AppError('rule.broken', '发起人的账号已禁用或删除，不能生效，请不同意或退回');
  return user;
};

/** How an approval sees a proposal, and what its end means. */
function businessType<Input>(kind: ProposalKind<Input>): BusinessType {
  const read = (row: { targetId: string; input: unknown }): Wanted<Input> => ({
    targetId: row.targetId,
    input: kind.input.parse(row.input),
  });
  const row = (db: Db, id: string) => db.selectFrom('kitProposal').selectAll().where('id', '=', id);
  const { compare, keptValues, revisionFields } = kind;
  return {
    code: kind.code,
    name: kind.name,
    businessCode: kind.businessCode,
    fields: kind.fields,
    withoutApproval: kind.withoutApproval,
    ...(revisionFields && { revisionFields }),
    async load(scope, id) {
      const found = await row(scope.db, id).forUpdate().executeTakeFirst();
      if (!found) throw new AppError('entity.notFound', '申请不存在或已删除');
      const wanted = read(found);
      // a record that went in another way cannot pass any more, but what was asked for can still be refused or taken back
      const snapshot = await kind.describe(scope, wanted).catch((error: unknown) => {
        if (error instanceof AppError && error.key === 'entity.notFound' && found.flowStatus !== '1') return GONE;
        throw error;
      });
      const dataOwners = snapshot === GONE ? undefined : await kind.dataOwners?.(scope, wanted);
      return { flowStatus: found.flowStatus as FlowStatus, ownerId: found.createBy, snapshot, ...(dataOwners && { dataOwners }) };
    },
    ...(compare && {
      compare: async (scope: FlowScope, id: string) => compare.call(kind, scope, read(await row(scope.db, id).executeTakeFirstOrThrow())),
    }),
    ...(keptValues && {
      keptValues: async (db: Db, id: string) => {
        const found = await row(db, id).executeTakeFirst();
        return found ? keptValues.call(kind, db, read(found)) : null;
      },
    }),
    async onStatus(scope, { id, to, instanceId }) {
      await scope.db
        .updateTable('kitProposal')
        .set({ flowStatus: to, processInstanceId: instanceId, updateTime: scope.now })
        .where('id', '=', id)
        .execute();
      if (to !== '4') return;
      const found = await row(scope.db, id).executeTakeFirstOrThrow();
      const user = await startersAccount(scope.app, scope.db, found.createBy);
      await actAs(scope, user, kind.route, (ctx) => kind.carryOut(ctx, read(found)));
    },
  };
}

/** The approvals that records are in, of several kinds of changes; the first kind that has one counts. */
export async function approvalsOf(db: Db, kinds: readonly Pick<Proposals<never>, 'flowOf'>[], ids: readonly string[]) {
  const found = await Promise.all(kinds.map((kind) => kind.flowOf(db, ids)));
  return (id: string): ProposalState | null => found.flatMap((flows) => flows.get(id) ?? [])[0] ?? null;
}

/** A kind of change that can be put under approval: its business type, and what the calls of its module need. */
export function defineProposals<Input>(kind: ProposalKind<Input>): Proposals<Input> {
  const type = businessType(kind);
  return {
    type,
    async run(ctx, wanted, perform) {
      const desk = flowDeskOf(ctx.app);
      const open = await openOf(ctx.db, type.code, wanted.targetId);
      if (open) assertFlow(open, 'submit');
      if (!desk || (!open && !(await isGoverned(ctx, type)))) {
        if (ctx.submission === 'confirm') throw new AppError('flow.asked', undefined, direct(type));
        return { done: await perform(), flow: null };
      }
      await kind.describe(flowScopeOf(ctx), wanted);
      const id = await note(ctx, type.code, wanted);
      const flow = stateOf(type, await desk.submit(ctx, { businessType: type.code, id }));
      ctx.audit.note(`提交${type.name}审批`);
      return { done: null, flow };
    },
    flowOf: (db, targetIds) => lastOf(db, type, targetIds),
    async assertFree(db, targetIds, action) {
      for (const state of (await lastOf(db, type, targetIds)).values()) {
        const reason = proposalRefusal(action, state);
        if (reason !== null) throw new AppError('flow.closed', reason);
      }
    },
  };
}
