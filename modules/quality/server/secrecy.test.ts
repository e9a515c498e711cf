import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table pay (emp_id int primary key, dept text, salary int, code text);
   insert into pay select g, case when g <= 30 then 'A' else 'B' end, g * 1000, 'v' || (g % 3) from generate_series(1, 60) g;`,
);
const calls = new QualityCalls(app);
const PERMS = [
  'rule:list',
  'rule:add',
  'rule:edit',
  'rule:detail',
  'rule:run',
  'report:list',
  'report:detail',
  'log:list',
  'stat:list',
  'score:edit',
].map((name) => `quality:${name}`);
let table = '';
let owner: Send;
const ids: Record<string, string> = {};

async function viewer(actions: readonly string[] | null, rowFilter: string | null = null): Promise<Send> {
  const user = await app.make.user({ perms: [...PERMS, 'standard:mapping:list'] });
  if (actions) {
    const grant = { objectType: 'table', objectId: table, subjectType: 'user', subjectId: user.id, actions, rowFilter };
    const made = await app.admin('POST', '/data/metadata/authorizes', grant);
    expect([made.status, made.msg]).toEqual([200, made.msg]);
  }
  return app.as(user.token);
}

beforeAll(async () => {
  calls.sourceId = await source.register();
  table = await calls.table('pay');
  await sealColumns(app, calls.sourceId, 'salary');
  owner = await viewer(['meta', 'query', 'unmask']);
  ids['range'] = await calls.make(owner, 'pay', 'salary', 'accuracy_range', { config: { accuracy: { max: '54321' } } });
  ids['filter'] = await calls.make(owner, 'pay', 'dept', 'integrity_key', { config: { filter: '[salary] > 54321' } });
  ids['custom'] = await calls.make(owner, 'pay', null, 'custom_sql', {
    config: { custom: { sql: 'select emp_id from pay where salary > 54321' } },
  });
  ids['nulls'] = await calls.make(owner, 'pay', 'salary', 'integrity_key');
  const { of } = await calls.run(owner, ...Object.values(ids));
  expect([of(ids['range']!).checkErrorCount, of(ids['custom']!).checkErrorCount]).toEqual([6, 6]);
});

type Shown = Record<string, unknown>;
const seen = async (as: Send) => ({
  reports: (await as('GET', '/data/quality/checkReports/page?pageSize=100')).data.data as Shown[],
  rules: (await as('GET', '/data/quality/checkRules/page?pageSize=100')).data.data as Shown[],
  logs: (await as('GET', '/data/quality/scheduleLogs/page?pageSize=100')).data.data as Shown[],
});

describe('what a rule of somebody else holds a column against', () => {
  test.each([
    ['sees the column masked', ['meta', 'query'], null],
    ['reads some rows', ['meta', 'query', 'unmask'], "dept = 'A'"],
    ['reads no data', ['meta'], null],
  ] as const)('is not told to who %s, and neither is its count', async (_, actions, rowFilter) => {
    const as = await viewer(actions, rowFilter);
    const { reports, rules, logs } = await seen(as);
    for (const name of ['range', 'filter', 'custom']) {
      const id = ids[name];
      expect(reports.find((row) => row['checkRuleId'] === id)).toMatchObject({ checkErrorCount: null, value: null, checkResult: null });
      expect(rules.find((row) => row['id'] === id)).toMatchObject({ lastErrorCount: null });
      expect(logs.find((row) => row['executeRuleId'] === id)).toMatchObject({ executeResult: null });
      const { data } = await as('GET', `/data/quality/checkRules/${id}`);
      expect(data).toMatchObject({ ruleSentence: null, ruleSql: null });
      expect(data.ruleProblem).toContain('明文');
      expect(
        JSON.stringify([
          data,
          await as('GET', `/data/quality/checkReports/${reports.find((row) => row['checkRuleId'] === id)?.['id'] as string}`),
        ]),
      ).not.toMatch(/\b54321\b/);
    }
    expect(reports.find((row) => row['checkRuleId'] === ids['nulls'])).toMatchObject({ checkErrorCount: 0 });
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const sums = (await as('GET', `/data/quality/checkReports/getReportBySource?checkDate=${day}`)).data;
    const types = (await as('GET', '/data/quality/ruleTypes/report/list')).data;
    expect(types.reduce((sum: number, row: { checkErrorCount: number }) => sum + row.checkErrorCount, 0)).toBe(0);
    const points = (await as('GET', `/data/quality/score?from=${day}&to=${day}`)).data;
    expect(points).toMatchObject({ score: 100, tables: [{ tableId: table, ruleCount: 1, failCount: 0, score: 100 }] });
    expect(points.costs.every(({ ruleId }: { ruleId: string }) => ruleId === ids['nulls'])).toBe(true);
    const weights = { mode: 'plain', dimensions: points.weights.dimensions, cap: 100 };
    const other = await as('POST', '/data/quality/score/whatIf', { from: day, to: day, weights });
    expect([other.status, other.data?.score]).toEqual([200, 100]);
    for (const sort of ['checkErrorCount', '-checkErrorCount']) {
      const sorted = (await as('GET', `/data/quality/checkReports/page?pageSize=100&sort=${sort}`)).data.data as Shown[];
      const places = sorted.map((row) => row['checkErrorCount'] === null);
      expect(places).toEqual([...places].sort((a, b) => (sort.startsWith('-') ? Number(a) - Number(b) : Number(b) - Number(a))));
    }
    expect(sums.reduce((sum: number, row: { checkErrorCount: number }) => sum + row.checkErrorCount, 0)).toBe(0);
  });

  test('is told to its owner', async () => {
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const points = (await owner('GET', `/data/quality/score?from=${day}&to=${day}`)).data;
    expect(points.tables[0].ruleCount).toBe(4);
    // everybody who sees the table reads the points of the catalogue
    const shown = (await app.admin('GET', `/data/metadata/tables/${table}`)).data;
    expect(points.score).toBeLessThan(100);
    expect(shown.qualityScore).toBe(100);
    const { reports } = await seen(owner);
    for (const name of ['range', 'custom'])
      expect(reports.find((row) => row['checkRuleId'] === ids[name])).toMatchObject({ checkErrorCount: 6 });
  });
});

test('who sees the column masked learns nothing by a rule of their own: no verdict of a value that they chose', async () => {
  const as = await viewer(['meta', 'query']);
  const reports = async () => (await as('GET', '/data/quality/checkReports/page?pageSize=100')).data.total as number;
  const before = await reports();
  const body = await calls.body('pay', 'salary', 'accuracy_range', { config: { accuracy: { max: '54000' } } });
  const theirs = (await owner('GET', `/data/quality/checkRules/${ids['range']}`)).data;
  const changed = { ...body, version: theirs.version, ruleName: theirs.ruleName };
  const asked = [
    ['POST', '/data/quality/checkRules', body],
    ['POST', '/data/quality/checkRules/preview', body],
    // a pass line moves the verdict as well as a value does
    ['PUT', `/data/quality/checkRules/${ids['range']}`, changed],
    ['PUT', `/data/quality/checkRules/${ids['range']}`, { ...changed, ruleConfig: theirs.ruleConfig, ruleThreshold: 50 }],
  ] as const;
  for (const [method, path, sent] of asked)
    expect([method, path, (await as(method, path, sent)).error]).toEqual([method, path, 'gate.refused']);
  const formula = await calls.body('pay', null, 'custom_formula', {
    config: { custom: { ruleIds: [ids['range']], expression: '[规则1]', operator: 'gt', value: '0' } },
  });
  expect((await as('POST', '/data/quality/checkRules', formula)).error).toBe('input.invalid');
  const copied = await as('POST', '/data/quality/checkRules/copy', { ids: [ids['range']], targets: [{ tableId: table }] });
  expect((copied.data?.results ?? []).filter(({ state }: { state: string }) => state === 'made')).toEqual([]);
  expect((await owner('GET', `/data/quality/checkRules/${ids['range']}`)).data).toMatchObject({
    version: theirs.version,
    ruleThreshold: 100,
  });
  expect(await reports()).toBe(before);
});

test('rules and results of a table out of reach are in no list, sum or score', async () => {
  const as = await viewer(null);
  expect(await seen(as)).toEqual({ reports: [], rules: [], logs: [] });
  expect((await as('GET', `/data/quality/checkRules/${ids['nulls']}`)).status).toBe(404);
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect((await as('GET', `/data/quality/score?from=${day}&to=${day}`)).data).toMatchObject({ tables: [], costs: [] });
  expect((await as('POST', '/data/quality/checkRules/run', { ids: [ids['nulls']] })).status).toBe(404);
});

test('a masked column is not held against another column: an order or a combination tells of its values', async () => {
  const as = await viewer(['meta', 'query']);
  const byId = await calls.column('pay', 'emp_id');
  for (const [item, config] of [
    ['accuracy_increasing', { accuracy: { orderColumnId: byId } }],
    ['unique_columns', { unique: { columnIds: [byId, await calls.column('pay', 'salary')] } }],
  ] as const) {
    const body = await calls.body('pay', 'salary', item, { config });
    expect([item, (await as('POST', '/data/quality/checkRules/preview', body)).error]).toEqual([item, 'gate.refused']);
  }
});

test('the operation log tells that the condition of a rule changed, and not what it is', async () => {
  const id = await calls.make(owner, 'pay', 'salary', 'accuracy_range', { config: { accuracy: { max: '54321' } } });
  const { data } = await owner('GET', `/data/quality/checkRules/${id}`);
  const changed = { ...data, ruleConfig: { ...data.ruleConfig, filter: "[dept] = 'zz-top'" } };
  expect((await owner('PUT', `/data/quality/checkRules/${id}`, changed)).status).toBe(200);
  const reader = await app.make.user({ perms: ['monitor:operlog:list', 'monitor:operlog:detail'], dataScope: '1' });
  const as = app.as(reader.token);
  const logs = (await as('GET', `/system/logs/changes?entityId=${id}`)).data as {
    logId: string;
    changes: { fields: { field: string; before: unknown; after: unknown }[] }[];
  }[];
  const configs = logs.map(({ changes }) => changes[0]?.fields.find(({ field }) => field === 'ruleConfig'));
  expect(configs).toMatchObject([{ after: { ruleItemCode: 'accuracy_range' } }, { after: { ruleItemCode: 'accuracy_range' } }]);
  expect(configs[0]!.before).toEqual(configs[1]!.after);
  expect(configs[0]!.after).not.toEqual(configs[0]!.before);
  const details = [];
  for (const { logId } of logs) details.push(await as('GET', `/system/logs/${logId}`));
  expect(details.map(({ status }) => status)).toEqual([200, 200]);
  expect(JSON.stringify([logs, details])).not.toMatch(/54321|zz-top/);
});

test('values of a contrast are spelt by no rule of who may not see them', async () => {
  const code = await calls.column('pay', 'code');
  const made = await app.admin('POST', '/data/standard/contrasts', {
    sourceId: calls.sourceId,
    tableId: table,
    columnId: code,
    gbTypeId: 'gb_2261_1',
  });
  const contrastId = made.data.id;
  await app.admin('POST', `/data/standard/contrastDicts/collect/${contrastId}`);
  const left = (await app.admin('GET', `/data/standard/mappings/${contrastId}`)).data;
  const endpoints = left.left.map(({ id }: { id: string }) => ({ sourceId: id, targetId: left.right[0].id }));
  expect((await app.admin('POST', '/data/standard/mappings/manual', { endpoints })).status).toBe(200);
  const body = await calls.body('pay', 'dept', 'consistent_key', { config: { consistent: { contrastId } } });
  expect((await app.admin('POST', '/data/quality/checkRules/sentence', body)).data.ruleSql).toContain('v1');
  await sealColumns(app, calls.sourceId, 'code');
  const answer = await app.admin('POST', '/data/quality/checkRules/sentence', body);
  expect(JSON.stringify(answer)).not.toContain('v1');
  expect(answer.data.ruleProblem).toContain('脱敏');
});
