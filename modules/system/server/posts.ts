import { implement } from '#kit/server/module.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { Post, PostInput, PostSearch, post } from '../contract/post.ts';
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
