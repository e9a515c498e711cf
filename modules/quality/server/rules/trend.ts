import { AppError } from '#kit/contract/errors.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { rule as contract } from '../../contract/rule.ts';
import type { ReportState } from '../../contract/state.ts';
import { withheld } from '../reports/withheld.ts';
import { checkRules, ofVisibleReport, ownerOfReport } from './queries.ts';

/** Results that a trend shows. */
const MAX = 60;

const numberOf = (text: string | null): number | null => {
  const value = text === null || text.trim() === '' ? null : Number(text);
  return value === null || !Number.isFinite(value) ? null : value;
};

interface Measured {
  readonly id: string;
  readonly checkDate: Date;
  readonly state: string;
  readonly value: string | null;
  readonly checkErrorCount: string | null;
  /** what is kept of it for later runs */
  readonly figure: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
/** A report as a point of a trend; without its numbers where they are not shown. */
export function pointOf(row: Measured, { of, isShown }: { readonly of: 'badRows' | 'value'; readonly isShown: boolean }) {
  const value = of === 'badRows' ? numberOf(row.checkErrorCount) : (row.figure ?? numberOf(row.value));
  return {
    reportId: row.id,
    checkDate: row.checkDate,
    state: row.state as ReportState,
    value: isShown ? value : null,
    low: isShown ? row.low : null,
    high: isShown ? row.high : null,
  };
}

/** The last results of a rule with what its past expected of them; numbers only for who may know them. Throws entity.notFound. */
export async function trendOf(ctx: Ctx, id: string): Promise<Reply<typeof contract.trend>> {
  const rule = await checkRules(ctx)
    .select(['rule.id', 'rule.ownerId', 'rule.ruleSourceId', 'rule.ruleTableId', 'rule.ruleColumnId', 'rule.ruleConfig'])
    .where('rule.id', '=', id)
    .executeTakeFirst();
  if (!rule) throw new AppError('entity.notFound');
  const rows = await ctx.db
    .selectFrom('qualityCheckReport as report')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'report.checkRuleId')
    .leftJoin('qualityFigure as figure', 'figure.reportId', 'report.id')
    .select(['report.id', 'report.checkDate', 'report.state', 'report.value', 'report.checkErrorCount', 'figure.value as figure'])
    .select(ownerOfReport('report'))
    .select(['figure.low', 'figure.high', 'report.ruleConfig', 'report.ruleSourceId', 'report.ruleTableId', 'report.ruleColumnId'])
    .where('report.checkRuleId', '=', id)
    .where(ofVisibleReport(ctx))
    .orderBy('report.checkDate', 'desc')
    .orderBy('report.id', 'desc')
    .limit(MAX)
    .execute();
  // what a rule asked when it ran decides who may know what it found
  const hidden = await withheld(ctx, [rule, ...rows]);
  const of = rows.some(({ checkErrorCount }) => checkErrorCount !== null) ? 'badRows' : 'value';
  const points = rows.map((row) => pointOf(row, { of, isShown: !hidden.has(row.id) && !hidden.has(id) }));
  return { isWithheld: hidden.size > 0, of, points: points.reverse() };
}
