import { implement, type Recyclable } from '#kit/server/module.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { plainHandlers, plainRecyclable } from '#kit/server/plain-entity.ts';
import { post, postFields } from '../contract/post.ts';
import { dictItems } from './dicts.ts';
import { refuseInUse } from './in-use.ts';

const declaration = {
  table: 'sysPost',
  fields: postFields,
  label: '岗位',
  code: 'system:post',
  nameField: 'postName',
  readDict: dictItems,
  order: 'sortNo,-createTime',
  isForAll: true,
} as const;
const crud = plainHandlers(declaration);

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

/** Purging a post takes it from the accounts that were deleted with it. */
export const recycledPost: Recyclable = {
  ...plainRecyclable(declaration),
  async beforePurge({ db }, id) {
    await db.deleteFrom('sysUserPost').where('postId', '=', id).execute();
  },
};
