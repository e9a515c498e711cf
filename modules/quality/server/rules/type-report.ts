import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { tellsValues, RULE_TYPES } from '../../core/index.ts';
import { withheld, withheldEarlier } from '../reports/withheld.ts';
import { checkRules, isEarlier } from './queries.ts';

/** Types whose results tell no value, whatever their parameters say; those that decide by their parameters are looked at one by one. */
const OPEN_CODES = RULE_TYPES.filter((type) => !type.tellsValues && !tellsValues({ ruleItemCode: type.code })).map(({ code }) => code);
/** `tellsValues` of the core, of a rule in the database: results of all others are told to everybody who sees the rule. */
const isTyped = sql<boolean>`(rule.rule_item_id <> all(${OPEN_CODES})
  or btrim(coalesce(rule.rule_config ->> 'filter', '')) <> ''
  or btrim(coalesce(rule.rule_config -> 'consistent' ->> 'relatedFilter', '')) <> ''
  or coalesce((rule.rule_config -> 'consistent' ->> 'tolerance')::numeric, 0) <> 0
  or coalesce((rule.rule_config -> 'consistent' ->> 'tolerancePercent')::numeric, 0) <> 0)`;

/**
 * Rules by type, and the errors of their last results as the caller may know them: summed up by the database. One by one are read only rules
 * with errors that hold a column against something typed, for whose numbers the rights on their columns decide.
 */
export async function typeSums(ctx: Ctx): Promise<ReadonlyMap<string, { ruleCount: number; checkErrorCount: number }>> {
  const rules = checkRules(ctx).leftJoin('qualityCheckReport as last', 'last.id', 'rule.lastReportId');
  const counted = sql<boolean>`rule.status = '1' and last.check_error_count > 0`;
  // what a rule found before it was changed is for who may know what it asked then
  const isAsked = sql<boolean>`(${isTyped} or ${isEarlier('last')})`;
  const sums = await rules
    .select((e) => [
      'rule.ruleTypeId',
      e.fn.countAll<string>().as('n'),
      sql<string>`coalesce(sum(last.check_error_count) filter (where ${counted} and not ${isAsked}), 0)`.as('errors'),
    ])
    .groupBy('rule.ruleTypeId')
    .execute();
  const typed = await rules
    .select(['rule.id', 'rule.ownerId', 'rule.ruleSourceId', 'rule.ruleTableId', 'rule.ruleColumnId', 'rule.ruleConfig'])
    .select(['rule.ruleTypeId', 'last.checkErrorCount', 'last.id as reportId'])
    .where(counted)
    .where(isAsked)
    .execute();
  const hidden = await withheld(ctx, typed);
  const earlier = await withheldEarlier(
    ctx,
    typed.map(({ reportId }) => reportId),
  );
  const found = new Map(sums.map((row) => [row.ruleTypeId, { ruleCount: Number(row.n), checkErrorCount: Number(row.errors) }]));
  for (const rule of typed)
    if (!hidden.has(rule.id) && !earlier.has(rule.reportId ?? ''))
      found.get(rule.ruleTypeId)!.checkErrorCount += Number(rule.checkErrorCount);
  return found;
}
