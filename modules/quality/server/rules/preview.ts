import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { rule as contract, RuleInput } from '../../contract/rule.ts';
import { failed } from '../../core/index.ts';
import { withheld } from '../reports/withheld.ts';
import { measureRules } from '../run/measure.ts';
import { verdictFor } from '../run/verdict.ts';
import { checkRule } from './check.ts';
import { checkRules } from './queries.ts';

type Body = Pick<RuleInput, 'ruleSourceId' | 'ruleTableId' | 'ruleColumnId' | 'ruleConfig' | 'ruleStrength' | 'ruleThreshold'> & {
  readonly id?: string | null | undefined;
};
/** The stored rule that a trial is about; null for a new one, and for one whose past the caller may not know. */
async function knownRule(ctx: Ctx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await checkRules(ctx)
    .select(['rule.id', 'rule.ownerId', 'rule.ruleSourceId', 'rule.ruleTableId', 'rule.ruleColumnId', 'rule.ruleConfig'])
    .where('rule.id', '=', id)
    .executeTakeFirst();
  return row && !(await withheld(ctx, [row])).has(id) ? id : null;
}

const REFUSED = '规则负责人没有查询权限：';

/**
 * 试跑: measures a rule that nobody saved, with the rights of the caller. What the caller may not query is refused, as the console would
 * refuse it.
 */
export async function preview(ctx: Ctx, body: Body): Promise<Reply<typeof contract.preview>> {
  const { ruleSentence, ruleSql } = await checkRule(ctx, body);
  const started = performance.now();
  // a stored rule is tried against its own past, unless what it found is withheld from the caller
  const id = (await knownRule(ctx, body.id ?? null)) ?? 'rule';
  const asked = { id, columnId: body.ruleColumnId, config: body.ruleConfig };
  const [found = failed(id, '没有得到结果')] = await measureRules(ctx, body.ruleSourceId, body.ruleTableId, [asked]);
  if (found.problem?.message.startsWith(REFUSED)) throw new AppError('gate.refused', found.problem.message.slice(REFUSED.length));
  const { state, text } = verdictFor({ ruleThreshold: body.ruleThreshold, ruleStrength: body.ruleStrength }, found);
  return {
    state,
    message: text,
    ruleSentence,
    ruleSql,
    checkTotalCount: found.rows,
    checkErrorCount: found.bad,
    value: found.value,
    expected: found.expected ? { low: found.expected.low, high: found.expected.high } : null,
    ms: Math.round(performance.now() - started),
  };
}
