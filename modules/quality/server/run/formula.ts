import type { Ctx } from '#kit/server/ctx.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import { ConfigProblem, type ReferredResult } from '../../core/index.ts';
import { withheld, withheldEarlier } from '../reports/withheld.ts';
import { checkRules } from '../rules/queries.ts';

/* Rules that a formula refers to: its owner must see them and may know their numbers. */

export const FORMULA = 'custom_formula';
const PERMS = ['quality:rule:list'];
const PATH = 'ruleConfig.custom.ruleIds';

const referred = (ctx: Ctx, ids: readonly string[]) =>
  checkRules(ctx, PERMS)
    .leftJoin('qualityCheckReport as last', 'last.id', 'rule.lastReportId')
    .select(['rule.id', 'rule.ruleName', 'rule.ownerId', 'rule.ruleSourceId', 'rule.ruleTableId', 'rule.ruleColumnId', 'rule.ruleConfig'])
    .select(['rule.ruleItemId', 'last.state', 'last.value', 'last.checkErrorCount', 'last.checkTotalCount', 'last.id as reportId'])
    .where('rule.id', 'in', ['', ...ids])
    .execute();

/** Names of the rules of a formula that the caller sees, by id. */
export async function ruleNames(ctx: Ctx, { custom }: RuleConfig): Promise<ReadonlyMap<string, string>> {
  if (!custom?.ruleIds?.length) return new Map();
  const rows = await checkRules(ctx, PERMS).select(['rule.id', 'rule.ruleName']).where('rule.id', 'in', custom.ruleIds).execute();
  return new Map(rows.map((row) => [row.id, row.ruleName]));
}

/** The rules of a formula in its order. Throws ConfigProblem for one that is gone, out of reach, a formula itself, or withheld from the caller. */
async function rulesOf(ctx: Ctx, ids: readonly string[]) {
  const rows = new Map((await referred(ctx, ids)).map((row) => [row.id, row]));
  const hidden = await withheld(ctx, [...rows.values()]);
  return ids.map((id, i) => {
    const row = rows.get(id);
    if (!row) throw new ConfigProblem(`规则${i + 1}不存在、已删除或没有查看权限，请重新选择`, PATH);
    if (row.ruleItemId === FORMULA) throw new ConfigProblem(`规则${i + 1}“${row.ruleName}”本身是公式，公式不能引用公式`, PATH);
    if (hidden.has(id)) throw new ConfigProblem(`没有查看规则${i + 1}“${row.ruleName}”结果的权限，不能引用`, PATH);
    return row;
  });
}

/** Throws ConfigProblem unless the caller may refer to the rules of a formula. */
export async function assertReferred(ctx: Ctx, { ruleItemCode, custom }: RuleConfig): Promise<void> {
  if (ruleItemCode === FORMULA) await rulesOf(ctx, custom?.ruleIds ?? []);
}

/** The last results of the rules of a formula, in its order; of one that could not run there is no number. Throws ConfigProblem. */
export async function referredResults(ctx: Ctx, ids: readonly string[]): Promise<(ReferredResult | null)[]> {
  const rows = await rulesOf(ctx, ids);
  const earlier = await withheldEarlier(
    ctx,
    rows.map(({ reportId }) => reportId),
  );
  return rows.map((row) => {
    const hasResult = !earlier.has(row.reportId ?? '') && row.state !== null && row.state !== 'error' && row.state !== 'skip';
    return { name: row.ruleName, number: hasResult ? (row.value ?? row.checkErrorCount) : null, rows: row.checkTotalCount };
  });
}
