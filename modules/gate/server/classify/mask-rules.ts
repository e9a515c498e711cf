import { AppError } from '#kit/contract/errors.ts';
import { type Mask, type MaskAlgorithm, type MaskParams } from '#kit/core/mask/index.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { MaskRule, MaskRuleInput, MaskRuleSearch, maskRule } from '../../contract/mask-rule.ts';
import { compare, preview, restore, sampleColumns } from './mask-trials.ts';

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

type Problem = readonly [field: keyof MaskParams, message: string];
/** What is missing or wrong in the parameters of an algorithm that cannot do without them. */
const PROBLEMS: Partial<Record<MaskAlgorithm, (params: MaskParams) => Problem | false>> = {
  keep: ({ head = 0, tail = 0 }) => head + tail === 0 && ['head', '请填写前或后保留位数，全部遮盖请选择“全部隐藏”'],
  range({ from, to }) {
    if (from === undefined) return ['from', '请填写遮盖起始位'];
    if (to === undefined) return ['to', '请填写遮盖结束位'];
    return to < from && ['to', '遮盖结束位不能小于起始位'];
  },
  before: ({ char }) => !char && ['char', '请填写分隔字符'],
  after: ({ char }) => !char && ['char', '请填写分隔字符'],
  fixed: ({ text }) => !text && ['text', '请填写固定文本'],
  date: ({ unit }) => !unit && ['unit', '请选择日期精度'],
  round: ({ step }) => !step && ['step', '请填写取整单位'],
  amount: ({ step }) => !step && ['step', '请填写区间宽度'],
  pattern: ({ pattern }) => !pattern?.includes('*') && ['pattern', '遮盖样式至少包含一个 *'],
  token: ({ hash }) => !hash && ['hash', '请选择摘要算法'],
  encrypt: ({ cipher }) => !cipher && ['cipher', '请选择加密算法'],
  preserve({ kind, cipher }) {
    if (!kind) return ['kind', '请选择保形类型'];
    return !cipher && ['cipher', '请选择加密算法'];
  },
};
function assertComplete({ algorithm, params }: Mask): void {
  const problem = PROBLEMS[algorithm]?.(params);
  if (problem) throw new AppError('input.invalid', problem[1], [{ path: `params.${problem[0]}`, message: problem[1] }]);
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
  preview(_, { body }) {
    assertComplete(body);
    return preview(body, body.value);
  },
  sampleColumns: (ctx, { query }) => sampleColumns(ctx, query.columnName ?? ''),
  compare(ctx, { body }) {
    assertComplete(body);
    return compare(ctx, body, body.columnId);
  },
  async restore(ctx, { body }) {
    assertComplete(body);
    const value = await restore(ctx.app, body, body.value, body.versionNo ?? null);
    ctx.audit.note(`还原密文，原因：${body.reason}`);
    return { value };
  },
});
