import type { Ctx } from '#kit/server/ctx.ts';
import type { TreeNode } from '../../contract/table.ts';
import { visibleSources } from '#modules/sources/server/index.ts';

const MAX = 20_000;
type Level = 'database' | 'table' | 'column';

const label = (name: string, comment: string | null): string => (comment ? `${name}（${comment}）` : name);

/**
 * The tree of the family: sources, or sources with schemas and tables, or one table with its columns. Without a source the
 * deeper levels would be everything there is, so they stop at `MAX` tables.
 */
export async function treeLevel(ctx: Ctx, level: Level, query: { sourceId?: string; tableId?: string }): Promise<TreeNode[]> {
  let chosen = visibleSources(ctx).select(['id', 'sourceName', 'tableCount']);
  if (query.sourceId) chosen = chosen.where('id', '=', query.sourceId);
  const sources = await chosen.orderBy('sourceName').orderBy('id').execute();
  const nodes = sources.map((source): TreeNode => ({
    id: source.id,
    type: 'database',
    label: source.sourceName,
    name: source.sourceName,
    code: source.sourceName,
    count: source.tableCount,
  }));
  if (level === 'database' || nodes.length === 0) return nodes;
  let wanted = ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'sourceId', 'schemaName', 'tableName', 'tableComment', 'columnCount'])
    .where('deletedAt', 'is', null)
    .where(
      'sourceId',
      'in',
      sources.map((source) => source.id),
    );
  if (query.tableId) wanted = wanted.where('id', '=', query.tableId);
  const tables = await wanted.orderBy('schemaName').orderBy('tableName').limit(MAX).execute();
  const columns =
    level === 'column' && query.tableId
      ? await ctx.db
          .selectFrom('metadataColumn')
          .select(['id', 'columnName', 'columnComment'])
          .where('tableId', '=', query.tableId)
          .where('deletedAt', 'is', null)
          .orderBy('columnPosition')
          .execute()
      : [];
  const bySource = new Map<string, Map<string, TreeNode>>();
  for (const table of tables) {
    const schemas = bySource.get(table.sourceId) ?? new Map<string, TreeNode>();
    bySource.set(table.sourceId, schemas);
    const schema = schemas.get(table.schemaName) ?? {
      id: `${table.sourceId}.${table.schemaName}`,
      type: 'schema',
      label: table.schemaName,
      name: table.schemaName,
      code: table.schemaName,
      count: 0,
      children: [],
    };
    schemas.set(table.schemaName, schema);
    schema.count = (schema.count ?? 0) + 1;
    schema.children?.push({
      id: table.id,
      type: 'table',
      label: label(table.tableName, table.tableComment),
      name: table.tableComment ?? table.tableName,
      code: table.tableName,
      count: table.columnCount,
      ...(columns.length > 0
        ? {
            children: columns.map((column): TreeNode => ({
              id: column.id,
              type: 'column',
              label: label(column.columnName, column.columnComment),
              name: column.columnComment ?? column.columnName,
              code: column.columnName,
            })),
          }
        : {}),
    });
  }
  return nodes.map((node) => ({ ...node, children: [...(bySource.get(node.id)?.values() ?? [])] }));
}
