import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { setQualityScores } from '#modules/catalogue/server/index.ts';
import { score as contract, type ScoreWeightsInput } from '../../contract/score.ts';
import {
  costOf,
  DEFAULT_WEIGHTS,
  dimensionScores,
  DIMENSIONS,
  rolledUp,
  shownScore,
  tableScore,
  type Dimension,
  type ScoreWeights,
} from '../../core/index.ts';
import { withheld, withheldEarlier } from '../reports/withheld.ts';
import { inReach } from '../rules/queries.ts';
import { reportsThatSpell, rulesThatSpell } from './spelling.ts';
import { byTable, daysBetween, resultsOf, standingAt, type DatedResult } from './results.ts';

const MODEL = 'default';
const MAX_DAYS = 800;
const MAX_COSTS = 10;
const FIRST_DAY = '2000-01-01';

/** The weights in force. */
export async function weightsOf(db: Db): Promise<ScoreWeights> {
  const row = await db.selectFrom('qualityWeightModel').selectAll().where('id', '=', MODEL).executeTakeFirst();
  if (!row) return DEFAULT_WEIGHTS;
  return { mode: row.mode as ScoreWeights['mode'], dimensions: row.dimensions as ScoreWeights['dimensions'], cap: Number(row.cap) };
}

export const shownPoints = (value: number | null): number | null => (value === null ? null : shownScore(value));
const isBad = ({ state }: DatedResult): boolean => state === 'fail';

/** Points of the whole: the mean of its tables. */
export function wholeScore(results: readonly DatedResult[], weights: ScoreWeights): number | null {
  return rolledUp([...byTable(results).values()].map((rules) => ({ score: tableScore(rules, weights), weight: 1 })));
}
/** Points of one dimension: the mean of the tables that have rules of it. */
function dimensionScore(results: readonly DatedResult[], code: Dimension): number | null {
  return rolledUp([...byTable(results).values()].map((rules) => ({ score: dimensionScores(rules).get(code) ?? null, weight: 1 })));
}

/** Rules that the caller reaches, of tables that they see. */
const readable = (ctx: Ctx) =>
  sql<boolean>`(${inReach(ctx)}
    and ${ofVisibleTable(ctx, { table: 'rule.ruleTableId', source: 'rule.ruleSourceId' })})`;

const JUDGED = ['id', 'ownerId', 'ruleSourceId', 'ruleTableId', 'ruleColumnId', 'ruleConfig'] as const;

const idsOfEarlier = (results: readonly DatedResult[]) => results.filter((one) => one.isEarlier).map(({ reportId }) => reportId);

type Asked = Omit<Parameters<typeof resultsOf>[1], 'within'>;
/**
 * Results of the rules that the caller reaches, of tables that they see, and whose counts they may know: points of a table with one rule would
 * tell the share of its bad rows.
 */
export async function readableResults(ctx: Ctx, asked: Asked): Promise<DatedResult[]> {
  const results = await resultsOf(ctx.db, { ...asked, within: readable(ctx) });
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))];
  if (ids.length === 0) return [];
  const rules = await ctx.db.selectFrom('qualityCheckRule').select(JUDGED).where('id', 'in', ids).execute();
  const hidden = await withheld(ctx, rules);
  const earlier = await withheldEarlier(ctx, idsOfEarlier(results));
  return results.filter(({ ruleId, reportId }) => !hidden.has(ruleId) && !earlier.has(reportId));
}

export async function scored(
  ctx: Ctx,
  { from, to, sourceId, tableId }: { from: string; to: string; sourceId?: string | undefined; tableId?: string | undefined },
  weights: ScoreWeights,
): Promise<Reply<typeof contract.get>> {
  const days = daysBetween(from, to);
  if (days.length === 0 || days.length > MAX_DAYS)
    throw new AppError('input.invalid', `请选择 1 到 ${MAX_DAYS} 天的范围`, [{ path: 'to', message: '日期范围不正确' }]);
  const results = await readableResults(ctx, { from, to, sourceId, tableId });
  const now = standingAt(results, to);
  const before = standingAt(results, days.at(-2) ?? FIRST_DAY);
  const earlier = byTable(before);
  const tables = byTable(now);
  const names = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'tableName'])
    .select((e) => e.fn.coalesce('cnName', 'tableComment').as('comment'))
    .where('id', 'in', ['', ...tables.keys()])
    .execute();
  const nameOf = new Map(names.map((one) => [one.id, one]));
  const costs = [...tables].flatMap(([id, rules]) =>
    costOf(rules, weights).map(({ ruleId, cost }) => ({
      tableId: id,
      rule: rules.find((rule) => rule.ruleId === ruleId)!,
      cost: cost / tables.size,
    })),
  );
  return {
    weights: { ...weights, dimensions: { ...weights.dimensions } },
    days: days.map((day) => ({ day, score: shownPoints(wholeScore(standingAt(results, day), weights)) })),
    score: shownPoints(wholeScore(now, weights)),
    before: shownPoints(wholeScore(before, weights)),
    dimensions: Object.entries(DIMENSIONS).map(([code, name]) => ({
      code,
      name,
      score: shownPoints(dimensionScore(now, code as Dimension)),
      before: shownPoints(dimensionScore(before, code as Dimension)),
      failCount: now.filter((one) => one.dimension === code && isBad(one)).length,
    })),
    tables: [...tables]
      .map(([id, rules]) => ({
        tableId: id,
        tableName: nameOf.get(id)?.tableName ?? null,
        tableComment: nameOf.get(id)?.comment ?? null,
        score: shownPoints(tableScore(rules, weights)),
        before: shownPoints(tableScore(earlier.get(id) ?? [], weights)),
        ruleCount: rules.length,
        failCount: rules.filter(isBad).length,
      }))
      .sort((a, b) => (a.score ?? 101) - (b.score ?? 101) || (a.tableId < b.tableId ? -1 : 1)),
    costs: costs
      .sort((a, b) => b.cost - a.cost || (a.rule.ruleId < b.rule.ruleId ? -1 : 1))
      .slice(0, MAX_COSTS)
      .map(({ tableId: id, rule, cost }) => ({
        ruleId: rule.ruleId,
        reportId: rule.reportId,
        ruleName: rule.ruleName,
        tableName: nameOf.get(id)?.tableName ?? null,
        cost: Math.round(cost * 100) / 100,
        checkErrorCount: rule.checkErrorCount,
      })),
  };
}

/** What stood at the end of a day, of rules that tell nothing of sensitive columns: for points that everybody reads. */
export async function publicResults(db: Db, day: string): Promise<DatedResult[]> {
  const all = standingAt(await resultsOf(db, { from: day, to: day }), day);
  const spelling = await rulesThatSpell(db, [...new Set(all.map(({ ruleId }) => ruleId))]);
  const earlier = await reportsThatSpell(db, idsOfEarlier(all));
  return all.filter(({ ruleId, reportId }) => !spelling.has(ruleId) && !earlier.has(reportId));
}

/**
 * Writes the points of tables into the catalogue: of these, or of all that have results. What no rule in use measures any more has no points: an
 * old number would tell something wrong. Everybody who sees a table reads them, so rules that hold sensitive columns against a value do not count.
 */
export async function writeScores(db: Db, today: string, tableIds: readonly string[] | null): Promise<void> {
  const weights = await weightsOf(db);
  const tables = byTable(await publicResults(db, today));
  await setQualityScores(
    db,
    [...(tableIds ?? tables.keys())].map((tableId) => ({ tableId, score: shownPoints(tableScore(tables.get(tableId) ?? [], weights)) })),
  );
}
/** Today in Shanghai. */
export const todayOf = (now: Date): string => wallDay(now);

async function keepWeights(ctx: Ctx, body: ScoreWeightsInput): Promise<null> {
  const before = await weightsOf(ctx.db);
  const values = {
    mode: body.mode,
    dimensions: JSON.stringify(body.dimensions),
    cap: body.cap,
    updateBy: ctx.user.id,
    updateTime: ctx.now,
  };
  await ctx.db
    .insertInto('qualityWeightModel')
    .values({ id: MODEL, ...values })
    .onConflict((on) => on.column('id').doUpdateSet((e) => ({ ...values, version: e('qualityWeightModel.version', '+', 1) })))
    .execute();
  await writeScores(ctx.db, todayOf(ctx.now), null);
  ctx.audit.change({ entity: '质量评分权重', id: MODEL, name: '质量评分权重', before: { ...before }, after: body });
  return null;
}

/** 质量评分: made of the stored numerators and denominators whenever somebody asks, so that other weights score the past anew. */
export const scores = implement(contract, {
  get: async (ctx, { query }) => scored(ctx, query, await weightsOf(ctx.db)),
  whatIf: (ctx, { body: { weights, ...range } }) => scored(ctx, range, weights as ScoreWeights),
  weights: (ctx, { body }) => keepWeights(ctx, body),
});
