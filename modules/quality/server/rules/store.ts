import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { tellsValues } from '../../core/index.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import type { RuleInput } from '../../contract/rule.ts';
import { checkRule } from './check.ts';
import { ENTITY } from './queries.ts';
import { isHeld, ruleApprovals } from './release.ts';

/** Said of a rule that was made together with others and waits for somebody to submit it. */
export const HELD = '启用需要审批，已建为禁用，请在规则配置中提交';

const LOGGED = 'quality_check_rule:logged';
/**
 * A rule as the operation log keeps it. Who reads the log need not see the columns: of a config that holds them against something typed it tells
 * only whether it changed.
 */
export function logged<R extends { readonly ruleConfig: unknown }>({ secrets }: Pick<App, 'secrets'>, row: R): Omit<R, 'ruleConfig'> {
  const config = RuleConfig.parse(row.ruleConfig);
  if (!tellsValues(config)) return row;
  const mark = secrets.sign(JSON.stringify(config), LOGGED).slice(0, 12);
  return { ...row, ruleConfig: { ruleItemCode: config.ruleItemCode, note: `条件不记入日志，校验码 ${mark}` } };
}

/** What is stored of an input; the person who saves it owns the rule, which runs with their rights. */
async function storable(ctx: Ctx, body: RuleInput, id: string | null) {
  const item = await ctx.db
    .selectFrom('qualityRuleItem')
    .select(['id', 'ruleTypeId', 'itemCode'])
    .where('id', '=', body.ruleItemId)
    .where('isRetired', '=', '0')
    .executeTakeFirst();
  const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (!item || item.ruleTypeId !== body.ruleTypeId) throw wrong('ruleItemId', '核查项不属于所选的规则类型');
  if (item.itemCode !== body.ruleConfig.ruleItemCode) throw wrong('ruleConfig.ruleItemCode', '规则参数与核查项不一致');
  const level = await ctx.db.selectFrom('qualityRuleLevel').select('id').where('id', '=', body.ruleLevelId).executeTakeFirst();
  if (!level) throw wrong('ruleLevelId', '级别不存在');
  let same = ctx.db.selectFrom('qualityCheckRule').select('id').where('ruleName', '=', body.ruleName).where('deletedAt', 'is', null);
  if (id !== null) same = same.where('id', '<>', id);
  if (await same.executeTakeFirst())
    throw new AppError('entity.duplicate', '规则名称已存在', [{ path: 'ruleName', message: '规则名称已存在' }]);
  await checkRule(ctx, body);
  return {
    ...body,
    ruleConfig: JSON.stringify(body.ruleConfig),
    ownerId: ctx.user.id,
    updateBy: ctx.user.id,
    updateTime: ctx.now,
  };
}

/**
 * Makes a rule that the caller owns, after everything that is asked of one. Where a process approves rules it is off until it passed: `isHeld`.
 * Throws as `storable`.
 */
export async function createRule(ctx: Ctx, body: RuleInput): Promise<{ id: string; isHeld: boolean }> {
  const values = await storable(ctx, body, null);
  const held = await isHeld(ctx, body.status);
  const id = ctx.app.ids.next();
  const row = {
    ...values,
    ...(held && { status: '0' }),
    id,
    createBy: ctx.user.id,
    createDept: ctx.user.deptId,
    createTime: ctx.now,
  };
  await ctx.db.insertInto('qualityCheckRule').values(row).execute();
  ctx.audit.change({ entity: ENTITY, id, name: body.ruleName, before: null, after: logged(ctx.app, { ...body, status: row.status }) });
  return { id, isHeld: held };
}

/**
 * Changes a rule, which the caller owns from then on. `before` is the row as it is now, with its config. What was approved does not change behind
 * the approval: where a process approves rules it is off until the next one passed. Throws as `storable`, flow.closed.
 */
export async function changeRule(
  ctx: Ctx,
  before: { readonly id: string; readonly version: number; readonly ruleConfig: unknown },
  input: RuleInput,
): Promise<{ isHeld: boolean }> {
  await ruleApprovals.assertFree(ctx.db, [before.id], 'edit');
  const values = await storable(ctx, input, before.id);
  const held = await isHeld(ctx, input.status);
  const status = held ? ('0' as const) : input.status;
  await ctx.db
    .updateTable('qualityCheckRule')
    .set({ ...values, status, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute();
  const after = logged(ctx.app, { ...before, ...input, status });
  ctx.audit.change({ entity: ENTITY, id: before.id, name: input.ruleName, before: logged(ctx.app, before), after });
  return { isHeld: held };
}
