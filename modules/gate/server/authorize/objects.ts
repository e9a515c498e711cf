import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { GrantObject, ObjectType } from '../../contract/authorize.ts';
import { SOURCE_COLUMNS } from '#modules/sources/server/index.ts';
import { levelledColumns } from './seen.ts';

const MAX = 2000;

/** Sources on which the caller may grant: those in the data scope of the permission of the call, or of those named. Sharing lends nothing here. */
export const grantableSources = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataSource')
    .where('metadataSource.deletedAt', 'is', null)
    .where(scope(ctx, SOURCE_COLUMNS, permissions));

/** What a grant is about, as it is stored. */
export interface ResolvedObject {
  readonly sourceId: string;
  readonly tableId: string | null;
  /** `public.customer.phone` */
  readonly name: string;
}
export const objectKey = (object: { objectType: string; objectId: string }): string => `${object.objectType}:${object.objectId}`;

/** Finds objects within the caller's reach, by `objectKey`; throws entity.notFound when one is missing or lies outside. */
export async function resolveObjects(
  ctx: Ctx,
  objects: readonly { objectType: ObjectType; objectId: string }[],
): Promise<Map<string, ResolvedObject>> {
  const found = new Map<string, ResolvedObject>();
  const idsOf = (type: ObjectType) => objects.filter((object) => object.objectType === type).map((object) => object.objectId);
  const within = (column: 'metadataTable.sourceId' | 'metadataColumn.sourceId') =>
    sql<boolean>`${sql.ref(column)} in (${grantableSources(ctx).select('metadataSource.id')})`;
  const databases = idsOf('database');
  if (databases.length > 0)
    for (const row of await grantableSources(ctx).select(['id', 'sourceName']).where('id', 'in', databases).execute())
      found.set(`database:${row.id}`, { sourceId: row.id, tableId: null, name: row.sourceName });
  for (const id of new Set(idsOf('schema'))) {
    const dot = id.indexOf('.');
    const schema = await ctx.db
      .selectFrom('metadataTable')
      .select(['sourceId', 'schemaName'])
      .where('sourceId', '=', id.slice(0, Math.max(0, dot)))
      .where('schemaName', '=', id.slice(dot + 1))
      .where('deletedAt', 'is', null)
      .where(within('metadataTable.sourceId'))
      .limit(1)
      .executeTakeFirst();
    if (schema) found.set(`schema:${id}`, { sourceId: schema.sourceId, tableId: null, name: schema.schemaName });
  }
  const tables = idsOf('table');
  if (tables.length > 0)
    for (const row of await ctx.db
      .selectFrom('metadataTable')
      .select(['id', 'sourceId', 'schemaName', 'tableName'])
      .where('id', 'in', tables)
      .where('deletedAt', 'is', null)
      .where(within('metadataTable.sourceId'))
      .execute())
      found.set(`table:${row.id}`, { sourceId: row.sourceId, tableId: row.id, name: `${row.schemaName}.${row.tableName}` });
  const columns = idsOf('column');
  if (columns.length > 0)
    for (const row of await ctx.db
      .selectFrom('metadataColumn')
      .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
      .select(['metadataColumn.id', 'metadataColumn.sourceId', 'tableId', 'columnName', 'schemaName', 'tableName'])
      .where('metadataColumn.id', 'in', columns)
      .where('metadataColumn.deletedAt', 'is', null)
      .where('metadataTable.deletedAt', 'is', null)
      .where(within('metadataColumn.sourceId'))
      .execute())
      found.set(`column:${row.id}`, {
        sourceId: row.sourceId,
        tableId: row.tableId,
        name: `${row.schemaName}.${row.tableName}.${row.columnName}`,
      });
  if (objects.some((object) => !found.has(objectKey(object))))
    throw new AppError('entity.notFound', '授权对象不存在、已删除或不在可授权的范围内');
  return found;
}

interface Parent {
  parentType?: ObjectType;
  parentId?: string;
  keyword?: string;
}

/** One level of the tree of what can be granted: sources, or the schemas, tables and columns below something. */
export async function objectsBelow(ctx: Ctx, { parentType, parentId, keyword }: Parent): Promise<GrantObject[]> {
  if (!parentType || !parentId) {
    let rows = grantableSources(ctx);
    if (keyword) rows = rows.where(containsText('sourceName', keyword));
    const sources = await rows
      .select(['id', 'sourceName', 'remark', 'tableCount'])
      .orderBy('sourceName')
      .orderBy('id')
      .limit(MAX)
      .execute();
    return sources.map((row) => ({
      id: row.id,
      type: 'database',
      name: row.sourceName,
      comment: row.remark,
      level: null,
      children: row.tableCount,
      mask: null,
    }));
  }
  await resolveObjects(ctx, [{ objectType: parentType, objectId: parentId }]);
  if (parentType === 'database') return schemasOf(ctx, parentId);
  if (parentType === 'schema') return tablesOf(ctx, parentId, keyword);
  if (parentType === 'table') return columnsOf(ctx, parentId);
  return [];
}

async function schemasOf(ctx: Ctx, sourceId: string): Promise<GrantObject[]> {
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .select((e) => ['schemaName', e.fn.countAll<string>().as('n')])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .groupBy('schemaName')
    .orderBy('schemaName')
    .limit(MAX)
    .execute();
  return rows.map((row) => ({
    id: `${sourceId}.${row.schemaName}`,
    type: 'schema',
    name: row.schemaName,
    comment: null,
    level: null,
    children: Number(row.n),
    mask: null,
  }));
}

async function tablesOf(ctx: Ctx, schemaId: string, keyword: string | undefined): Promise<GrantObject[]> {
  const dot = schemaId.indexOf('.');
  let rows = ctx.db
    .selectFrom('metadataTable')
    .where('sourceId', '=', schemaId.slice(0, dot))
    .where('schemaName', '=', schemaId.slice(dot + 1))
    .where('deletedAt', 'is', null);
  if (keyword)
    rows = rows.where((e) =>
      e.or([containsText('tableName', keyword), containsText('cnName', keyword), containsText('tableComment', keyword)]),
    );
  const tables = await rows
    .select(['id', 'tableName', 'cnName', 'tableComment', 'level', 'columnCount'])
    .orderBy('tableName')
    .limit(MAX)
    .execute();
  return tables.map((row) => ({
    id: row.id,
    type: 'table',
    name: row.tableName,
    comment: row.cnName ?? row.tableComment,
    level: row.level,
    children: row.columnCount,
    mask: null,
  }));
}

async function columnsOf(ctx: Ctx, tableId: string): Promise<GrantObject[]> {
  const columns = await levelledColumns(ctx.db, tableId);
  return columns.map(({ id, name, cnName, level, mask }) => ({ id, type: 'column', name, comment: cnName, level, children: 0, mask }));
}
