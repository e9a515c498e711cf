import { beforeAll, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

/* What a rule found in a table that it does not look at any more is for who sees that table. */

const app = startApp();
const source = testSource(
  app,
  `create table plain (id int primary key, no text); insert into plain select g, 'x' from generate_series(1, 20) g;
   create table closed (id int primary key, secret_no text); insert into closed select g, null from generate_series(1, 23) g;`,
);
const calls = new QualityCalls(app);
const PERMS = ['rule:list', 'rule:detail', 'report:list', 'report:detail', 'log:list', 'stat:list'];
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
let rule = '';
let reader: Send;
let earlier = '';

beforeAll(async () => {
  calls.sourceId = await source.register();
  rule = await calls.make(app.admin, 'closed', 'secret_no', 'integrity_key', { ruleName: '编号必填' });
  earlier = (await calls.run(app.admin, rule)).of(rule).id;
  const { version } = (await app.admin('GET', `/data/quality/checkRules/${rule}`)).data;
  const moved = { ...(await calls.body('plain', 'no', 'integrity_key', { ruleName: '编号必填' })), version };
  expect((await app.admin('PUT', `/data/quality/checkRules/${rule}`, moved)).status).toBe(200);
  const user = await app.make.user({ perms: PERMS.map((name) => `quality:${name}`), dataScope: '1' });
  const grant = {
    objectType: 'table',
    objectId: await calls.table('plain'),
    subjectType: 'user',
    subjectId: user.id,
    actions: ['meta', 'query'],
  };
  expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
  reader = app.as(user.token);
});

test('reports name neither the table nor what was found in it', async () => {
  const paths = [
    `page?checkRuleId=${rule}`,
    ...['Source', 'Type'].map((by) => `getReportBy${by}?checkDate=${today}`),
    `getReportDetail?checkDate=${today}`,
  ];
  for (const path of paths) {
    const { status, data } = await reader('GET', `/data/quality/checkReports/${path}`);
    expect([path, status, JSON.stringify(data)]).toEqual([path, 200, expect.not.stringMatching(/closed|secret_no|Count":23/)]);
  }
  expect((await reader('GET', `/data/quality/checkReports/${earlier}`)).status).toBe(404);
  expect((await app.admin('GET', `/data/quality/checkReports/${earlier}`)).data).toMatchObject({
    ruleTable: 'closed',
    checkErrorCount: 23,
  });
});

test('the log, the trend, the rule and the points do not tell it either', async () => {
  const logs = (await reader('GET', '/data/quality/scheduleLogs/page?pageSize=100')).data.data as Record<string, unknown>[];
  expect(logs.filter((row) => row['executeRuleId'] === rule)).toEqual([]);
  const trend = (await reader('GET', `/data/quality/checkRules/${rule}/trend`)).data;
  expect(trend.points).toEqual([]);
  const row = (await reader('GET', `/data/quality/checkRules/${rule}`)).data;
  expect(row).toMatchObject({ lastErrorCount: null, lastTotalCount: null });
  const points = (await reader('GET', `/data/quality/score?from=${today}&to=${today}`)).data;
  expect(JSON.stringify([points.tables, points.costs])).toBe('[[],[]]');
  expect((await app.admin('GET', `/data/quality/checkRules/${rule}/trend`)).data.points).toMatchObject([{ value: 23 }]);
});
