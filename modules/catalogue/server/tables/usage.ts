import { sql, type RawBuilder } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { dayIn } from '#kit/server/db/today.ts';
import { defineTask } from '#kit/server/tasks.ts';
import * as z from 'zod';
import { requestSearchFill } from '../search/fill.ts';
import { loadTable } from './rows.ts';

const AUDITS = 'metadata:sqlconsole:audit';
const DAYS = 30;
const SHOWN = 20;

/** Calendar days in the time zone of the users, not in UTC. */
const DAY = sql`(h.create_time at time zone 'Asia/Shanghai')::date`;

interface Read {
  readonly id: string;
  readonly sourceId: string;
  readonly schemaName: string;
  readonly tableName: string;
}
/** Reads of one table in the history: successful readings that name it. */
const readsOf = (table: Read, since: RawBuilder<unknown>) => sql`
  from metadata_sql_history h
  where h.source_id = ${table.sourceId} and h.outcome = 'success' and h.create_time >= ${since}
    and h.tables @> ${JSON.stringify([`${table.schemaName}.${table.tableName}`])}::jsonb`;

const startOf = (now: Date, daysBack: number) => sql`((${dayIn(now)} - ${daysBack}::int)::timestamp at time zone 'Asia/Shanghai')`;

/** Reads and readers of a table on each of the last days: former days as they were counted, today as it is at this moment. */
async function readsByDay(ctx: Ctx, table: Read): Promise<{ day: string; reads: number; readers: number }[]> {
  const { rows } = await sql<{ day: string; reads: number; readers: number }>`
    with d as (select ${dayIn(ctx.now)} - g as day from generate_series(0, ${DAYS - 1}::int) g),
      today as (select count(*)::int as reads, count(distinct h.user_id)::int as readers ${readsOf(table, startOf(ctx.now, 0))})
    select d.day::text, case when d.day = ${dayIn(ctx.now)} then today.reads else coalesce(u.reads, 0) end as reads,
      case when d.day = ${dayIn(ctx.now)} then today.readers else coalesce(u.readers, 0) end as readers
    from d cross join today left join metadata_usage_day u on u.day = d.day and u.table_id = ${table.id} order by d.day`.execute(ctx.db);
  return rows;
}
const sumOf = (days: readonly { readonly reads: number }[]): number => days.reduce((sum, day) => sum + day.reads, 0);

/** Reads of a table in the last 30 days up to this moment: the figure of its head and of its usage. */
export const recentReads = async (ctx: Ctx, table: Read): Promise<number> => sumOf(await readsByDay(ctx, table));

/** Readers of a table, reads by day, and statements. Readers and statements of others are for auditors; all others get counts and their own statements. */
export async function usageOf(ctx: Ctx, id: string) {
  const table = await loadTable(ctx, id);
  const isAuditor = holds(ctx.user, AUDITS);
  const reads = readsOf(table, startOf(ctx.now, DAYS - 1));
  const own = isAuditor ? sql`` : sql` and h.user_id = ${ctx.user.id}`;
  const [days, people, queries] = await Promise.all([
    readsByDay(ctx, table),
    sql<{ userId: string; name: string; reads: number; lastTime: Date; readers: number }>`
      select r.*, coalesce(u.nickname, r.username) as name from (
        select h.user_id as "userId", max(h.username) as username, count(*)::int as reads, max(h.create_time) as "lastTime",
          count(*) over ()::int as readers ${reads}
        group by h.user_id order by reads desc, h.user_id limit ${SHOWN}) r
      left join sys_user u on u.id = r."userId" order by r.reads desc, r."userId"`.execute(ctx.db),
    sql<{ id: string; username: string; purpose: string; sqlText: string; rowCount: string | null; timeMs: number; createTime: Date }>`
      select h.id, h.username, h.purpose, left(h.sql_text, 2000) as "sqlText", h.row_count::text as "rowCount", h.time_ms as "timeMs", h.create_time as "createTime"
      ${reads}${own} order by h.create_time desc, h.id desc limit ${SHOWN}`.execute(ctx.db),
  ]);
  return {
    days,
    reads: sumOf(days),
    readers: people.rows[0]?.readers ?? 0,
    people: isAuditor ? people.rows : null,
    queries: queries.rows,
  };
}

/** Counts the reads of the last days by table and day, and from them how much each table is read. */
export async function countUsage(app: App, db: Db, days: number): Promise<number> {
  await sql`
    insert into metadata_usage_day (day, table_id, reads, readers)
    select ${DAY}, t.id, count(*)::int, count(distinct h.user_id)::int
    from metadata_sql_history h
      cross join lateral jsonb_array_elements_text(h.tables) as named(name)
      join metadata_table t on t.source_id = h.source_id and t.deleted_at is null and t.schema_name || '.' || t.table_name = named.name
    where h.outcome = 'success' and h.create_time >= ${startOf(app.now(), days)}
    group by 1, t.id
    on conflict (day, table_id) do update set reads = excluded.reads, readers = excluded.readers`.execute(db);
  const { numAffectedRows } = await sql`
    update metadata_table t set heat = coalesce(u.reads, 0)
    from metadata_table t2 left join (
      select table_id, sum(reads)::int as reads from metadata_usage_day where day > ${dayIn(app.now())} - ${DAYS}::int group by table_id
    ) u on u.table_id = t2.id
    where t.id = t2.id and t2.deleted_at is null and t.heat <> coalesce(u.reads, 0)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Nightly task: usage by day and heat of tables; also fills missing search texts. */
export const usageTask = defineTask({
  name: '元数据使用统计',
  summary: '按天统计每张表被读取的次数和人数，更新近30天的热度，补建缺失的检索项',
  params: z.object({
    days: z.coerce.number().int().min(1, '至少1天').max(90, '最多90天').default(2).meta({ title: '统计最近几天' }),
  }),
  async run({ app, params, log }) {
    const changed = await countUsage(app, app.db, params.days);
    log(`统计最近 ${params.days} 天的使用记录`);
    await requestSearchFill(app, app.db);
    return `热度有变化的表 ${changed} 张`;
  },
});

/** Through the day: the reads of today, so that lists and the map follow what the table pages say. */
export const usageTodayTask = defineTask({
  name: '元数据当日使用统计',
  summary: '每10分钟统计当天的读取次数，更新近30天的热度',
  params: z.object({}),
  async run({ app }) {
    const changed = await countUsage(app, app.db, 0);
    return changed === 0 ? null : `热度有变化的表 ${changed} 张`;
  },
});
