import { sql } from 'kysely';
import * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement, type HomeFigure, type SearchHit } from '#kit/server/module.ts';
import { RecentPage, home, type HomeArea } from '../../contract/home.ts';
import type { RouteNode } from '../../contract/session.ts';
import { onlineSince } from '../auth/session-store.ts';
import { routesFor } from '../menus/routes-for.ts';
import { readPreference } from '../profile/preferences.ts';
import { fromModules } from './from-modules.ts';
import { todoCounts, todosOf } from './todos.ts';

const HOURS = 24;
const HOUR_MS = 3_600_000;
const MAX_HITS = 30;
const MAX_RECENT = 12;
/** Preference key of the recently visited pages. */
const RECENT_KEY = 'home.recent';

/** Operational figures are for accounts that may open the monitor; others get none. */
const WATCHES = 'monitor:server:view';

/** Visible nodes with their full paths. */
function visible(nodes: readonly RouteNode[], above = ''): { path: string; node: RouteNode; isTop: boolean }[] {
  return nodes
    .filter((node) => !node.hidden)
    .flatMap((node) => {
      const path = node.path.startsWith('/') ? node.path : `${above}/${node.path}`;
      return [{ path, node, isTop: above === '' }, ...visible(node.children ?? [], path)];
    });
}

/** The directory: pages that have a figure, then the areas that have none; only what the account may open. */
export function areasOf(routes: readonly RouteNode[], figures: readonly HomeFigure[]): z.input<typeof HomeArea>[] {
  const pages = visible(routes);
  const byPath = new Map(pages.map((page) => [page.path, page.node]));
  const live = figures.flatMap((figure) => {
    const node = byPath.get(figure.path);
    return node
      ? [
          {
            path: figure.path,
            title: node.meta.title,
            icon: node.meta.icon ?? null,
            value: figure.value,
            unit: figure.unit,
            note: figure.note,
          },
        ]
      : [];
  });
  const quiet = pages
    .filter(({ path, isTop }) => isTop && !live.some((area) => area.path === path || area.path.startsWith(`${path}/`)))
    .map(({ path, node }) => ({ path, title: node.meta.title, icon: node.meta.icon ?? null, value: null, unit: null, note: null }));
  return [...live, ...quiet];
}

/** The platform's own calls per hour, hours without any included. */
async function callsOf(ctx: Ctx) {
  const thisHour = Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS;
  const first = thisHour - (HOURS - 1) * HOUR_MS;
  const rows = await ctx.db
    .selectFrom('kitCallStat')
    .select(['hour', sql<string>`sum(calls)`.as('calls'), sql<string>`sum(failures)`.as('failures')])
    .where('hour', '>=', new Date(first))
    .groupBy('hour')
    .execute();
  const byHour = new Map(rows.map((row) => [row.hour.getTime(), row]));
  return Array.from({ length: HOURS }, (_, index) => {
    const hour = first + index * HOUR_MS;
    const row = byHour.get(hour);
    return { hour: new Date(hour), count: Number(row?.calls ?? 0), failures: Number(row?.failures ?? 0) };
  });
}

async function peopleOnline(ctx: Ctx): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('sysSession')
    .select(sql<string>`count(distinct user_id)`.as('total'))
    .where('expireTime', '>', ctx.now)
    .where('lastTime', '>', await onlineSince(ctx.app, ctx.db))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export const homeHandlers = implement(home, {
  async home(ctx) {
    const watches = holds(ctx.user, WATCHES);
    const [routes, figures, calls, online, recent, todos] = await Promise.all([
      routesFor(ctx.db, ctx.user),
      fromModules<HomeFigure>(ctx, (module) => module.figures?.(ctx)),
      watches ? callsOf(ctx) : [],
      watches ? peopleOnline(ctx) : null,
      readPreference(ctx.db, ctx.user.id, RECENT_KEY),
      todosOf(ctx),
    ]);
    const pages = z.array(RecentPage).safeParse(recent);
    return { areas: areasOf(routes, figures), calls, online, recent: pages.success ? pages.data.slice(0, MAX_RECENT) : [], todos };
  },
  todos: todosOf,
  todoCounts,
  async palette(ctx, { query }) {
    const hits = await fromModules<SearchHit>(ctx, (module) => module.search?.(ctx, query.keyword));
    return hits.slice(0, MAX_HITS);
  },
});
