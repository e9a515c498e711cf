import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { LineageNode } from '../contract/lineage.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { ofVisibleSource } from '#modules/sources/server/index.ts';
import { neighbourCounts, type Met } from './walk.ts';

/** What a node is called and who answers for it; null = the caller may not see it. */
export interface Described {
  readonly id: string;
  readonly type: 'table' | 'object';
  readonly name: string;
  readonly schemaName: string | null;
  readonly sourceId: string | null;
  readonly sourceName: string | null;
  readonly kind: string;
  readonly comment: string | null;
  readonly level: string | null;
  readonly tier: string | null;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
  readonly path: string | null;
  readonly isTransient: boolean;
  readonly isGone: boolean;
  readonly columnCount: number;
}

/** Key of a table that the caller may not see: opaque, stable for the account, and different for other accounts. */
export const hiddenKey = (ctx: Ctx, id: string): string =>
  `x:${createHash('sha256').update(`${ctx.user.id} ${id}`).digest('hex').slice(0, 16)}`;

/** The objects among `ids` that the caller may see; tables by the rights of the catalogue, others by those of their source. */
export async function describe(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Described>> {
  const found = new Map<string, Described>();
  if (ids.length === 0) return found;
  const tables = await ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .leftJoin('sysUser', 'sysUser.id', 'metadataTable.ownerId')
    .select([
      'metadataTable.id',
      'metadataTable.tableName',
      'metadataTable.schemaName',
      'metadataTable.sourceId',
      'metadataSource.sourceName',
      'metadataTable.tableKind',
      'metadataTable.tableComment',
      'metadataTable.cnName',
      'metadataTable.level',
      'metadataTable.tier',
      'metadataTable.ownerId',
      'metadataTable.deletedAt',
      'metadataTable.columnCount',
      'sysUser.nickname',
    ])
    .where(sql<boolean>`metadata_table.id = any(${[...ids]}::text[])`)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .execute();
  for (const row of tables)
    found.set(row.id, {
      id: row.id,
      type: 'table',
      name: row.tableName,
      schemaName: row.schemaName,
      sourceId: row.sourceId,
      sourceName: row.sourceName,
      kind: row.tableKind,
      comment: row.cnName ?? row.tableComment,
      level: row.level,
      tier: row.tier,
      ownerId: row.ownerId,
      ownerName: row.nickname,
      path: `/metadata/datacolumn?table=${row.id}`,
      isTransient: false,
      isGone: row.deletedAt !== null,
      columnCount: row.columnCount,
    });
  const rest = ids.filter((id) => !found.has(id));
  if (rest.length === 0) return found;
  const objects = await ctx.db
    .selectFrom('metadataLineageObject as o')
    .leftJoin('metadataSource as s', 's.id', 'o.sourceId')
    .select(['o.id', 'o.objectName', 'o.objectType', 'o.objectKey', 'o.sourceId', 's.sourceName', 'o.path', 'o.isTransient', 'o.deletedAt'])
    .where(sql<boolean>`o.id = any(${rest}::text[])`)
    .where((e) => e.or([e('o.sourceId', 'is', null), ofVisibleSource(ctx, 'o.sourceId')]))
    .execute();
  for (const row of objects)
    found.set(row.id, {
      id: row.id,
      type: 'object',
      name: row.objectName,
      schemaName: null,
      sourceId: row.sourceId,
      sourceName: row.sourceName,
      kind: row.objectType,
      comment: null,
      level: null,
      tier: null,
      ownerId: null,
      ownerName: null,
      path: row.path,
      isTransient: row.isTransient === '1',
      isGone: row.deletedAt !== null,
      columnCount: 0,
    });
  return found;
}

const HIDDEN = {
  type: 'hidden' as const,
  id: null,
  name: '无权限的对象',
  schemaName: null,
  sourceId: null,
  sourceName: null,
  kind: 'hidden',
  comment: null,
  level: null,
  tier: null,
  ownerName: null,
  path: null,
  isTransient: false,
  isGone: false,
  upCount: 0,
  downCount: 0,
  columnCount: 0,
  columns: [],
  linked: null,
};

/** Columns of the tables that the caller may see, and of other objects those that edges name. */
export async function columnsOf(ctx: Ctx, described: ReadonlyMap<string, Described>): Promise<Map<string, LineageNode['columns']>> {
  const columns = new Map<string, LineageNode['columns']>();
  const tables = [...described.values()].filter((one) => one.type === 'table').map((one) => one.id);
  if (tables.length > 0) {
    const rows = await ctx.db
      .selectFrom('metadataColumn')
      .select((e) => [
        'metadataColumn.tableId',
        'metadataColumn.id',
        'metadataColumn.columnName as name',
        e.fn.coalesce('metadataColumn.cnName', 'metadataColumn.columnComment').as('comment'),
        'metadataColumn.dataType as type',
        'metadataColumn.level',
        'metadataColumn.columnKey',
      ])
      .where(sql<boolean>`metadata_column.table_id = any(${tables}::text[])`)
      .where('metadataColumn.deletedAt', 'is', null)
      .where(ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }))
      .orderBy('metadataColumn.tableId')
      .orderBy('metadataColumn.columnPosition')
      .execute();
    for (const { tableId, columnKey, ...rest } of rows) {
      const column = { ...rest, isKey: columnKey === '1' };
      const list = columns.get(tableId);
      if (list) list.push(column);
      else columns.set(tableId, [column]);
    }
  }
  const objects = [...described.values()].filter((one) => one.type === 'object').map((one) => one.id);
  if (objects.length > 0) {
    const { rows } = await sql<{ id: string; name: string }>`
      select from_id as id, from_column as name from metadata_lineage_edge where from_id = any(${objects}::text[]) and from_column is not null
      union select to_id, to_column from metadata_lineage_edge where to_id = any(${objects}::text[]) and to_column is not null
      order by 1, 2`.execute(ctx.db);
    for (const row of rows) {
      const column = { id: null, name: row.name, comment: null, type: null, level: null, isKey: false };
      const list = columns.get(row.id);
      if (list) list.push(column);
      else columns.set(row.id, [column]);
    }
  }
  return columns;
}

/** Names of the columns of one object that edges name. */
export async function linkedColumns(ctx: Ctx, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select from_column as name from metadata_lineage_edge where from_id = ${id} and from_column is not null
    union select to_column from metadata_lineage_edge where to_id = ${id} and to_column is not null order by 1`.execute(ctx.db);
  return rows.map((row) => row.name);
}

/** The cards for nodes that a walk met, and the key of each id. `onlyColumnsOf` names the one card that gets columns nevertheless. */
export async function cards(
  ctx: Ctx,
  met: readonly Met[],
  withColumns: boolean,
  onlyColumnsOf?: string,
): Promise<{ nodes: LineageNode[]; keyOf: ReadonlyMap<string, string>; hidden: ReadonlySet<string> }> {
  const ids = met.map((one) => one.id);
  const described = await describe(ctx, ids);
  const only = onlyColumnsOf === undefined ? undefined : described.get(onlyColumnsOf);
  const wanted = withColumns ? described : new Map(only && [[only.id, only]]);
  const [counts, columns, linked] = await Promise.all([
    neighbourCounts(ctx.db, [...described.keys()]),
    columnsOf(ctx, wanted),
    only ? linkedColumns(ctx, only.id) : null,
  ]);
  const keyOf = new Map<string, string>();
  const hidden = new Set<string>();
  const nodes = met.map(({ id, distance }): LineageNode => {
    const one = described.get(id);
    if (!one) {
      const key = hiddenKey(ctx, id);
      keyOf.set(id, key);
      hidden.add(id);
      return { ...HIDDEN, key, distance };
    }
    const key = `${one.type === 'table' ? 't' : 'o'}:${id}`;
    keyOf.set(id, key);
    const { ownerId: _owner, ...shown } = one;
    const count = counts.get(id);
    const own = columns.get(id) ?? [];
    return {
      ...shown,
      key,
      distance,
      upCount: count?.up ?? 0,
      downCount: count?.down ?? 0,
      columns: own,
      columnCount: wanted.has(id) ? own.length : one.columnCount,
      // names of columns that the caller may not see stay with the server
      linked: linked && only?.id === id ? own.flatMap(({ name }) => (linked.includes(name) ? [name] : [])) : null,
    };
  });
  return { nodes, keyOf, hidden };
}
