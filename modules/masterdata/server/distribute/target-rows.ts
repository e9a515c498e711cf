import { sql, type Selectable } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { Id, SECRET_MASK } from '#kit/contract/fields.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { scope } from '#kit/server/scope.ts';
import { CONDITION_KINDS, type TargetKind, type TargetRow, type TargetState } from '../../contract/target.ts';
import type { ModelColumn } from '../../contract/column.ts';
import { versionColumns } from '../model-rows.ts';

export type StoredTarget = Selectable<Tables['masterdataTarget']>;
/** Columns of a model stand in a target by their ids, so that a new name changes nothing. */
export const StoredColumns = z.array(z.object({ from: z.string(), to: z.string(), isClear: z.enum(['0', '1']) }));
export type StoredColumns = z.output<typeof StoredColumns>;
export const StoredConditions = z.array(z.object({ columnId: Id, kind: z.enum(CONDITION_KINDS), value: z.string() }));
export type StoredConditions = z.output<typeof StoredConditions>;

const SCOPE = { dept: 'masterdataTarget.createDept', owner: 'masterdataTarget.createBy' };
/** What the sealed secrets of a target are for: one copied to another row does not open there. */
export const addressPurpose = (id: string): string => `masterdata.target.address:${id}`;
export const secretPurpose = (id: string): string => `masterdata.target.secret:${id}`;
export const feedPath = (id: string): string => `/data/masterdata/feeds/${id}`;

/** Targets within the reach of the caller. */
export const reachableTargets = (ctx: Ctx) =>
  ctx.db.selectFrom('masterdataTarget').where('masterdataTarget.deletedAt', 'is', null).where(scope(ctx, SCOPE));

/** A target within reach, locked when it is to be changed. Throws entity.notFound. */
export async function loadTarget(ctx: Ctx, id: string, options: { isLocked?: boolean } = {}): Promise<StoredTarget> {
  let query = reachableTargets(ctx).selectAll('masterdataTarget').where('masterdataTarget.id', '=', id);
  if (options.isLocked) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '分发目标不存在或没有查看权限');
  return row;
}

/** Targets with what they are joined to, as pages show them. */
export const targetRows = (ctx: Ctx) =>
  reachableTargets(ctx)
    .leftJoin('masterdataModel', 'masterdataModel.id', 'masterdataTarget.modelId')
    .leftJoin('masterdataFeed', 'masterdataFeed.modelId', 'masterdataTarget.modelId')
    .leftJoin('metadataSource', 'metadataSource.id', 'masterdataTarget.sourceId')
    .leftJoin('metadataTable', 'metadataTable.id', 'masterdataTarget.tableId')
    .leftJoin('marketApp', 'marketApp.id', 'masterdataTarget.appId')
    .leftJoin('sysUser', 'sysUser.id', 'masterdataTarget.ownerId');

const counts = [
  sql<number>`(select count(*)::int from masterdata_outbox o where o.model_id = masterdata_target.model_id
    and (o.seq is null or o.seq > masterdata_target.position) and (o.target_id is null or o.target_id = masterdata_target.id))`.as(
    'backlog',
  ),
  sql<number>`(select count(*)::int from masterdata_delivery d where d.target_id = masterdata_target.id and d.state = 'dead')`.as('dead'),
  sql<number>`(select count(*)::int from masterdata_target_record s where s.target_id = masterdata_target.id and s.is_gone = '0')`.as(
    'records',
  ),
] as const;
export const selectShown = (rows: ReturnType<typeof targetRows>) =>
  rows
    .selectAll('masterdataTarget')
    .select(['masterdataModel.modelName', 'masterdataModel.versionNo', 'masterdataFeed.lastSeq'])
    .select(['metadataSource.sourceName', 'metadataTable.tableName', 'marketApp.appName', 'sysUser.nickname as ownerName'])
    .select([...counts]);
type Selected = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number];

function shownTarget(row: Selected, columns: readonly ModelColumn[]): z.input<typeof TargetRow> {
  const { addressSealed, secretSealed, snapshotAfter, versionNo: _, ...rest } = row;
  const known = new Map(columns.map((column) => [column.id, column]));
  return {
    ...rest,
    kind: row.kind as TargetKind,
    state: row.state as TargetState,
    // a column that the model has no more is not sent any more either
    columns: StoredColumns.parse(row.columns).flatMap(({ from, ...column }) => {
      const found = from.startsWith('$') ? { columnName: from, columnComment: null } : known.get(from);
      return found ? [{ ...column, from: found.columnName, label: found.columnComment }] : [];
    }),
    conditions: StoredConditions.parse(row.conditions).flatMap(({ columnId, ...condition }) => {
      const found = known.get(columnId);
      return found ? [{ ...condition, column: found.columnName, label: found.columnComment }] : [];
    }),
    address: addressSealed === null ? null : SECRET_MASK,
    secret: secretSealed === null ? null : SECRET_MASK,
    feedPath: row.kind === 'api' ? feedPath(row.id) : null,
    position: String(row.position),
    lastSeq: String(row.lastSeq ?? 0),
    isStarting: snapshotAfter !== null,
  };
}

/** Rows as calls answer them. */
export async function shownTargets(ctx: Ctx, rows: readonly Selected[]): Promise<z.input<typeof TargetRow>[]> {
  const models = new Map(rows.map(({ modelId, versionNo }) => [modelId, versionNo]));
  const columns = new Map<string, readonly ModelColumn[]>();
  for (const [modelId, versionNo] of models)
    columns.set(modelId, (versionNo === null ? null : await versionColumns(ctx.db, modelId, versionNo)) ?? []);
  return rows.map((row) => shownTarget(row, columns.get(row.modelId) ?? []));
}
