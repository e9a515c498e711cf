import { sql } from 'kysely';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { AnyTask } from '#kit/server/tasks.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { cleanUp } from './reports/retention.ts';
import { keepSnapshot } from './score/snapshots.ts';
import { issueReminders } from './issues/due.ts';
import { QualityCalls } from './test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table pay (id int primary key, mobile text, note text, amount int);
   insert into pay select g, case when g <= 5 then '1391234000' else '13912340' || lpad(g::text, 3, '0') end,
     case when g <= 4 then '=1+1' else 'n' end, g from generate_series(1, 40) g;
   create table dept (id int primary key, name text); insert into dept select g, 'd' || g from generate_series(1, 30) g;`,
);
const calls = new QualityCalls(app);
const EXPORTS = ['quality:report:list', 'quality:report:detail', 'quality:report:export', 'quality:score:list'];
let admin: Send;
let rules: string[];
let reportOf: (rule: string) => { id: string };
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const share = (isShared: '0' | '1') =>
  app.database.db.updateTable('metadataSource').set({ isShared }).where('id', '=', calls.sourceId).execute();
const partsOf = (bytes: Buffer) => Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));
const run = (task: AnyTask, at: Date) =>
  task.run({
    runId: 'r',
    app: app.node.app,
    params: {},
    dueTime: at,
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });

beforeAll(async () => {
  calls.sourceId = await source.register();
  admin = app.admin;
  await share('1');
  rules = [
    await calls.make(admin, 'pay', 'mobile', 'accuracy_mobile'),
    await calls.make(admin, 'pay', 'note', 'accuracy_regex', { config: { accuracy: { pattern: '^n$' } } }),
    await calls.make(admin, 'pay', 'amount', 'accuracy_range', { config: { accuracy: { max: '30' } } }),
    await calls.make(admin, 'dept', 'name', 'integrity_key'),
  ];
  const { of } = await calls.run(admin, ...rules);
  reportOf = of;
});

test('the report of a day is a Word document and a workbook with points, costs and the tables of the dimensions', async () => {
  const word = await admin('POST', '/data/quality/checkReports/document', { checkDate: today(), format: 'docx' });
  expect([word.status, word.headers['content-disposition']]).toEqual([200, expect.stringContaining('.docx')]);
  const text = partsOf(word.raw)['word/document.xml']!;
  for (const part of ['数据质量报告', '维度得分', '扣分最多的 10 条规则', '准确性核查明细', '完整性核查明细', 'pay mobile', '不通过：3'])
    expect(text).toContain(part);
  const book = await admin('POST', '/data/quality/checkReports/document', { checkDate: today(), format: 'xlsx' });
  const sheets = partsOf(book.raw);
  expect(sheets['xl/workbook.xml']).toContain('准确性核查明细');
  const one = await app.make.user({ perms: ['quality:report:list'] });
  expect((await app.as(one.token)('POST', '/data/quality/checkReports/document', { checkDate: today() })).status).toBe(403);
});

test('bad rows as a file: with the right to export, masked as shown, formulas as text, recorded', async () => {
  const path = (rule: string) => `/data/quality/checkReports/${reportOf(rule).id}/rows/export`;
  const csv = await admin('POST', path(rules[1]!), { format: 'csv' });
  const lines = csv.raw.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain("'=1+1");
  const book = await admin('POST', path(rules[1]!), { format: 'xlsx' });
  expect(Object.values(partsOf(book.raw)).join('')).toContain('=1+1');
  expect((await admin('POST', path(rules[3]!), {})).error).toBe('rule.broken');
  const reader = await app.make.user({ perms: EXPORTS });
  const as = app.as(reader.token);
  await sealColumns(app, calls.sourceId, 'mobile', 'amount');
  // shared sources may be read, not taken away
  const table = await calls.table('pay');
  const grant = async (objectType: 'table' | 'database', actions: string[]) => {
    const objectId = objectType === 'table' ? table : calls.sourceId;
    const terms = { objectType, objectId, subjectType: 'user', subjectId: reader.id, actions };
    const made = await admin('POST', '/data/metadata/authorizes', terms);
    expect([made.status, made.msg]).toEqual([200, made.msg]);
  };
  await share('0');
  await grant('table', ['meta', 'query']);
  const refused = await as('POST', path(rules[0]!), { format: 'csv' });
  expect([refused.status, refused.error]).toEqual([422, 'gate.refused']);
  await grant('database', ['meta', 'query', 'export']);
  const masked = await as('POST', path(rules[0]!), { format: 'csv' });
  expect(masked.status).toBe(200);
  expect(masked.raw.toString('utf8')).not.toContain('1391234000');
  expect(masked.raw.toString('utf8').trim().split('\r\n')).toHaveLength(6);
  expect((await as('POST', path(rules[2]!), { format: 'csv' })).error).toBe('gate.refused');
  const word = await as('POST', '/data/quality/checkReports/document', { checkDate: today() });
  // of a rule that holds a value over a masked column the number is withheld: 40 rows were checked, 10 were wrong
  expect(partsOf(word.raw)['word/document.xml']).not.toContain('不合格10行');
  await share('1');
  const log = await app.database.db.selectFrom('sysOperLog').select('title').where('title', '=', '导出不合格的行').execute();
  expect(log.length).toBeGreaterThanOrEqual(3);
});

test('points by source, owner and department, with what they were', async () => {
  const owner = await app.make.user({ perms: [] });
  await app.database.db
    .updateTable('metadataTable')
    .set({ ownerId: owner.id })
    .where('id', '=', await calls.table('dept'))
    .execute();
  const groups = async (by: string) =>
    (await admin('GET', `/data/quality/score/groups?by=${by}&from=${today()}&to=${today()}`)).data as {
      id: string;
      score: number;
      tableCount: number;
      days: { score: number }[];
    }[];
  const whole = (await admin('GET', `/data/quality/score?from=${today()}&to=${today()}`)).data;
  const [one] = await groups('source');
  expect(one).toMatchObject({ id: calls.sourceId, tableCount: 2, score: whole.score });
  const byOwner = await groups('owner');
  expect(byOwner.find(({ id }) => id === owner.id)).toMatchObject({ score: 100, tableCount: 1, days: [{ score: 100 }] });
  expect(byOwner.find(({ id }) => id === '')!.score).toBe(whole.tables.find((t: { tableName: string }) => t.tableName === 'pay').score);
  for (const by of ['domain', 'tier', 'dept']) expect((await groups(by)).reduce((sum, { tableCount }) => sum + tableCount, 0)).toBe(2);
  expect((await admin('GET', `/data/quality/score/groups?by=size&from=${today()}&to=${today()}`)).status).toBe(400);
});

test('data sets and charts show the lowest points of the tables behind them that the reader sees; what nobody measures shows none', async () => {
  const { db } = app.database;
  const [pay, dept] = [await calls.table('pay'), await calls.table('dept')];
  const node = (id: string, objectType: string) =>
    db
      .insertInto('metadataLineageObject')
      .values({ id, objectType, objectKey: `${id}key`, objectName: id, sourceId: calls.sourceId })
      .execute();
  await node('badgeset', 'dataset');
  await node('badgechart', 'chart');
  const edge = (id: string, fromType: string, fromId: string, toId: string) =>
    db
      .insertInto('metadataLineageEdge')
      .values({ id, unitId: 'badgeunit', fromType, fromId, toType: 'object', toId, kind: 'value', confidence: 'exact' })
      .execute();
  await db
    .insertInto('metadataLineageUnit')
    .values({
      id: 'badgeunit',
      origin: 'module',
      originKey: 'badgeunit',
      unitName: 'badgeunit',
      sqlHash: '',
      state: 'parsed',
      parseTime: new Date(),
    })
    .execute();
  await edge('badge1', 'table', pay, 'badgeset');
  await edge('badge2', 'table', dept, 'badgeset');
  await edge('badge3', 'object', 'badgeset', 'badgechart');
  const score = async (id: string) =>
    Number((await db.selectFrom('metadataTable').select('qualityScore').where('id', '=', id).executeTakeFirstOrThrow()).qualityScore);
  const asked = { dataSetIds: ['badgesetkey'], chartIds: ['badgechartkey', 'nothing'] };
  const { data } = await admin('POST', '/data/quality/badges', asked);
  expect(data.dataSets).toEqual([{ id: 'badgesetkey', score: await score(pay), tables: expect.any(Array) }]);
  expect(data.charts).toEqual([expect.objectContaining({ id: 'badgechartkey', score: await score(pay) })]);
  expect(data.charts[0].tables).toHaveLength(2);
  await share('0');
  const stranger = app.as((await app.make.user({ perms: EXPORTS })).token);
  expect((await stranger('POST', '/data/quality/badges', asked)).data).toEqual({ dataSets: [], charts: [] });
  await share('1');
  // a rule that is out of use leaves no number behind
  await admin('POST', '/data/quality/checkRules/status', { ids: [rules[3]], status: '0' });
  const stored = await db.selectFrom('metadataTable').select('qualityScore').where('id', '=', dept).executeTakeFirstOrThrow();
  expect(stored.qualityScore).toBeNull();
  await admin('POST', '/data/quality/checkRules/status', { ids: [rules[3]], status: '1' });
  expect(await score(dept)).toBe(100);
});

test('a month is kept once, with the points of its end, and stays as it was; readers see the tables that they may', async () => {
  await app.database.db
    .updateTable('qualityCheckReport')
    .set({ checkDate: new Date('2026-01-15T00:00:00Z') })
    .execute();
  expect(await run(keepSnapshot, new Date('2026-01-01T00:30:00+08:00'))).toBeNull();
  expect(await run(keepSnapshot, new Date('2026-02-03T00:30:00+08:00'))).toContain('2026-01');
  expect(await run(keepSnapshot, new Date('2026-02-04T00:30:00+08:00'))).toBeNull();
  const [month] = (await admin('GET', '/data/quality/snapshots/page')).data.data;
  const at = await admin('GET', '/data/quality/score?from=2026-01-31&to=2026-01-31');
  expect(month).toMatchObject({ month: '2026-01', tableCount: 2 });
  // the mean of what the month shows of its tables
  expect(Math.abs(month.score - at.data.score)).toBeLessThanOrEqual(0.011);
  await admin('PUT', '/data/quality/score/weights', { mode: 'plain', dimensions: {}, cap: 60 });
  const detail = (await admin('GET', `/data/quality/snapshots/${month.id}`)).data;
  expect(detail).toMatchObject({ score: month.score as number, weights: { mode: 'configured' } });
  expect(detail.tables.map(({ tableName }: { tableName: string }) => tableName).sort()).toEqual(['dept', 'pay']);
  await share('0');
  const stranger = app.as((await app.make.user({ perms: EXPORTS })).token);
  expect((await stranger('GET', `/data/quality/snapshots/${month.id}`)).data).toMatchObject({ tables: [], score: null });
  await share('1');
});

test('a page of months is of all of their tables', async () => {
  const { db } = app.database;
  await sql`insert into metadata_table select (jsonb_populate_record(t, jsonb_build_object('id', 'm' || n, 'table_name', 'm' || n))).*
    from metadata_table t, generate_series(1, 8000) n where t.id = ${await calls.table('dept')}`.execute(db);
  await sql`insert into quality_snapshot (id, month, weights, create_time)
    select 'month' || n, '2025-0' || n, '{}', now() from generate_series(1, 3) n`.execute(db);
  await sql`insert into quality_snapshot_table (id, snapshot_id, source_id, table_id, dimensions, rule_count, fail_count, score)
    select 'month' || n || t.id, 'month' || n, t.source_id, t.id, '{}', 1, 0, case when t.id like '%0' then 100 else 0 end
    from generate_series(1, 3) n, metadata_table t where t.id like 'm%'`.execute(db);
  const { data } = (await admin('GET', '/data/quality/snapshots/page')).data;
  const kept = data.filter(({ month }: { month: string }) => month.startsWith('2025'));
  expect(kept).toEqual([1, 2, 3].map(() => expect.objectContaining({ score: 10, tableCount: 8000, ruleCount: 8000 })));
  await db.deleteFrom('qualitySnapshot').where('month', 'like', '2025%').execute();
  await db.deleteFrom('metadataTable').where('id', 'like', 'm%').execute();
});

test('old results and logs go, but the last of each rule and what open issues refer to', async () => {
  const { batch } = await calls.run(admin, rules[0]!);
  const at = new Date(Date.now() + 900 * 86_400_000);
  expect(await run(cleanUp, at)).toMatch(/已清理核查结果 \d+ 条/);
  const left = (await admin('GET', '/data/quality/checkReports/page?pageSize=200')).data.data as {
    checkRuleId: string;
    checkBatch: string;
  }[];
  for (const rule of rules) expect(left.filter(({ checkRuleId }) => checkRuleId === rule)).toHaveLength(1);
  expect(left.find(({ checkRuleId }) => checkRuleId === rules[0])!.checkBatch).toBe(batch);
  expect((await admin('GET', '/data/quality/scheduleLogs/page')).data.total).toBe(0);
  expect(await run(cleanUp, at)).toBeNull();
});

test('who has to mend an issue is reminded once that it is late', async () => {
  const at = new Date(Date.now() + 30 * 86_400_000);
  expect(await run(issueReminders, at)).toMatch(/已提醒 3 张/);
  expect(await run(issueReminders, at)).toBeNull();
  const { data } = (await admin('GET', '/system/messages/page')).data;
  expect(data.filter(({ title }: { title: string }) => title.endsWith('已逾期'))).toHaveLength(3);
});
