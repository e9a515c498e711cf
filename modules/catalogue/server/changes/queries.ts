import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { containsText } from '#kit/server/crud.ts';
import { ofVisibleColumn } from '#modules/gate/server/index.ts';
import { ofVisibleSource } from '#modules/sources/server/index.ts';

const OF_CHANGE = { column: 'c.objectId', table: 'c.tableId', source: 'c.sourceId' };

/** Changes of what the caller may see: a change of a column needs the column, any other the whole table, a routine the whole source. */
export const changes = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataChangeRecord as c')
    .where('c.deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, OF_CHANGE, 'meta', permissions));

/** The same with the names of source, table and whoever confirmed it. */
export const withNames = (rows: ReturnType<typeof changes>) =>
  rows
    .innerJoin('metadataSource as s', 's.id', 'c.sourceId')
    .leftJoin('metadataTable as t', 't.id', 'c.tableId')
    .leftJoin('sysUser as u', 'u.id', 'c.ackBy')
    .select([
      'c.id',
      'c.version',
      'c.createBy',
      'c.createTime',
      'c.updateBy',
      'c.updateTime',
      'c.origin',
      'c.runId',
      'c.sourceId',
      's.sourceName',
      'c.tableId',
      sql<string | null>`case when t.id is not null then t.schema_name || '.' || t.table_name end`.as('tableName'),
      'c.objectType',
      'c.objectId',
      'c.objectName',
      'c.changeKind',
      'c.fieldName',
      'c.fieldOldValue',
      'c.fieldNewValue',
      'c.changeVersion',
      'c.impactCount',
      'c.status',
      'c.ackBy',
      'u.nickname as ackByName',
      'c.ackTime',
      'c.ackNote',
      'c.remark',
    ]);

export interface ChangeFilter {
  readonly objectId?: string | undefined;
  readonly fieldName?: string | undefined;
  readonly sourceId?: string | undefined;
  readonly tableId?: string | undefined;
  readonly runId?: string | undefined;
  readonly keyword?: string | undefined;
  readonly objectType?: string | undefined;
  readonly origin?: string | undefined;
  readonly changeKind?: string | undefined;
  readonly status?: string | undefined;
  readonly beginTime?: string | undefined;
  readonly endTime?: string | undefined;
}
const EQUAL = ['objectId', 'fieldName', 'sourceId', 'tableId', 'runId', 'objectType', 'origin', 'changeKind', 'status'] as const;

/** Narrows a list of changes by the fields of the search. */
export function filtered(rows: ReturnType<typeof changes>, filter: ChangeFilter): ReturnType<typeof changes> {
  let found = rows;
  for (const field of EQUAL) {
    const value = filter[field];
    if (value) found = found.where(`c.${field}`, '=', value as never);
  }
  if (filter.keyword) found = found.where(containsText('c.objectName', filter.keyword));
  if (filter.beginTime) found = found.where('c.createTime', '>=', new Date(filter.beginTime));
  if (filter.endTime) found = found.where('c.createTime', '<=', new Date(filter.endTime));
  return found;
}

/**
 * Whether the caller may confirm a change `c`: as holder of the edit permission or as manager of the source (both within their data
 * scope), or as owner of the table or source.
 */
export const mayAck = (ctx: Ctx): RawBuilder<boolean> => sql<boolean>`(
  ${ofVisibleColumn(ctx, OF_CHANGE, 'meta', ['metadata:changerecord:edit'])}
  or ${ofVisibleSource(ctx, 'c.sourceId', ['metadata:datasource:edit'])}
  or exists (select 1 from metadata_table own where own.id = c.table_id and own.owner_id = ${ctx.user.id})
  or exists (select 1 from metadata_source own where own.id = c.source_id and own.owner_id = ${ctx.user.id}))`;
