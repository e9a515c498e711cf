import { Client, type ClientConfig } from 'pg';
import { retryConflicts } from '#kit/server/db/retry.ts';
import { BEGIN } from '#kit/server/db/transaction.ts';
import { ADS_VIEWS } from './ads/index.ts';
import { isoDay, isoMonth, monthStart, type Period, periodOf } from './calendar.ts';
import { copyRows } from './copy.ts';
import { CLEANING } from './dwd/cleaning.ts';
import { DIMENSIONS } from './dwd/dimensions.ts';
import { etlBatch, etlReject, etlTask, REJECTS } from './dwd/etl.ts';
import { SUMS } from './dws-tables.ts';
import { sources } from './ods/index.ts';
import { ODS_TABLES, odsTimesheet } from './ods/tables.ts';
import { constraintSql, createSql, fullName, linkSql, type Row, type Step, type Table, viewSql } from './table.ts';
import {
  ARCHIVED_SHEETS,
  ATTENDANCE,
  attendance,
  CLEAN_SHEETS,
  PROJECTS_OF_MONTH,
  RECENT_SHEETS,
  SPOIL_SHEETS,
  timesheet,
} from './timesheet.ts';

/** Raise it when tables or figures change: warehouses of an older generator are made anew. */
export const GENERATOR_VERSION = 4;

export interface WarehouseStats {
  /** day on which it was made, `YYYY-MM-DD`, and the last day that it covers */
  readonly today: string;
  readonly dataDate: string;
  readonly firstDate: string;
  /** rows per `schema.table` */
  readonly rows: Readonly<Record<string, number>>;
  readonly totalRows: number;
  readonly milliseconds: number;
  /** false when a finished warehouse was found and nothing was done */
  readonly loaded: boolean;
}

export interface WarehouseOptions {
  /** connection of the owner role to the warehouse database */
  connect(): ClientConfig;
  today: Date;
  progress(percent: number, text: string): void | Promise<void>;
  signal?: AbortSignal;
  /** months of daily time sheets, at least 3; everything else is always complete */
  sheetMonths?: number;
}

const SCHEMAS: readonly (readonly [name: string, comment: string])[] = [
  ['ods', '贴源层：各业务系统原始数据'],
  ['dwd', '明细层：清洗后的维度与事实'],
  ['dws', '汇总层：按月汇总'],
  ['ads', '应用层：面向大屏与看板的视图'],
];
const TABLES: readonly Table[] = [
  ...ODS_TABLES,
  ...DIMENSIONS.map((one) => one.table),
  ...CLEANING.map((one) => one.table),
  timesheet,
  attendance,
  etlBatch,
  etlTask,
  etlReject,
  ...SUMS.map((one) => one.table),
];

/** What an earlier load left, null when there is none or it is of another version. */
async function finished(client: Client): Promise<WarehouseStats | null> {
  const { rows: found } = await client.query<{ there: boolean }>("select to_regclass('public.demo_warehouse') is not null as there");
  if (!found[0]?.there) return null;
  const { rows } = await client.query<{ stats: WarehouseStats }>('select stats from public.demo_warehouse where version = $1', [
    GENERATOR_VERSION,
  ]);
  return rows[0] ? { ...rows[0].stats, loaded: false } : null;
}

/**
 * Fills the demo warehouse: raw rows by COPY, then the same cleaning and summing statements that a real warehouse would run at night.
 * One transaction: a load that stops half-way leaves nothing behind, and one that meets a conflict begins anew. A finished warehouse is left
 * alone.
 */
export const loadWarehouse = (options: WarehouseOptions): Promise<WarehouseStats> => retryConflicts(() => loadOnce(options));

async function loadOnce(options: WarehouseOptions): Promise<WarehouseStats> {
  const client = new Client(options.connect());
  // an error on an idle connection must not end the process; the next query reports it
  client.on('error', () => undefined);
  await client.connect();
  try {
    const before = await finished(client);
    if (before) return before;
    await client.query(BEGIN);
    try {
      const stats = await fill(client, options);
      await client.query('commit');
      await options.progress(97, '整理存储');
      // index-only scans and exact planner figures from the first query on
      for (const one of TABLES) if (one.schema !== 'ods') await client.query(`vacuum ${fullName(one)}`);
      await options.progress(100, '演示数据仓库就绪');
      return stats;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      options.signal?.throwIfAborted();
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function fill(client: Client, { today, progress, signal, sheetMonths = 36 }: WarehouseOptions): Promise<WarehouseStats> {
  const started = performance.now();
  const period = periodOf(today);
  const rows: Record<string, number> = {};
  const count = (table: Table, n: number) => (rows[fullName(table)] = (rows[fullName(table)] ?? 0) + n);
  const step = async (percent: number, text: string) => {
    signal?.throwIfAborted();
    await progress(percent, text);
    // lets the server answer between two heavy steps
    await new Promise((resolve) => setImmediate(resolve));
  };

  await step(1, '建立分层与数据表');
  for (const setting of ["maintenance_work_mem = '192MB'", "work_mem = '96MB'", 'synchronous_commit = off', 'jit = off'])
    await client.query(`set local ${setting}`);
  for (const [name, comment] of SCHEMAS)
    await client.query(`drop schema if exists ${name} cascade; create schema ${name}; comment on schema ${name} is '${comment}'`);
  for (const one of TABLES) await client.query(createSql(one));
  await client.query(`insert into dwd.etl_batch values ('${isoDay(period.today)}', '${isoDay(period.last)}', '${isoDay(period.first)}')`);
  count(etlBatch, 1);
  for (const one of DIMENSIONS) count(one.table, await copyRows(client, one.table, one.rows(period), signal));

  const loads = sources(period);
  for (const [index, load] of loads.entries()) {
    await step(3 + Math.round((index / loads.length) * 22), `装载${load.text}`);
    count(load.table, await copyRows(client, load.table, load.rows(), signal));
  }
  for (const one of ODS_TABLES) await client.query(`analyze ${fullName(one)}`);

  const tasks: Row[] = [];
  const run = async ({ table, sql }: Step) => {
    const { rowCount } = await client.query(sql.trim());
    count(table, rowCount ?? 0);
    tasks.push({ task_no: tasks.length + 1, target_table: fullName(table), sql_text: sql.trim(), row_count: rowCount ?? 0 });
    for (const statement of constraintSql(table)) await client.query(statement);
    await client.query(`analyze ${fullName(table)}`);
  };
  for (const one of DIMENSIONS) for (const statement of constraintSql(one.table)) await client.query(statement);
  for (const [index, one] of CLEANING.entries()) {
    await step(26 + Math.round((index / CLEANING.length) * 10), `清洗${one.table.comment.replace(/（.*$/, '')}`);
    await run(one);
  }

  await fillSheets(client, period, sheetMonths, step, count);
  await run(CLEAN_SHEETS);
  await step(80, '汇总出勤与工时');
  await run(ATTENDANCE);
  await client.query(REJECTS).then(({ rowCount }) => count(etlReject, rowCount ?? 0));
  for (const [index, one] of SUMS.entries()) {
    await step(83 + index, `汇总${one.table.comment}`);
    await run(one);
  }
  count(etlTask, await copyRows(client, etlTask, tasks, signal));
  for (const one of [etlBatch, etlTask, etlReject]) for (const statement of constraintSql(one)) await client.query(statement);
  await step(93, '建立主外键关系');
  for (const one of [
    ...DIMENSIONS.map((dimension) => dimension.table),
    ...TABLES.filter((table) => table.schema !== 'ods' && !DIMENSIONS.some((dimension) => dimension.table === table)),
  ])
    for (const statement of linkSql(one)) await client.query(statement);
  await step(96, '发布应用层视图');
  for (const one of ADS_VIEWS) await client.query(viewSql(one));

  const stats: WarehouseStats = {
    today: isoDay(period.today),
    dataDate: isoDay(period.last),
    firstDate: isoDay(period.first),
    rows,
    totalRows: Object.values(rows).reduce((sum, n) => sum + n, 0),
    milliseconds: Math.round(performance.now() - started),
    loaded: true,
  };
  await client.query(`
    create table if not exists public.demo_warehouse (version integer primary key, finished_at timestamptz not null, stats jsonb not null);
    comment on table public.demo_warehouse is '演示数据仓库装载标记';
    delete from public.demo_warehouse`);
  await client.query('insert into public.demo_warehouse (version, finished_at, stats) values ($1, $2, $3)', [
    GENERATOR_VERSION,
    today,
    JSON.stringify(stats),
  ]);
  return stats;
}

/** The daily sheets: old ones straight into the cleaned layer, the last three months through the raw one. */
async function fillSheets(
  client: Client,
  period: Period,
  months: number,
  step: (percent: number, text: string) => Promise<void>,
  count: (table: Table, n: number) => void,
): Promise<void> {
  await client.query(PROJECTS_OF_MONTH);
  const first = Math.max(period.firstMonth, period.lastMonth - Math.max(3, months) + 1);
  const recent = period.lastMonth - 2;
  const end = isoDay(period.last + 1);
  for (let month = first; month < recent; month += 3) {
    const until = Math.min(month + 3, recent);
    await step(37 + Math.round(((month - first) / Math.max(1, recent - first)) * 33), `生成工时明细 ${isoMonth(month).slice(0, 7)}`);
    const { rowCount } = await client.query(ARCHIVED_SHEETS, [isoMonth(month), isoDay(monthStart(until))]);
    count(timesheet, rowCount ?? 0);
  }
  await step(71, '装载近三个月工时');
  count(odsTimesheet, (await client.query(RECENT_SHEETS, [isoMonth(recent), end])).rowCount ?? 0);
  for (const statement of SPOIL_SHEETS(isoDay(period.last))) {
    const { rowCount, command } = await client.query(statement);
    if (command === 'INSERT') count(odsTimesheet, rowCount ?? 0);
  }
  await client.query('analyze ods.ods_pm_timesheet');
  await step(74, '清洗工时并建立索引');
}
