import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { RULE_TYPES } from '../core/index.ts';
import { QualityCalls } from './test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table shop (id int primary key, name text, code text, rate int, sex text);
   insert into shop select g, case when g <= 10 then null else 'n' end, 'c' || case when g <= 4 then 40 else g end, case when g <= 20 then 200 else 1 end,
     case when g <= 3 then '9' when g % 2 = 0 then '1' else 'F' end from generate_series(1, 40) g;
   create table told (id int primary key, name text, day date, told text);
   insert into told select g, case when g > 2 then 'n' end, '2026-01-02', case when g = 7 then 'soon' else '2026-01-01' end from generate_series(1, 10) g;
   create view slow as select g as id, case when pg_sleep(20) is null then 1 else 0 end as nap from generate_series(1, 5) g;`,
);
const calls = new QualityCalls(app);
let admin: Send;
beforeAll(async () => {
  calls.sourceId = await source.register();
  admin = app.admin;
});

test('codes of a standard are read at the moment of the run', async () => {
  const types = (await admin('GET', '/data/standard/types/list')).data as { id: string; gbTypeCode: string }[];
  const sex = types.find(({ gbTypeCode }) => /2261\.1/.test(gbTypeCode))!;
  const id = await calls.make(admin, 'shop', 'sex', 'consistent_key', {
    config: { consistent: { gbTypeId: sex.id, bindGbColumn: 'gb_code' } },
  });
  const { of } = await calls.run(admin, id);
  // 9 is 未说明的性别 there, F is none of its codes
  const [{ n } = { n: 0 }] = (await source.sql("select count(*)::int as n from shop where sex not in ('0', '1', '2', '9')")).rows as {
    n: number;
  }[];
  expect(of(id).checkErrorCount).toBe(n);
  expect(n).toBeGreaterThan(0);
});

test('what cannot be run is refused with the parameter that is to blame', async () => {
  const refusal = async (column: string, item: string, config: object) => {
    const answer = await admin('POST', '/data/quality/checkRules', await calls.body('told', column, item, { config }));
    return [answer.status, answer.data?.[0]?.path];
  };
  expect(await refusal('day', 'accuracy_range', { accuracy: { max: '2026-02-30' } })).toEqual([400, 'ruleConfig.accuracy.max']);
  expect(await refusal('name', 'accuracy_regex', { accuracy: { pattern: '[' } })).toEqual([400, 'ruleConfig.accuracy.pattern']);
  expect(await refusal('name', 'integrity_key', { filter: '[nope] = 1' })).toEqual([400, 'ruleConfig.filter']);
});

describe('a batch', () => {
  test('judges what it can: a rule that the source cannot calculate fails alone', async () => {
    const names = await calls.make(admin, 'told', 'name', 'integrity_key');
    const ids = await calls.make(admin, 'told', 'id', 'unique_key');
    const broken = await calls.make(admin, 'told', 'day', 'consistent_columns', {
      config: { consistent: { columnId: await calls.column('told', 'told'), operator: 'ge' } },
    });
    const blanks = await calls.make(admin, 'told', 'name', 'accuracy_no_space');
    const { of } = await calls.run(admin, names, ids, broken, blanks);
    expect(of(broken)).toMatchObject({ state: 'error', checkResult: expect.stringContaining('数据源执行失败') });
    expect([of(names), of(ids), of(blanks)]).toMatchObject([
      { state: 'fail', checkErrorCount: 2, checkTotalCount: 10 },
      { state: 'pass', checkErrorCount: 0 },
      { state: 'pass', checkErrorCount: 0 },
    ]);
  });
  test('is stopped at once, and so is what it asks of the source', async () => {
    const id = await calls.make(admin, 'slow', 'nap', 'integrity_key');
    const { batch } = (await admin('POST', `/data/quality/checkRules/${id}/run`)).data as { batch: string };
    const busy = async () =>
      (
        await source.sql(
          `select count(*)::int as n from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query like '%nap%'`,
        )
      ).rows[0].n as number;
    await until(busy, (n) => n > 0);
    expect((await admin('POST', `/data/quality/runs/${batch}/cancel`)).status).toBe(200);
    await until(busy, (n) => n === 0, 5_000);
    expect((await calls.ended(batch)).state).toBe('cancelled');
  });
  test('over a source that does not answer could not run; the next one is right by itself', async () => {
    const id = await calls.make(admin, 'shop', 'name', 'integrity_key');
    const row = () => app.database.db.updateTable('metadataSource').where('id', '=', calls.sourceId);
    const { port } = await app.database.db
      .selectFrom('metadataSource')
      .select('port')
      .where('id', '=', calls.sourceId)
      .executeTakeFirstOrThrow();
    await row()
      .set((e) => ({ port: 1, configVersion: e('configVersion', '+', 1) }))
      .execute();
    const failed = await calls.run(admin, id);
    expect(failed.ended).toMatchObject({ state: 'error', failCount: 0, errorCount: 1 });
    expect(failed.of(id)).toMatchObject({ state: 'error', checkErrorCount: null });
    const log = (await admin('GET', `/data/quality/scheduleLogs/page?executeBatch=${failed.batch}`)).data.data[0];
    expect(log).toMatchObject({ status: '0' });
    expect(log.executeResult).toMatch(/[\u4e00-\u9fff]/);
    await row()
      .set((e) => ({ port, configVersion: e('configVersion', '+', 1) }))
      .execute();
    const { of, ended } = await calls.run(admin, id);
    expect(ended.state).toBe('done');
    expect(of(id)).toMatchObject({ state: 'fail', checkErrorCount: 10 });
  });
});

test('points follow from stored numbers in all four modes, without a run; what could not run counts in none', async () => {
  const ids = [
    await calls.make(admin, 'shop', 'name', 'integrity_key', { ruleWeight: 3 }),
    await calls.make(admin, 'shop', 'code', 'unique_key', { ruleStrength: '2' }),
    await calls.make(admin, 'shop', 'rate', 'accuracy_range', { config: { accuracy: { max: '100' } } }),
  ];
  // only these three rules stand for the table
  const others = (await admin('GET', '/data/quality/checkRules/page?pageSize=200')).data.data
    .map(({ id }: { id: string }) => id)
    .filter((id: string) => !ids.includes(id));
  await admin('POST', '/data/quality/checkRules/status', { ids: others, status: '0' });
  await calls.run(admin, ...ids);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const tableId = await calls.table('shop');
  const { runs } = await app.database.db
    .selectFrom('qualityRun')
    .select((e) => e.fn.countAll<string>().as('runs'))
    .executeTakeFirstOrThrow();
  const scoreWith = async (mode: string, cap: number) => {
    const put = await admin('PUT', '/data/quality/score/weights', { mode, dimensions: { integrity: 2 }, cap });
    expect([put.status, put.msg]).toEqual([200, put.msg]);
    return (await admin('GET', `/data/quality/score?from=${today}&to=${today}&tableId=${tableId}`)).data.score;
  };
  // by hand: 完整性 30 of 40 = 75, 唯一性 36 of 40 = 90, 准确性 20 of 40 = 50
  expect(await scoreWith('configured', 100)).toBe(72.5); // (75 * 2 + 90 + 50) / 4
  expect(await scoreWith('full', 100)).toBe(86.25); // (75 * 2 + 90 + 50 + 100 * 4) / 8
  expect(await scoreWith('average', 100)).toBe(73); // (75 * 3 + 90 + 50) / 5
  expect(await scoreWith('configured', 60)).toBe(60); // a strong rule failed
  expect(await scoreWith('plain', 60)).toBe(73); // without the cap
  const stored = await app.database.db
    .selectFrom('metadataTable')
    .select('qualityScore')
    .where('id', '=', tableId)
    .executeTakeFirstOrThrow();
  expect(Number(stored.qualityScore)).toBe(73);
  const after = await app.database.db
    .selectFrom('qualityRun')
    .select((e) => e.fn.countAll<string>().as('runs'))
    .executeTakeFirstOrThrow();
  expect(after.runs).toBe(runs);
  const whatIf = await admin('POST', '/data/quality/score/whatIf', {
    from: today,
    to: today,
    tableId,
    weights: { mode: 'full', dimensions: { integrity: 2 }, cap: 100 },
  });
  expect(whatIf.data.score).toBe(86.25);
  expect((await admin('GET', `/data/quality/score?from=${today}&to=${today}&tableId=${tableId}`)).data.score).toBe(73);
});

test('every declared type is offered; numbers of statements have results', async () => {
  const offered = (await admin('GET', '/data/quality/ruleItems/list')).data as { itemCode: string }[];
  expect(offered.map(({ itemCode }) => itemCode).sort()).toEqual(RULE_TYPES.map(({ code }) => code).sort());
  const number = await calls.make(admin, 'shop', null, 'custom_number', {
    config: { custom: { sql: 'select count(*) from shop', operator: 'eq', value: '40' } },
  });
  const wrong = await calls.make(admin, 'shop', null, 'custom_number', {
    config: { custom: { sql: 'select max(id) from shop', operator: 'lt', value: '40' } },
  });
  const { of } = await calls.run(admin, number, wrong);
  expect([of(number).state, of(number).value]).toEqual(['pass', '40']);
  expect([of(wrong).state, of(wrong).value]).toEqual(['fail', '40']);
});
