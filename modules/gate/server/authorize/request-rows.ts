import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { SEES_SOURCES, ofVisibleSource } from '#modules/sources/server/index.ts';
import type { AccessRequest } from '../../contract/access-request.ts';
import { grantableSources } from './objects.ts';
import { ofVisibleColumn, ofVisibleTable } from './reach.ts';

export type Actions = AccessRequest['actions'];

/** Requests about what still exists. */
export const requestRows = (db: Db) =>
  db
    .selectFrom('metadataAccessRequest as r')
    .innerJoin('metadataSource as s', 's.id', 'r.sourceId')
    .leftJoin('metadataTable as t', (join) => join.onRef('t.id', '=', 'r.tableId').on('t.deletedAt', 'is', null))
    .innerJoin('sysUser as u', 'u.id', 'r.userId')
    .leftJoin('sysDept as d', 'd.id', 'u.deptId')
    .where('s.deletedAt', 'is', null)
    .where((e) => e.or([e('r.tableId', 'is', null), e('t.id', 'is not', null)]));
export const selected = (query: ReturnType<typeof requestRows>) =>
  query.select([
    'r.id',
    'r.version',
    'r.sourceId',
    's.sourceName',
    'r.tableId',
    sql<string | null>`t.schema_name || '.' || t.table_name`.as('tableName'),
    'r.userId',
    sql<string>`u.nickname || '（' || u.username || '）'`.as('userName'),
    'd.deptName',
    'r.columnIds',
    sql<string[]>`coalesce((select array_agg(c.column_name order by c.column_position) from metadata_column c
      where c.id = any(r.column_ids) and c.deleted_at is null), '{}')`.as('columnNames'),
    'r.actions',
    'r.purpose',
    'r.days',
    'r.endTime',
    'r.state',
    'r.flowStatus',
    'r.processInstanceId',
    'r.reason',
    sql<string | null>`(select nickname from sys_user where id = r.decided_by)`.as('decidedName'),
    'r.decidedTime',
    'r.createTime',
  ]);
export type RequestRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
export const asReply = (row: RequestRow) => ({
  ...row,
  actions: row.actions as Actions,
  state: row.state as AccessRequest['state'],
  flowStatus: row.flowStatus as FlowStatus | null,
});

/** What a request is about, as people call it. */
export const nameOf = ({ sourceName, tableName }: { sourceName: string; tableName: string | null }): string =>
  tableName === null ? `数据源 ${sourceName}` : `表 ${tableName}`;

/** Requests about sources on which the caller may grant. */
export const within = (ctx: Ctx, permissions?: readonly string[]) =>
  requestRows(ctx.db).where('r.sourceId', 'in', grantableSources(ctx, permissions).select('metadataSource.id'));

/** A table that the caller knows of. Throws entity.notFound. */
export async function visibleTable(ctx: Ctx, id: string) {
  const table = await ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .select([
      'metadataTable.id',
      'metadataTable.sourceId',
      'metadataTable.ownerId',
      'metadataSource.createDept',
      'metadataSource.sourceName',
    ])
    .select(sql<string>`metadata_table.schema_name || '.' || metadata_table.table_name`.as('tableName'))
    .where('metadataTable.id', '=', id)
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', SEES_SOURCES))
    .executeTakeFirst();
  if (!table) throw new AppError('entity.notFound', '数据表不存在或已删除');
  return table;
}

/** A source that the caller knows of. Throws entity.notFound. */
export async function visibleSource(ctx: Ctx, id: string) {
  const source = await ctx.db
    .selectFrom('metadataSource')
    .select(['id as sourceId', 'createBy as ownerId', 'createDept', 'sourceName'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(ofVisibleSource(ctx, 'metadataSource.id', SEES_SOURCES))
    .executeTakeFirst();
  if (!source) throw new AppError('entity.notFound', '数据源不存在或已删除');
  return { ...source, tableName: null, id: null };
}

/** Columns of a table that the caller knows of, by id or by name, each once. Throws entity.notFound for any other. */
export async function visibleColumns(ctx: Ctx, tableId: string, by: 'id' | 'columnName', wanted: readonly string[]): Promise<string[]> {
  const each = [...new Set(wanted)];
  if (each.length === 0) return [];
  const seen = ofVisibleColumn(
    ctx,
    { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' },
    'meta',
    SEES_SOURCES,
  );
  const own = await ctx.db
    .selectFrom('metadataColumn')
    .select('id')
    .where('tableId', '=', tableId)
    .where(`metadataColumn.${by}`, 'in', each)
    .where('deletedAt', 'is', null)
    .where(seen)
    .execute();
  if (own.length !== each.length) throw new AppError('entity.notFound', '部分字段不存在或已删除，请刷新后重试');
  return own.map(({ id }) => id).toSorted();
}
