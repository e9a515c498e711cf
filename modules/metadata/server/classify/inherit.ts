import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';

/**
 * Proposes the class of a column for the columns that its content flows into, one step of lineage at a time: edges of kind `value`
 * between harvested columns, on to columns without a level. Repeating it proposes nothing twice; what was rejected stays rejected.
 * A steward accepts (then `level_by` is `lineage`). Answers how many proposals are new.
 */
export async function proposeByLineage(app: App, db: Db, sourceId: string): Promise<number> {
  const rows = await db
    .selectFrom('metadataLineageEdge as edge')
    .innerJoin('metadataColumn as origin', (join) =>
      join
        .onRef('origin.tableId', '=', 'edge.fromId')
        .onRef('origin.columnName', '=', 'edge.fromColumn')
        .on('origin.deletedAt', 'is', null),
    )
    .innerJoin('metadataTable as originTable', 'originTable.id', 'origin.tableId')
    .innerJoin('metadataColumn as target', (join) =>
      join.onRef('target.tableId', '=', 'edge.toId').onRef('target.columnName', '=', 'edge.toColumn').on('target.deletedAt', 'is', null),
    )
    .select([
      'target.id as columnId',
      'target.sourceId',
      'origin.classId',
      sql<string>`min(origin_table.schema_name || '.' || origin_table.table_name || '.' || origin.column_name)`.as('from'),
    ])
    .where('edge.kind', '=', 'value')
    .where('edge.fromType', '=', 'table')
    .where('edge.toType', '=', 'table')
    .where('origin.classId', 'is not', null)
    .where('origin.level', 'in', ['L3', 'L4'])
    .where('target.level', 'is', null)
    .where('target.sourceId', '=', sourceId)
    .groupBy(['target.id', 'target.sourceId', 'origin.classId'])
    .limit(5000)
    .execute();
  if (rows.length === 0) return 0;
  const written = await db
    .insertInto('metadataClassHit')
    .values(
      rows.map((row) => ({
        id: app.ids.next(),
        columnId: row.columnId,
        classId: row.classId!,
        sourceId: row.sourceId,
        origin: 'lineage' as const,
        reason: `内容来自已分级的字段 ${row.from}（血缘）`,
        createTime: app.now(),
      })),
    )
    .onConflict((c) => c.columns(['columnId', 'classId']).doNothing())
    .returning('id')
    .execute();
  return written.length;
}
