import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { loadCandidate } from './candidates.ts';
import { regroup } from './regroup.ts';
import { ruleOf } from './rule.ts';

type Decision = { readonly decision: 'never' | 'later' | 'open' | 'split'; readonly recordId?: string | null | undefined };

/** Every two of some records, each pair in order. */
export function pairsAmong(ids: readonly string[]): [string, string][] {
  const sorted = [...ids].sort();
  return sorted.flatMap((a, at) => sorted.slice(at + 1).map((b): [string, string] => [a, b]));
}

interface Apart {
  readonly modelId: string;
  readonly pairs: readonly (readonly [string, string])[];
  readonly origin: 'never' | 'undone';
  readonly candidateId: string | null;
}
/** Keeps pairs of records from being proposed again. */
export async function keepApart(
  ctx: Pick<Ctx, 'now' | 'user'> & { db: Db },
  { modelId, pairs, origin, candidateId }: Apart,
): Promise<void> {
  if (pairs.length === 0) return;
  const stamp = { createBy: ctx.user.id, createTime: ctx.now };
  await ctx.db
    .insertInto('masterdataMatchApart')
    .values(pairs.map(([recordA, recordB]) => ({ modelId, recordA, recordB, origin, candidateId, ...stamp })))
    .onConflict((conflict) => conflict.columns(['modelId', 'recordA', 'recordB']).doUpdateSet({ origin, candidateId, ...stamp }))
    .execute();
}

const WORDS = { never: '永不合并', later: '稍后处理', open: '重新打开', split: '拆出一条' } as const;

/** What a person says of a group: never one, later, look again, or one record does not belong to it. Nothing is merged by it. */
export async function decide(ctx: Ctx, id: string, { decision, recordId }: Decision): Promise<null> {
  const { row, model, records } = await loadCandidate(ctx, id, { isLocked: true });
  if (row.state === 'merged') throw new AppError('rule.broken', '该组已合并，撤销合并后才能处理');
  const rule = await ruleOf(ctx.db, model);
  if (decision === 'split') {
    if (!recordId || !records.includes(recordId))
      throw new AppError('input.invalid', '请选择要拆出的记录', [{ path: 'recordId', message: '请选择要拆出的记录' }]);
    if (row.state === 'never') throw new AppError('rule.broken', '该组已标为永不合并，请先重新打开');
    const pairs = records
      .filter((other) => other !== recordId)
      .map((other): [string, string] => (other < recordId ? [other, recordId] : [recordId, other]));
    await keepApart(ctx, { modelId: model.id, pairs, origin: 'never', candidateId: null });
    await regroup(ctx.app, ctx.db, model.id, rule);
  } else await setState(ctx, { id, modelId: model.id, records, state: decision });
  if (decision === 'never') await keepApart(ctx, { modelId: model.id, pairs: pairsAmong(records), origin: 'never', candidateId: id });
  if (decision === 'open') await ctx.db.deleteFrom('masterdataMatchApart').where('candidateId', '=', id).execute();
  if (decision === 'open' || decision === 'never') await regroup(ctx.app, ctx.db, model.id, rule);
  ctx.audit.note(`“${model.modelName}”的 ${records.length} 条记录：${WORDS[decision]}`);
  return null;
}

interface State {
  readonly id: string;
  readonly modelId: string;
  readonly records: readonly string[];
  readonly state: 'never' | 'later' | 'open';
}
async function setState(ctx: Ctx, { id, state }: State): Promise<void> {
  await ctx.db.updateTable('masterdataCandidate').set({ state, decideBy: ctx.user.id, decideTime: ctx.now }).where('id', '=', id).execute();
}
