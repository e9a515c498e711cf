import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { subscriptionType } from '../subscriptions/approval.ts';
import { MarketCalls } from '../test-market.ts';
import { weightBehind } from './levels.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id integer primary key, name text, mobile text, city text, amount numeric(12,2), made timestamptz);
   insert into customer values (1, '甲', '13800000001', '重庆', 1.5, '2026-01-01 08:00:00+08');`,
);
const market = new MarketCalls(app);
let appId = '';
/** What whoever decides about a request for some fields of an API reads of its level. */
async function asked(apiId: string, fields: string[] | null) {
  const { data } = await app.admin('POST', '/data/market/subscriptions', { appId, apiId, days: 30, reason: '对账', fields });
  const scope = { app: app.node.app, db: app.database.db, now: new Date() } as Parameters<typeof subscriptionType.load>[0];
  const { snapshot } = await subscriptionType.load(scope, data.id);
  await app.admin('PUT', `/data/market/subscriptions/close/${data.id}`);
  return { level: snapshot['level'], note: snapshot['levelNote'], masked: snapshot['masked'] };
}
const script = async (url: string, sqlText: string, outputs: readonly string[]) => {
  const body = await market.body(url, 'customer', outputs, { config: { configType: '2', tableId: null, sqlText, fieldParams: [] } });
  const id = await market.make(body);
  await market.release(id);
  return id;
};

beforeAll(async () => {
  market.sourceId = await source.register();
  const level = (name: string, value: string) =>
    app.database.db.updateTable('metadataColumn').set({ level: value }).where('columnName', '=', name).execute();
  await level('city', 'L1');
  await level('name', 'L2');
  await level('mobile', 'L3');
  appId = (await market.application('来源')).appId;
});

it('a script weighs as much as the columns behind the fields that are asked for', async () => {
  const api = await script('/script', 'select city as place, mobile as phone, 1 as n from customer', ['place', 'phone', 'n']);
  expect(await asked(api, ['place', 'n'])).toEqual({ level: 'L1', note: null, masked: null });
  expect(await asked(api, ['phone'])).toMatchObject({ level: 'L3', note: null, masked: 'phone' });
  expect(await asked(api, null)).toMatchObject({ level: 'L3', masked: 'phone' });
});

it('a data set weighs as much as what it reads, calculated fields too', async () => {
  const field = (id: string, over: object = {}) => ({ id, name: id, role: 'dimension', type: 'string', ...over });
  const made = await app.admin('POST', '/data/visual/dataSets', {
    setName: '客户集',
    sourceId: market.sourceId,
    model: {
      v: 1,
      origin: { kind: 'table', table: { schema: 'public', table: 'customer' } },
      fields: [field('city'), field('name'), field('mobile'), field('tail', { expr: 'RIGHT([mobile], 4)' })],
    },
  });
  expect(made.status, made.msg).toBe(200);
  const weigh = (outputs: string[]) => weightBehind(app.database.db, { type: 'dataset', key: made.data.id }, outputs);
  expect(await weigh(['city'])).toMatchObject({ level: 'L1', note: null });
  expect(await weigh(['name', 'city'])).toMatchObject({ level: 'L2', note: null });
  expect(await weigh(['tail'])).toMatchObject({ level: 'L3', note: null, masked: ['tail'] });
});

it('what nobody knows the columns of counts as the highest level and says so', async () => {
  const nobody = await weightBehind(app.database.db, { type: 'board', key: '404' }, null);
  expect(nobody).toEqual({ level: 'L4', masked: [], note: expect.stringContaining('按最高级 L4') });
});

/** The properties of a row in the document of an API. */
async function documented(id: string): Promise<Record<string, unknown>> {
  const { body } = await app.admin('GET', `/data/market/dataApis/${id}/openapi`);
  const [row] = /"items":(\{"type":"object","properties":\{.*?\}\}\})/.exec(JSON.stringify(body))?.slice(1) ?? [];
  return JSON.parse(row!).properties;
}

it('documents tell the types of fields as answers write them, of masked ones too', async () => {
  const api = await market.make(await market.body('/typed', 'customer', ['id', 'mobile', 'amount', 'made']));
  expect(await documented(api)).toMatchObject({
    id: { type: ['integer', 'null'] },
    mobile: { type: ['string', 'null'] },
    amount: { type: ['string', 'number', 'null'], format: 'decimal' },
    made: { type: ['string', 'null'], format: 'date-time' },
  });
  const { data } = await app.admin('POST', `/data/market/dataApis/${api}/debug`, { params: {} });
  expect(data.data.data[0]).toMatchObject({ id: 1, amount: '1.50', made: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*[+-]\d\d:00$/) });
  const behind = await script('/typed-script', 'select mobile as phone, id from customer', ['phone', 'id']);
  expect(await documented(behind)).toMatchObject({ phone: { type: ['string', 'null'] }, id: {} });
  const { outputs } = (await app.admin('GET', `/data/market/square/${behind}`)).data;
  expect(outputs.map(({ mask }: { mask: string | null }) => mask)).toEqual(['按数据分级脱敏', null]);
});
