import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { Dict, DictInput, DictItem, DictItemInput, DictItemSearch, DictSearch, dict, dictItem } from '../contract/dict.ts';

/** Enabled items of an enabled dictionary in order; none for an unknown code. */
export async function dictItems(db: Db, code: string) {
  return db
    .selectFrom('sysDictItem')
    .innerJoin('sysDict', 'sysDict.id', 'sysDictItem.dictId')
    .select(['sysDictItem.id', 'sysDictItem.dictId', 'sysDictItem.itemText', 'sysDictItem.itemValue', 'sysDictItem.itemSort'])
    .where('sysDict.dictCode', '=', code)
    .where('sysDict.status', '=', '1')
    .where('sysDict.deletedAt', 'is', null)
    .where('sysDictItem.status', '=', '1')
    .where('sysDictItem.deletedAt', 'is', null)
    .orderBy('sysDictItem.itemSort')
    .orderBy('sysDictItem.id')
    .execute();
}

const crud = crudHandlers(
  'sysDict',
  { row: Dict, input: DictInput, search: DictSearch },
  {
    label: '字典',
    nameField: 'dictName',
    search: { dictName: 'like', dictCode: 'like', status: 'eq' },
    sortable: ['dictName', 'dictCode', 'createTime'],
    unique: { dictCode: '字典编码已存在' },
  },
);

/** Open pages read the dictionaries again. */
async function notifyChanged(ctx: Ctx, dictIds: readonly string[]): Promise<void> {
  if (dictIds.length === 0) return;
  const rows = await ctx.db.selectFrom('sysDict').select('dictCode').where('id', 'in', dictIds).execute();
  for (const { dictCode } of rows) await ctx.app.push.send(ctx.db, 'everybody', { kind: 'dict', data: { code: dictCode } });
}

/** Locks the dictionaries, refuses built-in ones, and deletes their items too. */
async function removeWithItems(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('sysDict')
    .select(['dictName', 'isBuiltIn'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  const builtIn = rows.filter((row) => row.isBuiltIn === '1').map((row) => row.dictName);
  if (builtIn.length > 0) throw new AppError('rule.broken', `内置字典不能删除，可以禁用：${builtIn.join('、')}`);
  await notifyChanged(ctx, ids);
  await ctx.db
    .updateTable('sysDictItem')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('dictId', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
}

export const dicts = implement(dict, {
  ...crud,
  async update(ctx, input) {
    const stored = await ctx.db
      .selectFrom('sysDict')
      .select(['dictCode', 'isBuiltIn'])
      .where('id', '=', input.params.id)
      .executeTakeFirst();
    if (stored?.isBuiltIn === '1' && stored.dictCode !== input.body.dictCode) throw new AppError('rule.broken', '内置字典的编码不能修改');
    await notifyChanged(ctx, [input.params.id]);
    const updated = await crud.update(ctx, input);
    if (stored?.dictCode !== input.body.dictCode) await notifyChanged(ctx, [input.params.id]);
    return updated;
  },
  async remove(ctx, input) {
    await removeWithItems(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await removeWithItems(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  code: (ctx, { params }) => dictItems(ctx.db, params.code),
  refresh: () => null,
});

const itemCrud = crudHandlers(
  'sysDictItem',
  { row: DictItem, input: DictItemInput, search: DictItemSearch },
  {
    label: '字典项',
    nameField: 'itemValue',
    search: { dictId: 'eq', itemText: 'like', itemValue: 'like', status: 'eq' },
    sortable: ['itemSort', 'itemText', 'createTime'],
    order: 'itemSort',
  },
);

/** The parent must live, and a code occurs once in it. */
async function checkItem(ctx: Ctx, body: { dictId: string; itemText: string }, id: string | null): Promise<void> {
  const parent = await ctx.db
    .selectFrom('sysDict')
    .select('id')
    .where('id', '=', body.dictId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!parent) throw new AppError('rule.broken', '所属字典不存在，请重新选择', [{ path: 'dictId', message: '所属字典不存在' }]);
  let taken = ctx.db
    .selectFrom('sysDictItem')
    .select('id')
    .where('dictId', '=', body.dictId)
    .where('itemText', '=', body.itemText)
    .where('deletedAt', 'is', null);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst())
    throw new AppError('entity.duplicate', '字典项编码已存在', [{ path: 'itemText', message: '字典项编码已存在' }]);
}

/** The dictionaries that items belong to. */
async function dictsOf(ctx: Ctx, itemIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.db.selectFrom('sysDictItem').select('dictId').distinct().where('id', 'in', itemIds).execute();
  return rows.map(({ dictId }) => dictId);
}

export const dictItemRoutes = implement(dictItem, {
  ...itemCrud,
  async create(ctx, input) {
    await checkItem(ctx, input.body, null);
    await notifyChanged(ctx, [input.body.dictId]);
    return itemCrud.create(ctx, input);
  },
  async update(ctx, input) {
    await checkItem(ctx, input.body, input.params.id);
    await notifyChanged(ctx, [...(await dictsOf(ctx, [input.params.id])), input.body.dictId]);
    return itemCrud.update(ctx, input);
  },
  async remove(ctx, input) {
    await notifyChanged(ctx, await dictsOf(ctx, [input.params.id]));
    return itemCrud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await notifyChanged(ctx, await dictsOf(ctx, input.params.ids));
    return itemCrud.removeBatch(ctx, input);
  },
});
