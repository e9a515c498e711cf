import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poolFigures } from '#kit/server/db/prepared.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { MarketCalls } from '#modules/market/server/test-market.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { putRecords } from '../match/test-records.ts';
import { builtModel, CUSTOMER, MODELS, rebuiltModel } from '../test-model.ts';
import { makeTarget, settled, targetBody, targetOf, TARGETS } from './test-receiver.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table client (id varchar(32) primary key, name varchar(10), code varchar(18), state char(1), changed timestamptz, note varchar(20) default '本地');
   create table plain (id int)`,
);
const market = new MarketCalls(app);
let sourceId = '';
let tableId = '';
let modelId = '';
let count = 0;

beforeAll(async () => {
  sourceId = await source.register();
  market.sourceId = sourceId;
  tableId = await market.table('client');
  await source.sql(`grant insert, update, delete on client to ${source.reader}`);
}, 120_000);
beforeEach(async () => {
  count += 1;
  await source.sql('delete from client');
  modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: `客户${count}`, modelLogicTable: `customer_${count}` });
}, 60_000);

const add = async (values: object): Promise<string> => {
  const { status, msg, data } = await app.admin('POST', `${MODELS}/${modelId}/datas`, { values });
  if (status !== 200) throw new Error(msg);
  return data.id as string;
};
const change = async (id: string, values: object) => {
  const { data } = await app.admin('GET', `${MODELS}/${modelId}/datas/${id}`);
  expect((await app.admin('PUT', `${MODELS}/${modelId}/datas/${id}`, { values, version: data.version })).status).toBe(200);
};
const columns = [
  { from: 'customer_name', to: 'name' },
  { from: 'credit_code', to: 'code' },
  { from: '$time', to: 'changed' },
];
const toTable = (over: object = {}) => ({
  kind: 'table',
  sourceId,
  tableId,
  keyColumn: 'id',
  columns,
  address: null,
  secret: null,
  ...over,
});
const rows = async () => (await source.sql('select id, name, code, state, note from client order by id')).rows;

describe('records that are written into a table', () => {
  it('are added, changed and deleted; other columns of the table keep what they hold', async () => {
    await putRecords(app.node.app, modelId, [{ id: 'a1', values: { customer_name: "O'Neil", credit_code: null } }]);
    const id = await makeTarget(app.admin, modelId, toTable());
    await settled(app.admin, id);
    expect(await rows()).toEqual([{ id: 'a1', name: "O'Neil", code: null, state: null, note: '本地' }]);
    await source.sql(`update client set note = '改过'`);
    await change('a1', { customer_name: '乙' });
    const two = await add({ customer_name: '丙' });
    await settled(app.admin, id);
    expect(await rows()).toMatchObject([
      { id: two, name: '丙' },
      { id: 'a1', name: '乙', note: '改过' },
    ]);
    await app.admin('DELETE', `${MODELS}/${modelId}/datas/batch/${two}`);
    await settled(app.admin, id);
    expect((await rows()).length).toBe(1);
    const history = await app.database.db.selectFrom('metadataSqlHistory').select('sqlText').where('purpose', '=', 'distribute').execute();
    expect(history.length).toBeGreaterThan(0);
    expect(history.some(({ sqlText }) => sqlText.includes('乙'))).toBe(false);
  });
  it('are marked where the table keeps their state', async () => {
    const id = await makeTarget(app.admin, modelId, toTable({ columns: [...columns, { from: '$status', to: 'state' }] }));
    const one = await add({ customer_name: '甲' });
    await settled(app.admin, id);
    expect(await rows()).toMatchObject([{ state: '1' }]);
    await app.admin('DELETE', `${MODELS}/${modelId}/datas/batch/${one}`);
    await settled(app.admin, id);
    expect(await rows()).toMatchObject([{ id: one, name: '甲', state: '0' }]);
  });
  it('that do not fit wait for a person, the others go on; a source that is down loses nothing', async () => {
    const id = await makeTarget(app.admin, modelId, toTable());
    const long = await add({ customer_name: '一个比目标表的列要长的客户名称' });
    const short = await add({ customer_name: '短' });
    await settled(app.admin, id);
    expect((await rows()).map((row) => row.id)).toEqual([short]);
    const log = (await app.admin('GET', `${TARGETS}/${id}/deliveries?recordId=${long}`)).data.data;
    expect(log).toMatchObject([{ state: 'retry' }]);
    await source.become('stopped');
    const later = await add({ customer_name: '晚' });
    const held = await until(
      () => targetOf(app.admin, id),
      ({ problem }) => problem !== null,
    );
    expect(held).toMatchObject({ state: 'running', backlog: 1 });
    await source.become('up');
    await app.admin('POST', `${TARGETS}/${id}/resume`);
    await settled(app.admin, id);
    expect((await rows()).map((row) => row.id)).toContain(later);
  }, 60_000);
  it('lead on in the lineage from the table of the model to the columns that they fill, until the target is gone', async () => {
    const id = await makeTarget(app.admin, modelId, toTable());
    const edges = async () =>
      (
        await app.database.pool.query(
          `select e.from_column, e.to_column from metadata_lineage_edge e join metadata_lineage_unit u on u.id = e.unit_id
            where u.origin_key = $1 and u.deleted_at is null order by e.from_column`,
          [`load:masterdata-target:${id}`],
        )
      ).rows;
    expect(await edges()).toEqual([
      { from_column: 'credit_code', to_column: 'code' },
      { from_column: 'customer_name', to_column: 'name' },
    ]);
    const own = (before: Record<string, unknown>[]) => before.map((one, at) => (at === 0 ? { ...one, columnName: 'full_name' } : one));
    const rebuilt = await rebuiltModel(app.admin, modelId, own);
    expect(rebuilt.status, rebuilt.msg).toBe(200);
    expect(await edges()).toMatchObject([{}, { from_column: 'full_name', to_column: 'name' }]);
    await app.admin('DELETE', `${TARGETS}/${id}`);
    expect(await edges()).toEqual([]);
  });
  it('go only where the account may change data, to columns that are there', async () => {
    const perms = ['masterdata:target:add', 'masterdata:data:list', 'metadata:datasource:list'];
    const keeper = app.as((await app.make.user({ perms, dataScope: '1' })).token);
    expect(await keeper('POST', TARGETS, targetBody(modelId, toTable()))).toMatchObject({ status: 422, error: 'gate.refused' });
    for (const over of [
      { columns: [{ from: 'customer_name', to: 'nowhere' }] },
      { columns: [{ from: 'customer_name', to: 'id' }] },
      { keyColumn: 'nowhere' },
      { tableId: '404' },
    ])
      expect((await app.admin('POST', TARGETS, targetBody(modelId, toTable(over)))).status).toBe(400);
  });
});

describe('records that an application fetches', () => {
  it('come after a number, again when it is asked again, and only with its key', async () => {
    const mine = await market.application(`订单${count}`);
    const other = await market.application(`别的${count}`);
    const id = await makeTarget(app.admin, modelId, { kind: 'api', appId: mine.appId, address: null, secret: null });
    const ids = [await add({ customer_name: '一' }), await add({ customer_name: '二' })];
    const fetch = (key: string, query = '') => app.stranger('GET', `/data/masterdata/feeds/${id}${query}`, undefined, { api_key: key });
    expect((await app.stranger('GET', `/data/masterdata/feeds/${id}`)).status).toBe(401);
    expect((await app.admin('GET', `/data/masterdata/feeds/${id}`)).status).toBe(401);
    expect((await fetch(other.apiKey)).status).toBe(404);
    const first = await fetch(mine.apiKey, '?limit=1');
    expect(first, first.msg).toMatchObject({
      status: 200,
      data: { position: '1', hasMore: true, messages: [{ seq: '1', values: { name: '一' } }] },
    });
    expect((await fetch(mine.apiKey, '?limit=1')).data).toEqual(first.data);
    const rest = (await fetch(mine.apiKey, '?after=1')).data;
    expect(rest).toMatchObject({ position: '2', hasMore: false, messages: [{ id: ids[1], action: 'upsert' }] });
    expect((await fetch(mine.apiKey, '?after=2')).data.messages).toEqual([]);
    expect((await fetch(mine.apiKey, '?after=99')).status).toBe(400);
    expect(await targetOf(app.admin, id)).toMatchObject({
      position: '2',
      backlog: 0,
      records: 2,
      feedPath: `/data/masterdata/feeds/${id}`,
    });
    await app.admin('POST', `${TARGETS}/${id}/pause`);
    expect((await fetch(mine.apiKey)).status).toBe(404);
  });
  it('come to more calls at once than the node has connections', async () => {
    const mine = await market.application(`并发${count}`);
    const id = await makeTarget(app.admin, modelId, { kind: 'api', appId: mine.appId, address: null, secret: null });
    await add({ customer_name: '一' });
    const calls = (poolFigures(app.node.app.db)?.max ?? 0) * 2;
    const fetch = () => app.stranger('GET', `/data/masterdata/feeds/${id}`, undefined, { api_key: mine.apiKey });
    const answers = await Promise.all(Array.from({ length: calls }, fetch));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: calls }, () => 200));
  });
});
