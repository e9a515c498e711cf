import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { Category, CategoryInput, CategorySearch, category } from '../contract/category.ts';

const crud = crudHandlers(
  'flowCategory',
  { row: Category, input: CategoryInput, search: CategorySearch },
  {
    label: '流程分类',
    nameField: 'name',
    search: { name: 'like' },
    sortable: ['sortNo', 'createTime'],
    order: 'sortNo,-createTime',
    unique: { name: '分类名称已存在' },
  },
);

async function refuseUsed({ db }: Ctx, ids: readonly string[]): Promise<void> {
  const used = await db
    .selectFrom('flowModel')
    .select('name')
    .where('categoryId', 'in', ids)
    .where('deletedAt', 'is', null)
    .limit(3)
    .execute();
  if (used.length > 0) throw new AppError('entity.inUse', `分类正在被流程 ${used.map(({ name }) => name).join('、')} 使用，不能删除`);
}

export const categories = implement(category, {
  ...crud,
  async remove(ctx, input) {
    await refuseUsed(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await refuseUsed(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  list: ({ db }) =>
    db
      .selectFrom('flowCategory')
      .select(['id', 'name'])
      .where('deletedAt', 'is', null)
      .orderBy('sortNo')
      .orderBy('id')
      .limit(1000)
      .execute(),
});
