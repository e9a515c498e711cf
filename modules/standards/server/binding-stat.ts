import { sql } from 'kysely';
import { wallDay } from '#kit/core/text/wall-clock.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import type { STAT_VIEWS } from '../contract/binding.ts';
import { bindingRows, stateSeen, verdictSeen } from './binding-rows.ts';
import { columnRows, percent, ratesOf, STATES, type Counts } from './binding-state.ts';
import { standNow } from './stat-days.ts';

type By = (typeof STAT_VIEWS)[number];

const KEY = {
  source: sql<string | null>`metadata_table.source_id`,
  domain: sql<string | null>`metadata_table.domain_id`,
  dept: sql<string | null>`(select dept_id from sys_user where id = metadata_table.owner_id)`,
  layer: sql<string | null>`metadata_table.schema_name`,
  owner: sql<string | null>`metadata_table.owner_id`,
  element: sql<string | null>`standard_binding.element_id`,
} as const;
interface Named {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
}
const NAME = {
  source: (ids: readonly string[]) =>
    sql<Named>`select s.id, s.source_name as name, null as owner from metadata_source s where s.id = any(${ids}::text[])`,
  domain: (ids: readonly string[]) =>
    sql<Named>`select d.id, d.domain_name as name, (select u.nickname from sys_user u where u.id = d.owner_id) as owner
      from metadata_domain d where d.id = any(${ids}::text[])`,
  dept: (ids: readonly string[]) =>
    sql<Named>`select d.id, d.dept_name as name, null as owner from sys_dept d where d.id = any(${ids}::text[])`,
  layer: (ids: readonly string[]) => sql<Named>`select x as id, x as name, null as owner from unnest(${ids}::text[]) x`,
  owner: (ids: readonly string[]) =>
    sql<Named>`select u.id, u.nickname as name, null as owner from sys_user u where u.id = any(${ids}::text[])`,
  element: (ids: readonly string[]) =>
    sql<Named>`select e.id, e.element_name as name, (select u.nickname from sys_user u where u.id = e.owner_id) as owner
      from standard_element e where e.id = any(${ids}::text[])`,
} as const;
const NOBODY: Readonly<Record<By, string>> = {
  source: '',
  domain: '未归主题域',
  dept: '未指定负责人',
  owner: '未指定负责人',
  layer: '',
  element: '',
};

/** Columns, bound ones and how these stand, by one view, with what changed in 30 days; elements have no columns but their own. */
export async function summaryOf(ctx: Ctx, by: By) {
  const states = await bindingRows(ctx, {})
    .select([KEY[by].as('id'), stateSeen(ctx).as('state'), sql<number>`count(*)::int`.as('count')])
    .groupBy([sql`1`, sql`2`])
    .execute();
  const columns =
    by === 'element'
      ? []
      : await columnRows(ctx, {})
          .select([KEY[by].as('id'), sql<number>`count(*)::int`.as('count')])
          .groupBy(sql`1`)
          .execute();
  const ids = [...new Set([...states, ...columns].map(({ id }) => id))];
  const named = await NAME[by](ids.filter((id) => id !== null)).execute(ctx.db);
  const nameOf = new Map(named.rows.map((row) => [row.id, row]));
  const before = await earlier(ctx, by);
  return ids
    .map((id) => {
      const of = Object.fromEntries(
        STATES.map((state) => [state, states.find((row) => row.id === id && row.state === state)?.count ?? 0]),
      ) as Counts;
      const rates = ratesOf(of);
      const mapped = rates.bound + of.exempt + of.unread;
      const all = by === 'element' ? mapped : (columns.find((row) => row.id === id)?.count ?? 0);
      const known = id === null ? null : nameOf.get(id);
      const was = before.get(id ?? '') ?? null;
      return {
        id,
        name: id === null ? NOBODY[by] : (known?.name ?? id),
        owner: known?.owner ?? null,
        ...rates,
        columns: all,
        boundPercent: percent(mapped, all),
        change: was === null || rates.percent === null ? null : Math.round((rates.percent - was) * 100) / 100,
      };
    })
    .sort((a, b) => b.bound - a.bound || b.columns - a.columns || (a.name < b.name ? -1 : 1));
}

/** The rates of 30 days ago by key, of the first day since where there was none then; a first day that is today is no change. */
async function earlier(ctx: Ctx, by: By): Promise<ReadonlyMap<string, number>> {
  const sources = visibleSources(ctx).select('metadataSource.id');
  const days =
    by === 'source'
      ? sql`select day, source_id as key, bound, conform from standard_stat_day where true`
      : sql`select day, key_id as key, bound, conform from standard_view_day where view = ${by}`;
  const { rows } = await sql<{ key: string; rate: number }>`
    with days as (${days} and day >= ${TODAY} - 30 and day < ${TODAY} and source_id in (${sources})),
      earliest as (select key, min(day) as day from days group by key)
    select d.key, (sum(d.conform) * 100.0 / nullif(sum(d.bound), 0))::float8 as rate
    from days d join earliest f on f.key = d.key and f.day = d.day group by d.key having sum(d.bound) > 0`.execute(ctx.db);
  return new Map(rows.map((row) => [row.key, row.rate]));
}

/** The last 30 days of the sources that the caller sees; today as it is now, whatever was decided since the last comparison. */
export async function trendOf(ctx: Ctx) {
  const sources = visibleSources(ctx).select('metadataSource.id');
  const kept = await ctx.db
    .selectFrom('standardStatDay')
    .select('day')
    .select([
      sql<number>`sum(columns)::float8`.as('columns'),
      sql<number>`sum(bound)::float8`.as('bound'),
      sql<number>`sum(conform)::float8`.as('conform'),
      sql<number>`sum(exempt)::float8`.as('exempt'),
    ])
    .where('sourceId', 'in', sources)
    .where(sql<boolean>`day > ${TODAY} - 31 and day < ${TODAY}`)
    .groupBy('day')
    .orderBy('day')
    .execute();
  const { rows } = await standNow(sql`${sources}`, verdictSeen(ctx, 'b')).execute(ctx.db);
  const [now] = rows;
  // before the first comparison there is nothing to follow
  const hasTrend = kept.length > 0 || (now?.bound ?? 0) + (now?.exempt ?? 0) > 0;
  return hasTrend && now ? [...kept, { day: wallDay(ctx.now), ...now }] : kept;
}
