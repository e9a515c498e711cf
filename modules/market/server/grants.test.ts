import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { offlineTask } from './apis/retire.ts';
import { bumpRegistry } from './calls/revision.ts';
import { reminderTask } from './subscriptions/reminders.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (customer_id integer primary key, name text, contact_mobile text, city text, amount numeric(12,2));
   insert into customer select i, '客户' || i, '138' || lpad(i::text, 8, '0'), case when i <= 30 then '重庆' else '成都' end, i
     from generate_series(1, 60) i;`,
);
const market = new MarketCalls(app);
const DAY_MS = 86_400_000;
let steward: Send;
let consumer: Send;
let consumerId = '';
let appId = '';
let key = '';
let api = '';
let subscription = '';
const PATH = 'v1.0.0/customer';

const runOf = (params: object = {}) => ({
  runId: '1',
  app: app.node.app,
  params,
  dueTime: new Date(),
  signal: new AbortController().signal,
  log: () => undefined,
  progress: () => undefined,
});
const total = async (path = PATH) => (await market.call(path, key)).data?.total;
const grant = (rows: object[] | null, fields: string[] | null = null, call: Send = steward) =>
  call('PUT', `/data/market/subscriptions/grant/${subscription}`, { fields, rows });
const messagesTo = async (account: string, title: string) =>
  (await app.database.db.selectFrom('sysMessage').select('text').where('accountId', '=', account).where('title', '=', title).execute()).map(
    ({ text }) => text,
  );

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'contact_mobile');
  const perms = ['market:subscription:decide', 'market:subscription:list', 'market:subscription:add', 'market:app:list', 'market:app:add'];
  steward = app.as((await app.make.user({ perms, dataScope: '1' })).token);
  const own = ['market:square:list', 'market:apply:list', 'market:apply:add', 'market:app:add', 'market:app:list', 'market:app:rotate'];
  const made = await app.make.user({ perms: own, dataScope: '5' });
  [consumer, consumerId] = [app.as(made.token), made.id];
  appId = (await consumer('POST', '/data/market/apps', { appName: '门户' })).data.id;
  key = (await consumer('POST', `/data/market/apps/${appId}/keys`, {})).data.apiKey;
  api = await market.make(
    await market.body('/customer', 'customer', ['customer_id', 'name', 'contact_mobile'], {
      params: [{ paramName: 'name', whereType: '3' }],
    }),
  );
  await market.release(api);
  subscription = (await consumer('POST', '/data/market/subscriptions', { appId, apiId: api, days: 90, reason: '对账' })).data.id;
  await steward('POST', `/data/market/subscriptions/${subscription}/decide`, { approved: true });
  await until(total, (n) => n === 60);
});

describe('rows of a subscription', () => {
  it('narrow every call, together with what the caller asks for', async () => {
    expect(await grant([{ columnName: 'city', whereType: '1', values: ['重庆'] }])).toMatchObject({ status: 200 });
    await until(total, (n) => n === 30);
    expect(await total(`${PATH}?name=${encodeURIComponent('客户3')}`)).toBe(2);
    expect((await market.call(`${PATH}?pageNum=2&pageSize=20`, key)).data.data).toHaveLength(10);
    // nobody names their parameters
    expect(await market.call(`${PATH}?row:0=x`, key)).toMatchObject({ status: 400 });
    await grant([
      { columnName: 'city', whereType: '12', values: ['重庆', '成都'] },
      { columnName: 'amount', whereType: '6', values: ['50'] },
    ]);
    await until(total, (n) => n === 10);
  });

  it('hold for values that look like SQL', async () => {
    await grant([{ columnName: 'city', whereType: '1', values: ["' or 1=1 --"] }]);
    await until(total, (n) => n === 0);
  });

  it('are refused with a reason: unknown columns, wrong values, masked columns', async () => {
    const refused = async (columnName: string, value: string) => (await grant([{ columnName, whereType: '1', values: [value] }])).msg;
    expect(await refused('nowhere', 'a')).toContain('不存在');
    expect(await refused('amount', 'many')).toContain('应为数字');
    expect(await refused('contact_mobile', '13800000001')).toContain('不能使用');
    expect(await grant(null, ['nowhere'])).toMatchObject({ status: 400, msg: expect.stringContaining('没有返回字段') });
    // an applicant chooses among what the API shows
    const other = await market.make(await market.body('/other', 'customer', ['customer_id']));
    await market.release(other);
    const asked = { appId, apiId: other, days: 1, reason: '试', rows: [{ columnName: 'city', whereType: '1', values: ['重庆'] }] };
    expect(await consumer('POST', '/data/market/subscriptions', asked)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('不存在'),
    });
    const script = await market.make(
      await market.body('/script', 'customer', ['customer_id'], {
        config: { configType: '2', tableId: null, sqlText: 'select customer_id from customer' },
      }),
    );
    await market.release(script);
    const rows = [{ columnName: 'customer_id', whereType: '1', values: ['1'] }];
    expect(await consumer('POST', '/data/market/subscriptions', { ...asked, apiId: script, rows })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('脚本模式'),
    });
  });

  it('are not given by who asked for the subscription', async () => {
    expect(await grant(null, null, consumer)).toMatchObject({ status: 403 });
    expect(await grant(null)).toMatchObject({ status: 200 });
    await until(total, (n) => n === 60);
    expect(
      (await steward('GET', `/data/market/subscriptions/${subscription}/grantable`)).data.columns.map(
        (one: { columnName: string }) => one.columnName,
      ),
    ).toEqual(['customer_id', 'name', 'contact_mobile', 'city', 'amount']);
  });
});

describe('fields of a subscription', () => {
  const refusedFor = (param: string) => ({ status: 400, data: [{ path: param, message: expect.stringContaining('没有授权') }] });
  const narrowTo = async (id: string, path: string, fields: string[]) => {
    await steward('PUT', `/data/market/subscriptions/grant/${id}`, { fields, rows: null });
    await until(
      async () => Object.keys((await market.call(path, key)).data.data[0]),
      (names) => names.join() === fields.join(),
    );
  };

  it('that are kept back cannot be asked by: conditions would tell them one call at a time', async () => {
    await narrowTo(subscription, PATH, ['customer_id']);
    for (const value of ['客户3', '%', '客']) {
      expect(await market.call(`${PATH}?name=${encodeURIComponent(value)}`, key)).toMatchObject(refusedFor('name'));
    }
    expect(await market.call(`${PATH}?name=`, key)).toMatchObject({ status: 200, data: { total: 60 } });
    await narrowTo(subscription, PATH, ['customer_id', 'name']);
    expect(await total(`${PATH}?name=${encodeURIComponent('客户3')}`)).toBe(11);
    await grant(null);
    await until(
      async () => Object.keys((await market.call(PATH, key)).data.data[0]),
      (names) => names.length === 3,
    );
  });

  it('under another name, or to order by, neither; what every call must say stays possible, and so does what the API does not return', async () => {
    const made = await market.make(
      await market.body('/asked', 'customer', ['customer_id', 'name', 'amount'], {
        params: [
          { paramName: 'least', columnName: 'amount', whereType: '7', paramType: '3' },
          { paramName: 'id', columnName: 'customer_id', whereType: '7', paramType: '2', nullable: '0' },
          { paramName: 'city', whereType: '1' },
        ],
        config: { sortable: ['betrag', 'name'] },
        resParams: [{ fieldName: 'customer_id' }, { fieldName: 'name' }, { fieldName: 'amount', fieldAliasName: 'betrag' }],
      }),
    );
    await market.release(made);
    const asked = await consumer('POST', '/data/market/subscriptions', { appId, apiId: made, days: 9, reason: '试', fields: ['name'] });
    await steward('POST', `/data/market/subscriptions/${asked.data.id}/decide`, { approved: true });
    const path = 'v1.0.0/asked?id=1';
    await until(
      () => market.call(path, key),
      ({ status }) => status === 200,
    );
    expect(await market.call(`${path}&least=10`, key)).toMatchObject(refusedFor('least'));
    expect(await market.call(`${path}&sort=name,-betrag`, key)).toMatchObject(refusedFor('sort'));
    expect((await market.call(`${path}&sort=-name&pageSize=1`, key)).data.data).toEqual([{ name: '客户9' }]);
    expect(await total(`v1.0.0/asked?id=59&city=${encodeURIComponent('成都')}`)).toBe(2);
  });
});

describe('the end of a term', () => {
  const endsIn = async (days: number) => {
    await app.database.db
      .updateTable('marketSubscription')
      .set({ endTime: new Date(Date.now() + days * DAY_MS) })
      .where('id', '=', subscription)
      .execute();
    await bumpRegistry(app.database.db);
  };

  it('is told to its users 30, 7 and 1 days before, each once', async () => {
    expect(await reminderTask.run(runOf())).toBeNull();
    for (const [days, count] of [
      [29, 1],
      [20, 1],
      [6, 2],
      [0.5, 3],
      [0.4, 3],
    ] as const) {
      await endsIn(days);
      await reminderTask.run(runOf());
      expect(await messagesTo(consumerId, '订阅即将到期')).toHaveLength(count);
    }
  });

  it('moves on by a renewal that somebody else agrees to; the fields and rows stay', async () => {
    await grant([{ columnName: 'city', whereType: '1', values: ['重庆'] }], ['customer_id', 'name']);
    await endsIn(10);
    const before = (await consumer('GET', '/data/market/subscriptions/page')).data.data.find(
      (row: { id: string }) => row.id === subscription,
    );
    expect(before.mayRenew).toBe(true);
    const { data } = await consumer('POST', `/data/market/subscriptions/${subscription}/renew`, { days: 30, reason: '继续' });
    expect(await consumer('POST', `/data/market/subscriptions/${subscription}/renew`, { days: 30, reason: '继续' })).toMatchObject({
      status: 409,
    });
    expect(await steward('POST', `/data/market/subscriptions/${data.id}/decide`, { approved: true })).toMatchObject({ status: 200 });
    const rows = (await consumer('GET', '/data/market/subscriptions/page?pageSize=100')).data.data as {
      id: string;
      status: string;
      endTime: string;
    }[];
    const [old, next] = [subscription, data.id].map((id) => rows.find((row) => row.id === id)!);
    expect([old!.status, next!.status]).toEqual(['5', '2']);
    expect(Date.parse(next!.endTime) - Date.now()).toBeGreaterThan(39 * DAY_MS);
    expect(next).toMatchObject({ fields: ['customer_id', 'name'], rows: [{ columnName: 'city' }] });
    subscription = data.id;
    await until(total, (n) => n === 30);
  });

  it('may have come: the renewal begins anew', async () => {
    await endsIn(-1);
    await until(
      () => market.call(PATH, key),
      ({ status }) => status === 403,
    );
    const { data } = await consumer('POST', `/data/market/subscriptions/${subscription}/renew`, { days: 30, reason: '继续' });
    await steward('POST', `/data/market/subscriptions/${data.id}/decide`, { approved: true });
    subscription = data.id;
    await until(total, (n) => n === 30);
  });
});

describe('the announced end of an API', () => {
  const retire = (offlineTime: string) => app.admin('POST', `/data/market/dataApis/${api}/retire`, { offlineTime, reason: '由 v2 替代' });

  it('is told to its subscribers and in every answer, and can be taken back', async () => {
    expect(await retire(new Date(Date.now() - 1000).toISOString())).toMatchObject({ status: 400 });
    const day = new Date(Date.now() + 20 * DAY_MS);
    expect((await retire(day.toISOString())).data.told).toBe(1);
    expect((await messagesTo(consumerId, 'API下线预告'))[0]).toContain('由 v2 替代');
    const answer = await until(
      () => market.call(PATH, key),
      ({ headers }) => 'sunset' in headers,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['deprecation']).toMatch(/^@\d{10}$/);
    expect(Date.parse(answer.headers['sunset'] as string)).toBe(Math.floor(day.getTime() / 1000) * 1000);
    await reminderTask.run(runOf());
    expect(await messagesTo(consumerId, 'API即将下线')).toHaveLength(1);
    expect(await consumer('POST', `/data/market/subscriptions/${subscription}/renew`, { days: 30, reason: '继续' })).toMatchObject({
      status: 422,
    });
    expect(await app.admin('DELETE', `/data/market/dataApis/${api}/retire`)).toMatchObject({ status: 200 });
    const free = await until(
      () => market.call(PATH, key),
      ({ headers }) => !('sunset' in headers),
    );
    expect(free.status).toBe(200);
  });

  it('comes at its moment; the task takes the API offline once', async () => {
    await retire(new Date(Date.now() + 1200).toISOString());
    expect(await offlineTask.run(runOf())).toBeNull();
    await until(
      () => market.call(PATH, key),
      ({ status }) => status === 404,
    );
    expect(await offlineTask.run(runOf())).toBe('下线1个API');
    expect(await offlineTask.run(runOf())).toBeNull();
    expect((await app.admin('GET', `/data/market/dataApis/${api}`)).data.status).toBe('3');
    expect(await market.call(PATH, key)).toMatchObject({ status: 404, msg: 'API已下线' });
    expect(await messagesTo(consumerId, 'API已下线')).toHaveLength(1);
  });
});
