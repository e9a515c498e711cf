import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { CachePlace, CachePolicy } from './cache-policy.ts';
import { USES_SETS } from './data-set.ts';

const base = '/data/visual/cache';
const params = z.object({ id: Id });
/** Whoever looks after the cache of sources. */
const keeps = perm('visual:cache:edit');

/** A source with what is said of its answers; null = as the platform. */
export const SourceCache = z.object({
  id: Id,
  sourceName: z.string(),
  dbType: z.string(),
  policy: CachePolicy.nullable(),
  /** data sets over it, and those of them that say something of their own */
  setCount: z.number().int(),
  ownCount: z.number().int(),
  /** its last synchronisation: kept answers from before count no longer */
  syncTime: Time.nullable(),
  purgeTime: Time.nullable(),
});

/** How long answers are kept, and forgetting them. Viewers see no more of it than the age of their data. */
export const cacheCalls = defineContract({
  /** what a chart over a data set, or a data set over a source, takes over */
  inherited: route.get(`${base}/inherited`, {
    summary: '缓存策略的继承',
    access: perm(...USES_SETS),
    query: z.object({ dataSetId: Id.optional(), sourceId: Id.optional() }),
    reply: z.object({ place: CachePlace, policy: CachePolicy }),
  }),
  sources: route.get(`${base}/sources`, { summary: '数据源缓存策略', access: keeps, reply: z.array(SourceCache) }),
  setSource: route.put(`${base}/sources/:id`, {
    summary: '设置数据源缓存策略',
    access: keeps,
    params,
    body: z.object({ policy: CachePolicy.nullable() }),
    reply: z.null(),
    audit: '设置数据源缓存策略',
  }),
  purgeSource: route.post(`${base}/sources/:id/purge`, {
    summary: '清除数据源缓存',
    access: keeps,
    params,
    reply: z.null(),
    audit: '清除数据源缓存',
  }),
  purgeSet: route.post(`${base}/dataSets/:id/purge`, {
    summary: '清除数据集缓存',
    access: perm('visual:set:edit'),
    params,
    reply: z.null(),
    audit: '清除数据集缓存',
  }),
});
