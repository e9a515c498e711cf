import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { sql } from 'kysely';
import { fieldRef } from '#modules/managed/server/index.ts';
import type { Origin } from '../contract/data.ts';
import { titleColumn as titleOf } from '../core/index.ts';
import { assertNoFaults, missing, referenceFaults } from './checked.ts';
import { sensitiveColumns } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { RECORD_SCOPE } from './params.ts';
import { changeRecord, recordOf, recordsOf, type Cells, type StoredRecord, type Writer } from './records.ts';

/** Who writes in a call. */
export const writerOf = (ctx: Ctx): Writer => ({
  app: ctx.app,
  db: ctx.db,
  now: ctx.now,
  userId: ctx.user.id,
  deptId: ctx.user.deptId,
});

/** The column that people know a record of a model by. */
export const titleColumn = (model: ModelInForce) => titleOf(model.columns);

/** What a record is called where everybody reads it; its number where its title is sensitive. */
export async function recordTitle(db: Db, model: ModelInForce, record: StoredRecord): Promise<string> {
  const column = titleColumn(model);
  const title = column ? record.cells[column.id] : null;
  return title && column && !(await sensitiveColumns(db, model)).has(column.id) ? title : record.id;
}

/** A record within the reach of the caller for the permission of the call, locked when it is to be changed. Throws entity.notFound. */
export async function reachableRecord(
  ctx: Ctx,
  model: ModelInForce,
  id: string,
  options: { isLocked?: boolean; permissions?: readonly string[] } = {},
): Promise<StoredRecord> {
  let query = recordsOf(ctx.db, model)
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = ${id}`)
    .where(scope(ctx, RECORD_SCOPE, options.permissions));
  if (options.isLocked) query = query.forUpdate();
  const row = (await query.executeTakeFirst()) as Record<string, unknown> | undefined;
  if (!row) throw new AppError('entity.notFound', '主数据不存在或没有查看权限');
  return recordOf(model, row);
}

/** Carries out a change of a record with the rights of the caller as they are now. Answers the version afterwards. */
export async function carryOut(
  ctx: Ctx,
  id: string,
  change: {
    readonly modelId: string;
    readonly action: 'change' | 'retire' | 'restore';
    readonly cells: Cells;
    readonly version: number;
    readonly reason: string | null;
  },
  origin: Origin,
): Promise<number> {
  const model = await modelInForce(ctx.db, { id: change.modelId }, { isLocked: true });
  const record = await reachableRecord(ctx, model, id, { isLocked: true });
  assertVersion(record, change);
  // columns that a later version of the model has no more are left out
  const known = new Set(model.columns.map((column) => column.id));
  const cells = Object.fromEntries(Object.entries(change.cells).filter(([column]) => known.has(column)));
  if (change.action === 'change') assertNoFaults(missing(model.columns, { ...record.cells, ...cells }));
  assertNoFaults(await referenceFaults(ctx.db, model, id, cells));
  const status = change.action === 'change' ? record.status : change.action === 'retire' ? '0' : '1';
  const version = await changeRecord(
    writerOf(ctx),
    model,
    { origin, reason: change.reason },
    { record, cells, action: change.action, status },
  );
  const named = model.columns.filter((column) => Object.hasOwn(cells, column.id)).map((column) => column.columnComment);
  const name = await recordTitle(ctx.db, model, record);
  ctx.audit.change({
    entity: `主数据·${model.modelName}`,
    id,
    name,
    before: { status: record.status, version: record.version },
    after: { status, version },
  });
  if (named.length > 0) ctx.audit.note(`修改${named.join('、')}`);
  return version;
}
