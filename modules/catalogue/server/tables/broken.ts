import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';

const MAX = 20;

/** What a broken view reads that is gone or broken itself, as `schema.table` or `schema.table.column`: of tables that the caller sees, by the lineage. */
export async function missingParts(ctx: Ctx, viewId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('metadataLineageEdge as e')
    .innerJoin('metadataTable as t', 't.id', 'e.fromId')
    .leftJoin('metadataColumn as c', (join) =>
      join.onRef('c.tableId', '=', 't.id').onRef('c.columnName', '=', 'e.fromColumn').on('c.deletedAt', 'is', null),
    )
    .select(['t.schemaName', 't.tableName', 't.deletedAt', 't.brokenReason', 'e.fromColumn'])
    .distinct()
    .where('e.fromType', '=', 'table')
    .where('e.toType', '=', 'table')
    .where('e.toId', '=', viewId)
    .where((e) =>
      e.or([
        e('t.deletedAt', 'is not', null),
        e('t.brokenReason', 'is not', null),
        e.and([e('e.fromColumn', 'is not', null), e('c.id', 'is', null)]),
      ]),
    )
    .where(ofVisibleTable(ctx, { table: 't.id', source: 't.sourceId' }, 'meta'))
    .orderBy('t.schemaName')
    .orderBy('t.tableName')
    .orderBy('e.fromColumn')
    .limit(MAX)
    .execute();
  const names = rows.map(({ schemaName, tableName, deletedAt, brokenReason, fromColumn }) =>
    [schemaName, tableName, ...(deletedAt === null && brokenReason === null && fromColumn !== null ? [fromColumn] : [])].join('.'),
  );
  return [...new Set(names)];
}
