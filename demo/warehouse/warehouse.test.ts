import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '#kit/test/app.ts';
import { DEFECTS } from './defects/index.ts';
import { createReader, loadWarehouse, WAREHOUSE_READER, type WarehouseStats } from './index.ts';

// Everything is complete but the daily sheets, of which the last three months will do.
const TODAY = new Date('2026-03-18T10:00:00+08:00');
const name = (part: string) => `demo_${part}_${process.pid}_${randomBytes(3).toString('hex')}`;
const databases: string[] = [];
let client: Client;
let stats: WarehouseStats;
const phases: [number, string][] = [];

async function fresh(part: string): Promise<string> {
  const database = name(part);
  databases.push(database);
  const root = new Client(testServer());
  await root.connect();
  await root.query(`create database ${database}`);
  await root.end();
  return database;
}
const load = (database: string, signal?: AbortSignal) =>
  loadWarehouse({
    connect: () => testServer(database),
    today: TODAY,
    sheetMonths: 3,
    progress: (percent, text) => void phases.push([percent, text]),
    signal,
  });
const one = async <T = string>(sql: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await client.query<Record<string, T>>(sql, values);
  return Object.values(rows[0] as Record<string, T>)[0] as T;
};
const number = async (sql: string) => Number(await one(sql));

beforeAll(async () => {
  const database = await fresh('main');
  stats = await load(database);
  client = new Client(testServer(database));
  await client.connect();
}, 120_000);
afterAll(async () => {
  await client?.end();
  const root = new Client(testServer());
  await root.connect();
  for (const database of databases) await root.query(`drop database if exists ${database} with (force)`);
  await root.query(`drop role if exists ${WAREHOUSE_READER}`);
  await root.end();
});

describe('the company', () => {
  it('has the announced size', async () => {
    expect(await number("select count(*) from dwd.hr_employee where on_duty = '1'")).toBe(1800);
    expect(await number("select count(*) from dwd.dim_org where is_branch = '1'")).toBe(11);
    expect(await number('select certificates from ads.ads_company_now')).toBe(620);
    expect(await number('select patents from ads.ads_company_now')).toBeGreaterThanOrEqual(150);
    expect(await number('select count(*) from dwd.prj_quality_project')).toBe(200);
  });

  it('earns, signs and collects what was announced, in three full years and the running one', async () => {
    const { rows } = await client.query<{ year: number; revenue: string; contract: string; rate: string }>(
      'select year, revenue, contract_amount as contract, collection_rate as rate from ads.ads_company_year order by year',
    );
    expect(rows.map((row) => row.year)).toEqual([2023, 2024, 2025, 2026]);
    expect(Number(rows[2]?.revenue)).toBeGreaterThan(115_000);
    expect(Number(rows[2]?.revenue)).toBeLessThan(117_000);
    expect(Number(rows[2]?.contract)).toBeGreaterThan(141_000);
    expect(Number(rows[2]?.contract)).toBeLessThan(143_000);
    for (const row of rows) {
      expect(Number(row.rate), `${row.year}`).toBeGreaterThanOrEqual(78);
      expect(Number(row.rate), `${row.year}`).toBeLessThanOrEqual(86);
    }
  });

  it('feels the seasons: least in the month of the spring festival, most in December', async () => {
    const { rows } = await client.query<{ no: number }>(
      'select extract(month from month)::int as no from ads.ads_company_month where year = 2025 order by revenue',
    );
    expect([1, 2]).toContain(rows[0]?.no);
    expect(rows.at(-1)?.no).toBe(12);
  });

  it('makes a profit, not a fortune', async () => {
    const { rows } = await client.query<{ rate: string }>('select profit_rate as rate from ads.ads_company_year');
    for (const row of rows) {
      expect(Number(row.rate)).toBeGreaterThan(4);
      expect(Number(row.rate)).toBeLessThan(12);
    }
  });

  it('knows nothing of the future except plans', async () => {
    const dataDate = '(select data_date from dwd.etl_batch)';
    expect(await one('select data_date::text from dwd.etl_batch')).toBe('2026-03-17');
    for (const [table, column] of [
      ['biz_receipt', 'actual_date'],
      ['biz_contract', 'sign_date'],
      ['biz_quality_safety', 'check_date'],
      ['biz_opportunity', 'created_at'],
      ['pm_timesheet', 'work_date'],
      ['hr_employee', 'entry_date'],
    ])
      expect(await number(`select count(*) from dwd.${table} where ${column} > ${dataDate}`), `${table}.${column}`).toBe(0);
    expect(await number(`select count(*) from ads.ads_bid_calendar`)).toBeGreaterThan(10);
  });
});

describe('sums agree from layer to layer', () => {
  const distinct = (table: string, key: string) => `(select distinct on (${key}) * from ods.${table} order by ${key}, etl_time desc)`;
  it.each([
    [
      'revenue',
      `select sum(o.revenue) from ${distinct('ods_pm_output', 'project_id, month')} o where project_id in (select project_id from ods.ods_pm_project)`,
      'select sum(revenue) from dwd.biz_revenue',
      'select sum(revenue) from dws.dws_org_month',
    ],
    [
      'revenue by business',
      'select sum(revenue) from dwd.biz_revenue',
      'select sum(revenue) from dws.dws_business_month',
      'select sum(revenue) from dws.dws_org_month',
    ],
    [
      'output',
      `select sum(o.actual_output) from ${distinct('ods_pm_output', 'project_id, month')} o where project_id in (select project_id from ods.ods_pm_project)`,
      'select sum(actual_output) from dwd.biz_output_month',
      'select sum(output_actual) from dws.dws_org_month',
    ],
    [
      'output by area',
      'select sum(actual_output) from dwd.biz_output_month',
      'select sum(output_actual) from dws.dws_area_month',
      'select sum(output_actual) from dws.dws_project_total',
    ],
    [
      'receipts',
      `select sum(actual_amount) from ${distinct('ods_fin_receipt', 'receipt_id')} o where contract_id in (select contract_id from ods.ods_erp_contract)`,
      'select sum(actual_amount) from dwd.biz_receipt',
      'select sum(receipt_actual) from dws.dws_org_month',
    ],
    [
      'receipts by customer and plan',
      'select sum(paid_amount) from dwd.biz_receipt_plan',
      'select sum(receipt_amount) from dws.dws_customer_year',
      'select sum(actual_amount) from dwd.biz_receipt',
    ],
    [
      'new contracts',
      'select sum(amount) from dwd.biz_contract, dwd.etl_batch where sign_date >= first_date',
      'select sum(contract_amount) from dws.dws_org_month',
      'select sum(contract_amount) from dws.dws_customer_year',
    ],
    [
      'expenses',
      `select sum(amount) from ${distinct('ods_fin_expense', 'org_id, month, kind')} o`,
      'select sum(amount) from dwd.biz_expense',
      'select sum(expense) from dws.dws_org_month',
    ],
    [
      'contract balance',
      "select sum(amount - executed_amount) from dwd.biz_contract where status <> '3'",
      'select sum(balance) from dwd.biz_contract',
      "select sum(amount - opening_executed) - (select sum(m.actual_output) from dwd.biz_output_month m join dwd.biz_project p using (project_id) join dwd.biz_contract c using (contract_id) where c.status <> '3') from dwd.biz_contract where status <> '3'",
    ],
    [
      'receivables',
      'select sum(plan_amount - paid_amount) from dwd.biz_receipt_plan, dwd.etl_batch where plan_date <= data_date',
      'select sum(amount) from dws.dws_receivable_age',
      'select sum(receipt_plan) - sum(receipt_actual) from dws.dws_org_month',
    ],
    [
      'hours',
      "select sum(hours) from dwd.pm_timesheet where work_type <> '5'",
      'select sum(work_hours) from dwd.hr_attendance_month',
      'select sum(work_hours) from dws.dws_timesheet_month',
    ],
    [
      'headcount',
      "select count(*) from dwd.hr_employee where on_duty = '1'",
      "select sum(headcount) from dws.dws_org_month, dwd.etl_batch where month = date_trunc('month', data_date)",
      "select sum(headcount) from dws.dws_hr_month, dwd.etl_batch where month = date_trunc('month', data_date)",
    ],
    [
      'signed opportunities',
      "select count(*) from dwd.biz_opportunity where stage = 'signed'",
      'select sum(signed_count) from dws.dws_funnel_month',
      'select count(*) from dwd.biz_contract, dwd.etl_batch where sign_date >= first_date',
    ],
  ])('%s', async (_, first, second, third) => {
    const value = await number(first);
    expect(value).toBeGreaterThan(0);
    expect(await number(second)).toBe(value);
    expect(await number(third)).toBe(value);
  });

  it('days are people times dates', async () => {
    expect(await number('select sum(work_days + leave_days) from dwd.hr_attendance_month')).toBe(
      await number('select count(*) from (select distinct emp_id, work_date from dwd.pm_timesheet) t'),
    );
  });

  it('the monthly view adds up to the yearly one', async () => {
    // each month is rounded to 0.01 万元
    expect(
      await number(
        'select max(abs(y.revenue - m.revenue)) from ads.ads_company_year y join (select year, sum(revenue) as revenue from ads.ads_company_month group by year) m using (year)',
      ),
    ).toBeLessThan(0.1);
  });
});

describe('planted defects', () => {
  it.each(DEFECTS.map((defect) => [defect.code, defect] as const))('%s is there exactly as often as announced', async (_, defect) => {
    expect(await number(defect.find)).toBe(defect.count);
  });

  it('are written down with the same counts', () => {
    const text = readFileSync(new URL('../../docs/demo-data.md', import.meta.url), 'utf8');
    for (const defect of DEFECTS)
      expect(text).toContain(
        `| \`ods.${defect.table}\` | \`${defect.column}\` | ${defect.kind} | ${defect.title} | ${defect.count} | ${defect.handled} |`,
      );
    for (const table of Object.keys(stats.rows)) expect(text, table).toContain(`\`${table}\``);
  });

  it('do not reach the cleaned layer, and what was left out is registered', async () => {
    const lost = DEFECTS.filter((defect) => defect.handled === '剔除并登记').reduce((sum, defect) => sum + defect.count, 0);
    expect(await number('select count(*) from dwd.etl_reject')).toBe(lost);
    expect(await number("select count(*) from dwd.hr_employee where emp_name ~ '[ 　]' or birthday < '1940-01-01'")).toBe(0);
    expect(await number('select count(*) from dwd.hr_employee where id_card_no is null')).toBe(25);
    expect(
      await number('select count(*) from dwd.pm_timesheet where hours > 24 or emp_id not in (select emp_id from dwd.hr_employee)'),
    ).toBe(0);
  });
});

describe('the catalogue', () => {
  it('has a Chinese comment on every table, view and column', async () => {
    const { rows } = await client.query<{ name: string }>(`
      select n.nspname || '.' || c.relname || coalesce('.' || a.attname, '') as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('ods', 'dwd', 'dws', 'ads')
      left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'v') and (coalesce(col_description(c.oid, a.attnum), '') = '' or coalesce(obj_description(c.oid, 'pg_class'), '') !~ '[一-龥]')`);
    expect(rows).toEqual([]);
  });

  it('has a key on every table of the cleaned and summed layers, and references between them', async () => {
    const { rows } = await client.query<{ name: string }>(`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('dwd', 'dws') and c.relkind = 'r' and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`);
    expect(rows).toEqual([]);
    expect(
      await number("select count(*) from pg_constraint where contype = 'f' and connamespace = any (array['dwd', 'dws']::regnamespace[])"),
    ).toBeGreaterThan(40);
  });

  it('answers every view', async () => {
    const { rows } = await client.query<{ name: string }>("select viewname as name from pg_views where schemaname = 'ads' order by 1");
    expect(rows.length).toBeGreaterThan(25);
    for (const { name: view } of rows) expect(await number(`select count(*) from ads.${view}`), view).toBeGreaterThan(0);
  });
});

describe('loading', () => {
  it('tells how far it is', () => {
    expect(phases.at(-1)?.[0]).toBe(100);
    const percents = phases.map(([percent]) => percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(phases.every(([, text]) => /[一-龥]/.test(text))).toBe(true);
  });

  it('leaves a finished warehouse alone', async () => {
    const again = await load(String(client.database));
    expect(again.loaded).toBe(false);
    expect(again.rows).toEqual(stats.rows);
  });

  it('leaves nothing behind when it is stopped half-way, and starts anew', { timeout: 90_000 }, async () => {
    const database = await fresh('stopped');
    const stop = new AbortController();
    const stopped = loadWarehouse({
      connect: () => testServer(database),
      today: TODAY,
      sheetMonths: 3,
      signal: stop.signal,
      progress: (percent) => {
        if (percent > 10) stop.abort(new Error('stopped'));
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    const look = new Client(testServer(database));
    await look.connect();
    expect((await look.query("select 1 from pg_namespace where nspname = 'ods'")).rowCount).toBe(0);

    // the same day gives the same rows, also in another database
    expect((await load(database)).rows).toEqual(stats.rows);
    for (const table of [
      'ods.ods_hr_employee',
      'ods.ods_erp_contract',
      'ods.ods_fin_receipt',
      'ods.ods_pm_timesheet',
      'dwd.pm_timesheet',
      'dws.dws_org_month',
    ]) {
      const digest = `select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`;
      expect((await look.query(digest)).rows, table).toEqual((await client.query(digest)).rows);
    }
    await look.end();
  });
});

describe('the reader', () => {
  it('may select from the layers and nothing else', async () => {
    await createReader(client, 'first password');
    await createReader(client, "it's another");
    const reader = new Client({ ...testServer(String(client.database)), user: WAREHOUSE_READER, password: "it's another" });
    await reader.connect();
    expect((await reader.query('select count(*)::int as n from ads.ads_company_year')).rows).toEqual([{ n: 4 }]);
    expect((await reader.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '1min' }]);
    for (const [statement, state] of [
      ['delete from dwd.biz_bid', '25006'],
      ['create table ods.mine (a int)', '25006'],
      ['select * from public.demo_warehouse', '42501'],
      ['select * from pg_authid', '42501'],
    ] as const)
      await expect(reader.query(statement), statement).rejects.toMatchObject({ code: state });
    // the read-only default is comfort; the missing grant is the wall
    await reader.query('set default_transaction_read_only = off');
    for (const statement of [
      'delete from dwd.biz_bid',
      'create table ods.mine (a int)',
      'create table public.mine (a int)',
      'create schema mine',
    ])
      await expect(reader.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    await reader.end();
  });
});

it('gets its reader from two nodes at once, also where every transaction is serializable', async () => {
  const database = await fresh('twice');
  const connect = () => ({ ...testServer(database), options: '-c default_transaction_isolation=serializable' });
  const nodes = await Promise.all(
    [1, 2].map(async () => {
      const node = new Client(connect());
      await node.connect();
      return node;
    }),
  );
  try {
    for (const layer of ['ods', 'dwd', 'dws', 'ads']) await nodes[0]!.query(`create schema ${layer}`);
    for (let round = 0; round < 10; round++) await Promise.all(nodes.map((node, which) => createReader(node, `Reader#${round}_${which}`)));
    const { rowCount } = await nodes[0]!.query(`select 1 from pg_roles where rolname = '${WAREHOUSE_READER}' and rolcanlogin`);
    expect(rowCount).toBe(1);
  } finally {
    for (const node of nodes) await node.end();
  }
});
