import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, App, Ctx, Db } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { scope } from '#kit/server/scope.ts';
import type { Shown } from '#modules/gate/server/index.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import { target as contract, type FeedMessage } from '../../contract/target.ts';
import { meets, numberSize, type ValueCondition } from '../../core/index.ts';
import { masksForOthersOf, masksOf } from '../masks.ts';
import { modelInForce, type ModelInForce } from '../model-in-force.ts';
import { RECORD_SCOPE } from '../params.ts';
import type { Cells } from '../records.ts';
import { StoredColumns, StoredConditions, type StoredTarget } from './target-rows.ts';

/** What a person has to mend before anything more can be sent. */
export class Stopped extends Error {}

const SEES_RECORDS = 'masterdata:data:list';

/** A change as it stands in the outbox. */
export interface Change {
  readonly seq: string;
  readonly recordId: string;
  readonly recordVersion: string;
  readonly action: string;
  readonly status: string | null;
  readonly cells: Cells | null;
  readonly createTime: Date;
}
/** A target with what it is sent, and with whose rights. */
export interface Leaving {
  readonly target: StoredTarget;
  readonly model: ModelInForce;
  readonly owner: Ctx;
  readonly values: readonly { readonly from: string; readonly to: string; readonly mask: Shown | null }[];
  readonly conditions: readonly (ValueCondition & { readonly columnId: string })[];
}

const accountOf = async (app: App, id: string): Promise<Account | null> =>
  (await app.modules.find((one) => one.accountOf)?.accountOf?.(app.db, id)) ?? null;

async function ownerOf(app: App, target: StoredTarget, signal: AbortSignal): Promise<Ctx> {
  const user = await accountOf(app, target.ownerId);
  if (!user) throw new Stopped('分发的负责人账号已禁用或删除，请由在用的账号保存后恢复');
  if (!holds(user, SEES_RECORDS)) throw new Stopped('分发的负责人已没有查看主数据的权限，请由有权限的账号保存后恢复');
  return detachedCtx(app, { user, route: contract.replay, db: app.db, signal, requestId: target.id, ip: '', userAgent: '' }).ctx;
}

/**
 * What a target is sent, with the rights of its owner as they are now: sensitive columns leave masked unless they were chosen to leave in the
 * clear, which the owner must still be allowed to. Throws Stopped with the reason.
 */
export async function leavingOf(app: App, target: StoredTarget, signal: AbortSignal): Promise<Leaving> {
  const owner = await ownerOf(app, target, signal);
  const model = await modelInForce(app.db, { id: target.modelId }).catch((error: unknown) => {
    throw error instanceof AppError ? new Stopped('主数据模型已禁用或尚未建模') : error;
  });
  const [own, others] = [await masksOf(owner, model), await masksForOthersOf(app, app.db, model)];
  const columns = new Map(model.columns.map((column) => [column.id, column]));
  const values = StoredColumns.parse(target.columns).flatMap(({ from, to, isClear }) => {
    if (from.startsWith('$')) return [{ from, to, mask: null }];
    const column = columns.get(from);
    if (!column) return [];
    if (isClear === '1' && own.has(from))
      throw new Stopped(`“${column.columnComment}”对负责人已脱敏显示，不能再明文分发，请由有明文权限的账号保存后恢复`);
    return [{ from, to, mask: isClear === '1' ? null : (others.get(from) ?? null) }];
  });
  const conditions = StoredConditions.parse(target.conditions).flatMap(({ columnId, kind, value }) => {
    const column = columns.get(columnId);
    if (!column) throw new Stopped('条件中的列在现行模型中已不使用，请修改条件后恢复');
    if (own.has(columnId)) throw new Stopped(`“${column.columnComment}”对负责人已脱敏显示，不能再用作条件`);
    return [{ columnId, kind, value, isNumber: numberSize(column) !== null }];
  });
  return { target, model, owner, values, conditions };
}

/** Those of some records that the owner of a target may see. */
async function seenBy(db: Db, owner: Ctx, model: ModelInForce, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectFrom(db, model.table, ['$id'])
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = any(${[...ids]}::text[])`)
    .where(scope(owner, RECORD_SCOPE, [SEES_RECORDS]))
    .execute();
  return new Set(rows.map((row) => String(row['$id'] as string)));
}

/** What a target has of some records: their versions there. */
export async function sentTo(db: Db, targetId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('masterdataTargetRecord')
    .select(['recordId', 'recordVersion', 'isGone'])
    .where('targetId', '=', targetId)
    .where('recordId', 'in', ['', ...ids])
    .execute();
  return new Map(rows.map((row) => [row.recordId, { version: String(row.recordVersion), isGone: row.isGone === '1' }]));
}

function valuesOf({ values }: Leaving, change: Change): Record<string, string | null> {
  const own: Readonly<Record<string, string | null>> = {
    $id: change.recordId,
    $status: change.status,
    $version: change.recordVersion,
    $time: change.createTime.toISOString(),
  };
  return Object.fromEntries(
    values.map(({ from, to, mask }) => {
      const value = own[from] ?? change.cells?.[from] ?? null;
      return [to, mask && value !== null ? ((mask(value) as string | null) ?? null) : value];
    }),
  );
}

/** Whether a record as it was after a change is one that the target gets. */
export const isWanted = ({ conditions }: Leaving, cells: Cells | null): boolean =>
  cells !== null && conditions.every((condition) => meets(cells[condition.columnId] ?? null, condition));

/**
 * What a target is told of changes, in their order; null for what does not concern it. A record that is gone, or is no longer one that the
 * target gets, is told once as removed, and only to a target that has it.
 */
export async function messagesOf(db: Db, leaving: Leaving, changes: readonly Change[]): Promise<(FeedMessage | null)[]> {
  const ids = [...new Set(changes.map(({ recordId }) => recordId))];
  const [seen, sent] = [await seenBy(db, leaving.owner, leaving.model, ids), await sentTo(db, leaving.target.id, ids)];
  const has = new Map(ids.map((id) => [id, sent.get(id)?.isGone === false]));
  return changes.map((change) => {
    const isThere = seen.has(change.recordId) && isWanted(leaving, change.cells);
    if (!isThere && !has.get(change.recordId)) return null;
    has.set(change.recordId, isThere);
    return {
      seq: change.seq,
      id: change.recordId,
      version: change.recordVersion,
      action: isThere ? ('upsert' as const) : ('remove' as const),
      reason: change.action,
      time: change.createTime.toISOString(),
      values: isThere ? valuesOf(leaving, change) : null,
    };
  });
}
