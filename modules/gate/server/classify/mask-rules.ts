import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { MaskRule, MaskRuleInput, MaskRuleSearch, maskRule } from '../../contract/mask-rule.ts';
import { maskWith, type Algorithm, type MaskParams } from '../../core/mask.ts';
import { digestOf } from './masks.ts';

const crud = crudHandlers(
  'metadataMaskRule',
  { row: MaskRule, input: MaskRuleInput, search: MaskRuleSearch },
  {
    label: '脱敏规则',
    nameField: 'ruleName',
    search: { ruleName: 'like', algorithm: 'eq', status: 'eq' },
    sortable: ['ruleName', 'algorithm', 'createTime', 'updateTime'],
    order: 'createTime',
    unique: { ruleCode: '规则编码已存在' },
  },
);

/** Parameters that the algorithm cannot do without. */
function assertComplete({ algorithm, params }: { algorithm: Algorithm; params: MaskParams }): void {
  const problem =
    algorithm === 'keep' && (params.head ?? 0) + (params.tail ?? 0) === 0
      ? (['params.head', '请填写前或后保留位数，全部遮盖请选择“全部隐藏”'] as const)
      : algorithm === 'date' && !params.unit
        ? (['params.unit', '请选择日期精度'] as const)
        : algorithm === 'round' && !params.step
          ? (['params.step', '请填写取整单位'] as const)
          : algorithm === 'pattern' && !params.pattern?.includes('*')
            ? (['params.pattern', '遮盖样式至少包含一个 *'] as const)
            : null;
  if (problem) throw new AppError('input.invalid', problem[1], [{ path: problem[0], message: problem[1] }]);
}

async function refuseUsed(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const builtin = await ctx.db
    .selectFrom('metadataMaskRule')
    .select('ruleName')
    .where('id', 'in', ids)
    .where('isBuiltin', '=', '1')
    .executeTakeFirst();
  if (builtin) throw new AppError('entity.inUse', `内置规则“${builtin.ruleName}”不能删除，可以禁用`);
  const used = await ctx.db
    .selectFrom('metadataClass')
    .select('className')
    .where('maskRuleId', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .limit(3)
    .execute();
  if (used.length > 0)
    throw new AppError('entity.inUse', `脱敏规则正在被分类${used.map((row) => `“${row.className}”`).join('')}使用，请先改用其他规则`);
}

export const maskRules = implement(maskRule, {
  ...crud,
  create(ctx, input) {
    assertComplete(input.body);
    return crud.create(ctx, input);
  },
  update(ctx, input) {
    assertComplete(input.body);
    return crud.update(ctx, input);
  },
  async remove(ctx, input) {
    await refuseUsed(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await refuseUsed(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  list: (ctx) =>
    ctx.db
      .selectFrom('metadataMaskRule')
      .select(['id', 'ruleName', 'status'])
      .where('deletedAt', 'is', null)
      .orderBy('createTime')
      .orderBy('id')
      .limit(1000)
      .execute(),
  preview(ctx, { body }) {
    assertComplete(body);
    const shown = maskWith(body, body.value, digestOf(ctx.app));
    return { value: shown === null || shown === undefined ? null : String(shown) };
  },
});
