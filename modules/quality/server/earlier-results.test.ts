import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

/* What a rule found before it was changed is for who may know what it asked then, whoever owns it by now. */

const app = startApp();
const source = testSource(
  app,
  `create table pay (emp_id int primary key, dept text, salary int);
   insert into pay select g, case when g <= 30 then 'A' else 'B' end, g * 1000 from generate_series(1, 60) g;`,
);
const calls = new QualityCalls(app);
const PERMS = [
  'rule:list',
  'rule:add',
  'rule:edit',
  'rule:detail',
  'rule:remove',
  'rule:run',
  'report:list',
  'report:detail',
  'log:list',
  'stat:list',
];
let table = '';
let owner: Send;
let other: Send;

async function viewer(actions: readonly string[]): Promise<Send> {
  const user = await app.make.user({ perms: PERMS.map((name) => `quality:${name}`) });
  const grant = { objectType: 'table', objectId: table, subjectType: 'user', subjectId: user.id, actions, rowFilter: null };
  expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
  return app.as(user.token);
}
/** A rule of the owner that found 6 rows; the rule of each test is its own. */
async function ran(...of: Parameters<QualityCalls['body']>): Promise<string> {
  const id = await calls.make(owner, ...of);
  expect((await calls.run(owner, id)).of(id).checkErrorCount).toBe(6);
  return id;
}
const range = () => ran('pay', 'salary', 'accuracy_range', { config: { accuracy: { max: '54321' } } });
const custom = () => ran('pay', null, 'custom_sql', { config: { custom: { sql: 'select emp_id from pay where salary > 54321' } } });
/** Puts a harmless rule of the reader in the place of the rule. */
async function takeOver(id: string, of: Parameters<QualityCalls['body']>) {
  const { version } = (await owner('GET', `/data/quality/checkRules/${id}`)).data;
  const changed = await other('PUT', `/data/quality/checkRules/${id}`, { ...(await calls.body(...of)), version });
  expect([changed.status, changed.msg]).toEqual([200, changed.msg]);
}
const harmless = ['pay', 'dept', 'integrity_key'] as const;

beforeAll(async () => {
  calls.sourceId = await source.register();
  table = await calls.table('pay');
  await sealColumns(app, calls.sourceId, 'salary');
  owner = await viewer(['meta', 'query', 'unmask']);
  other = await viewer(['meta', 'query']);
});

test('a rule that somebody else has saved meanwhile does not spell itself in the conflict', async () => {
  const id = await range();
  const body = await calls.body(...harmless);
  const refused = await other('PUT', `/data/quality/checkRules/${id}`, { ...body, version: 999 });
  expect([refused.status, refused.error]).toEqual([409, 'entity.versionConflict']);
  expect(JSON.stringify(refused.body)).not.toContain('54321');
  expect(refused.data.theirs.lastErrorCount ?? null).toBe(null);
});

describe('a rule that was changed by who sees its column masked', () => {
  test.each([
    ['a range', range, harmless],
    ['a statement', custom, ['pay', null, 'custom_sql', { config: { custom: { sql: "select emp_id from pay where dept = 'C'" } } }]],
  ] as const)('%s: keeps what it found before', async (_, make, now) => {
    const id = await make();
    await takeOver(id, [...now]);
    const reports = (await other('GET', `/data/quality/checkReports/page?checkRuleId=${id}&pageSize=100`)).data.data;
    expect(reports).toMatchObject([{ checkErrorCount: null, value: null, checkResult: null }]);
    const logs = (await other('GET', '/data/quality/scheduleLogs/page?pageSize=100')).data.data as Record<string, unknown>[];
    expect(logs.filter((row) => row['executeRuleId'] === id)).toMatchObject([{ executeResult: null }]);
    const trend = (await other('GET', `/data/quality/checkRules/${id}/trend`)).data;
    expect(trend.points.map(({ value }: { value: number | null }) => value)).toEqual([null]);
    const rules = (await other('GET', '/data/quality/checkRules/page?pageSize=100')).data.data as Record<string, unknown>[];
    expect(rules.find((row) => row['id'] === id)).toMatchObject({ lastErrorCount: null });
    expect((await other('GET', `/data/quality/checkRules/${id}`)).data).toMatchObject({ lastErrorCount: null });
    const types = (await other('GET', '/data/quality/ruleTypes/report/list')).data;
    expect(types.reduce((sum: number, row: { checkErrorCount: number }) => sum + row.checkErrorCount, 0)).toBe(0);
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const points = (await other('GET', `/data/quality/score?from=${day}&to=${day}`)).data;
    expect(points.costs.filter(({ ruleId }: { ruleId: string }) => ruleId === id)).toEqual([]);
    expect(points.score ?? 100).toBe(100);
    const formula = await calls.body('pay', null, 'custom_formula', {
      config: { custom: { ruleIds: [id], expression: '[规则1]', operator: 'gt', value: '0' } },
    });
    expect((await other('POST', '/data/quality/checkRules/preview', formula)).data?.value ?? null).toBe(null);
  });
});
