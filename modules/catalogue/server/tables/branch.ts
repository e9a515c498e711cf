import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { containsText } from '#kit/server/crud.ts';
import { visibleTables } from './rows.ts';

const MAX = 20_000;
const MAX_FOUND = 300;

interface Asked {
  sourceId?: string;
  schemaName?: string;
  keyword?: string;
}

/**
 * The children of a node of the tree: sources with their number of tables; schemas of a source; tables of a schema. With a keyword: the tables
 * whose name or comment holds it, wherever they are, at most 300.
 */
export async function treeBranch(ctx: Ctx, { sourceId, schemaName, keyword }: Asked) {
  const n = sql<number>`count(*)::int`;
  if (keyword || (sourceId && schemaName !== undefined)) {
    let rows = visibleTables(ctx);
    if (sourceId) rows = rows.where('metadataTable.sourceId', '=', sourceId);
    if (schemaName !== undefined) rows = rows.where('metadataTable.schemaName', '=', schemaName);
    if (keyword)
      rows = rows.where((e) =>
        e.or([
          containsText('metadataTable.tableName', keyword),
          containsText('metadataTable.tableComment', keyword),
          containsText('metadataTable.cnName', keyword),
        ]),
      );
    const tables = await rows
      .select([
        'metadataTable.id',
        'metadataTable.tableName',
        'metadataTable.cnName',
        'metadataTable.tableComment',
        'metadataTable.tableKind',
        'metadataTable.columnCount',
        'metadataTable.sourceId',
        'metadataTable.schemaName',
      ])
      .orderBy('metadataTable.schemaName')
      .orderBy('metadataTable.tableName')
      .orderBy('metadataTable.id')
      .limit(keyword ? MAX_FOUND : MAX)
      .execute();
    return tables.map((table) => ({
      id: table.id,
      type: 'table' as const,
      name: table.tableName,
      comment: table.cnName ?? table.tableComment,
      kind: table.tableKind,
      count: table.columnCount,
      sourceId: table.sourceId,
      schemaName: table.schemaName,
    }));
  }
  if (sourceId) {
    const schemas = await visibleTables(ctx)
      .where('metadataTable.sourceId', '=', sourceId)
      .select(['metadataTable.schemaName', n.as('count')])
      .groupBy('metadataTable.schemaName')
      .orderBy('metadataTable.schemaName')
      .execute();
    return schemas.map(({ schemaName: name, count }) => ({
      id: `${sourceId}.${name}`,
      type: 'schema' as const,
      name,
      comment: null,
      kind: null,
      count,
      sourceId,
      schemaName: name,
    }));
  }
  const sources = await visibleTables(ctx)
    .select(['metadataSource.id', 'metadataSource.sourceName', 'metadataSource.dbType', n.as('count')])
    .groupBy(['metadataSource.id', 'metadataSource.sourceName', 'metadataSource.dbType'])
    .orderBy('metadataSource.sourceName')
    .orderBy('metadataSource.id')
    .execute();
  return sources.map((source) => ({
    id: source.id,
    type: 'database' as const,
    name: source.sourceName,
    comment: null,
    kind: source.dbType,
    count: source.count,
    sourceId: source.id,
    schemaName: null,
  }));
}
