import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { follow as contract } from '../../contract/change.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';

interface Target {
  readonly objectType: 'source' | 'table';
  readonly objectId: string;
}

const visibleTables = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataTable')
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }));

/** The name of a source or table that the caller sees. Throws entity.notFound otherwise. */
async function nameOf(ctx: Ctx, { objectType, objectId }: Target): Promise<string> {
  const name =
    objectType === 'source'
      ? (await visibleSources(ctx).select('sourceName').where('id', '=', objectId).executeTakeFirst())?.sourceName
      : (await visibleTables(ctx).select('tableName').where('metadataTable.id', '=', objectId).executeTakeFirst())?.tableName;
  if (name === undefined) throw new AppError('entity.notFound');
  return name;
}

/** 关注: accounts that are notified of changes of a source or table. */
export const followRoutes = implement(contract, {
  async get(ctx, { params }) {
    await nameOf(ctx, params);
    const followers = await ctx.db
      .selectFrom('metadataFollow as f')
      .innerJoin('sysUser as u', 'u.id', 'f.userId')
      .select(['u.id', 'u.nickname', 'f.createTime'])
      .where('f.objectType', '=', params.objectType)
      .where('f.objectId', '=', params.objectId)
      .where('u.deletedAt', 'is', null)
      .orderBy('f.createTime')
      .orderBy('u.id')
      .limit(500)
      .execute();
    return { isFollowing: followers.some((one) => one.id === ctx.user.id), followers };
  },
  async mine(ctx) {
    const tables = await visibleTables(ctx)
      .innerJoin('metadataFollow as f', 'f.objectId', 'metadataTable.id')
      .innerJoin('metadataSource as s', 's.id', 'metadataTable.sourceId')
      .select(['f.objectId', 'f.createTime', 'metadataTable.schemaName', 'metadataTable.tableName', 's.sourceName'])
      .where('f.objectType', '=', 'table')
      .where('f.userId', '=', ctx.user.id)
      .orderBy('f.createTime', 'desc')
      .limit(500)
      .execute();
    const sources = await visibleSources(ctx)
      .innerJoin('metadataFollow as f', 'f.objectId', 'metadataSource.id')
      .select(['f.objectId', 'f.createTime', 'metadataSource.sourceName'])
      .where('f.objectType', '=', 'source')
      .where('f.userId', '=', ctx.user.id)
      .orderBy('f.createTime', 'desc')
      .limit(500)
      .execute();
    return [
      ...sources.map((row) => ({ ...row, objectType: 'source' as const, name: row.sourceName })),
      ...tables.map((row) => ({ ...row, objectType: 'table' as const, name: `${row.schemaName}.${row.tableName}` })),
    ];
  },
  async follow(ctx, { body }) {
    const name = await nameOf(ctx, body);
    await ctx.db
      .insertInto('metadataFollow')
      .values({ userId: ctx.user.id, objectType: body.objectType, objectId: body.objectId, createTime: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    ctx.audit.note(`关注“${name}”`);
    return null;
  },
  async unfollow(ctx, { params }) {
    // objects that are no longer visible can be unfollowed too
    await ctx.db
      .deleteFrom('metadataFollow')
      .where('userId', '=', ctx.user.id)
      .where('objectType', '=', params.objectType)
      .where('objectId', '=', params.objectId)
      .execute();
    ctx.audit.note('取消关注');
    return null;
  },
});
