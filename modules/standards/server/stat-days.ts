import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';

/** Where a column belongs, in each view; empty for what belongs to none. */
export const VIEW_KEYS = {
  domain: sql<string>`coalesce(t.domain_id, '')`,
  dept: sql<string>`coalesce((select u.dept_id from sys_user u where u.id = t.owner_id), '')`,
  layer: sql<string>`t.schema_name`,
  owner: sql<string>`coalesce(t.owner_id, '')`,
} as const;

const LIVE = sql`(b.exempt_until is null or b.exempt_until < ${TODAY})`;
const BOUND = sql`count(b.id) filter (where ${LIVE} and b.verdict is distinct from 'unread')::int`;
const conformBy = (verdict: RawBuilder<unknown>) => sql`count(b.id) filter (where ${LIVE} and ${verdict} = 'conform')::int`;
const CONFORM = conformBy(sql`b.verdict`);
const EXEMPT = sql`count(b.id) filter (where not ${LIVE})::int`;

/** How sources stand now, as one row, by a verdict that the reader may know. */
export const standNow = (sources: RawBuilder<unknown>, verdict: RawBuilder<unknown>) => sql<{
  columns: number;
  bound: number;
  conform: number;
  exempt: number;
}>`
  select (select count(*)::float8 from metadata_column c where c.source_id in (${sources}) and c.deleted_at is null) as columns,
    ${BOUND} as bound, ${conformBy(verdict)} as conform, ${EXEMPT} as exempt
  from standard_binding b where b.source_id in (${sources}) and b.deleted_at is null`;

/** How a source stands today, for the trend and for what changed in 30 days; a day that stays as it is writes nothing. */
export async function keepDay(db: Db, sourceId: string, now: Date): Promise<void> {
  const day = wallDay(now);
  await sql`insert into standard_stat_day as d (day, source_id, columns, bound, conform, partial, bad, exempt)
    select ${day}::date, ${sourceId}, (select count(*) from metadata_column c where c.source_id = ${sourceId} and c.deleted_at is null),
      count(*) filter (where ${LIVE} and b.verdict is distinct from 'unread'), count(*) filter (where ${LIVE} and verdict = 'conform'),
      count(*) filter (where ${LIVE} and verdict = 'partial'), count(*) filter (where ${LIVE} and verdict in ('bad', 'retired')),
      count(*) filter (where not ${LIVE})
    from standard_binding b where b.source_id = ${sourceId} and b.deleted_at is null
    on conflict (day, source_id) do update set columns = excluded.columns, bound = excluded.bound, conform = excluded.conform,
      partial = excluded.partial, bad = excluded.bad, exempt = excluded.exempt
    where (d.columns, d.bound, d.conform, d.partial, d.bad, d.exempt) is distinct from
      (excluded.columns, excluded.bound, excluded.conform, excluded.partial, excluded.bad, excluded.exempt)`.execute(db);
  const views = sql.join(
    Object.entries(VIEW_KEYS).map(([view, key]) => sql`(${view}, ${key})`),
    sql`, `,
  );
  await sql`insert into standard_view_day as d (day, source_id, view, key_id, columns, bound, conform, exempt)
    select ${day}::date, ${sourceId}, v.view, v.key_id, sum(t.columns), sum(t.bound), sum(t.conform), sum(t.exempt)
    from (select t.*, n.columns, n.bound, n.conform, n.exempt from metadata_table t join (
        select c.table_id, count(*) as columns, ${BOUND} as bound, ${CONFORM} as conform, ${EXEMPT} as exempt from metadata_column c
          left join standard_binding b on b.column_id = c.id and b.deleted_at is null
        where c.source_id = ${sourceId} and c.deleted_at is null group by c.table_id) n on n.table_id = t.id
      where t.deleted_at is null) t
      cross join lateral (values ${views}) as v(view, key_id)
    group by v.view, v.key_id
    union all
    select ${day}::date, ${sourceId}, 'element', b.element_id, count(*)::int, ${BOUND}, ${CONFORM}, ${EXEMPT}
    from standard_binding b where b.source_id = ${sourceId} and b.deleted_at is null group by b.element_id
    on conflict (day, source_id, view, key_id) do update set columns = excluded.columns, bound = excluded.bound, conform = excluded.conform,
      exempt = excluded.exempt
    where (d.columns, d.bound, d.conform, d.exempt) is distinct from (excluded.columns, excluded.bound, excluded.conform, excluded.exempt)`.execute(
    db,
  );
}
