import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { ORDER_WSDL, orderReply } from '../../core/services/test-wsdl.ts';
import type { SignMode } from '../../core/signing.ts';
import { MarketCalls } from '../test-market.ts';
import { signedHeaders, type SigningKey } from '../test-signed.ts';
import { param, PATH, World } from './test-world.ts';

const EXECUTE = '/data/service/execute';
const app = startApp();
const market = new MarketCalls(app);
const world = new World(app);
let steward: Send;
let key = '';
let appId = '';
/** numbers of the released services */
let http = '';
let httpId = '';
let soap = '';

beforeAll(async () => {
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' })).token);
  const application = await market.application('存量系统');
  [appId, key] = [application.appId, application.apiKey];
  const released = async (id: string) => {
    await world.release(id);
    await market.subscribe(steward, appId, id);
    return String((await world.get(id)).serviceNo);
  };
  const config = { header: [{ name: 'X-Tenant', value: '{{tenant}}' }] };
  const reqParams = [param('id', { nullable: '0' }), param('q'), param('tenant')];
  httpId = await world.made(world.http(await world.host(), { config, reqParams }));
  http = await released(httpId);
  await world.host({ host: 'soap.partner.example', port: 8080 });
  const { data } = await app.admin('POST', `${PATH}/wsdl/parse`, { wsdlText: ORDER_WSDL });
  const { name, soapVersion, soapAction, address, targetNamespace, soap: message, params, shape } = data.operations[0];
  const webService = { url: address, soapVersion, soapAction, targetNamespace, method: name, soap: message, shape };
  soap = await released(await world.made({ serviceName: 'SOAP订单', serviceType: '2', webService, reqParams: params }));
}, 120_000);

const execute = (body: object | string, headers: Record<string, string> = { service_key: key, secret_key: 'whatever' }) =>
  app.stranger('POST', EXECUTE, body, { 'content-type': 'application/json', ...headers });
const problemOf = (answered: { data: unknown }) => (answered.data as { path: string }[])[0]?.path;

describe('a call in the form of the family', () => {
  it('takes its parameters as JSON text or objects, with the key under its old name and the secret ignored', async () => {
    const answered = await execute({ serviceNo: http, header: '{"X-Tenant":"t1"}', param: '{"id":"A1","q":"新"}' });
    expect(answered).toMatchObject({ status: 200, data: { data: { total: 1 } } });
    expect(world.asked[0]).toMatchObject({ method: 'GET', url: '/orders/A1?q=%E6%96%B0' });
    expect(world.asked[0]?.headers['x-tenant']).toBe('t1');
    expect(await execute({ serviceNo: http, param: { id: 'A2' } }, { api_key: key })).toMatchObject({ status: 200 });
    expect(world.asked[1]?.url).toBe('/orders/A2');
    const lines = await until(
      async () => (await app.admin('GET', `/data/service/serviceLogs/page?serviceId=${httpId}`)).data.data as Record<string, unknown>[],
      (found) => found.length === 2,
    );
    expect(lines[1]).toMatchObject({ status: '1', appName: '存量系统', callerParam: '{"id":"A1","q":"新","tenant":"t1"}' });
  });

  it('reads a message at the places of the template, and sends the template', async () => {
    world.answer = (_request, response) =>
      void response.setHeader('content-type', 'text/xml').end(orderReply('http://schemas.xmlsoap.org/soap/envelope/'));
    const message = (body: string) =>
      `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><o:GetOrder xmlns:o="urn:orders"><o:query>${body}</o:query></o:GetOrder></e:Body></e:Envelope>`;
    const good = '<o:tenant>甲 &amp; 乙</o:tenant><o:orderId>7</o:orderId><o:state>a</o:state><o:state>b</o:state>';
    expect(await execute({ serviceNo: soap, soap: message(good) })).toMatchObject({ status: 200, data: { isPaid: true } });
    expect(world.asked[0]?.body).toMatch(/<n1:tenant>甲 &amp; 乙<\/n1:tenant>\s*<n1:orderId>7<\/n1:orderId>/);
    expect(world.asked[0]?.body).toContain('<n1:state>a</n1:state><n1:state>b</n1:state>');
    world.asked = [];
    for (const [bad, path] of [
      [message(`${good}<o:admin>1</o:admin>`), 'soap'],
      [message('<o:tenant>甲</o:tenant><o:orderId>1 or 1=1</o:orderId>'), 'orderId'],
      [message('<o:tenant><o:x/></o:tenant><o:orderId>1</o:orderId>'), 'soap'],
      [`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${message('<o:tenant>&x;</o:tenant>')}`, 'soap'],
      [message('<o:tenant>&x;</o:tenant>'), 'soap'],
      ['<a/>', 'soap'],
      ['no message', 'soap'],
    ] as const) {
      const answered = await execute({ serviceNo: soap, soap: bad });
      expect([answered.status, problemOf(answered)], bad).toEqual([400, path]);
    }
    expect(world.asked).toEqual([]);
  });

  it.each([
    ['no number', () => ({ param: {} }), 'serviceNo'],
    ['a number that is none', () => ({ serviceNo: '../1' }), 'serviceNo'],
    ['parameters that are no object', () => ({ serviceNo: http, param: '[1]' }), 'param'],
    ['parameters that are no JSON', () => ({ serviceNo: http, param: '{id' }), 'param'],
    ['a header that the service does not take', () => ({ serviceNo: http, param: { id: '1' }, header: { Host: 'evil' } }), 'Host'],
    ['a parameter given twice', () => ({ serviceNo: http, param: { id: '1', tenant: 'a' }, header: { 'x-tenant': 'b' } }), 'tenant'],
    ['a message for a service without one', () => ({ serviceNo: http, param: { id: '1' }, soap: '<a/>' }), 'soap'],
    ['a header that would end it', () => ({ serviceNo: http, param: { id: '1' }, header: { 'X-Tenant': 'a\r\nHost: evil' } }), 'tenant'],
    ['a required parameter missing', () => ({ serviceNo: http }), 'id'],
  ])('with %s is refused by name, and nothing is sent', async (_, body, path) => {
    const answered = await execute(body());
    expect([answered.status, problemOf(answered)]).toEqual([400, path]);
    expect(world.asked).toEqual([]);
  });

  it('needs a key and a subscription, and is a POST', async () => {
    expect(await execute({ serviceNo: http }, {})).toMatchObject({ status: 401, error: 'api.keyMissing' });
    expect(await execute({ serviceNo: http }, { service_key: 'ak_1.wrong' })).toMatchObject({ status: 401, error: 'api.keyInvalid' });
    expect(await execute({ serviceNo: '20200101001' })).toMatchObject({ status: 404, error: 'api.offline' });
    const stranger = await market.application('没有订阅');
    expect(await execute({ serviceNo: http, param: { id: '1' } }, { service_key: stranger.apiKey })).toMatchObject({ status: 403 });
    expect((await app.stranger('GET', EXECUTE, undefined, { api_key: key })).status).toBe(405);
    expect((await execute('[]')).status).toBe(400);
    expect(world.asked).toEqual([]);
  });
});

describe.each(['hmac-sha256', 'hmac-sm3'] satisfies SignMode[])('a service called with a key that signs with %s', (mode) => {
  let signing: SigningKey;
  beforeAll(async () => {
    signing = (await app.admin('POST', `/data/market/apps/${appId}/keys`, { signMode: mode })).data;
  });
  afterAll(async () => void (await app.admin('DELETE', `/data/market/apps/${appId}/keys/${signing.keyId}`)));
  const path = () => `${PATH}/call/${http}`;
  const answer = (headers: Record<string, string>, query: string) => app.stranger('GET', `${path()}?${query}`, undefined, headers);

  it('answers what is signed as it is sent: by GET, by POST and in the form of the family', async () => {
    expect(await answer(signedHeaders(signing, mode, { path: path(), query: 'id=7&q=a' }), 'id=7&q=a')).toMatchObject({ status: 200 });
    for (const [at, content] of [
      [path(), { id: '8' }],
      [EXECUTE, { serviceNo: http, param: { id: '8' } }],
    ] as const) {
      const body = JSON.stringify(content);
      const headers = { 'content-type': 'application/json', ...signedHeaders(signing, mode, { method: 'POST', path: at, body }) };
      expect(await app.stranger('POST', at, body, headers), at).toMatchObject({ status: 200, data: { data: { total: 1 } } });
      // once
      expect(await app.stranger('POST', at, body, headers), at).toMatchObject({ status: 401, error: 'api.signature' });
    }
    expect(world.asked.map(({ url }) => url)).toEqual(['/orders/7?q=a', '/orders/8', '/orders/8']);
  });

  it('refuses what was not signed like this, and sends nothing', async () => {
    const good = { path: path(), query: 'id=7' };
    for (const headers of [
      { api_key: signing.apiKey },
      signedHeaders(signing, mode, { ...good, query: 'id=8' }),
      signedHeaders(signing, mode, { ...good, path: `${path()}/v1` }),
      signedHeaders({ ...signing, secret: 'sk_other' }, mode, good),
      signedHeaders(signing, mode, good, { timestamp: String(Date.now() - 6 * 60_000) }),
    ])
      expect(await answer(headers, 'id=7')).toMatchObject({ status: 401, error: 'api.signature' });
    // nor does it say what there is to be called
    for (const serviceNo of [soap, '20200101001', 'x'])
      expect(await execute({ serviceNo }, { api_key: signing.apiKey })).toMatchObject({ status: 401, error: 'api.signature' });
    const body = JSON.stringify({ serviceNo: http, param: { id: '8' } });
    const headers = { 'content-type': 'application/json', ...signedHeaders(signing, mode, { method: 'POST', path: EXECUTE, body }) };
    expect(await app.stranger('POST', EXECUTE, body.replace('8', '9'), headers)).toMatchObject({ status: 401, error: 'api.signature' });
    expect(world.asked).toEqual([]);
  });
});
