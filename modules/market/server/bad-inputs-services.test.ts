import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { World } from './services/test-world.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const source = testSource(app, 'create table thing (id integer primary key, name text); insert into thing values (1, $$a$$);');
const market = new MarketCalls(app);
const world = new World(app);
const NAMES = ['segment', 'query', 'head', 'text'] as const;
const PLAIN = 'plain';
let service = '';

beforeAll(async () => {
  market.sourceId = await source.register();
  service = await world.made(
    world.http(await world.host(), {
      config: {
        httpMethod: 'POST',
        path: '/orders/{{segment}}/lines',
        query: [{ name: 'q', value: '{{query}}' }],
        header: [{ name: 'x-order', value: '{{head}}' }],
        bodyType: 'json',
        body: '{"text":"{{text}}","kind":"order"}',
      },
      reqParams: NAMES.map((paramName) => ({ paramName, nullable: '0' })),
    }),
  );
});

/** What would leave its place in a request, by what it would become. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'further headers': [
    'a\r\nx-evil: 1',
    'a\nx-evil: 1',
    'a\rx-evil: 1',
    'a\u0000x-evil: 1',
    'a\u000bx-evil: 1',
    'a\u2028x-evil: 1',
    'a%0d%0ax-evil: 1',
    'a嘊嘍x-evil: 1',
  ],
  'a second request': ['x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /evil', 'a\r\n\r\n<html>', 'a\r\nTransfer-Encoding: chunked\r\n\r\n0'],
  'another path': ['../admin', '..', '.', '..%2fadmin', '%2e%2e/admin', '..\\admin', '/admin', '//127.0.0.1/', 'a/../../admin', 'a;/admin'],
  'another query': ['1&x-evil=1', '1#x', '1?x-evil=1', 'a=b&c', '%26x-evil=1'],
  'another host': ['@127.0.0.1/', ':80@127.0.0.1', 'http://127.0.0.1/', '127.0.0.1\\@partner'],
  'other content': ['","x-evil":"1', '"}', '\\', '\\"', '{{text}}', '{{secret.token}}', '${7*7}', ']]>', '<!--', '</order>'],
  'no text': ['\ud800', '\udfff', '\u0000', '\u0007', '\ufeff', '\u202e'],
  length: ['x'.repeat(3000), '中'.repeat(1500), ' '.repeat(1000)],
};
const CASES = Object.entries(VALUES).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const));

/** What is wrong with the request that a value has made; null: it stayed in its place. */
function leftItsPlace(): string | null {
  const [asked, ...more] = world.asked;
  if (!asked) return null;
  const { pathname, searchParams } = new URL(asked.url, 'http://partner');
  if (more.length > 0) return 'several requests';
  if (asked.method !== 'POST') return asked.method;
  if (!/^\/orders\/[^/]+\/lines$/.test(pathname)) return pathname;
  if ([...searchParams.keys()].join() !== 'q') return asked.url;
  if (Object.keys(asked.headers).some((name) => name.includes('evil'))) return JSON.stringify(asked.headers);
  const body = JSON.parse(asked.body) as Record<string, unknown>;
  return Object.keys(body).join() === 'text,kind' && body['kind'] === 'order' ? null : asked.body;
}

describe('a value that a caller gives a service', () => {
  it.each(NAMES)('stays in its place as %s, or is refused with its name', async (name) => {
    const plain = Object.fromEntries(NAMES.map((each) => [each, PLAIN]));
    const wrong: string[] = [];
    let passed = 0;
    for (const [kind, text] of CASES) {
      world.asked = [];
      const answer = await world.run(service, { ...plain, [name]: text });
      // a trial tells of a refusal in its answer
      const isRefused = answer.status < 500 && world.asked.length === 0;
      const left = leftItsPlace();
      if (world.asked.length === 1) passed += 1;
      else if (!isRefused) wrong.push(`${kind} ${JSON.stringify(text.slice(0, 30))}: ${answer.status} ${answer.msg}`);
      if (left !== null) wrong.push(`${kind} ${JSON.stringify(text.slice(0, 30))}: ${left}`);
    }
    expect(wrong).toEqual([]);
    // what is harmless where it stands goes through
    expect(passed).toBeGreaterThan(5);
  });
});

describe('what a caller says of itself', () => {
  const PATH = 'v1.0.0/own/address';
  let key = '';
  beforeAll(async () => {
    const decider = app.as(
      (await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' })).token,
    );
    const { appId, apiKey } = await market.application('地址限定');
    key = apiKey;
    const api = await market.make(await market.body('/own/address', 'thing', ['id', 'name']));
    await market.release(api);
    await market.subscribe(decider, appId, api);
    const row = (await app.admin('GET', `/data/market/apps/${appId}`)).data;
    expect(await app.admin('PUT', `/data/market/apps/${appId}`, { ...row, ipWhitelist: '203.0.113.9' })).toMatchObject({ status: 200 });
    await until(
      () => call({}),
      ({ status }) => status === 403,
    );
  });
  const call = (headers: Record<string, string>) =>
    app.stranger('GET', `/data/api/services/${PATH}`, undefined, { api_key: key, ...headers });

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-for', '203.0.113.9, 127.0.0.1'],
    ['x-real-ip', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['x-client-ip', '203.0.113.9'],
    ['true-client-ip', '203.0.113.9'],
    ['cf-connecting-ip', '203.0.113.9'],
  ])('in %s: %s opens no list of addresses', async (name, value) => {
    const answer = await call({ [name]: value });
    expect(answer).toMatchObject({ status: 403, error: 'api.notSubscribed' });
  });

  it.each([
    ['x-request-id', 'forged'],
    ['x-trace-id', 'forged'],
    ['x-http-method-override', 'DELETE'],
    ['x-original-url', '/sjzt-datax/system/users'],
    ['x-rewrite-url', '/sjzt-datax/system/users'],
    ['origin', 'http://evil.example'],
    ['host', 'evil.example'],
  ])('in %s: %s changes nothing of its answer', async (name, value) => {
    const answer = await call({ [name]: value });
    expect(answer).toMatchObject({ status: 403, error: 'api.notSubscribed' });
    const told = JSON.stringify(answer.headers);
    expect(told).not.toContain('evil.example');
    expect(told).not.toContain('forged');
  });
});
