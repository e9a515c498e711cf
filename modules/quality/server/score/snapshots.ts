import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { snapshot as contract } from '../../contract/snapshot.ts';
import { dimensionScores, rolledUp, tableScore } from '../../core/index.ts';
import { aboutTables } from './about.ts';
import { badgesOf } from './badges.ts';
import { scoreGroups } from './groups.ts';
import { publicResults, shownPoints, todayOf, weightsOf } from './index.ts';
import { byTable } from './results.ts';

const Weights = z.object({ mode: z.string(), dimensions: z.record(z.string(), z.number()), cap: z.number() });

/** The last calendar day of the month before a day, as `2026-10-31`. */
function endOfMonthBefore(day: string): string {
  const first = Date.parse(`${day.slice(0, 7)}-01T00:00:00Z`);
  return new Date(first - 86_400_000).toISOString().slice(0, 10);
}

/**
 * Keeps the points of a month that is over, with the weights and names of this moment: nothing changes them afterwards. Once per month, however
 * many nodes try; false when it stands already, or nothing was checked until then.
 */
export async function keepMonth(app: App, lastDay: string): Promise<boolean> {
  const month = lastDay.slice(0, 7);
  return app.db.transaction().execute(async (db) => {
    const results = await publicResults(db, lastDay);
    if (results.length === 0) return false;
    const weights = await weightsOf(db);
    const id = app.ids.next();
    const made = await db
      .insertInto('qualitySnapshot')
      .values({ id, month, weights: JSON.stringify(weights), createTime: app.now() })
      .onConflict((on) => on.column('month').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return false;
    const tables = byTable(results);
    const about = await aboutTables(db, [...tables.keys()]);
    const rows = [...tables].flatMap(([tableId, rules]) => {
      const table = about.get(tableId);
      if (!table) return [];
      const dimensions = [...dimensionScores(rules)].map(([code, value]) => [code, shownPoints(value)] as const);
      return [
        {
          id: app.ids.next(),
          snapshotId: id,
          sourceId: table.sourceId,
          tableId,
          sourceName: table.sourceName,
          schemaName: table.schemaName,
          tableName: table.tableName,
          tableComment: table.label,
          tier: table.tierName,
          domainName: table.domainName,
          deptName: table.deptName,
          ownerName: table.ownerName,
          score: shownPoints(tableScore(rules, weights)),
          dimensions: JSON.stringify(Object.fromEntries(dimensions)),
          ruleCount: rules.length,
          failCount: rules.filter(({ state }) => state === 'fail').length,
        },
      ];
    });
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('qualitySnapshotTable')
        .values(rows.slice(at, at + 500))
        .execute();
    return true;
  });
}

/** Keeps the points of the last month, on its first day after or as soon as the platform runs again. */
export const keepSnapshot = defineTask({
  name: '质量月度快照',
  summary: '每月初固定上月末的质量评分，用于考核；之后修改规则或权重不影响快照',
  params: z.object({}),
  async run({ app, dueTime }) {
    const lastDay = endOfMonthBefore(todayOf(dueTime));
    return (await keepMonth(app, lastDay)) ? `已保存 ${lastDay.slice(0, 7)} 的质量快照` : null;
  },
});

const tablesOf = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('qualitySnapshotTable as kept')
    .selectAll('kept')
    .where('kept.snapshotId', '=', id)
    .where(ofVisibleTable(ctx, { table: 'kept.tableId', source: 'kept.sourceId' }))
    .orderBy('kept.score', (by) => by.asc().nullsLast())
    .orderBy('kept.id')
    .execute();
type Kept = Awaited<ReturnType<typeof tablesOf>>[number];
const numberOf = (score: string | null): number | null => (score === null ? null : Number(score));

/** A month as the tables that its reader sees make it. */
const summed = (row: { id: string; month: string; createTime: Date }, tables: readonly Kept[]) => ({
  id: row.id,
  month: row.month,
  createTime: row.createTime,
  score: shownPoints(rolledUp(tables.map(({ score }) => ({ score: numberOf(score), weight: 1 })))),
  tableCount: tables.length,
  ruleCount: tables.reduce((sum, { ruleCount }) => sum + ruleCount, 0),
  failCount: tables.reduce((sum, { failCount }) => sum + failCount, 0),
});

export const snapshots = implement(contract, {
  badges: async (ctx, { body }) => ({
    dataSets: await badgesOf(ctx, 'dataset', body.dataSetIds),
    charts: await badgesOf(ctx, 'chart', body.chartIds),
  }),
  groups: (ctx, { query }) => scoreGroups(ctx, query),
  async page(ctx, { query }) {
    const counted = ctx.db.selectFrom('qualitySnapshot as month');
    const page = await pageRows(
      query,
      counted.select(['month.id', 'month.month', 'month.createTime']).orderBy('month.month', 'desc').orderBy('month.id'),
      counted,
    );
    const data = [];
    // month by month: a page of them has more tables than one answer should hold
    for (const row of page.data) data.push(summed(row, await tablesOf(ctx, row.id)));
    return { ...page, data };
  },
  async get(ctx, { params }) {
    const row = await ctx.db.selectFrom('qualitySnapshot').selectAll().where('id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    const tables = await tablesOf(ctx, row.id);
    return {
      ...summed(row, tables),
      weights: Weights.parse(row.weights),
      tables: tables.map((table) => ({
        ...table,
        score: numberOf(table.score),
        dimensions: z.record(z.string(), z.number()).parse(table.dimensions),
      })),
    };
  },
});
