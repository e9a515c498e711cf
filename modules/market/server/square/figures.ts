import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { DAY_MS, dayOfMoment, startOfDay } from '../../core/statistics.ts';
import { summed } from '../statistics/sums.ts';

const DAYS = 7;

export interface CallFigures {
  /** calls of the last seven days, today last */
  readonly calls: number[];
  /** milliseconds that nineteen of twenty calls did not exceed */
  readonly p95: number | null;
}

/** How often and how fast APIs and services were called lately, by id; those that nobody called are not among them. */
export async function callFigures({ db, now }: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, CallFigures>> {
  if (ids.length === 0) return new Map();
  const first = startOfDay(dayOfMoment(now.getTime())) - (DAYS - 1) * DAY_MS;
  const rows = sql`market_stat_hour s where s.object_id in (${sql.join(ids)}) and s.kind in ('api', 'service') and s.slot >= ${new Date(first)}`;
  const day = sql<number>`floor(extract(epoch from s.slot - ${new Date(first)}) / 86400)::int`;
  const [whole, byDay] = await Promise.all([
    summed<{ objectId: string }>(db, sql`s.object_id`, sql`${rows} group by 1`),
    summed<{ objectId: string; day: number }>(db, sql`s.object_id, ${day} as day`, sql`${rows} group by 1, 2`),
  ]);
  const calls = new Map(whole.map(({ objectId }) => [objectId, Array.from({ length: DAYS }, () => 0)]));
  for (const row of byDay) if (row.day >= 0 && row.day < DAYS) calls.get(row.objectId)![row.day] = row.calls;
  return new Map(whole.map(({ objectId, p95 }) => [objectId, { calls: calls.get(objectId)!, p95 }]));
}
