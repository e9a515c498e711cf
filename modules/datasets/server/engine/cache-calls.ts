import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { cacheCalls } from '../../contract/cache-calls.ts';
import { CachePolicy } from '../../contract/cache-policy.ts';
import { itemFor } from '#modules/library/server/index.ts';
import { loadSet } from '../sets/load.ts';
import { readingCtx } from '../sets/reading.ts';
import { notifyData, notifySource } from './notify.ts';
import { purgeSet, purgeSource } from './index.ts';
import { inheritedBy, policyProblem } from './cache-rule.ts';
import { forgetRules } from './rules.ts';

type Scope = 'source' | 'dataset';

/** A source within the caller's reach, with the permission of the call. Throws entity.notFound. */
async function sourceFor(ctx: Ctx, id: string): Promise<{ id: string; sourceName: string }> {
  const row = await visibleSources(ctx).select(['id', 'sourceName']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '数据源不存在或没有查看权限');
  return row;
}

/** Kept answers count no longer: here at once, on other nodes within seconds. Open pages are told to ask anew. */
async function purge(ctx: Ctx, scope: Scope, scopeId: string): Promise<void> {
  const stamp = { purgeTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now };
  await ctx.db
    .insertInto('visualCacheRule')
    .values({ scope, scopeId, purgeNo: 1, ...stamp })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'scopeId']).doUpdateSet({ purgeNo: sql`visual_cache_rule.purge_no + 1`, ...stamp }),
    )
    .execute();
  ctx.afterCommit(async () => {
    forgetRules(ctx.app);
    if (scope === 'source') {
      purgeSource(scopeId);
      await notifySource(ctx.app, ctx.db, scopeId);
    } else {
      purgeSet(scopeId);
      await notifyData(ctx.app, ctx.app.db, [scopeId]);
    }
  });
}

/** Policies of sources, and emptying the cache of one source or data set. */
export const cacheRoutes = implement(cacheCalls, {
  async inherited(ctx, { query }) {
    if (query.dataSetId) {
      const set = await loadSet(ctx, query.dataSetId);
      return inheritedBy(ctx.app, { set, sourceId: set.sourceId });
    }
    if (query.sourceId) await sourceFor(readingCtx(ctx), query.sourceId);
    return inheritedBy(ctx.app, { set: null, sourceId: query.sourceId ?? null });
  },
  async sources(ctx) {
    const rows = await visibleSources(ctx)
      .leftJoin('visualCacheRule', (join) =>
        join.onRef('visualCacheRule.scopeId', '=', 'metadataSource.id').on('visualCacheRule.scope', '=', 'source'),
      )
      .select(['metadataSource.id', 'sourceName', 'dbType', 'syncTime', 'policy', 'purgeTime'])
      .select((e) => [
        e
          .selectFrom('visualDataSet')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('visualDataSet.sourceId', '=', 'metadataSource.id')
          .where('visualDataSet.deletedAt', 'is', null)
          .as('setCount'),
        e
          .selectFrom('visualDataSet')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('visualDataSet.sourceId', '=', 'metadataSource.id')
          .where('visualDataSet.deletedAt', 'is', null)
          .where(sql<boolean>`coalesce(visual_data_set.model -> 'cache' ->> 'mode', 'inherit') <> 'inherit'`)
          .as('ownCount'),
      ])
      .orderBy('sourceName')
      .orderBy('metadataSource.id')
      .limit(500)
      .execute();
    return rows.map((row) => {
      const known = CachePolicy.safeParse(row.policy);
      return { ...row, policy: known.success ? known.data : null, setCount: row.setCount ?? 0, ownCount: row.ownCount ?? 0 };
    });
  },
  async setSource(ctx, { params, body }) {
    const source = await sourceFor(ctx, params.id);
    const problem = policyProblem(body.policy, ctx.now);
    if (problem) throw new AppError('input.invalid', problem, [{ path: 'policy.cron', message: problem }]);
    const policy = body.policy === null || body.policy.mode === 'inherit' ? null : body.policy;
    const old = await ctx.db
      .selectFrom('visualCacheRule')
      .select('policy')
      .where('scope', '=', 'source')
      .where('scopeId', '=', source.id)
      .executeTakeFirst();
    const values = { policy: policy && JSON.stringify(policy), updateBy: ctx.user.id, updateTime: ctx.now };
    await ctx.db
      .insertInto('visualCacheRule')
      .values({ scope: 'source', scopeId: source.id, ...values })
      .onConflict((conflict) => conflict.columns(['scope', 'scopeId']).doUpdateSet(values))
      .execute();
    ctx.audit.change({
      entity: '数据源缓存策略',
      id: source.id,
      name: source.sourceName,
      before: { policy: old?.policy ?? null },
      after: { policy },
    });
    ctx.afterCommit(() => forgetRules(ctx.app));
    return null;
  },
  async purgeSource(ctx, { params }) {
    const source = await sourceFor(ctx, params.id);
    await purge(ctx, 'source', source.id);
    ctx.audit.note(`清除数据源“${source.sourceName}”的缓存`);
    return null;
  },
  async purgeSet(ctx, { params }) {
    const item = await itemFor(ctx, 'dataset', params.id, 'edit');
    await purge(ctx, 'dataset', params.id);
    ctx.audit.note(`清除数据集“${item.name}”的缓存`);
    return null;
  },
});
