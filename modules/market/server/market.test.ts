import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { cleanCallLog } from './logs/log-retention.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (customer_id integer primary key, name text, contact_mobile text, amount numeric(12,2), city text, made timestamptz);
   insert into customer select i, case when i % 2 = 0 then '建设集团' || i else '其他' || i end, '138' || lpad(i::text, 8, '0'), i * 1.5,
     case when i <= 30 then '重庆' else '成都' end, timestamptz '2026-01-01 00:00:00+08' + i * interval '1 hour' from generate_series(1, 60) i;
   create table secret (id integer primary key, word text); insert into secret values (1, 'hidden');`,
);
const market = new MarketCalls(app);
let steward: Send;
let id = '';
let key = '';
let appId = '';
let subscription = '';
interface LogRow {
  id: string;
  httpStatus: number;
  time: number;
  queryTime: number | null;
  gateTime: number;
  queueTime: number | null;
  sourceTime: number | null;
  encodeTime: number | null;
  msg: string;
}
const NAME = {
  paramName: 'name',
  nullable: '1',
  paramComment: '名称',
  paramType: '1',
  whereType: '3',
  exampleValue: '建设',
  defaultValue: '',
};
const CUSTOMER = { paramName: 'customer_id', paramType: '2', whereType: '1' };
const FIELDS = ['customer_id', 'name', 'contact_mobile'];
const PATH = 'v1.0.0/customer/query';

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'contact_mobile');
  const made = await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' });
  steward = app.as(made.token);
});

describe('an API', () => {
  it('is made over a table, once for each path and version, and answers nothing before its release', async () => {
    const body = await market.body('/customer/query', 'customer', FIELDS, { params: [NAME, CUSTOMER] });
    id = await market.make(body);
    expect((await app.admin('GET', `/data/market/dataApis/${id}`)).data).toMatchObject({ status: '1', apiUrl: '/customer/query' });
    expect(await app.admin('POST', '/data/market/dataApis', body)).toMatchObject({ status: 409 });
    expect(await market.call(PATH, null)).toMatchObject({ status: 404, error: 'api.offline' });
  });

  it('is refused with a list of addresses that cannot be read', async () => {
    const body = await market.body('/customer/denied', 'customer', FIELDS, { deny: '10.1.2.3, 10.1.2' });
    expect(await app.admin('POST', '/data/market/dataApis', body)).toMatchObject({ status: 400, data: [{ path: 'deny' }] });
  });

  it('is tried with masked rows and the statement that ran', async () => {
    const { status, data } = await app.admin('POST', `/data/market/dataApis/${id}/debug`, { params: { name: '建设', pageSize: 2 } });
    expect(status).toBe(200);
    expect(data.data).toMatchObject({ pageNum: 1, pageSize: 2, total: 30 });
    expect(data.data.data[0]).toMatchObject({ customer_id: 2, name: '建设集团2' });
    expect(data.data.data[0].contact_mobile).toContain('*');
    expect(data.masked).toEqual(['contact_mobile']);
    expect(data.statement).toMatch(/^select .*limit/);
    // the shape of the plan is shown beside a masked column, its numbers are not
    expect(data.plan.join('\n')).toMatch(/Scan/);
    expect(data.plan.join('\n')).not.toMatch(/cost=|rows=|width=/);
    const wrong = await app.admin('POST', `/data/market/dataApis/${id}/debug`, { params: { customer_id: 'x' } });
    expect(wrong).toMatchObject({ status: 400, data: [{ path: 'params.customer_id' }] });
  });

  it('is called with the key of an application whose subscription somebody else agreed to', async () => {
    await market.release(id);
    await until(
      () => market.call(PATH, null),
      ({ status }) => status === 401,
    );
    expect(await market.call(PATH, null)).toMatchObject({ status: 401, error: 'api.keyMissing' });
    expect(await market.call(PATH, 'ak_1.wrong')).toMatchObject({ status: 401, error: 'api.keyInvalid' });
    const made = await market.application('对账系统');
    [appId, key] = [made.appId, made.apiKey];
    expect(key).toMatch(/^ak_\d+\.[\w-]{43}$/);
    expect(
      await until(
        () => market.call(PATH, key),
        ({ status }) => status === 403,
      ),
    ).toMatchObject({ error: 'api.notSubscribed' });
    const asked = await app.admin('POST', '/data/market/subscriptions', { appId, apiId: id, days: 30, reason: '对账' });
    expect(await app.admin('POST', `/data/market/subscriptions/${asked.data.id}/decide`, { approved: true })).toMatchObject({
      status: 422,
    });
    expect(await steward('POST', `/data/market/subscriptions/${asked.data.id}/decide`, { approved: true })).toMatchObject({ status: 200 });
    subscription = asked.data.id;
    const answer = await until(
      () => market.call(`${PATH}?name=${encodeURIComponent('建设')}&pageNum=2&pageSize=20`, key),
      ({ status }) => status === 200,
    );
    expect(answer.data).toMatchObject({ pageNum: 2, pageSize: 20, total: 30 });
    expect(answer.data.data).toHaveLength(10);
    expect(Object.keys(answer.data.data[0])).toEqual(FIELDS);
    expect(answer.data.data[0].contact_mobile).toMatch(/^138\*+\d{4}$/);
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(answer.headers['ratelimit-remaining']).toBeTruthy();
  });

  it('keeps no key and shows none again', async () => {
    const { rows } = await app.database.pool.query('select * from market_app_key');
    expect(JSON.stringify(rows)).not.toContain(key.split('.')[1]);
    const { data } = await until(
      () => app.admin('GET', `/data/market/apps/${appId}`),
      ({ data: shown }) => shown.keys[0].lastUsedTime !== null,
    );
    expect(JSON.stringify(data)).not.toContain(key.split('.')[1]);
  });

  it.each([
    ['pageNum=-1', 'pageNum'],
    ['customer_id=1%20or%201=1', 'customer_id'],
    ['customer_id=99999999999999999999', 'customer_id'],
    ['customer_id=3000000000', 'customer_id'],
    [`name=${'a'.repeat(1000)}`, 'name'],
    ['name=%00', 'name'],
    ['stranger=1', 'stranger'],
    ['name=a&name=b', 'name'],
    ['pageNum=999999&pageSize=200', 'pageNum'],
  ])('refuses %s with the name of the parameter', async (query, param) => {
    expect(await market.call(`${PATH}?${query}`, key)).toMatchObject({ status: 400, data: [{ path: param }] });
  });

  it.each(["'; drop table customer --", '100%', '_', '!', String.raw`\'`, '[a]'])('holds %s against names as it is', async (text) => {
    const answer = await market.call(`${PATH}?name=${encodeURIComponent(text)}`, key);
    expect(answer).toMatchObject({ status: 200, data: { total: 0, data: [] } });
  });

  it('bounds what it gives, whatever is asked', async () => {
    const all = await market.call(`${PATH}?pageSize=100000`, key);
    expect(all.data).toMatchObject({ pageSize: 200, total: 60 });
    expect(all.data.data.map((row: { customer_id: number }) => row.customer_id)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });

  it('does not change once released, and is copied to the next version, which answers beside it', async () => {
    const row = (await app.admin('GET', `/data/market/dataApis/${id}`)).data;
    expect(await app.admin('PUT', `/data/market/dataApis/${id}`, row)).toMatchObject({ status: 422 });
    expect(await app.admin('DELETE', `/data/market/dataApis/${id}`)).toMatchObject({ status: 409 });
    const { data } = await app.admin('POST', `/data/market/dataApis/${id}/copy`);
    const copy = (await app.admin('GET', `/data/market/dataApis/${data.id}`)).data;
    expect(copy).toMatchObject({ apiVersion: 'v1.0.1', status: '1' });
    await market.release(data.id);
    await market.subscribe(steward, appId, data.id, { fields: ['customer_id'] });
    const next = await until(
      () => market.call('v1.0.1/customer/query', key),
      ({ status }) => status === 200,
    );
    expect(Object.keys(next.data.data[0])).toEqual(['customer_id']);
    expect((await market.call(PATH, key)).status).toBe(200);
  });
});

describe('within a second', () => {
  const soon = async (good: (answer: Answer) => boolean, path = PATH) => {
    // generous for a busy machine; the node looks three times a second
    await until(() => market.call(path, key), good, 5_000);
  };

  it('a raised class masks, and a condition on what is masked now ends the calls that use it', async () => {
    await sealColumns(app, market.sourceId, 'name');
    await soon(({ data, status }) => status === 200 && data.data[0].name.includes('*'));
    expect(await market.call(`${PATH}?name=a`, key)).toMatchObject({ status: 404, error: 'api.offline' });
    await app.database.db
      .updateTable('metadataColumn')
      .set({ level: null })
      .where('columnName', '=', 'name')
      .where('sourceId', '=', market.sourceId)
      .execute();
    await soon(({ data, status }) => status === 200 && !data.data[0].name.includes('*'));
  });

  it('a paused subscription stops, resumes, and a closed one ends', async () => {
    await steward('PUT', `/data/market/subscriptions/pause/${subscription}`);
    await soon(({ status }) => status === 403);
    await steward('PUT', `/data/market/subscriptions/resume/${subscription}`);
    await soon(({ status }) => status === 200);
    await steward('PUT', `/data/market/subscriptions/close/${subscription}`);
    await soon(({ status }) => status === 403);
    expect(await steward('PUT', `/data/market/subscriptions/resume/${subscription}`)).toMatchObject({ status: 422 });
    subscription = await market.subscribe(steward, appId, id);
    await soon(({ status }) => status === 200);
  });

  it('an application has two keys at most, each of which works until it is revoked', async () => {
    const second = (await app.admin('POST', `/data/market/apps/${appId}/keys`, {})).data;
    // at once, before the node has looked by itself
    expect((await market.call(PATH, second.apiKey)).status).toBe(200);
    expect(await app.admin('POST', `/data/market/apps/${appId}/keys`, {})).toMatchObject({ status: 422 });
    await until(
      () => market.call(PATH, second.apiKey),
      ({ status }) => status === 200,
    );
    await app.admin('DELETE', `/data/market/apps/${appId}/keys/${second.keyId}`);
    await until(
      () => market.call(PATH, second.apiKey),
      ({ status }) => status === 401,
    );
    expect((await market.call(PATH, key)).status).toBe(200);
  });

  it('addresses that the application does not name are refused', async () => {
    const row = (await app.admin('GET', `/data/market/apps/${appId}`)).data;
    expect(await app.admin('PUT', `/data/market/apps/${appId}`, { ...row, ipWhitelist: '10.1.2' })).toMatchObject({ status: 400 });
    await app.admin('PUT', `/data/market/apps/${appId}`, { ...row, ipWhitelist: '10.0.0.0/8' });
    await soon(({ status }) => status === 403);
    await app.admin('PUT', `/data/market/apps/${appId}`, { ...row, version: row.version + 1, ipWhitelist: '127.0.0.0/8' });
    await soon(({ status }) => status === 200);
  });

  it('an API that is taken down answers 404, and what is released again answers', async () => {
    await app.admin('POST', `/data/market/dataApis/${id}/cancel`);
    await soon(({ status }) => status === 404);
    await market.release(id);
    await soon(({ status }) => status === 200);
  });
});

describe('a limit', () => {
  it('lets exactly so many calls through, counting none that was refused', async () => {
    const limited = await market.make({
      ...(await market.body('/customer/limited', 'customer', FIELDS, { params: [CUSTOMER] })),
      rateLimit: { enable: '1', times: 5, seconds: 60 },
    });
    await market.release(limited);
    await market.subscribe(steward, appId, limited);
    const path = 'v1.0.0/customer/limited';
    await until(
      () => market.call(`${path}?customer_id=x`, key),
      ({ status }) => status === 400,
    );
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await market.call(path, key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(answers.map(({ headers }) => headers['ratelimit-remaining']).slice(0, 5)).toEqual(['4', '3', '2', '1', '0']);
    expect(answers[5]).toMatchObject({ error: 'api.quota' });
    expect(Number(answers[5]!.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a script', () => {
  const script = (sqlText: string, reqParams: object[] = []) => ({
    apiName: '脚本',
    apiVersion: 'v1.0.0',
    apiUrl: '/customer/script',
    reqMethod: 'POST',
    executeConfig: { sourceId: market.sourceId, configType: '2', sqlText },
    reqParams,
    resParams: [],
  });

  it.each([
    ["select * from customer where name = '${x}'", 37],
    ['select 1; select 2', 10],
    ['insert into customer (customer_id) values (1)', null],
    ["select pg_read_file('/etc/passwd')", null],
    ['select contact_mobile from customer where contact_mobile = :m', null],
    ['select * from nowhere', null],
  ])('%s is refused when it is saved', async (text, offset) => {
    const names = [...text.matchAll(/:(\w+)/g)].map(([, name]) => ({ paramName: name }));
    const refused = await app.admin('POST', '/data/market/dataApis', script(text, names));
    expect(refused).toMatchObject({ status: 422, error: 'gate.refused' });
    if (offset !== null) expect(refused.data.offset).toBe(offset);
  });

  it('whose outputs nobody has described is documented by what it was found to give', async () => {
    const body = { ...script('select customer_id as id, name from customer'), apiUrl: '/customer/told' };
    const made = await market.make(body);
    const { data } = await app.admin('GET', `/data/market/dataApis/${made}`);
    expect(data.resParams).toMatchObject([{ fieldName: 'id' }, { fieldName: 'name' }]);
    const executeConfig = { ...body.executeConfig, sqlText: 'select name, city from customer' };
    await app.admin('PUT', `/data/market/dataApis/${made}`, { ...body, version: data.version, executeConfig });
    const { body: document } = await app.admin('GET', `/data/market/dataApis/${made}/openapi`);
    expect(JSON.stringify(document)).toContain('"items":{"type":"object","properties":{"name":{},"city":{}}}');
  });

  it('keeps optional blocks only with their parameters, and binds every value', async () => {
    const text =
      'select customer_id, name from customer where 1 = 1 ${ and city = :city } [[ and customer_id in (:ids) ]] order by customer_id desc';
    const parsed = await app.admin('POST', '/data/market/dataApis/sql/parse', { sourceId: market.sourceId, sqlText: text });
    expect(parsed.data.reqParams.map(({ paramName }: { paramName: string }) => paramName)).toEqual(['city', 'ids']);
    expect(parsed.data.resParams.map(({ fieldName }: { fieldName: string }) => fieldName)).toEqual(['customer_id', 'name']);
    const params = [{ paramName: 'city' }, { paramName: 'ids', paramType: '5', whereType: '12' }];
    const made = await market.make(script(text, params));
    await market.release(made);
    await market.subscribe(steward, appId, made);
    const path = 'v1.0.0/customer/script';
    const call = (body: object) => market.call(path, key, body);
    await until(
      () => call({}),
      ({ status }) => status === 200,
    );
    expect((await call({})).data).toMatchObject({ total: 60 });
    expect((await call({ city: '重庆' })).data).toMatchObject({ total: 30 });
    expect((await call({ city: "x' or '1'='1" })).data).toMatchObject({ total: 0 });
    expect(await market.call(path, key)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

it('leaves a line for every call, refused ones too, which nobody deletes', async () => {
  const rows = await until(
    async () => (await app.admin('GET', '/data/api/apiLogs/page?apiName=customer&pageSize=200')).data.data as LogRow[],
    (found) => found.length > 40,
  );
  expect(new Set(rows.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200, 400, 401, 403, 404, 429]));
  expect(rows.every(({ time, msg }) => time >= 0 && msg !== '')).toBe(true);
  expect(rows.find(({ httpStatus }) => httpStatus === 200)).toMatchObject({ status: '1', appName: '对账系统' });
  // where the time went: the parts of every call that asked the source add up to the whole
  for (const { time, queryTime, gateTime, queueTime, sourceTime, encodeTime } of rows) {
    if (queryTime === null) expect([gateTime, queueTime, sourceTime, encodeTime]).toEqual([time, null, null, null]);
    else expect(gateTime + queueTime! + sourceTime! + encodeTime!).toBeCloseTo(time, 1);
  }
  expect(rows.some(({ sourceTime, encodeTime }) => sourceTime! > 0 && encodeTime! > 0)).toBe(true);
  expect(await app.admin('DELETE', `/data/api/apiLogs/${rows[0]!.id}`)).toMatchObject({ status: 422, error: 'rule.broken' });
});

it('keeps the value of a condition over a masked column out of the log, and removes lines by their age', async () => {
  await sealColumns(app, market.sourceId, 'name');
  await until(
    () => market.call(`${PATH}?name=GUESS`, key),
    ({ status }) => status === 404,
  );
  const lines = () =>
    app
      .admin('GET', `/data/api/apiLogs/page?apiId=${id}&pageSize=200`)
      .then(({ data }) => data.data as { callerParams: string; msg: string }[]);
  const hidden = await until(lines, (rows) => rows.some(({ callerParams }) => callerParams === '{"name":"***"}'));
  expect(hidden.filter(({ msg }) => msg.includes('暂不可用')).every(({ callerParams }) => !callerParams.includes('GUESS'))).toBe(true);
  const clean = (days: number) =>
    cleanCallLog.run({
      runId: '1',
      app: app.node.app,
      params: {},
      dueTime: new Date(Date.now() + days * 86_400_000),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
  expect(await clean(29)).toBeNull();
  expect(await clean(31)).toMatch(/已清理接口日志 \d+ 条/);
  // what the node still held is written meanwhile
  const cleaned = async () => {
    await clean(31);
    return lines();
  };
  await until(cleaned, (rows) => rows.length === 0);
});

it('tells how it is called, as OpenAPI and in four languages', async () => {
  const { samples, address } = (await app.admin('GET', `/data/market/dataApis/${id}/example`)).data;
  expect(samples.map(({ language }: { language: string }) => language)).toEqual(['curl', 'Java', 'Python', 'JavaScript']);
  expect(address).toContain('/sjzt-datax/data/api/services/v1.0.0/customer/query');
  const document = await app.admin('POST', `/data/market/dataApis/word/${id}`);
  expect(document.headers['content-type']).toContain('wordprocessingml');
  const text = strFromU8(unzipSync(document.raw)['word/document.xml']!);
  for (const word of ['接口/customer/query', 'customer_id', '全模糊查询', '/data/api/services/v1.0.0/customer/query', 'contact_mobile'])
    expect(text).toContain(word);
});

it('is seen by whoever may look once it is released, without the script of others', async () => {
  const consumer = app.as((await app.make.user({ perms: ['market:api:list', 'market:api:detail'], dataScope: '5' })).token);
  const draft = await market.make(await market.body('/customer/draft', 'customer', FIELDS));
  const { data } = (await consumer('GET', '/data/market/dataApis/page?pageSize=100')).data as { data: { id: string; status: string }[] };
  expect(data.length).toBeGreaterThan(2);
  expect(data.every(({ status }) => status === '2')).toBe(true);
  expect((await consumer('GET', `/data/market/dataApis/${draft}`)).status).toBe(404);
  const script = (await app.admin('GET', '/data/market/dataApis/page?apiUrl=script')).data.data[0];
  expect(script.executeConfig.sqlText).toContain('select');
  expect((await consumer('GET', `/data/market/dataApis/${script.id}`)).data.executeConfig.sqlText).toBeNull();
});

it('is closed to strangers, and to who may only look', async () => {
  expect((await app.stranger('GET', '/data/market/dataApis/page')).status).toBe(401);
  const reader = app.as((await app.make.user({ perms: ['market:api:list'], dataScope: '1' })).token);
  expect((await reader('GET', '/data/market/dataApis/page')).status).toBe(200);
  for (const action of ['release', 'cancel', 'copy', 'debug'])
    expect((await reader('POST', `/data/market/dataApis/${id}/${action}`, {})).status).toBe(403);
  expect((await reader('POST', `/data/market/apps/${appId}/keys`, {})).status).toBe(403);
  const other = app.as((await app.make.user({ perms: ['market:api:release', 'market:api:cancel'], dataScope: '5' })).token);
  expect((await other('POST', `/data/market/dataApis/${id}/cancel`)).status).toBe(404);
});
