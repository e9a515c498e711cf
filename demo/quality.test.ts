import { beforeAll, expect, it } from 'vitest';
import { until } from '#kit/test/until.ts';
import { requestGovernance } from './governance.ts';
import { DEMO_RULES, expectedOf } from './quality-rules-list.ts';
import { demoCompany } from './test-company.ts';

const { app, seed } = demoCompany({ sheetMonths: 3 });
const db = () => app.database.db;

interface Found {
  ruleName: string;
  state: string;
  checkErrorCount: number | null;
  checkResult: string | null;
  id: string;
}
let found: Found[] = [];
const signedIn = async (username: string) => {
  const { id } = await db().selectFrom('sysUser').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  return app.as(await app.make.token(id));
};
const steward = () => signedIn('data_steward');

beforeAll(async () => {
  await seed();
  await requestGovernance(app.node.app, db());
  const as = await steward();
  const batch = await until(
    () => as('GET', '/data/quality/runs/page'),
    ({ data }) => ['done', 'error'].includes(data.data[0]?.state),
    210_000,
  );
  const page = await as('GET', `/data/quality/checkReports/page?pageSize=200&checkBatch=${batch.data.data[0].id}`);
  found = page.data.data;
}, 240_000);

it('finds exactly what was planted, by a steward who sees no masked value, and nothing in what was cleaned', () => {
  const said = found.map(({ ruleName, checkErrorCount, state }) => [ruleName, checkErrorCount, state]).sort();
  const expected = DEMO_RULES.map((one) =>
    one.isByHistory ? [one.name, null, 'skip'] : [one.name, expectedOf(one), expectedOf(one) > 0 ? 'fail' : 'pass'],
  ).sort();
  expect(said).toEqual(expected);
});

it('shows who answers for a table what was planted there, though somebody else wrote the rules', async () => {
  const { data } = await (await signedIn('steward'))('GET', '/data/quality/checkReports/page?latest=1&pageSize=200');
  const said = (data.data as Found[]).map(({ ruleName, checkErrorCount }) => [ruleName, checkErrorCount]).sort();
  const own = DEMO_RULES.filter(({ table }) => table === 'ods.ods_pm_check').map((one) => [one.name, expectedOf(one)]);
  expect(own.length).toBeGreaterThan(2);
  expect(said).toEqual(own.sort());
});

it('asks each table once for what rows and aggregates say', async () => {
  const texts = await db().selectFrom('metadataSqlHistory').select('sqlText').where('purpose', '=', 'quality').execute();
  const scans = texts.filter(
    ({ sqlText }) => /^select count\(\*\) as c0/.test(sqlText) && /from "ods"\."ods_hr_employee" t$/.test(sqlText),
  );
  expect(scans).toHaveLength(1);
  expect(scans[0]!.sqlText).toMatch(/mobile.*id_card_no|id_card_no.*mobile/s);
});

it('shows the 25 wrong identity numbers masked to the steward, with who they are of', async () => {
  const report = found.find(({ ruleName }) => ruleName === '员工身份证号有效')!;
  const { data } = await (await steward())('GET', `/data/quality/checkReports/${report.id}/rows?pageSize=50`);
  expect(data.rows).toHaveLength(25);
  const [key, checked] = data.columns as { name: string; isMasked: boolean }[];
  expect([key!.name, checked!.name, checked!.isMasked]).toEqual(['emp_id', 'id_card_no', true]);
  for (const [, value] of data.rows as string[][]) expect(value).toMatch(/\*/);
});

it('writes the points of tables into the catalogue', async () => {
  const { data } = await (await steward())('GET', '/data/metadata/tables/page?tableName=ods_hr_employee&pageSize=20');
  const table = data.data.find((one: { tableName: string }) => one.tableName === 'ods_hr_employee');
  expect(table.qualityScore).toBeGreaterThan(0);
  expect(table.qualityScore).toBeLessThanOrEqual(60); // a strong rule of it fails
});

it('tells the owner of the rules of the highest level that fail', async () => {
  const as = await steward();
  const rules = (await as('GET', '/data/quality/alertRules/page')).data.data as { id: string; alertName: string }[];
  expect(rules.map(({ alertName }) => alertName)).toEqual(['高级别规则告警']);
  const logs = (await as('GET', `/data/quality/alertLogs/page?alertRuleId=${rules[0]!.id}&pageSize=200`)).data.data as {
    ruleName: string;
    kind: string;
  }[];
  const failing = DEMO_RULES.filter((one) => one.level === '3' && expectedOf(one) > 0).map(({ name }) => name);
  expect(failing.length).toBeGreaterThan(0);
  expect(logs.map(({ ruleName }) => ruleName).sort()).toEqual([...failing].sort());
  expect(logs.every(({ kind }) => kind === 'fail')).toBe(true);
});
