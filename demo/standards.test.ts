import { beforeAll, expect, it } from 'vitest';
import { until } from '#kit/test/until.ts';
import { requestGovernance } from './governance.ts';
import { ELEMENTS } from './standards-list.ts';
import { demoCompany } from './test-company.ts';

const { app, seed } = demoCompany({ sheetMonths: 1 });
const db = () => app.database.db;

beforeAll(async () => {
  await seed();
  await requestGovernance(app.node.app, db());
  // the last thing that the steward does with them
  await until(
    () => app.admin('GET', '/data/standard/bindings/stat'),
    ({ data }) => data.bad > 0 && data.conform > 0,
    210_000,
  );
}, 240_000);

it('publishes its elements, and leaves those that a visitor tries first to the visitor', async () => {
  const elements = await db().selectFrom('standardElement').select(['elementCode', 'state']).execute();
  expect(elements).toHaveLength(ELEMENTS.length);
  expect(new Set(elements.map(({ state }) => state))).toEqual(new Set(['inForce']));
  expect(elements.map(({ elementCode }) => elementCode)).not.toContain('PER_MOBILE');
  const contrasts = await db()
    .selectFrom('standardContrast as s')
    .innerJoin('metadataTable as t', 't.id', 's.tableId')
    .innerJoin('metadataColumn as c', 'c.id', 's.columnId')
    .select(['t.tableName', 'c.columnName'])
    .execute();
  expect(contrasts.length).toBeGreaterThanOrEqual(5);
  expect(contrasts).not.toContainEqual({ tableName: 'ods_hr_employee', columnName: 'gender' });
});

it('binds the warehouse so that every verdict is met, with what waits for a decision', async () => {
  const page = async (path: string) => (await app.admin('GET', `/data/standard/${path}`)).data;
  const stat = await page('bindings/stat');
  for (const part of ['conform', 'partial', 'bad', 'exempt', 'proposals']) expect(stat[part], part).toBeGreaterThan(0);
  expect((await page('proposals/page?state=rejected')).total).toBeGreaterThan(0);
  const gender = (await page('bindings/page?keyword=gender')).data.find(
    (row: { tableName: string }) => row.tableName === 'ods_hr_employee',
  );
  expect(gender).toMatchObject({ state: 'bad', elementName: '性别代码' });
  // the 25 planted numbers were counted, and how many there are is told to nobody who sees the column masked
  const results = async (as: typeof app.admin) => {
    const { data } = (await as('GET', '/data/standard/bindings/page?keyword=id_card_no')).data;
    const row = data.find(({ tableName }: { tableName: string }) => tableName === 'ods_hr_employee');
    return row.results.find((one: { attribute: string }) => one.attribute === 'format');
  };
  expect(await results(app.admin)).toMatchObject({ isConform: false, rows: null });
  const { results: stored } = await db()
    .selectFrom('standardBinding as b')
    .innerJoin('metadataTable as t', 't.id', 'b.tableId')
    .innerJoin('metadataColumn as c', 'c.id', 'b.columnId')
    .select('b.results')
    .where('t.tableName', '=', 'ods_hr_employee')
    .where('c.columnName', '=', 'id_card_no')
    .executeTakeFirstOrThrow();
  expect(stored).toContainEqual({ attribute: 'format', isConform: false, rows: 25, say: '有取值不是有效的公民身份号码' });
});

it('maps what names say and what the steward draws', async () => {
  const { data } = (await app.admin('GET', '/data/standard/contrasts/stat?pageSize=50')).data;
  const education = data.find((row: { tableName: string; columnName: string }) => row.columnName === 'education');
  expect(education).toMatchObject({ mappingCount: 3 });
  const provinces = data.filter((row: { columnName: string }) => row.columnName === 'province_code');
  for (const one of provinces) expect(one.mappingRowPercent).toBeGreaterThan(50);
});

it('has the roots of its names: 命名检查 finds some of them wrong, not most', async () => {
  const { jobId } = (await app.admin('POST', '/data/standard/naming/run', { sourceId: null })).data;
  await until(
    () => app.admin('GET', `/data/standard/naming/run/${jobId}`),
    ({ data }) => data.state === 'done',
  );
  const sources: { checked: number }[] = (await app.admin('GET', '/data/standard/naming/sources')).data;
  const checked = sources.reduce((sum, source) => sum + source.checked, 0);
  const { total } = (await app.admin('GET', '/data/standard/naming/page')).data;
  expect(total).toBeGreaterThan(0);
  expect(total / checked).toBeLessThan(0.25);
});
