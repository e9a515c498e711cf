import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table flow (id int primary key, amount numeric(10,2), kind text, secret int);
   insert into flow select g, g, case when g % 2 = 0 then 'A' else 'B' end, case when g <= 20 then null else g end from generate_series(1, 200) g;
   create table shape (id int primary key, name varchar(20));
   create table spread (id int primary key, price int, kind text, pay int);
   insert into spread select g, g % 50, case when g % 4 = 0 then 'A' else 'B' end, g from generate_series(1, 400) g;`,
);
const calls = new QualityCalls(app);
let admin: Send;
let steward: Send;
/** sees everything in the clear */
let owner: Send;
let flow = '';
beforeAll(async () => {
  calls.sourceId = await source.register();
  admin = app.admin;
  await sealColumns(app, calls.sourceId, 'secret', 'pay');
  flow = await calls.table('flow');
  const perms = ['rule:list', 'rule:add', 'rule:edit', 'rule:detail', 'rule:run', 'report:list'].map((name) => `quality:${name}`);
  const person = async (actions: readonly string[], ...tables: readonly string[]) => {
    const user = await app.make.user({ perms, dataScope: '1' });
    for (const objectId of tables) {
      const grant = { objectType: 'table', objectId, subjectType: 'user', subjectId: user.id, actions };
      expect((await admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
    }
    return app.as(user.token);
  };
  steward = await person(['meta', 'query'], flow);
  owner = await person(['meta', 'query', 'unmask'], flow, await calls.table('spread'));
});

const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const metric = (of: object) => ({ config: { metric: of } });
/** Gives a rule a past: its figure of today on each of so many days before. */
const agedBy = (ruleId: string, days: number, value: number) =>
  sql`insert into quality_figure (report_id, check_rule_id, figure_key, day, check_time, value)
    select f.report_id || '-' || g, f.check_rule_id, f.figure_key, f.day - g, f.check_time - g * interval '1 day', ${value}
    from quality_figure f, generate_series(1, ${days}::int) g where f.check_rule_id = ${ruleId}`.execute(app.database.db);

describe('a number against its history', () => {
  test('without one it is skipped and costs nothing; with one it is judged, and its trend shows what was expected', async () => {
    const id = await calls.make(admin, 'flow', null, 'history_anomaly', metric({}));
    const detail = (await admin('GET', `/data/quality/checkRules/${id}`)).data;
    expect(detail.ruleSentence).toBe(
      '表“flow”的行数在按同类日（工作日或休息日）的历史预期的区间内（中位数区间，3倍偏差）；历史不足时跳过。',
    );
    const first = await calls.run(admin, id);
    expect(first.of(id)).toMatchObject({ state: 'skip', value: '200', checkResult: expect.stringContaining('历史有0天，不足7天') });
    const score = async () => (await admin('GET', `/data/quality/score?from=${today}&to=${today}&tableId=${flow}`)).data.score;
    expect(await score()).toBeNull();

    await agedBy(id, 60, 200);
    const second = await calls.run(admin, id);
    expect(second.of(id)).toMatchObject({
      state: 'pass',
      value: '200',
      checkResult: expect.stringMatching(/^实际为200，预期198至202（按\d+天(工作|休息)日历史），符合要求$/),
    });
    expect(await score()).toBe(100);

    await source.sql('delete from flow where id > 190');
    const tried = await admin('POST', '/data/quality/checkRules/preview', {
      ...(await calls.body('flow', null, 'history_anomaly', metric({}))),
      id,
    });
    expect(tried.data, tried.msg).toMatchObject({ state: 'fail', expected: { low: 198, high: 202 } });
    const unsaved = await admin('POST', '/data/quality/checkRules/preview', await calls.body('flow', null, 'history_anomaly', metric({})));
    expect(unsaved.data).toMatchObject({ state: 'skip', expected: null });
    const third = await calls.run(admin, id);
    expect(third.of(id)).toMatchObject({ state: 'fail', value: '190' });
    expect(await score()).toBe(0);
    const { data: trend } = await admin('GET', `/data/quality/checkRules/${id}/trend`);
    expect(trend).toMatchObject({ isWithheld: false, of: 'value' });
    expect(trend.points.map(({ state, value, low, high }: Record<string, unknown>) => [state, value, low, high])).toEqual([
      ['skip', 200, null, null],
      ['pass', 200, 198, 202],
      ['fail', 190, 198, 202],
    ]);
    await source.sql('insert into flow select g, g, null, g from generate_series(191, 200) g');
    const [issue] = (await admin('GET', `/data/quality/checkIssues/page?checkRuleId=${id}`)).data.data;
    const { results } = (await admin('GET', `/data/quality/checkIssues/${issue.id}`)).data;
    expect(results.at(-1)).toMatchObject({ state: 'fail', checkErrorCount: null, value: 190, low: 198, high: 202 });
  });

  test('knows the days that an administrator wrote down', async () => {
    const id = await calls.make(admin, 'flow', null, 'history_anomaly', metric({}));
    const kindOfToday = async () => /^(工作日|休息日)/.exec((await calls.run(admin, id)).of(id).checkResult!)![1];
    const before = await kindOfToday();
    const [config] = (await admin('GET', '/system/configs/page?configKey=quality.ownDays')).data.data;
    const write = async (configValue: string) => admin('PUT', `/system/configs/${config.id}`, { ...config, configValue });
    expect(await write('2026-2-30')).toMatchObject({ status: 400, msg: expect.stringContaining('应写成') });
    const written = await write(before === '休息日' ? `班${today}` : today);
    expect([written.status, written.msg]).toEqual([200, written.msg]);
    expect(await kindOfToday()).not.toBe(before);
  });

  test('a rule that measures something else begins anew', async () => {
    const id = await calls.make(admin, 'flow', null, 'history_anomaly', metric({}));
    await calls.run(admin, id);
    await agedBy(id, 60, 200);
    const amount = await calls.column('flow', 'amount');
    const { data: stored } = await admin('GET', `/data/quality/checkRules/${id}`);
    const body = await calls.body('flow', null, 'history_anomaly', metric({ metric: 'mean', columnId: amount, isEveryDay: true }));
    expect((await admin('PUT', `/data/quality/checkRules/${id}`, { ...body, version: stored.version })).status).toBe(200);
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'skip', checkResult: expect.stringContaining('历史有0天') });
  });

  test('is held against the last one', async () => {
    const id = await calls.make(admin, 'flow', null, 'history_change', metric({ compare: 'previous', min: '-10', max: '10' }));
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'skip' });
    await source.sql('insert into flow select g, g, null, g from generate_series(1001, 1100) g');
    const grown = (await calls.run(admin, id)).of(id);
    expect(grown).toMatchObject({ state: 'fail', value: '300', checkResult: '实际为300，与上一次的200相比变化+50%，不符合要求' });
    await source.sql('delete from flow where id > 1000');
    const amount = await calls.column('flow', 'amount');
    const missing = await calls.body('flow', null, 'history_change', metric({ metric: 'mean', compare: 'day', max: '5' }));
    expect(await admin('POST', '/data/quality/checkRules', missing)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('需要选择字段'),
    });
    const open = await calls.body('flow', null, 'history_change', metric({ metric: 'mean', columnId: amount, compare: 'day' }));
    expect(await admin('POST', '/data/quality/checkRules', open)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('下限或上限'),
    });
    const text = await calls.body('flow', null, 'history_anomaly', metric({ metric: 'sum', columnId: await calls.column('flow', 'kind') }));
    expect(await admin('POST', '/data/quality/checkRules', text)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('只用于数值字段'),
    });
  });

  test('of a masked column tells its gaps, not its values', async () => {
    const secret = await calls.column('flow', 'secret');
    const id = await calls.make(steward, 'flow', null, 'history_anomaly', metric({ metric: 'nullRate', columnId: secret }));
    expect((await calls.run(steward, id)).of(id)).toMatchObject({ state: 'skip', value: '10' });
    const mean = await calls.body('flow', null, 'history_anomaly', metric({ metric: 'mean', columnId: secret }));
    expect(await steward('POST', '/data/quality/checkRules', mean)).toMatchObject({ status: 422, error: 'gate.refused' });
    const owned = await calls.make(owner, 'flow', null, 'history_anomaly', metric({ metric: 'mean', columnId: secret }));
    await calls.run(owner, owned);
    const { data } = await steward('GET', `/data/quality/checkRules/${owned}/trend`);
    expect(data).toMatchObject({ isWithheld: true, points: [{ state: 'skip', value: null, low: null, high: null }] });
  });
});

describe('a distribution', () => {
  const drift = (more: object) => metric({ distribution: 'psi', sensitivity: 0.2, ...more });
  test('is held against the first check, whose bins stay', async () => {
    const first = await calls.make(admin, 'spread', 'price', 'history_drift', drift({ baseline: 'first' }));
    const previous = await calls.make(admin, 'spread', 'kind', 'history_drift', drift({ baseline: 'previous' }));
    const sealed = await calls.make(owner, 'spread', 'pay', 'history_drift', drift({ baseline: 'first' }));
    const begun = await calls.run(admin, first, previous, sealed);
    expect(begun.of(first)).toMatchObject({ state: 'skip', checkResult: expect.stringContaining('没有更早的分布') });
    expect(begun.of(sealed)).toMatchObject({ state: 'skip', checkResult: expect.stringContaining('敏感字段') });
    const same = await calls.run(admin, first, previous);
    expect([same.of(first).state, same.of(first).value, same.of(previous).state]).toEqual(['pass', '0', 'pass']);
    await source.sql("update spread set price = price + 30, kind = 'C' where id > 200");
    const moved = await calls.run(admin, first, previous);
    expect(moved.of(first)).toMatchObject({ state: 'fail', checkResult: expect.stringContaining('（PSI）应不超过0.2；变化最大的是') });
    expect(moved.of(previous)).toMatchObject({
      state: 'fail',
      checkResult: expect.stringContaining('变化最大的是其他值，占比由0%变为50%'),
    });
    const again = await calls.run(admin, first, previous);
    expect([again.of(first).state, again.of(previous).state]).toEqual(['fail', 'pass']);
  });
  test('or against the profile', async () => {
    const id = await calls.make(admin, 'spread', 'kind', 'history_drift', drift({}));
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'skip', checkResult: expect.stringContaining('还没有数据画像') });
    await admin('POST', '/data/metadata/profiles/run', { tableId: await calls.table('spread') });
    const profile = async () => (await admin('GET', `/data/metadata/profiles/table/${await calls.table('spread')}`)).data;
    await until(profile, (data) => JSON.stringify(data).includes('"sampled"'), 60_000);
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'pass' });
    await source.sql("update spread set kind = 'D'");
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'fail' });
  });
  test('of a column that becomes sensitive is kept no longer', async () => {
    const id = await calls.make(admin, 'spread', 'price', 'history_drift', drift({ baseline: 'first' }));
    await calls.run(admin, id);
    const kept = async () =>
      (await sql<{ n: number }>`select count(detail)::int as n from quality_figure where check_rule_id = ${id}`.execute(app.database.db))
        .rows[0]!.n;
    expect(await kept()).toBe(1);
    const body = { columnIds: [await calls.column('spread', 'price')], level: 'L3', classId: null };
    const done = await admin('POST', '/data/metadata/classes/columns', body);
    expect([done.status, done.msg]).toEqual([200, done.msg]);
    expect(await kept()).toBe(0);
  });
});

test('a structure is held against that of the check before', async () => {
  const id = await calls.make(admin, 'shape', null, 'history_schema');
  expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'skip' });
  expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'pass', value: '没有变化' });
  await source.sql('alter table shape add column note text; alter table shape alter column name type varchar(40)');
  await synchronised(app, calls.sourceId);
  const { state, value } = (await calls.run(admin, id)).of(id);
  expect([state, value]).toEqual(['fail', '增加 note，name 的类型由 varchar(20) 变为 varchar(40)']);
  expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'pass' });
});
