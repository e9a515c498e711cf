import { sql } from 'kysely';
import { implement } from '#kit/server/module.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { home as contract, SHORT_LIST } from '../../contract/home.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { dayOf } from './day.ts';
import { changesByDay, coverageOf, hotTables, latestChanges, trendOf } from './lists.ts';
import { openWork } from './open-work.ts';

const DAY_MS = 86_400_000;

async function sourcesOf(ctx: Ctx) {
  const since = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
  const counts = await visibleSources(ctx)
    .select((e) => [
      e.fn.countAll<string>().as('all'),
      e.fn.countAll<string>().filterWhere('isSync', '=', '3').as('failed'),
      e.fn.countAll<string>().filterWhere('syncTime', 'is', null).as('never'),
      e.fn.countAll<string>().filterWhere('syncTime', '>=', since(1)).as('day'),
      e.fn.countAll<string>().filterWhere('syncTime', '>=', since(7)).as('week'),
    ])
    .executeTakeFirstOrThrow();
  const number = (key: keyof typeof counts) => Number(counts[key]);
  // those that want attention first: failed, never read, then the longest unread
  const rows = await visibleSources(ctx)
    .select(['id', 'sourceName', 'dbType', 'isSync', 'syncTime', 'syncError', 'tableCount', 'columnCount'])
    .orderBy(sql`is_sync = '3'`, 'desc')
    .orderBy('syncTime', (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(SHORT_LIST)
    .execute();
  return {
    sources: rows,
    sourceCount: number('all'),
    failedCount: number('failed'),
    freshness: {
      day: number('day'),
      week: number('week') - number('day'),
      older: number('all') - number('never') - number('week'),
      never: number('never'),
    },
  };
}

export const homePage = implement(contract, {
  async overview(ctx) {
    const [coverage, sources, trend, byDay, changes, hot, unowned, work] = await Promise.all([
      coverageOf(ctx),
      sourcesOf(ctx),
      trendOf(ctx),
      changesByDay(ctx),
      latestChanges(ctx),
      hotTables(ctx, false),
      hotTables(ctx, true),
      openWork(ctx),
    ]);
    // today is as it is now; the kept figures are of the night
    const { tables, columns, described, owned } = coverage;
    const today = dayOf(ctx.now);
    const days = [...trend.filter((one) => one.day !== today), ...(tables > 0 ? [{ day: today, tables, columns, described, owned }] : [])];
    const open = (kind: (typeof work)[number]['kind']) => work.find((one) => one.kind === kind)!.total;
    return {
      coverage,
      ...sources,
      trend: days,
      changesByDay: byDay,
      changes,
      hot,
      unowned,
      work,
      unconfirmed: open('change'),
      unresolved: open('unresolved'),
      proposals: open('proposal'),
    };
  },
});
