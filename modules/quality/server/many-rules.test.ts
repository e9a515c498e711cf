import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#kit/server/ctx.ts';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { alertFollower } from './alerts/follow.ts';
import { QualityCalls } from './test-quality.ts';

/* More rules than a list shows at once: sums and plans are of all of them. */

const RULES = 10_400;
const app = startApp();
const source = testSource(app, `create table goods (id int primary key, name text); insert into goods values (1, '甲'), (2, null);`);
const calls = new QualityCalls(app);
let db: Db;
const DAY = '2026-03-05';

beforeAll(async () => {
  db = app.database.db;
  calls.sourceId = await source.register();
  const id = await calls.make(app.admin, 'goods', 'name', 'integrity_key');
  await sql`insert into quality_check_rule select (jsonb_populate_record(r, jsonb_build_object('id', 'q' || n, 'rule_name', 'q' || n))).*
    from quality_check_rule r, generate_series(2, ${RULES}) n where r.id = ${id}`.execute(db);
  await sql`insert into quality_check_report (id, check_rule_id, check_batch, check_date, state, check_total_count, check_error_count, num, den, ms,
      rule_name, rule_type_id, rule_level_id, rule_source_id, rule_table_id, rule_column_id, rule_config, rule_weight, rule_strength, rule_threshold)
    select 'r' || id, id, 'b', timestamptz '2026-03-05 12:00+08', 'fail', 2, 1, 1, 2, 1, rule_name, rule_type_id, rule_level_id, rule_source_id,
      rule_table_id, rule_column_id, rule_config, 1, '1', 100 from quality_check_rule`.execute(db);
}, 60_000);

test('the sums of a day are of every rule', async () => {
  const sums = await app.admin('GET', `/data/quality/checkReports/getReportBySource?checkDate=${DAY}`);
  expect(sums.data).toEqual([expect.objectContaining({ ruleCount: RULES, checkTotalCount: RULES * 2, checkErrorCount: RULES })]);
});

test('an alert keeps all changes of one batch', async () => {
  const alert = { alertName: '全源', kinds: ['fail'], sourceIds: [calls.sourceId], groupMinutes: 60, status: '1' };
  const { id } = (await app.admin('POST', '/data/quality/alertRules', alert)).data;
  await alertFollower.batch!({ app: app.node.app, db, now: new Date() }, { batch: 'b' });
  const { n } = await db
    .selectFrom('qualityAlertLog')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('alertRuleId', '=', id)
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(RULES);
});

test('a plan over a source runs every rule of it', async () => {
  const made = await app.admin('POST', '/data/quality/checkJobs', { jobName: '全源', triggerKind: 'api', sourceIds: [calls.sourceId] });
  const { data } = await app.admin('POST', `/data/quality/checkJobs/${made.data.id}/run`);
  const batch = await app.admin('GET', `/data/quality/runs/${data.batch}`);
  expect(batch.data.ruleCount).toBe(RULES);
  expect((await app.admin('POST', `/data/quality/runs/${data.batch}/cancel`)).status).toBe(200);
});
