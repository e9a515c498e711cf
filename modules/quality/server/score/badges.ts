import type { Ctx } from '#kit/server/ctx.ts';
import { tablesById } from '#modules/catalogue/server/index.ts';
import { tablesBehind } from '#modules/lineage/server/index.ts';

/**
 * Points of what data sets or charts are made from, by lineage: the lowest of their tables, as a chain is as good as its weakest link. Objects
 * without a measured table that the caller sees have no entry, so that nothing is shown of them.
 */
export async function badgesOf(ctx: Ctx, type: 'dataset' | 'chart', ids: readonly string[]) {
  const behind = await tablesBehind(ctx, type, ids);
  const tables = await tablesById(ctx, [...new Set([...behind.values()].flat())]);
  return [...behind].flatMap(([id, tableIds]) => {
    const measured = tableIds.flatMap((tableId) => {
      const table = tables.get(tableId);
      return table && table.qualityScore !== null ? [{ id: tableId, name: table.label ?? table.tableName, score: table.qualityScore }] : [];
    });
    if (measured.length === 0) return [];
    measured.sort((a, b) => a.score - b.score || (a.id < b.id ? -1 : 1));
    return [{ id, score: measured[0]!.score, tables: measured.slice(0, 20) }];
  });
}
