import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { Dimension, ScoredRule, State, Strength } from '../../core/index.ts';
import { isEarlier } from '../rules/queries.ts';

const DAY_MS = 86_400_000;

/** What one report says for scores, with the day in Shanghai that it belongs to. */
export interface DatedResult extends ScoredRule {
  readonly day: string;
  readonly reportId: string;
  readonly ruleName: string;
  readonly tableId: string;
  readonly checkErrorCount: number | null;
  /** the rule asked something else then */
  readonly isEarlier: boolean;
}

/** The end of a calendar day in Shanghai. */
export const endOfDay = (day: string): Date => new Date(new Date(`${day}T00:00:00+08:00`).getTime() + DAY_MS);

/** Calendar days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly sourceId?: string | undefined;
  readonly tableId?: string | undefined;
  /** rules whose results count, as a query of their ids */
  readonly within?: ReturnType<typeof sql<boolean>>;
}

const reportsOf = (db: Db, { sourceId, tableId, within }: Asked) => {
  let rows = db
    .selectFrom('qualityCheckReport as report')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'report.checkRuleId')
    .where('rule.deletedAt', 'is', null)
    .where('rule.status', '=', '1');
  if (sourceId) rows = rows.where('report.ruleSourceId', '=', sourceId);
  if (tableId) rows = rows.where('report.ruleTableId', '=', tableId);
  return within ? rows.where(within) : rows;
};
const DAY = sql<string>`to_char(report.check_date at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

/**
 * Results that decide the scores of these days: the last one of each rule and day, and what stood before the first day. What could not run is
 * left out, so that the result before it goes on counting.
 */
export async function resultsOf(db: Db, asked: Asked): Promise<DatedResult[]> {
  const start = new Date(endOfDay(asked.from).getTime() - DAY_MS);
  const columns = (rows: ReturnType<typeof reportsOf>) =>
    rows
      .where('report.state', 'not in', ['error', 'skip'])
      .select([
        'report.id',
        'report.checkRuleId',
        'report.ruleName',
        'report.ruleTypeId',
        'report.ruleTableId',
        'report.ruleWeight',
        'report.ruleStrength',
        'report.state',
        'report.num',
        'report.den',
        'report.checkErrorCount',
      ])
      .select([DAY.as('day'), isEarlier('report').as('isEarlier')]);
  const [before, within] = await Promise.all([
    columns(reportsOf(db, asked))
      .where('report.checkDate', '<', start)
      .distinctOn('report.checkRuleId')
      .orderBy('report.checkRuleId')
      .orderBy('report.checkDate', 'desc')
      .orderBy('report.id', 'desc')
      .execute(),
    columns(reportsOf(db, asked))
      .where('report.checkDate', '>=', start)
      .where('report.checkDate', '<', endOfDay(asked.to))
      .distinctOn(['report.checkRuleId', DAY])
      .orderBy('report.checkRuleId')
      .orderBy(DAY)
      .orderBy('report.checkDate', 'desc')
      .orderBy('report.id', 'desc')
      .execute(),
  ]);
  return [...before, ...within].map((row) => ({
    day: row.day,
    reportId: row.id,
    ruleId: row.checkRuleId,
    isEarlier: row.isEarlier,
    ruleName: row.ruleName,
    tableId: row.ruleTableId,
    dimension: row.ruleTypeId as Dimension,
    weight: Number(row.ruleWeight),
    strength: row.ruleStrength as Strength,
    state: row.state as State,
    num: Number(row.num ?? 0),
    den: Number(row.den ?? 0),
    checkErrorCount: row.checkErrorCount === null ? null : Number(row.checkErrorCount),
  }));
}

/** What stood at the end of a day: the last result of each rule until then. */
export function standingAt(results: readonly DatedResult[], day: string): DatedResult[] {
  const last = new Map<string, DatedResult>();
  for (const one of results) {
    if (one.day > day) continue;
    const known = last.get(one.ruleId);
    if (!known || known.day <= one.day) last.set(one.ruleId, one);
  }
  return [...last.values()];
}

/** Results by table. */
export function byTable(results: readonly DatedResult[]): Map<string, DatedResult[]> {
  const tables = new Map<string, DatedResult[]>();
  for (const one of results) tables.set(one.tableId, [...(tables.get(one.tableId) ?? []), one]);
  return tables;
}
