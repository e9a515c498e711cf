import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';

/* The list of reports among many: it reads the page and what it counts, not every report that there ever was. */

const REPORTS = 60_000;
const app = startApp();
const source = testSource(app, `create table goods (id int primary key, name text); insert into goods values (1, '甲'), (2, null);`);
const calls = new QualityCalls(app);

beforeAll(async () => {
  calls.sourceId = await source.register();
  const id = await calls.make(app.admin, 'goods', 'name', 'integrity_key');
  await sql`insert into quality_check_report (id, check_rule_id, check_batch, check_date, state, check_total_count, check_error_count, num, den, ms,
      rule_name, rule_type_id, rule_level_id, rule_source_id, rule_table_id, rule_column_id, rule_config, rule_weight, rule_strength, rule_threshold)
    select 'r' || lpad(n::text, 8, '0'), id, 'b' || n, now() - n * interval '1 minute', case when n % 30000 = 0 then 'fail' else 'pass' end,
      case when n % 2 = 0 then null else n end, n % 7, 1, 1, 1, rule_name, rule_type_id, rule_level_id, rule_source_id, rule_table_id, rule_column_id,
      rule_config, 1, '1', 100 from quality_check_rule cross join generate_series(1, ${REPORTS}) n where id = ${id}`.execute(
    app.database.db,
  );
  await sql`analyze quality_check_report`.execute(app.database.db);
}, 60_000);

/** Reports that the database has read since it was asked last, once those of the call are among them: sessions tell theirs when they rest. */
let before = 0;
async function readSince(least: number): Promise<number> {
  const read = async () => {
    const { rows } = await sql<{ n: string }>`select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n
      from pg_stat_user_tables where relname = 'quality_check_report'`.execute(app.database.db);
    return Number(rows[0]!.n);
  };
  const now = await until(read, (n) => n - before >= least, 20_000);
  const since = now - before;
  before = now;
  return since;
}

it('the first page reads no more than it shows and counts', async () => {
  await readSince(0);
  const { data } = await app.admin('GET', '/data/quality/checkReports/page?pageSize=20');
  expect(data).toMatchObject({ total: 10_000, totalCapped: true });
  expect(data.data.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual(['r00000001', 'r00000002']);
  expect(await readSince(10_000)).toBeLessThan(REPORTS / 2);
});

it('the few that failed are found without reading those that passed', async () => {
  const { data } = await app.admin('GET', '/data/quality/checkReports/page?pageSize=20&state=fail');
  expect(data.data.map(({ id }: { id: string }) => id)).toEqual(['r00030000', 'r00060000']);
  expect(await readSince(2)).toBeLessThan(1_000);
});

it('reports without a number stand behind those with one', async () => {
  const { data } = await app.admin('GET', '/data/quality/checkReports/page?pageSize=2&sort=-checkTotalCount');
  expect(data.data.map(({ checkTotalCount }: { checkTotalCount: number }) => checkTotalCount)).toEqual([REPORTS - 1, REPORTS - 3]);
});
