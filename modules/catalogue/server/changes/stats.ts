import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { change } from '../../contract/change.ts';
import { changes } from './queries.ts';

const DAY_MS = 86_400_000;

/** Changes of the last days by day and kind, and how many of them wait for a confirmation. */
export async function changeStats(
  ctx: Ctx,
  { query }: { query: { days: number; sourceId?: string | undefined } },
): Promise<Reply<typeof change.stats>> {
  const first = wallDay(new Date(ctx.now.getTime() - (query.days - 1) * DAY_MS));
  let rows = changes(ctx, ['metadata:changerecord:list']).where('c.createTime', '>=', new Date(`${first}T00:00:00+08:00`));
  if (query.sourceId) rows = rows.where('c.sourceId', '=', query.sourceId);
  const [byDay, sums] = await Promise.all([
    rows
      .select((e) => [
        sql<string>`to_char(c.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('day'),
        'c.changeKind',
        e.fn.countAll<string>().as('n'),
      ])
      .groupBy([sql`1`, 'c.changeKind'])
      .execute(),
    rows
      .select((e) => [
        e.fn.countAll<string>().as('total'),
        e.fn.countAll<string>().filterWhere('c.status', '=', '0').as('open'),
        e.fn.countAll<string>().filterWhere('c.impactCount', '>', 0).as('affecting'),
        sql<string>`count(distinct c.table_id)`.as('tables'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const days = Array.from({ length: query.days }, (_, index) => ({
    day: wallDay(new Date(ctx.now.getTime() - (query.days - 1 - index) * DAY_MS)),
    added: 0,
    removed: 0,
    changed: 0,
    renamed: 0,
  }));
  const at = new Map(days.map((one) => [one.day, one]));
  for (const row of byDay) {
    const day = at.get(row.day);
    if (day) day[row.changeKind as 'added'] = Number(row.n);
  }
  return {
    days,
    total: Number(sums.total),
    open: Number(sums.open),
    affecting: Number(sums.affecting),
    tables: Number(sums.tables),
  };
}
