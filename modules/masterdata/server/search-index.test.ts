import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { putRecords } from './match/test-records.ts';
import { indexSearch, indexSearchJob, SEARCH_JOB } from './search-build.ts';
import { builtModel, CUSTOMER, MODELS, rebuiltModel } from './test-model.ts';

const app = startApp({ managed: true });
let model = '';
const db = () => app.node.app.db;
const names = async (word: string, field = 'customer_name') =>
  (await app.admin('GET', `${MODELS}/${model}/datas/page?sort=customer_name&${field}=${encodeURIComponent(word)}`)).data.data.map(
    (row: { values: { customer_name: string } }) => row.values.customer_name,
  );
const stateOf = () => db().selectFrom('masterdataSearchState').selectAll().where('modelId', '=', model).executeTakeFirst();
const keyedRecords = async () =>
  (await db().selectFrom('masterdataSearchRecord').select('recordId').where('modelId', '=', model).orderBy('recordId').execute()).map(
    ({ recordId }) => recordId,
  );

/** What the scheduler does every minute, and the end of what it started. */
async function indexed() {
  const { app: running } = app.node;
  const job = { app: running, params: {}, signal: new AbortController().signal, log: () => undefined };
  await indexSearch.run(job as unknown as Parameters<typeof indexSearch.run>[0]);
  await until(
    () => running.jobs.latest(running.db, SEARCH_JOB, model),
    (latest) => latest?.state === 'done',
  );
}
const own = () => `${MODELS}/${model}/datas`;

beforeAll(async () => {
  model = await builtModel(app.admin, CUSTOMER);
  const records = ['杭州数据有限公司', '杭州100%_纯净水厂', 'Ünïted Data', 'ΑΣ商贸'].map((name, at) => ({
    id: `r${at}`,
    values: { customer_name: name, credit_code: `CODE${at}` },
  }));
  await putRecords(app.node.app, model, records);
  await db().deleteFrom('masterdataSearchRecord').execute();
}, 60_000);

it('finds the same before and after the keys are there, and by them afterwards', async () => {
  const words = ['杭', '杭州', '据有限', '100%_', '%', 'ünïTED d', 'ασ', 'ode2', '没有这个', '公司杭州'];
  const answers = async () => {
    const found: Record<string, string[]> = {};
    for (const word of words) found[word] = [...(await names(word)), ...(await names(word, 'keyword'))];
    return found;
  };
  const before = await answers();
  expect(before).toMatchObject({ 杭州: { length: 4 }, 'ünïTED d': ['Ünïted Data', 'Ünïted Data'], ode2: ['Ünïted Data'], 没有这个: [] });
  expect(await stateOf()).toBeUndefined();
  await indexed();
  expect(await stateOf()).toMatchObject({ versionNo: 1 });
  expect(await answers()).toEqual(before);
  // a record without keys is not found by them: they are what is looked at
  await db().deleteFrom('masterdataSearchRecord').where('recordId', '=', 'r0').execute();
  expect(await names('据有限')).toEqual([]);
  expect(await names('杭')).toHaveLength(2);
  await db().deleteFrom('masterdataSearchState').execute();
  await indexed();
  expect(await names('据有限')).toEqual(['杭州数据有限公司']);
});

it('knows what is added, changed and removed at once', async () => {
  const made = await app.admin('POST', own(), { values: { customer_name: '苏州丝绸' } });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const { id } = made.data;
  expect(await names('州丝')).toEqual(['苏州丝绸']);
  await app.admin('PUT', `${own()}/${id}`, { values: { customer_name: '无锡丝绸' }, version: 0 });
  expect(await names('州丝')).toEqual([]);
  expect(await names('锡丝')).toEqual(['无锡丝绸']);
  expect(await app.admin('DELETE', `${own()}/batch/${id}`)).toMatchObject({ status: 200 });
  expect(await keyedRecords()).toEqual(['r0', 'r1', 'r2', 'r3']);
});

it('reads every record while a new version waits for its keys', async () => {
  const changed = await rebuiltModel(app.admin, model, (columns) => columns.map((column) => ({ ...column, isQuery: '0' })));
  expect(changed, changed.msg).toMatchObject({ status: 200 });
  expect(await names('ode2', 'keyword')).toEqual([]);
  expect(await names('杭州', 'keyword')).toHaveLength(2);
  await rebuiltModel(app.admin, model, (columns) => columns.map((column) => ({ ...column, isQuery: '1', queryType: 'like' })));
  expect(await names('ode2', 'credit_code')).toEqual(['Ünïted Data']);
  await indexed();
  expect(await stateOf()).toMatchObject({ versionNo: 3 });
  expect(await names('ode2', 'credit_code')).toEqual(['Ünïted Data']);
});

it('tells how far it is, of how many', async () => {
  const all = 2_500;
  const many = await builtModel(app.admin, { ...CUSTOMER, modelName: '很多客户', modelLogicTable: 'many_customers' });
  const records = Array.from({ length: all }, (_, at) => ({ id: `m${at}`, values: { customer_name: `客户${at}`, credit_code: null } }));
  await putRecords(app.node.app, many, records);
  await db().deleteFrom('masterdataSearchRecord').where('modelId', '=', many).execute();
  const told: string[] = [];
  const progress = async (percent: number, text: string) => void told.push(`${percent}% ${text}`);
  const run = { app: app.node.app, payload: { modelId: many }, signal: new AbortController().signal, progress };
  await indexSearchJob(run as unknown as Parameters<typeof indexSearchJob>[0]);
  expect(told).toEqual(['40% 已整理 1000/2500 条', '80% 已整理 2000/2500 条', '99% 已整理 2500/2500 条']);
}, 60_000);
