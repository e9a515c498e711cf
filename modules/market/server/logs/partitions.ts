import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { DAY_MS, dayOfMoment, startOfDay } from '../../core/statistics.ts';

export const LOG_TABLES = ['market_api_log', 'market_service_log'] as const;
export type LogTable = (typeof LOG_TABLES)[number];

/** Whoever reads a log for long must not hold up calls that wait for a table behind us. */
const LOCK_MS = 3_000;
const nameOf = (table: LogTable, day: string): string => `${table}_p${day.replaceAll('-', '')}`;
const dayOf = (name: string): string | null => {
  const found = /_p(\d{4})(\d\d)(\d\d)$/.exec(name);
  return found ? `${found[1]}-${found[2]}-${found[3]}` : null;
};
const moment = (day: string): string => new Date(startOfDay(day)).toISOString();

/** The days that have a partition, oldest first. */
export async function daysOf(db: Db, table: LogTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent join pg_namespace n on n.oid = p.relnamespace
    where p.relname = ${table} and n.nspname = current_schema()`.execute(db);
  return rows.flatMap(({ name }) => dayOf(name) ?? []).toSorted((a, b) => (a < b ? -1 : 1));
}

/** One node at a time makes and drops partitions. */
const alone = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (own) => {
    await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(own);
    await own.selectFrom('marketRevision').select('revision').where('kind', '=', 'partitions').forUpdate().execute();
    return work(own);
  });

/** Makes the partition of a day; lines of that day which are in the default one already move into it. */
async function make(db: Db, table: LogTable, day: string): Promise<void> {
  const [parent, own, rest] = [table, nameOf(table, day), `${table}_default`].map((name) => sql.table(name));
  const [from, to] = [moment(day), moment(dayOfMoment(startOfDay(day) + DAY_MS))];
  await sql`create table ${own} (like ${parent} including defaults)`.execute(db);
  const { rows } = await sql`select 1 from pg_am where amname = 'brin'`.execute(db);
  // lines come in the order of time: an index of a few pages finds an hour
  const kind = rows.length > 0 ? sql`using brin (caller_date) with (pages_per_range = 32)` : sql`(caller_date)`;
  await sql`create index on ${own} ${kind}`.execute(db);
  await sql`with moved as (delete from ${rest} where caller_date >= ${from} and caller_date < ${to} returning *)
    insert into ${own} select * from moved`.execute(db);
  await sql`alter table ${parent} attach partition ${own} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(db);
}

/** Makes the partitions of these days where they are missing. */
export async function ensureDays(db: Db, table: LogTable, days: readonly string[]): Promise<void> {
  const missing = async (own: Db) => {
    const known = new Set(await daysOf(own, table));
    return days.filter((day) => !known.has(day));
  };
  if ((await missing(db)).length === 0) return;
  await alone(db, async (own) => {
    for (const day of await missing(own)) await make(own, table, day);
  });
}

/** Days whose lines are in no partition of their own: the node that wrote them could not make one. */
export async function strayDays(db: Db, table: LogTable, most: number): Promise<string[]> {
  const days: string[] = [];
  let after: Date | null = null;
  while (days.length < most) {
    const { rows }: { rows: { first: Date | null }[] } = await sql<{ first: Date | null }>`select min(caller_date) as first
      from ${sql.table(`${table}_default`)} ${after ? sql`where caller_date >= ${after}` : sql``}`.execute(db);
    const first = rows[0]?.first;
    if (!first) break;
    const day = dayOfMoment(first.getTime());
    days.push(day);
    after = new Date(startOfDay(day) + DAY_MS);
  }
  return days;
}

/** How many rows a table has: as the server estimates, counted where it has not looked yet. */
async function about(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select reltuples::float8 as n from pg_class
    where relname = ${name} and relnamespace = current_schema()::regnamespace`.execute(db);
  const [estimate] = rows;
  if (estimate && estimate.n > 0) return Math.round(estimate.n);
  const counted = await sql<{ n: string }>`select count(*) as n from ${sql.table(name)}`.execute(db);
  return Number(counted.rows[0]?.n ?? 0);
}

/** Drops the partitions of the days before this one, and older lines that have none; answers how many lines went. */
export async function dropBefore(db: Db, table: LogTable, day: string): Promise<number> {
  const old = (await daysOf(db, table)).filter((one) => one < day);
  let gone = 0;
  for (const one of old)
    gone += await alone(db, async (own) => {
      if (!(await daysOf(own, table)).includes(one)) return 0;
      const name = sql.table(nameOf(table, one));
      const lines = await about(own, nameOf(table, one));
      await sql`drop table ${name}`.execute(own);
      return lines;
    });
  const left = await sql`delete from ${sql.table(`${table}_default`)} where caller_date < ${moment(day)}`.execute(db);
  return gone + Number(left.numAffectedRows ?? 0);
}
