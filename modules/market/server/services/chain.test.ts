import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useNetwork } from '#kit/server/outbound/index.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from '../test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (customer_id integer primary key, name text, contact_mobile text);
   insert into customer select i, '客户' || i, '138' || lpad(i::text, 8, '0') from generate_series(1, 5) i;`,
);
const market = new MarketCalls(app);
const PATH = '/data/service/services';
let sink: Server;
let asked: string[] = [];
let waiting: (() => void)[] = [];
let atOnce = 0;
let steward: Send;
let key = '';
let appId = '';
let apiId = '';
let serviceId = '';

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'contact_mobile');
  sink = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    const end = () =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify({ url, credit: url.includes('/1') ? 'A' : 'C' }));
    // both of a pair are answered when both are there
    if (!url.startsWith('/pair')) return void (url.startsWith('/bad') ? response.writeHead(500).end() : end());
    waiting.push(end);
    atOnce = Math.max(atOnce, waiting.length);
    if (waiting.length === 2) for (const go of waiting.splice(0)) go();
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  useNetwork(app.node.app, {
    lookup: () => Promise.resolve(['203.0.113.7']),
    dial: () => connect((sink.address() as AddressInfo).port, '127.0.0.1'),
    own: () => ['127.0.0.1'],
  });
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' })).token);
  const application = await market.application('编排调用方');
  [appId, key] = [application.appId, application.apiKey];
  apiId = await market.make(
    await market.body('/customer/one', 'customer', ['customer_id', 'name', 'contact_mobile'], {
      params: [{ paramName: 'customer_id', paramType: '2', whereType: '1' }],
    }),
  );
  await market.release(apiId);
  serviceId = await service('/{{kind}}/{{id}}');
});
afterAll(() => void sink.close());

async function post(body: object): Promise<string> {
  const answered = await app.admin('POST', PATH, body);
  if (answered.status !== 200) throw new Error(answered.raw.toString());
  return answered.data.id as string;
}
const release = async (id: string) => expect((await app.admin('POST', `${PATH}/${id}/release`)).status).toBe(200);
let count = 0;
async function service(path: string): Promise<string> {
  const host = {
    hostName: `伙伴${++count}`,
    scheme: 'http',
    host: 'api.partner.example',
    port: 8100 + count,
    isFlowAllowed: '1',
    status: '1',
  };
  const hostId = (await app.admin('POST', '/system/hosts', host)).data.id as string;
  const reqParams = [{ paramName: 'kind' }, { paramName: 'id', nullable: '0' }];
  const id = await post({ serviceName: `信用查询${count}`, serviceType: '1', httpService: { hostId, path }, reqParams });
  await release(id);
  return id;
}
const from = (param: string, value: string) => ({ param, source: 'path', value });
const set = (param: string, value: string) => ({ param, source: 'value', value });
const step = (id: string, over: object) => ({ id, name: id, kind: 'service', targetId: serviceId, ...over });
const chain = (steps: object[], outputs: object[], over: object = {}) => ({
  serviceName: `编排${++count}`,
  serviceType: '3',
  chain: { steps, outputs },
  reqParams: [{ paramName: 'id', paramType: '2', nullable: '0' }],
  ...over,
});
const customer = () => ({ id: 'customer', name: '查客户', kind: 'api', targetId: apiId, inputs: [from('customer_id', '$.input.id')] });
const run = (id: string, params: object) => app.admin('POST', `${PATH}/${id}/run`, { params });

describe('a chain', () => {
  it('hands what a data API answered on to a service, leaves out what its condition does not want, shows every step', async () => {
    const id = await post(
      chain(
        [
          customer(),
          step('credit', {
            inputs: [set('kind', 'credit'), from('id', '$.steps.customer.data.data[0].customer_id')],
            condition: { path: '$.steps.customer.data.total', operator: 'gt', value: '0' },
          }),
        ],
        [
          { name: 'name', path: '$.steps.customer.data.data[0].name' },
          { name: 'mobile', path: '$.steps.customer.data.data[0].contact_mobile' },
          { name: 'credit', path: '$.steps.credit.data.credit' },
        ],
      ),
    );
    const { data } = await run(id, { id: 1 });
    expect(data).toMatchObject({ message: null, data: { name: '客户1', credit: 'A' } });
    expect(data.data.mobile).toMatch(/^138\*+\d{4}$/);
    expect(data.steps).toMatchObject([
      { step: 'customer', name: '查客户', state: 'done', target: '/data/api/services/v1.0.0/customer/one', request: '{"customer_id":1}' },
      { step: 'credit', state: 'done', httpStatus: 200, data: { url: '/credit/1' } },
    ]);
    asked = [];
    const nobody = (await run(id, { id: 99 })).data;
    expect(nobody).toMatchObject({ message: null, data: { name: null, credit: null } });
    expect(nobody.steps[1]).toMatchObject({ step: 'credit', state: 'skipped' });
    expect(asked).toEqual([]);
  });

  it('calls at the same time what does not depend on each other', async () => {
    const pair = (id: string) => step(id, { inputs: [set('kind', 'pair'), set('id', id)] });
    const id = await post(chain([pair('a'), pair('b')], [{ name: 'a', path: '$.steps.a.data.url' }]));
    [waiting, atOnce] = [[], 0];
    expect((await run(id, { id: 1 })).data).toMatchObject({ message: null, data: { a: '/pair/a' } });
    expect(atOnce).toBe(2);
  });

  it('ends with the step that failed, and says which; or goes on where that step says so', async () => {
    const bad = (onError: string) => step('bad', { name: '坏步骤', onError, inputs: [set('kind', 'bad'), set('id', '1')] });
    const next = step('next', { inputs: [set('kind', 'x'), set('id', '1')], after: ['bad'] });
    asked = [];
    const stops = (await run(await post(chain([bad('stop'), next], [])), { id: 1 })).data;
    expect(stops.message).toBe('步骤“坏步骤”：后端服务返回 HTTP 500');
    expect(asked).toEqual(['/bad/1']);
    const goes = (await run(await post(chain([bad('go'), next], [])), { id: 1 })).data;
    expect(goes).toMatchObject({ message: null, data: { url: '/x/1' } });
  });

  it.each([
    ['步骤互相等待', () => [step('a', { after: ['b'], inputs: [set('id', '1')] }), step('b', { after: ['a'], inputs: [set('id', '1')] })]],
    ['缺少必填的输入', () => [step('a', {})]],
    ['不是被调用方的参数', () => [step('a', { inputs: [set('id', '1'), set('other', '1')] })]],
    ['不在您的数据范围内', () => [step('a', { targetId: '4242' })]],
    ['引用的步骤“gone”不存在', () => [step('a', { inputs: [from('id', '$.steps.gone.data')] })]],
  ])('is refused when it is saved: %s', async (why, steps) => {
    expect(await app.admin('POST', PATH, chain(steps(), []))).toMatchObject({ status: 400, msg: expect.stringContaining(why) });
  });

  it('does not call another chain, nor what is not released', async () => {
    const inner = await post(chain([step('a', { inputs: [set('id', '1')] })], []));
    await release(inner);
    expect((await app.admin('POST', PATH, chain([step('x', { targetId: inner, inputs: [from('id', '$.input.id')] })], []))).status).toBe(
      400,
    );
  });

  it('is called with a key; its lines share a trace; it lends nobody what its owner may not use any more', async () => {
    const id = await post(
      chain(
        [customer(), step('credit', { inputs: [set('kind', 'credit'), from('id', '$.steps.customer.data.data[0].customer_id')] })],
        [
          { name: 'name', path: '$.steps.customer.data.data[0].name' },
          { name: 'credit', path: '$.steps.credit.data.credit' },
        ],
      ),
    );
    await release(id);
    await market.subscribe(steward, appId, id);
    const { serviceNo } = (await app.admin('GET', `${PATH}/${id}`)).data;
    const call = () => app.stranger('POST', `${PATH}/call/${serviceNo}`, { id: 2 }, { api_key: key });
    const answered = await call();
    expect(answered).toMatchObject({ status: 200, data: { name: '客户2', credit: 'C' } });
    const traceId = String(answered.headers['x-trace-id']);
    const lines = await until(
      async () =>
        (await app.admin('GET', `/data/service/serviceLogs/page?traceId=${traceId}`)).data.data as { step: string | null; id: string }[],
      (found) => found.length === 3,
    );
    expect(lines.map(({ step: name }) => name).sort()).toEqual(['credit', null, '查客户'].sort());
    const whole = lines.find(({ step: name }) => name === null);
    const { data } = await app.admin('GET', `/data/service/serviceLogs/${whole?.id}`);
    expect(data.steps.map(({ step: name }: { step: string }) => name)).toEqual(['查客户', 'credit']);
    expect((await app.admin('GET', `/data/service/serviceLogs/page?serviceId=${id}`)).data.data).toHaveLength(1);
    await app.admin('POST', `/data/market/dataApis/${apiId}/cancel`);
    expect(await until(call, ({ status }) => status !== 200)).toMatchObject({ status: 502, error: 'service.failed' });
  });
});
