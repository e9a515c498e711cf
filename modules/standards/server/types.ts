import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { IS_EDITED, pendingChanges, submitType } from './dict-versions.ts';
import { assertTypesFree } from './in-use.ts';
import { seenSourcesOf, usedBy } from './type-used.ts';
import { StandardType, StandardTypeInput, StandardTypeSearch, standardType } from '../contract/type.ts';

const crud = crudHandlers(
  'standardType',
  { row: StandardType, input: StandardTypeInput, search: StandardTypeSearch },
  {
    label: '标准类别',
    nameField: 'gbTypeName',
    search: { gbTypeCode: 'like', gbTypeName: 'like', status: 'eq' },
    sortable: ['gbTypeCode', 'gbTypeName', 'createTime'],
    order: 'gbTypeCode',
    unique: { gbTypeCode: '标准类别编码已存在' },
  },
);

/** Refuses sets of the product, and deletes the items of the others with them. */
async function removeWithItems(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('standardType')
    .select(['gbTypeName', 'isBuiltIn'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  const builtIn = rows.filter((row) => row.isBuiltIn === '1').map((row) => row.gbTypeName);
  if (builtIn.length > 0) throw new AppError('rule.broken', `内置标准类别不能删除，可以禁用：${builtIn.join('、')}`);
  await assertTypesFree(ctx.db, ids);
  await ctx.db
    .updateTable('standardDict')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('typeId', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
}

export const types = implement(standardType, {
  ...crud,
  async remove(ctx, input) {
    await removeWithItems(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await removeWithItems(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  async list(ctx) {
    const rows = await ctx.db
      .selectFrom('standardType')
      .select([
        'id',
        'gbTypeCode',
        'gbTypeName',
        'isBuiltIn',
        'keptBy',
        'status',
        'versionNo',
        'publishTime',
        'flowStatus',
        'processInstanceId',
      ])
      .select(IS_EDITED.as('isEdited'))
      .select(
        sql<number>`(select count(*)::int from standard_dict where type_id = standard_type.id and deleted_at is null and status = '1')`.as(
          'dictCount',
        ),
      )
      .where('deletedAt', 'is', null)
      .orderBy('gbTypeCode')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ ...row, flowStatus: row.flowStatus as FlowStatus }));
  },
  async changes(ctx, { params }) {
    const { sources, ...changes } = await pendingChanges(ctx, params.id);
    return { ...changes, ...(await seenSourcesOf(ctx, sources)) };
  },
  submit: (ctx, { params }) => submitType(ctx, params.id),
  used: (ctx, { params }) => usedBy(ctx, params.id),
});
