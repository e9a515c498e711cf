import type { Db } from '#kit/server/ctx.ts';
import type { KnownPlan } from './limits.ts';
import { numberOf } from '../numbers.ts';

/** Plans by their id. One that was switched off is offered no more, and holds for who has it. */
export async function knownPlans(db: Db): Promise<ReadonlyMap<string, KnownPlan>> {
  const rows = await db
    .selectFrom('marketPlan')
    .select(['id', 'rate', 'burst', 'concurrency', 'dayQuota', 'monthQuota', 'monthMegabytes'])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.map(({ id, dayQuota, monthQuota, monthMegabytes, ...rest }) => [
      id,
      { ...rest, dayQuota: numberOf(dayQuota), monthQuota: numberOf(monthQuota), monthMegabytes: numberOf(monthMegabytes) },
    ]),
  );
}
