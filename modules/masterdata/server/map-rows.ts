import { sql, type Selectable } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowState, FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { scope } from '#kit/server/scope.ts';
import { wholeColumns } from '#modules/gate/server/index.ts';
import type { GrowingType } from '#modules/sources/core/index.ts';
import { LastLoad, MapColumn, type SourceMap } from '../contract/map.ts';

type ShownMap = z.input<typeof SourceMap>;

export type StoredMap = Selectable<Tables['masterdataSourceMap']>;
const SCOPE = { dept: 'masterdataSourceMap.createDept', owner: 'masterdataSourceMap.createBy' };

/** Mappings within the reach of the caller for the permission of the call, or for the given ones. */
export const reachableMaps = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('masterdataSourceMap')
    .where('masterdataSourceMap.deletedAt', 'is', null)
    .where(scope(ctx, SCOPE, permissions));

/** A mapping within reach, locked when it is to be changed. Throws entity.notFound. */
export async function loadMap(ctx: Ctx, id: string, options: { isLocked?: boolean } = {}): Promise<StoredMap> {
  let query = reachableMaps(ctx).selectAll('masterdataSourceMap').where('masterdataSourceMap.id', '=', id);
  if (options.isLocked) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '主数据接入不存在或没有查看权限');
  return row;
}

/** The approval that a load is in or was in; null where it needed none. */
export const flowOfLoad = (load: { flowStatus: string | null; processInstanceId: string | null }): FlowState | null =>
  load.flowStatus === null ? null : { flowStatus: load.flowStatus as FlowStatus, processInstanceId: load.processInstanceId };

/** Mappings as pages show them. */
export async function shownMaps(ctx: Ctx, by: { modelId: string } | { id: string }): Promise<ShownMap[]> {
  let query = reachableMaps(ctx)
    .leftJoin('metadataSource', 'metadataSource.id', 'masterdataSourceMap.sourceId')
    .leftJoin('metadataTable', 'metadataTable.id', 'masterdataSourceMap.tableId')
    .leftJoin('sysUser', 'sysUser.id', 'masterdataSourceMap.ownerId')
    .leftJoin('masterdataLoad', 'masterdataLoad.id', 'masterdataSourceMap.jobId')
    .selectAll('masterdataSourceMap')
    .select([
      'masterdataLoad.flowStatus',
      'masterdataLoad.processInstanceId',
      'metadataSource.sourceName',
      'metadataTable.tableName',
      'metadataTable.deletedAt as tableGone',
      sql<string | null>`coalesce(metadata_table.cn_name, metadata_table.table_comment)`.as('tableComment'),
      'sysUser.nickname as ownerName',
      sql<number>`(select count(*)::int from masterdata_xref x where x.map_id = masterdata_source_map.id)`.as('xrefCount'),
    ])
    .orderBy('masterdataSourceMap.priority')
    .orderBy('masterdataSourceMap.id');
  query = 'id' in by ? query.where('masterdataSourceMap.id', '=', by.id) : query.where('masterdataSourceMap.modelId', '=', by.modelId);
  return (await query.limit(500).execute()).map(({ tableGone, problem, flowStatus, processInstanceId, ...row }) => ({
    ...row,
    flow: flowOfLoad({ flowStatus, processInstanceId }),
    status: row.status as '0' | '1',
    columns: MapColumn.array().parse(row.columns),
    lastLoad: row.lastLoad === null ? null : LastLoad.parse(row.lastLoad),
    problem: tableGone === null && row.tableName !== null ? problem : '来源表已不存在，已有记录保留',
  }));
}

/** The table of a source that a mapping reads, with the names that statements use. */
export interface SourceTable {
  readonly id: string;
  readonly sourceId: string;
  readonly schema: string;
  readonly name: string;
  /** columns by name */
  readonly columns: ReadonlyMap<string, string>;
  /** types of columns by name, as the source calls them */
  readonly types: ReadonlyMap<string, string>;
}

/** What a column of this type can say about what is new; null where it says nothing. */
export function growingType(dataType: string): GrowingType | null {
  const type = dataType.toLowerCase();
  if (/^(timestamp|datetime|smalldatetime)/.test(type)) return 'datetime';
  if (/^date\b/.test(type)) return 'date';
  return /^(tinyint|smallint|mediumint|int|bigint|u?int\d+|numeric|decimal|number)/.test(type) ? 'number' : null;
}

/** The table of a mapping; null when it is gone. */
export async function sourceTable(db: Db, sourceId: string, tableId: string): Promise<SourceTable | null> {
  const table = await db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .select(['metadataTable.id', 'metadataTable.schemaName', 'metadataTable.tableName'])
    .where('metadataTable.id', '=', tableId)
    .where('metadataTable.sourceId', '=', sourceId)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataSource.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!table) return null;
  const columns = await db
    .selectFrom('metadataColumn')
    .select(['id', 'columnName', 'dataType'])
    .where('tableId', '=', tableId)
    .where('deletedAt', 'is', null)
    .execute();
  return {
    id: table.id,
    sourceId,
    schema: table.schemaName ?? '',
    name: table.tableName,
    columns: new Map(columns.map((column) => [column.columnName, column.id])),
    types: new Map(columns.map((column) => [column.columnName, column.dataType])),
  };
}

/**
 * Throws unless the caller reads every mapped column in the clear: what is masked for whoever maps would stand in the records as stars, and
 * what is not for them at all would become everybody's. entity.notFound, input.invalid, gate.refused.
 */
export async function assertReadable(ctx: Ctx, table: SourceTable, names: readonly string[]): Promise<void> {
  const seen = await wholeColumns(ctx, table);
  for (const name of names) {
    const id = table.columns.get(name);
    if (id === undefined || !seen.has(id) || seen.get(id) === 'hidden') {
      const message = id === undefined ? `来源表中没有字段 ${name}` : `没有字段 ${name} 的查询权限，请申请权限后再映射`;
      throw new AppError(id === undefined ? 'input.invalid' : 'gate.refused', message, [{ path: 'columns', message }]);
    }
    if (seen.get(id) === 'masked')
      throw new AppError('gate.refused', `字段 ${name} 对您脱敏显示，没有明文权限，不能接入为主数据`, [
        { path: 'columns', message: `${name} 对您脱敏显示` },
      ]);
  }
}
