import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, withoutWorkOf } from '#kit/test/app.ts';
import { Killing, type MortalNode } from '#kit/test/killing.ts';
import { until } from '#kit/test/until.ts';
import { MarketCalls } from '#modules/market/server/test-market.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { makeTarget } from './distribute/test-receiver.ts';
import { matched, putRecords } from './match/test-records.ts';
import { builtModel, CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true, modules: withoutWorkOf('masterdata') });
const killing = new Killing(app);
const ROWS = 12_500;
const source = testSource(
  app,
  `create table crm_customer (customer_id text, customer_name text, credit_code text);
   insert into crm_customer select 'C' || n, '客户' || n, 'CODE' || n from generate_series(1, ${ROWS}) n;`,
);
const CODE = '91350100M000100Y43';
const MAPS = '/data/masterdata/maps';

const query = async (text: string) => (await app.database.pool.query(text)).rows;
const send = async (method: 'POST' | 'PUT', path: string, body?: unknown) => {
  const answer = await app.admin(method, path, body);
  expect(answer.status, `${path} ${answer.msg}`).toBe(200);
  return answer.data;
};
const modelOf = async (id: string) => (await app.admin('GET', `${MODELS}/${id}`)).data;
const build = (id: string) => `${MODELS}/table/create/${id}`;

/** What is under way when nodes die: a merge, the undoing of one, a first table, the change of a table with rows, and a load. */
const at = { merged: '', candidateId: '', unmerged: '', mergeId: '', built: '', altered: '', loaded: '', mapId: '' };
let node: MortalNode;
/** Two people: one alone may not hold so many transactions of a node. */
let keeper = '';
let builder = '';

/** A model with three records that are one, and the group of them. */
async function withGroup(table: string): Promise<[modelId: string, candidateId: string]> {
  const modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: `客户 ${table}`, modelLogicTable: table });
  const { appId } = await new MarketCalls(app).application(`订单 ${table}`);
  await makeTarget(app.admin, modelId, { kind: 'api', appId, address: null, secret: null });
  const values = { customer_name: '江苏沿江城市建设投资有限公司', credit_code: CODE };
  await putRecords(
    app.node.app,
    modelId,
    ['a1', 'a2', 'a3'].map((id) => ({ id: `${table}${id}`, values })),
  );
  await matched(app.admin, modelId);
  return [modelId, (await app.admin('GET', `${MODELS}/${modelId}/candidates/page?state=open`)).data.data[0].id];
}
/** An approved second version of a model whose first has a record: one column has a new name and more room, one is new. */
async function withDraft(): Promise<string> {
  const modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: '变更', modelLogicTable: 'altered' });
  await putRecords(app.node.app, modelId, [{ id: 'v1', values: { customer_name: '甲', credit_code: CODE } }]);
  await send('POST', `${MODELS}/revise/${modelId}`, { version: (await modelOf(modelId)).version });
  const draft = await modelOf(modelId);
  const own = draft.modelColumns.filter((column: { isSystem: string }) => column.isSystem === '0');
  const wider = own.map((one: object, index: number) => (index === 0 ? { ...one, columnName: 'full_name', columnLength: '300' } : one));
  const added = { columnName: 'city', columnComment: '城市', columnType: 'varchar', columnLength: '50', htmlType: 'input' };
  await send('PUT', `${MODELS}/${modelId}`, { ...draft, modelColumns: [...wider, added] });
  await send('POST', `${MODELS}/submit/${modelId}`);
  return modelId;
}
async function withMap(): Promise<void> {
  const sourceId = await source.register();
  const { data } = await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=crm_customer`);
  at.loaded = await builtModel(app.admin, { ...CUSTOMER, modelName: '接入', modelLogicTable: 'loaded' });
  const columns = ['customer_name', 'credit_code'].map((name) => ({ from: name, to: name }));
  at.mapId = (await send('POST', `${MODELS}/${at.loaded}/maps`, { sourceId, tableId: data[0].id, keyColumn: 'customer_id', columns })).id;
}

beforeAll(async () => {
  [node, keeper] = [await killing.start(), await app.make.adminToken()];
  const perms = ['list', 'detail', 'create'].map((action) => `masterdata:model:${action}`);
  builder = (await app.make.user({ perms, dataScope: '1' })).token;
  [at.merged, at.candidateId] = await withGroup('merged');
  let candidateId = '';
  [at.unmerged, candidateId] = await withGroup('unmerged');
  at.mergeId = (await send('POST', `${MODELS}/${at.unmerged}/merges`, { candidateId })).id;
  at.built = (await send('POST', MODELS, { ...CUSTOMER, modelName: '首建', modelLogicTable: 'built' })).id;
  await send('POST', `${MODELS}/submit/${at.built}`);
  at.altered = await withDraft();
  await withMap();
  // changes of records have their numbers before anybody looks
  await until(
    () => query('select 1 from masterdata_outbox where seq is null'),
    (rows) => rows.length === 0,
  );
}, 240_000);

const OWN = ['xref', 'attr_history', 'merge', 'candidate', 'match_record', 'match_key', 'match_pair', 'match_apart', 'outbox', 'model'];
const PLAIN = ['masterdata_merge_record', 'masterdata_candidate_record', 'masterdata_model_version', 'managed_table', 'managed_column'];
/** Everything that is stored of the models, but for the one that is loaded. */
async function stored(): Promise<Record<string, unknown>> {
  const rows = async (from: string) => (await query(`select t::text as row from ${from} order by 1`)).map(({ row }) => row as string);
  const texts = [
    ...OWN.map((name) => `masterdata_${name} t where ${name === 'model' ? 'id' : 'model_id'} <> '${at.loaded}'`),
    ...[...PLAIN, 'metadata_table', 'metadata_column', 'managed.md_merged', 'managed.md_unmerged', 'managed.md_altered'].map(
      (name) => `${name} t`,
    ),
    `(select table_name, column_name, data_type, character_maximum_length from information_schema.columns where table_schema = 'managed') t`,
    `(select indexdef from pg_indexes where schemaname = 'managed') t`,
  ];
  return Object.fromEntries(await Promise.all(texts.map(async (text) => [text, await rows(text)] as const)));
}
function askAll(): void {
  void node.send(keeper, `${MODELS}/${at.merged}/merges`, { candidateId: at.candidateId });
  void node.send(keeper, `/data/masterdata/merges/${at.mergeId}/undo`);
  void node.send(builder, build(at.altered));
}
const lastLoad = async () => (await app.admin('GET', `${MAPS}/${at.mapId}`)).data.lastLoad;
const loadedRecords = async (): Promise<number> => (await query('select count(*)::int as n from managed.md_loaded'))[0].n;
/** How many records are loaded; each has its source and its history. */
async function wholeRecords(): Promise<number> {
  const [row] = await query(
    `select (select count(*)::int from managed.md_loaded) as records,
      (select count(*)::int from masterdata_xref where map_id = '${at.mapId}') as xrefs,
      (select count(*)::int from masterdata_attr_history where model_id = '${at.loaded}') as history`,
  );
  expect(row).toEqual({ records: row.records, xrefs: row.records, history: row.records });
  return row.records as number;
}

describe('a node that is killed leaves nothing half done', () => {
  it('in the middle of merging, undoing, making tables and a batch of a load', async () => {
    const before = await stored();
    await send('POST', `${MAPS}/${at.mapId}/load`);
    await until(loadedRecords, (n) => n >= 2000, 60_000);
    await killing.at(['masterdata_attr_history', 'metadata_column'], { node, works: 5 }, () => {
      askAll();
      void node.send(builder, build(at.built));
    });
    expect(await stored()).toEqual(before);
    const left = await wholeRecords();
    expect(left).toBeGreaterThanOrEqual(2000);
    expect(left).toBeLessThan(ROWS);
    expect(left % 1000).toBe(0);
    expect(await lastLoad()).toMatchObject({ state: 'running' });
  }, 240_000);

  it('just before the commit of merging, undoing and changing a table, while it goes on with the load of another', async () => {
    const before = await stored();
    node = await killing.start();
    const left = await loadedRecords();
    await until(loadedRecords, (n) => n > left, 60_000);
    await killing.at(['sys_oper_log'], { node, works: 3 }, askAll);
    expect(await stored()).toEqual(before);
    const loaded = await wholeRecords();
    expect(loaded === ROWS || loaded % 1000 === 0).toBe(true);
  }, 240_000);

  it('that others cannot do whole afterwards', async () => {
    const survivor = await killing.start();
    expect(await until(lastLoad, ({ state }) => state !== 'running', 90_000)).toMatchObject({ state: 'done', read: ROWS, rejected: 0 });
    expect(await wholeRecords()).toBe(ROWS);
    await send('POST', `${MAPS}/${at.mapId}/load`);
    const again = await until(lastLoad, ({ state, same }) => state === 'done' && same === ROWS, 90_000);
    expect(again).toMatchObject({ inserted: 0, changed: 0 });
    await survivor.kill();

    const rows = (table: string) => query(`select t::text as row from ${table} t order by 1`);
    const whole = await rows('managed.md_merged');
    const merged = await send('POST', `${MODELS}/${at.merged}/merges`, { candidateId: at.candidateId });
    expect(await rows('managed.md_merged')).toHaveLength(1);
    await send('POST', `/data/masterdata/merges/${merged.id}/undo`);
    expect(await rows('managed.md_merged')).toEqual(whole);
    await send('POST', `/data/masterdata/merges/${at.mergeId}/undo`);
    expect(await rows('managed.md_unmerged')).toHaveLength(3);
    await send('POST', build(at.built));
    expect(await query('select id, customer_name from managed.md_built')).toEqual([]);
    await send('POST', build(at.altered));
    expect(await query('select id, full_name, credit_code, city from managed.md_altered')).toEqual([
      { id: 'v1', full_name: '甲', credit_code: CODE, city: null },
    ]);
  }, 240_000);
});
