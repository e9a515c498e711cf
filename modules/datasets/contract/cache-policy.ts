import * as z from 'zod';

export const CACHE_MODES = ['inherit', 'none', 'ttl', 'adaptive', 'schedule', 'event'] as const;
/**
 * How long answers are kept: fresh ones are served as they are, stale ones while a new one is fetched. `inherit` says nothing of its own:
 * what is above decides. `schedule` = fresh until the next moment of `cron`; `event` = until the source was synchronised, the extract was
 * renewed or somebody empties the cache.
 */
export const CachePolicy = z.strictObject({
  mode: z.enum(CACHE_MODES).default('inherit'),
  freshSec: z.number().int().min(0).max(86_400).default(60),
  staleSec: z.number().int().min(0).max(604_800).default(600),
  /** Quartz expression with seconds, of mode `schedule` */
  cron: z.string().max(100).nullish(),
});
export type CachePolicy = z.output<typeof CachePolicy>;

/** Where a policy stands, from near to far: the nearest that says something of its own decides. */
export const CachePlace = z.enum(['chart', 'document', 'set', 'source', 'platform']);
export type CachePlace = z.output<typeof CachePlace>;
