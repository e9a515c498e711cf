import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { ORDER_WSDL } from '../../core/services/test-wsdl.ts';
import { param, PATH, World } from '../services/test-world.ts';

const SQUARE = '/data/market/square';
const app = startApp();
const world = new World(app);
let consumer: Send;

beforeAll(async () => {
  const perms = ['market:square:list', 'market:apply:add', 'market:apply:list', 'market:app:list', 'market:app:add'];
  consumer = app.as((await app.make.user({ perms, dataScope: '5' })).token);
});
const listed = async (query = '') =>
  (await consumer('GET', `${SQUARE}/page?${query}`)).data.data as { id: string; kind: string; mine: string | null; subscribers: number }[];

it('a released service is found, described without where it leads, applied for and called as its samples say', async () => {
  const rule = await app.admin('POST', '/data/metadata/maskRules', {
    ruleName: '手机',
    ruleCode: 'mobile_square',
    algorithm: 'mobile',
    params: {},
    status: '1',
  });
  const id = await world.made(
    world.http(await world.host(), {
      remark: '按编号查询订单',
      masks: [{ path: '$.data.list[*].mobile', maskRuleId: rule.data.id }],
      secrets: [{ name: 'token', value: 'top-hush-77' }],
      config: { header: [{ name: 'Authorization', value: 'Bearer {{secret.token}}' }] },
      reqParams: [param('id', { nullable: '0', exampleValue: 'A 1', paramComment: '订单编号' }), param('q')],
    }),
  );
  expect(await listed('kind=service')).toEqual([]);
  await world.release(id);
  const { serviceNo } = await world.get(id);
  expect(await listed(`keyword=${serviceNo}`)).toMatchObject([{ id, kind: 'service', mine: null, subscribers: 0 }]);
  expect(await listed('kind=api')).toEqual([]);
  const { data, raw } = await consumer('GET', `${SQUARE}/${id}`);
  expect(data).toMatchObject({
    kind: 'service',
    apiUrl: `/${serviceNo}`,
    apiVersion: 'v1',
    reqMethod: 'GET',
    defaultSize: null,
    outputs: [{ name: '$.data.list[*].mobile', mask: expect.any(String) }],
    address: `http://服务地址/sjzt-datax${PATH}/call/${serviceNo}/v1`,
  });
  const document = await consumer('GET', `${SQUARE}/${id}/openapi`);
  const operation = JSON.parse(document.raw.toString()).paths[`/sjzt-datax${PATH}/call/${serviceNo}/v1`].get;
  expect(operation.parameters[0]).toMatchObject({ name: 'id', in: 'query', required: true, schema: { type: 'string', example: 'A 1' } });
  // neither says where the service leads
  for (const text of [raw.toString(), document.raw.toString()]) expect(text).not.toMatch(/hush|partner\.example|orders/);

  const appId = (await consumer('POST', '/data/market/apps', { appName: '我的应用' })).data.id as string;
  const asked = await consumer('POST', '/data/market/subscriptions', { appId, apiId: id, days: 30, reason: '对账' });
  expect(asked.status).toBe(200);
  expect(await listed('mine=1')).toMatchObject([{ id, mine: '1' }]);
  await app.admin('POST', `/data/market/subscriptions/${asked.data.id}/decide`, { approved: true });
  expect(await listed()).toMatchObject([{ id, mine: '2', subscribers: 1 }]);
  const key = (await app.admin('POST', `/data/market/apps/${appId}/keys`, {})).data.apiKey as string;
  const curl = (data.samples as { language: string; text: string }[]).find(({ language }) => language === 'curl')!.text;
  const [, path] = /http:\/\/服务地址\/sjzt-datax([^']+)'/.exec(curl)!;
  expect(await app.stranger('GET', path!, undefined, { api_key: key })).toMatchObject({ status: 200, data: { code: 0 } });
  expect(world.asked[0]?.url).toBe('/orders/A%201?q=%E7%A4%BA%E4%BE%8B');
  await app.admin('POST', `${PATH}/${id}/cancel`);
  expect(await listed()).toEqual([]);
  expect((await consumer('GET', `${SQUARE}/${id}`)).status).toBe(404);
});

it('what a WSDL says of the answer stands in the description and the document', async () => {
  await world.host({ host: 'soap.partner.example', port: 8080 });
  const { data } = await app.admin('POST', `${PATH}/wsdl/parse`, { wsdlText: ORDER_WSDL });
  const { name, soapVersion, soapAction, address, targetNamespace, soap, params, shape } = data.operations[0];
  const webService = { url: address, soapVersion, soapAction, targetNamespace, method: name, soap, shape };
  const id = await world.made({ serviceName: '订单报文', serviceType: '2', webService, reqParams: params });
  await world.release(id);
  expect((await listed()).find((one) => one.id === id)).toMatchObject({ fieldCount: 3, reqMethod: 'POST' });
  const found = (await consumer('GET', `${SQUARE}/${id}`)).data;
  expect(found.outputs.map((one: { name: string; dataType: string }) => [one.name, one.dataType])).toEqual([
    ['line', 'object[]'],
    ['isPaid', 'boolean'],
    ['mobile', 'text'],
  ]);
  const document = JSON.parse((await consumer('GET', `${SQUARE}/${id}/openapi`)).raw.toString());
  const [operation] = Object.values(document.paths as Record<string, { post: Record<string, never> }>).map(({ post }) => post);
  expect(operation).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['tenant', 'orderId'] } } } },
    responses: {
      '200': { content: { 'application/json': { schema: { properties: { data: { properties: { line: { type: 'array' } } } } } } } },
    },
  });
});
