import { wallDay } from '#kit/core/text/wall-clock.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { NO_OWN_DAYS, ownDays, type OwnDays } from '#kit/core/cn/days-off.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { onClassified } from '#modules/gate/server/index.ts';
import { readConfig } from '#modules/system/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import type { History, Outcome } from '../../core/index.ts';

/*
 * What runs measured, kept beside their reports so that later runs are judged by it. Figures stay longer than somebody looks at a report, and
 * belong to what was measured: a rule that was changed to measure something else begins anew.
 */

/** Days of history that a rule looks back on. */
const LOOKED_BACK = 120;
const OWN_DAYS = 'quality.ownDays';
const DAY_MS = 86_400_000;

export const calendarConfig: ConfigSeed = {
  key: OWN_DAYS,
  name: '休息日与调休补充',
  value: '',
  type: 'text',
  group: '数据质量',
  remark:
    '指标异常按工作日和休息日分别比较。已内置2025、2026年国务院放假安排，其他年份按法定节假日的惯例推算；新安排发布后在此补充，例如：2027-02-05~2027-02-11；班2027-02-20',
  problem: (value) => (ownDays(value) ? null : '应写成 2027-02-05~2027-02-11；班2027-02-20，一段最多31天，用分号隔开'),
};

/** What of a rule decides whether its figures are comparable. */
export interface Figured {
  readonly id: string;
  readonly columnId: string | null;
  /** as it is stored: variables of the run are not filled in, or each day would be a measure of its own */
  readonly config: RuleConfig;
}
const [VALUE, DRIFT, STRUCTURE] = ['value', 'drift', 'structure'];
const KINDS: Readonly<Record<string, string>> = {
  history_change: VALUE!,
  history_anomaly: VALUE!,
  history_drift: DRIFT!,
  history_schema: STRUCTURE!,
};

/** Names what a rule measures; null for rules that keep no figures. */
export function figureKey(tableId: string, { columnId, config }: Omit<Figured, 'id'>): string | null {
  const kind = KINDS[config.ruleItemCode];
  if (kind === undefined) return null;
  const { metric } = config;
  const column = kind === VALUE ? (metric?.columnId ?? null) : columnId;
  const of = kind === VALUE ? (metric?.metric ?? (column === null ? 'rows' : 'nullRate')) : null;
  return createHash('sha256')
    .update(JSON.stringify([kind, tableId, column, of, config.filter?.trim() ?? '']))
    .digest('hex')
    .slice(0, 32);
}

async function ownDaysOf(db: Db): Promise<OwnDays> {
  return ownDays((await readConfig(db, OWN_DAYS)) ?? '') ?? NO_OWN_DAYS;
}

/** The past of a rule's number, a figure for each day. */
export async function historyOf(app: App, tableId: string, rule: Figured, day: string): Promise<History> {
  const key = figureKey(tableId, rule) ?? '';
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - LOOKED_BACK * DAY_MS).toISOString().slice(0, 10);
  const rows = await app.db
    .selectFrom('qualityFigure')
    .select(['day', 'value'])
    .where('checkRuleId', '=', rule.id)
    .where('figureKey', '=', key)
    .where('value', 'is not', null)
    .where('day', '>=', from)
    .distinctOn('day')
    .orderBy('day')
    .orderBy('checkTime', 'desc')
    .orderBy('reportId', 'desc')
    .execute();
  return { points: rows.map((row) => ({ day: row.day, value: row.value! })), day, ownDays: await ownDaysOf(app.db) };
}

/** What the first or the last run of a rule kept beside its number; null when there is none. */
export async function keptDetail(db: Db, tableId: string, rule: Figured, which: 'first' | 'previous'): Promise<unknown> {
  const order = which === 'first' ? 'asc' : 'desc';
  const row = await db
    .selectFrom('qualityFigure')
    .select('detail')
    .where('checkRuleId', '=', rule.id)
    .where('figureKey', '=', figureKey(tableId, rule) ?? '')
    .where('detail', 'is not', null)
    .orderBy('checkTime', order)
    .orderBy('reportId', order)
    .limit(1)
    .executeTakeFirst();
  return row?.detail ?? null;
}

/** Keeps what a run measured, in the transaction of its report. */
export async function keepFigure(
  db: Db,
  { reportId, now, rule }: { reportId: string; now: Date; rule: Figured & { readonly tableId: string } },
  { kept, expected }: Outcome,
): Promise<void> {
  const key = figureKey(rule.tableId, rule);
  if (!kept || key === null) return;
  await db
    .insertInto('qualityFigure')
    .values({
      reportId,
      checkRuleId: rule.id,
      figureKey: key,
      day: wallDay(now),
      checkTime: now,
      value: kept.value,
      low: expected?.low ?? null,
      high: expected?.high ?? null,
      detail: kept.detail === null ? null : JSON.stringify(kept.detail),
    })
    .execute();
}

/** The most frequent values and edges of a column go as soon as it becomes L3 or L4. Returns a function that stops it. */
export const dropDistributionsOfSensitive = (app: App): (() => void) =>
  onClassified(app, async (db, changes) => {
    const ids = changes.flatMap(({ columnId, newLevel }) =>
      columnId !== null && (newLevel === 'L3' || newLevel === 'L4') ? [columnId] : [],
    );
    if (ids.length === 0) return;
    await sql`update quality_figure f set detail = null from quality_check_rule r
      where f.check_rule_id = r.id and r.rule_column_id = any(${ids}::text[]) and f.detail is not null`.execute(db);
  });
