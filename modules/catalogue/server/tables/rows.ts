import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { TagMark } from '../../contract/table.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';

/** Rows of tables that the caller sees; `permissions` narrows to roles that grant one of them. */
export const visibleTables = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', permissions));

/** Rows of columns that the caller sees, without the names of table and source: counting a hundred thousand needs neither. */
export const visibleColumns = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataColumn')
    .where('metadataColumn.deletedAt', 'is', null)
    .where(
      ofVisibleColumn(
        ctx,
        { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' },
        'meta',
        permissions,
      ),
    );
export const withNames = (rows: ReturnType<typeof visibleColumns>) =>
  rows
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataColumn.sourceId');

const MAX_HISTORY = 20;

/** Tags of an object as JSON. */
export const tagsOf = (type: 'table' | 'column', id: string) => sql<TagMark[]>`coalesce((
  select json_agg(json_build_object('id', tag.id, 'tagName', tag.tag_name, 'tagColor', tag.tag_color) order by tag.tag_name)
  from metadata_tag_link link join metadata_tag tag on tag.id = link.tag_id
  where link.object_type = ${type} and link.object_id = ${sql.ref(id)} and tag.deleted_at is null), '[]')`;

export const TABLE = [
  'metadataTable.id',
  'metadataTable.sourceId',
  'metadataSource.sourceName',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataTable.tableKind',
  'metadataTable.tableComment',
  'metadataTable.rowEstimate',
  'metadataTable.sizeBytes',
  'metadataTable.columnCount',
  'metadataTable.brokenReason',
  'metadataTable.cnName',
  'metadataTable.description',
  'metadataTable.ownerId',
  'metadataTable.domainId',
  'metadataTable.tier',
  'metadataTable.level',
  'metadataTable.heat',
  sql<number | null>`metadata_table.quality_score::float8`.as('qualityScore'),
  'metadataTable.changeTime',
  'metadataTable.profileTime',
  'metadataTable.structureVersion',
  'metadataTable.version',
  'metadataTable.createTime',
  'metadataTable.updateTime',
  sql<string | null>`(select nickname from sys_user where id = metadata_table.owner_id)`.as('ownerName'),
  sql<string | null>`(select domain_name from metadata_domain d where d.id = metadata_table.domain_id and d.deleted_at is null)`.as(
    'domainName',
  ),
  tagsOf('table', 'metadata_table.id').as('tags'),
] as const;

const COLUMN = [
  'metadataColumn.id',
  'metadataColumn.sourceId',
  'metadataColumn.tableId',
  'metadataSource.sourceName',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataColumn.columnName',
  'metadataColumn.columnComment',
  'metadataColumn.columnKey',
  'metadataColumn.columnNullable',
  'metadataColumn.columnPosition',
  'metadataColumn.dataType',
  'metadataColumn.dataLength',
  'metadataColumn.dataPrecision',
  'metadataColumn.dataScale',
  'metadataColumn.dataDefault',
  'metadataColumn.reference',
  'metadataColumn.cnName',
  'metadataColumn.description',
  'metadataColumn.classId',
  'metadataColumn.level',
  'metadataColumn.levelBy',
  'metadataColumn.inheritedLevel',
  'metadataColumn.levelReason',
  'metadataColumn.version',
  'metadataColumn.updateTime',
  sql<string | null>`(select class_name from metadata_class k where k.id = metadata_column.class_id and k.deleted_at is null)`.as(
    'className',
  ),
  tagsOf('column', 'metadata_column.id').as('tags'),
] as const;

/** Fields of a column. The column that its level is inherited from is named only if the caller may see that column. */
export const columnFields = (ctx: Ctx) =>
  [
    ...COLUMN,
    sql<string | null>`(select place.schema_name || '.' || place.table_name || '.' || origin.column_name
      from metadata_column origin join metadata_table place on place.id = origin.table_id
      where origin.id = metadata_column.inherited_from
        and ${ofVisibleColumn(ctx, { column: 'origin.id', table: 'origin.tableId', source: 'origin.sourceId' })})`.as('inheritedFromName'),
  ] as const;

/** History of the level of a column, newest first. */
export const levelHistory = (ctx: Ctx, columnId: string) =>
  ctx.db
    .selectFrom('metadataLevelHistory as h')
    .leftJoin('metadataClass as o', 'o.id', 'h.oldClassId')
    .leftJoin('metadataClass as n', 'n.id', 'h.newClassId')
    .leftJoin('sysUser as u', 'u.id', 'h.createBy')
    .select([
      'h.oldLevel',
      'h.newLevel',
      'o.className as oldClassName',
      'n.className as newClassName',
      'h.levelBy',
      'h.reason',
      'u.nickname as createByName',
      'h.createTime',
    ])
    .where('h.columnId', '=', columnId)
    .orderBy('h.createTime', 'desc')
    .orderBy('h.id', 'desc')
    .limit(MAX_HISTORY)
    .execute();

/** A table within the caller's reach; throws entity.notFound otherwise. */
export async function loadTable(ctx: Ctx, id: string, permissions?: readonly string[]) {
  const row = await visibleTables(ctx, permissions).select(TABLE).where('metadataTable.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '表不存在或没有查看权限');
  return row;
}
