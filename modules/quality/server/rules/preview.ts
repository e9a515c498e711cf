import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { rule as contract, RuleInput } from '../../contract/rule.ts';
import { failed } from '../../core/index.ts';
import { measureRules } from '../run/measure.ts';
import { verdictFor } from '../run/verdict.ts';
import { checkRule } from './check.ts';

type Body = Pick<RuleInput, 'ruleSourceId' | 'ruleTableId' | 'ruleColumnId' | 'ruleConfig' | 'ruleStrength' | 'ruleThreshold'>;
const REFUSED = '规则负责人没有查询权限：';

/**
 * 试跑: measures a rule that nobody saved, with the rights of the caller. What the caller may not query is refused, as the console would
 * refuse it.
 */
export async function preview(ctx: Ctx, body: Body): Promise<Reply<typeof contract.preview>> {
  const { ruleSentence, ruleSql } = await checkRule(ctx, body);
  const started = performance.now();
  const asked = { id: 'rule', columnId: body.ruleColumnId, config: body.ruleConfig };
  const [found = failed('rule', '没有得到结果')] = await measureRules(ctx, body.ruleSourceId, body.ruleTableId, [asked]);
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
    ms: Math.round(performance.now() - started),
  };
}
