import type * as z from 'zod';
import { implement } from '#kit/server/module.ts';
import { contains, crudHandlers } from '#kit/server/crud.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { Post, PostInput, PostSearch, post } from '../contract/post.ts';
import { dictItems } from './dicts.ts';
import { refuseInUse } from './in-use.ts';

const crud = crudHandlers(
  'sysPost',
  { row: Post, input: PostInput, search: PostSearch },
  {
    label: '岗位',
    nameField: 'postName',
    search: { postName: 'like', postCode: 'like', status: 'eq' },
    sortable: ['sortNo', 'postName', 'createTime'],
    order: 'sortNo,-createTime',
    unique: { postName: '岗位名称已存在', postCode: '岗位编码已存在' },
  },
);

const excel = excelHandlers({
  label: '岗位',
  columns: [
    { field: 'postName', title: '岗位名称', required: true, example: '高级工程师' },
    { field: 'postCode', title: '岗位编码', example: 'senior_engineer' },
    { field: 'sortNo', title: '排序', kind: 'number', example: '10' },
    { field: 'status', title: '状态', dict: 'sys_common_status', example: '启用' },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export' },
  ],
  input: PostInput,
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof PostSearch> & { ids?: string[] | null }) =>
    inBatches((after, limit) => {
      let rows = ctx.db
        .selectFrom('sysPost')
        .select(['id', 'postName', 'postCode', 'sortNo', 'status', 'remark', 'createTime'])
        .where('deletedAt', 'is', null)
        .where('id', '>', after);
      if (query.ids) rows = rows.where('id', 'in', query.ids);
      if (query.postName) rows = rows.where('postName', 'ilike', contains(query.postName));
      if (query.postCode) rows = rows.where('postCode', 'ilike', contains(query.postCode));
      if (query.status) rows = rows.where('status', '=', query.status);
      return rows.orderBy('id').limit(limit).execute();
    }),
  create: (ctx, row) => crud.create(ctx, { body: row }),
});

/** Names the accounts that hold one of the posts. */
async function refuseUsed(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const users = await ctx.db
    .selectFrom('sysUserPost')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserPost.userId')
    .select(['sysUser.nickname', 'sysUser.username'])
    .where('sysUserPost.postId', 'in', ids)
    .where('sysUser.deletedAt', 'is', null)
    .orderBy('sysUser.id')
    .execute();
  refuseInUse(
    '岗位',
    '用户',
    users.map((user) => `${user.nickname}（${user.username}）`),
  );
}

export const posts = implement(post, {
  ...crud,
  ...excel,
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
      .selectFrom('sysPost')
      .select(['id', 'postName', 'status'])
      .where('deletedAt', 'is', null)
      .orderBy('sortNo')
      .orderBy('id')
      .limit(5000)
      .execute(),
});
