import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { dayIn } from '#kit/server/db/today.ts';
import { scope } from '#kit/server/scope.ts';
import { implement } from '#kit/server/module.ts';
import { HOME_DAYS, HOME_ROWS, visualHome as contract } from '../../contract/home.ts';
import type { DocKind } from '../../contract/item.ts';
import { ofVisibleItem, ITEMS, type ItemKind } from '../reach.ts';
import { itemsOf } from '../store.ts';
import { failedExtracts, openWork, subscriptionsOf, unusedSets } from './open-work.ts';

const DAY_MS = 86_400_000;
/** Purposes under which charts ask the data gate. */
const CHART_PURPOSES = ['chart', 'preview'];
const SLOW_MS = 3000;

async function countOf(ctx: Ctx, kind: ItemKind): Promise<number | null> {
  const permission = `${ITEMS[kind].code}:list`;
  if (!holds(ctx.user, permission)) return null;
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(ITEMS[kind].table)}
    where deleted_at is null and ${ofVisibleItem(ctx, kind, permission)}`.execute(ctx.db);
  return Number(rows[0]?.n ?? 0);
}

async function publishedOf(ctx: Ctx, kind: 'board' | 'screen') {
  if (!holds(ctx.user, `visual:${kind}:list`)) return { published: 0, changed: 0 };
  const row = await itemsOf(ctx, kind, `visual:${kind}:list`)
    .select((e) => [
      e.fn.countAll<string>().filterWhere('publishedNo', 'is not', null).as('published'),
      e.fn.countAll<string>().filterWhere('draftChanged', '=', '1').as('changed'),
    ])
    .executeTakeFirstOrThrow();
  return { published: Number(row.published), changed: Number(row.changed) };
}

/** Boards and screens that the caller sees in the lists of their kinds, as `id, kind, name`. */
const seenDocs = (ctx: Ctx) => sql`(select id, 'board' as kind, board_name as name from visual_board
    where deleted_at is null and ${holds(ctx.user, 'visual:board:list')} and ${ofVisibleItem(ctx, 'board', 'visual:board:list')}
  union all select id, 'screen', screen_name from visual_screen
    where deleted_at is null and ${holds(ctx.user, 'visual:screen:list')} and ${ofVisibleItem(ctx, 'screen', 'visual:screen:list')})`;
/** Today and the days before it, in the zone of the company. */
const firstDay = (ctx: Ctx) => sql`(${dayIn(ctx.now)} - ${sql.lit(HOME_DAYS - 1)})`;

async function viewsOf(ctx: Ctx) {
  const stats = sql`visual_view_stat v join ${seenDocs(ctx)} d on d.id = v.entity_id and d.kind = v.entity_type where v.day >= ${firstDay(ctx)}`;
  const [sums, trend, most] = await Promise.all([
    sql<{
      views: string | null;
      viewers: string;
    }>`select sum(v.views) as views, count(distinct v.user_id) as viewers from ${stats}`.execute(ctx.db),
    sql<{ day: string; boards: string | null; screens: string | null }>`select to_char(s.day, 'YYYY-MM-DD') as day,
        coalesce(sum(x.views) filter (where x.entity_type = 'board'), 0) as boards,
        coalesce(sum(x.views) filter (where x.entity_type = 'screen'), 0) as screens
      from generate_series(${firstDay(ctx)}::timestamp, ${firstDay(ctx)}::timestamp + interval '29 days', interval '1 day') s(day)
      left join (select v.day, v.entity_type, v.views from ${stats}) x on x.day = s.day::date
      group by s.day order by s.day`.execute(ctx.db),
    sql<{ kind: DocKind; id: string; name: string; views: string; viewers: string }>`select d.kind, d.id, d.name, sum(v.views) as views,
        count(distinct v.user_id) as viewers from ${stats} group by 1, 2, 3 order by 4 desc, 2 limit ${sql.lit(HOME_ROWS)}`.execute(ctx.db),
  ]);
  return {
    views: Number(sums.rows[0]?.views ?? 0),
    viewers: Number(sums.rows[0]?.viewers ?? 0),
    trend: trend.rows.map((row) => ({ day: row.day, boards: Number(row.boards), screens: Number(row.screens) })),
    mostViewed: most.rows.map((row) => ({ ...row, views: Number(row.views), viewers: Number(row.viewers) })),
  };
}

async function recentOf(ctx: Ctx) {
  const kinds = (['chart', 'board', 'screen'] as const).filter((kind) => holds(ctx.user, `visual:${kind}:list`));
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await itemsOf(ctx, kind, `visual:${kind}:list`)
        .leftJoin('sysUser', 'sysUser.id', 'item.updateBy')
        .select(['item.id', 'item.name', 'item.updateTime', 'nickname as updaterName', 'item.publishedNo'])
        .orderBy('item.updateTime', 'desc')
        .orderBy('item.id')
        .limit(HOME_ROWS)
        .execute();
      return rows.map(({ publishedNo, ...row }) => ({ ...row, kind, isPublished: publishedNo !== null }));
    }),
  );
  return found
    .flat()
    .sort((a, b) => b.updateTime.getTime() - a.updateTime.getTime())
    .slice(0, HOME_ROWS);
}

/** What charts asked of the sources: everybody's for who may read the history, otherwise the caller's own. */
async function queriesOf(ctx: Ctx) {
  const since = new Date(ctx.now.getTime() - 7 * DAY_MS);
  const seen = holds(ctx.user, 'metadata:sqlconsole:audit')
    ? scope(ctx, { dept: 'metadataSqlHistory.createDept', owner: 'metadataSqlHistory.userId' }, ['metadata:sqlconsole:audit'])
    : sql<boolean>`user_id = ${ctx.user.id}`;
  const where = sql`metadata_sql_history where create_time >= ${since} and purpose in (${sql.join(CHART_PURPOSES)}) and ${seen}`;
  const [sums, slow] = await Promise.all([
    sql<{ total: string; failed: string; p95: number | null }>`select count(*) as total,
      count(*) filter (where outcome in ('failed', 'timeout')) as failed,
      percentile_cont(0.95) within group (order by time_ms) filter (where outcome = 'success') as p95 from ${where}`.execute(ctx.db),
    sql<{ id: string; sourceName: string | null; userName: string | null; ms: number; at: Date; message: string | null; outcome: string }>`
      select h.id, h.source_name, u.nickname as user_name, h.time_ms as ms, h.create_time as at, h.message, h.outcome
      from (select * from ${where} and (time_ms >= ${sql.lit(SLOW_MS)} or outcome in ('failed', 'timeout'))
        order by create_time desc, id desc limit ${sql.lit(HOME_ROWS)}) h
      left join sys_user u on u.id = h.user_id order by h.create_time desc, h.id desc`.execute(ctx.db),
  ]);
  const { total = '0', failed = '0', p95 = null } = sums.rows[0] ?? {};
  return {
    queries: { total: Number(total), failed: Number(failed), p95: p95 === null ? null : Math.round(p95) },
    slow: slow.rows.map(({ outcome, ...row }) => ({ ...row, isFailed: outcome !== 'success' })),
  };
}

/** Data sets that want attention: those that nothing shows, and those whose extract failed. */
async function setsOf(ctx: Ctx) {
  const nothing = { unusedSets: [], failedExtracts: [] };
  if (!holds(ctx.user, 'visual:set:list')) return nothing;
  const unused = unusedSets(ctx);
  const failed = failedExtracts(ctx);
  const [unusedRows, failedRows] = await Promise.all([
    sql<{ id: string; name: string; updateTime: Date }>`select id, set_name as name, update_time from ${unused}
      order by update_time desc, id limit ${sql.lit(HOME_ROWS)}`.execute(ctx.db),
    sql<{
      id: string;
      name: string;
      message: string | null;
      at: Date | null;
    }>`select visual_data_set.id, set_name as name, x.message, x.last_end as at
      from ${failed} order by x.last_end desc nulls last, 1 limit ${sql.lit(HOME_ROWS)}`.execute(ctx.db),
  ]);
  return {
    unusedSets: unusedRows.rows,
    failedExtracts: failedRows.rows,
  };
}

/** 可视化概览: what there is, who looks at it, and what wants attention. */
export const visualHomeRoutes = implement(contract, {
  async overview(ctx) {
    const docs = seenDocs(ctx);
    const [sets, charts, boards, screens, ofBoards, ofScreens, views, recent, queries, attention, subscriptions, work] = await Promise.all([
      countOf(ctx, 'dataset'),
      countOf(ctx, 'chart'),
      countOf(ctx, 'board'),
      countOf(ctx, 'screen'),
      publishedOf(ctx, 'board'),
      publishedOf(ctx, 'screen'),
      viewsOf(ctx),
      recentOf(ctx),
      queriesOf(ctx),
      setsOf(ctx),
      subscriptionsOf(ctx, docs),
      openWork(ctx, docs),
    ]);
    const open = (kind: (typeof work)[number]['kind']) => work.find((one) => one.kind === kind)!.total;
    return {
      sets,
      charts,
      boards,
      screens,
      publishedBoards: ofBoards.published,
      publishedScreens: ofScreens.published,
      changedDrafts: ofBoards.changed + ofScreens.changed,
      ...views,
      recent,
      ...queries,
      ...attention,
      unusedCount: open('unusedSet'),
      failedCount: open('extract'),
      failedSubscriptions: subscriptions,
      work,
    };
  },
});
