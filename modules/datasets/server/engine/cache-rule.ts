import type { App } from '#kit/server/ctx.ts';
import { CronProblem } from '#kit/contract/cron.ts';
import { nextTime } from '#kit/core/cron/times.ts';
import type { CachePolicy } from '../../contract/cache-policy.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import { decidedBy, windowsOf, type Decided, type Windows } from '../../core/query/cache-policy.ts';
import { ruleFor } from './rules.ts';
import { engineSettings, ZONE } from './settings.ts';

/** Moments of expressions, each with the span in which it is the next one. */
const moments = new Map<string, { from: number; next: number | null }>();
const MAX_MOMENTS = 500;

/** The next moment at which an expression comes due, null when it never does or cannot be read. */
export function nextMoment(cron: string, after: number): number | null {
  const known = moments.get(cron);
  if (known && after >= known.from && (known.next === null || after < known.next)) return known.next;
  let next: number | null = null;
  try {
    next = nextTime(cron, ZONE, new Date(after)).getTime();
  } catch {
    // refused when it is saved; a document of another origin is kept as the platform says
  }
  if (moments.size >= MAX_MOMENTS) moments.clear();
  moments.set(cron, { from: after, next });
  return next;
}

/** What is wrong with a policy that is about to be saved, null when nothing is. */
export function policyProblem(policy: CachePolicy | null | undefined, now: Date): string | null {
  if (policy?.mode !== 'schedule') return null;
  if (!policy.cron) return '按计划缓存需要填写更新时间';
  try {
    nextTime(policy.cron, ZONE, now);
    return null;
  } catch (error) {
    if (error instanceof CronProblem) return error.message;
    throw error;
  }
}

/** What the platform says where nobody else does. */
async function platformPolicy(app: App): Promise<CachePolicy> {
  const { freshSec, staleSec } = await engineSettings(app);
  return { mode: 'ttl', freshSec, staleSec };
}

export interface CacheRule {
  readonly isKept: boolean;
  /** part of the key of a kept answer: grows when somebody empties the cache of the set or its source */
  readonly purges: readonly number[];
  windows(answer: { at: number; ms: number }): Windows | null;
}

/** How long answers of a data set are kept: `keep` is what the chart and its document say, the nearest first. */
export async function cacheRuleOf(
  app: App,
  set: DataSet,
  [chart, document]: readonly (CachePolicy | null | undefined)[] = [],
): Promise<CacheRule> {
  const [rule, platform] = await Promise.all([ruleFor(app, { sourceId: set.sourceId, setId: set.id }), platformPolicy(app)]);
  const { policy } = decidedBy({ chart, document, set: set.model.cache, source: rule.source.policy, platform });
  // the platform's own tables change all the time and tell nobody
  const surroundings = { next: nextMoment, hasEvents: set.model.origin.kind !== 'platform', platform };
  return {
    isKept: policy.mode !== 'none',
    purges: [rule.source.purgeNo, rule.set.purgeNo],
    windows: (answer) => windowsOf(policy, answer, surroundings),
  };
}

/** What a data set, or a source without one, takes over when it says nothing of its own. */
export async function inheritedBy(
  app: App,
  { set, sourceId }: { set: Pick<DataSet, 'id' | 'model'> | null; sourceId: string | null },
): Promise<Decided> {
  const [rule, platform] = await Promise.all([ruleFor(app, { sourceId, setId: set?.id ?? '' }), platformPolicy(app)]);
  return decidedBy({ set: set?.model.cache, source: rule.source.policy, platform });
}
