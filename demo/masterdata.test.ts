import { beforeAll, expect, it } from 'vitest';
import { until } from '#kit/test/until.ts';
import { distributeCustomers } from './distribution.ts';
import { accountOf } from './governance-calls.ts';
import type { Work } from './governance-work.ts';
import { buildMasterData } from './masterdata.ts';
import { demoCompany } from './test-company.ts';

const { app, seed } = demoCompany({ sheetMonths: 1 });
const db = () => app.database.db;
const MODELS = '/data/masterdata/models';
let work!: Work;

const as = async (username: string) => {
  const { id } = await db().selectFrom('sysUser').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  return app.as(await app.make.token(id));
};
const modelId = async (name: string): Promise<string> =>
  (await (await as('data_steward'))('GET', `${MODELS}/list`)).data.find((one: { modelName: string }) => one.modelName === name).id;
const lastLoad = async (name: string) => (await (await as('gov_admin'))('GET', `${MODELS}/${await modelId(name)}/maps`)).data[0].lastLoad;
const groupsOf = async (name: string) =>
  (await (await as('data_steward'))('GET', `${MODELS}/${await modelId(name)}/candidates/page?pageSize=100`)).data;
const counts = async () => {
  const tables = ['masterdataModel', 'masterdataSourceMap', 'masterdataXref', 'masterdataAttrHistory', 'masterdataCandidate'] as const;
  const rows = tables.map((table) =>
    db()
      .selectFrom(table as 'masterdataModel')
      .select((e) => e.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(rows)).map(({ n }) => Number(n));
};

beforeAll(async () => {
  await seed();
  const { id } = await until(
    () => db().selectFrom('metadataSource').select(['id', 'isSync', 'syncTime']).where('host', '=', '@embedded').executeTakeFirstOrThrow(),
    ({ isSync, syncTime }) => isSync !== '1' && syncTime !== null,
    120_000,
  );
  const [chief, steward] = [await accountOf(app.node.app, 'gov_admin'), await accountOf(app.node.app, 'data_steward')];
  const { signal } = new AbortController();
  work = { app: app.node.app, sourceId: id, signal, chief: chief!, steward: steward!, idOf: () => null };
  await buildMasterData(work);
}, 240_000);

it('loads every customer and proposes exactly the planted pairs', async () => {
  const load = await lastLoad('客户');
  expect(load).toMatchObject({ state: 'done', changed: 0, repeated: 0, rejected: 0, inserted: load.read });
  expect(load.read).toBeGreaterThan(2500);
  const found = await groupsOf('客户');
  expect(found.total).toBe(24);
  for (const { records } of found.data) {
    expect(records).toHaveLength(2);
    expect(new Set(records.map((one: { values: Record<string, string> }) => one.values['credit_code'])).size).toBe(1);
  }
});

it('makes 300 suppliers of 306 rows and says which were repeated', async () => {
  expect(await lastLoad('供应商')).toMatchObject({ state: 'done', read: 306, inserted: 300, repeated: 6, rejected: 0 });
  expect((await groupsOf('供应商')).data.filter(({ score }: { score: number }) => score >= 0.95)).toEqual([]);
});

it('numbers the records, reads places and kinds from standards, and lets who may see them and no more', async () => {
  const steward = await as('data_steward');
  const { data } = await steward('GET', `${MODELS}/${await modelId('供应商')}/datas/page?pageSize=1&sort=supplier_code`);
  expect(data.data[0].values.supplier_code).toMatch(/^GYS\d{4}-0001$/);
  const { columnList } = (await steward('GET', `${MODELS}/table/param/${await modelId('客户')}`)).data;
  const choices = (name: string) => columnList.find(({ prop }: { prop: string }) => prop === name).dictList;
  expect(choices('province_code').length).toBeGreaterThan(30);
  expect(choices('customer_type')).toEqual(expect.arrayContaining([expect.objectContaining({ value: 'GOV', label: '政府机关' })]));
  expect((await steward('POST', MODELS, { modelName: '甲', modelLogicTable: 'jia' })).status).toBe(403);
  expect((await (await as('staff'))('GET', `${MODELS}/${await modelId('客户')}/datas/page`)).status).toBe(403);
});

it('sends the important customers to a partner, all of them once, and what becomes of them afterwards', async () => {
  await distributeCustomers(work);
  await distributeCustomers(work);
  const chief = await as('gov_admin');
  const targets = async () => (await chief('GET', '/data/masterdata/targets/page')).data.data;
  const [sent] = await until(targets, ([one]) => one.isStarting === false && one.backlog === 0, 60_000);
  expect(await targets()).toHaveLength(1);
  expect(sent).toMatchObject({ targetName: '销售协同平台', modelName: '客户', state: 'running', dead: 0, problem: null });
  const compared = (await chief('GET', `/data/masterdata/targets/${sent.id}/compare`)).data;
  expect(compared).toMatchObject({ records: sent.records, current: sent.records, missing: 0, behind: 0, surplus: 0 });
  expect(sent.records).toBeGreaterThan(100);

  const path = `${MODELS}/${await modelId('客户')}/datas`;
  const where = encodeURIComponent(JSON.stringify({ customer_level: '1' }));
  const { id, version } = (await chief('GET', `${path}/page?pageSize=1&where=${where}`)).data.data[0];
  expect((await chief('PUT', `${path}/${id}`, { values: { industry: '水务' }, version })).status).toBe(200);
  const delivered = async () => (await chief('GET', `/data/masterdata/targets/${sent.id}/deliveries?recordId=${id}`)).data.data;
  const [latest] = await until(delivered, ([one, before]) => one?.state === 'done' && before !== undefined, 60_000);
  expect(latest).toMatchObject({ action: 'change', httpStatus: 200 });
});

it('is made once; a start that was cut short goes on, and what somebody took away stays away', async () => {
  const before = await counts();
  await buildMasterData(work);
  expect(await counts()).toEqual(before);
  // as if the process had ended before the suppliers were compared
  const id = await modelId('供应商');
  await db().updateTable('masterdataMatchRule').set({ matchTime: null }).where('modelId', '=', id).execute();
  await buildMasterData(work);
  const rule = await db().selectFrom('masterdataMatchRule').select('matchTime').where('modelId', '=', id).executeTakeFirstOrThrow();
  expect(rule.matchTime).not.toBeNull();
  await db().updateTable('masterdataModel').set({ deletedAt: new Date() }).where('id', '=', id).execute();
  await buildMasterData(work);
  const models = await db().selectFrom('masterdataModel').select('modelName').where('deletedAt', 'is', null).execute();
  expect(models).toEqual([{ modelName: '客户' }]);
});
