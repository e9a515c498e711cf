import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sender, startApp, startNode, testSettings, type Send } from '#kit/test/app.ts';
import { listen } from '#kit/test/events.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import type { SignMode } from '../core/signing.ts';
import { cleanNonces, keyExpiry } from './apps/key-tasks.ts';
import { MarketCalls } from './test-market.ts';
import { signedHeaders, type SignedCall, type SigningKey, type Spoiled } from './test-signed.ts';

const app = startApp();
const source = testSource(
  app,
  'create table thing (id integer primary key, name text); insert into thing values (1, $$a b&c$$), (2, $$乙$$);',
);
const market = new MarketCalls(app);
const run = promisify(execFile);
const MODES = ['hmac-sha256', 'hmac-sm3'] as const;
const PATH = '/data/api/services/v1.0.0/signed/get';
const POST_PATH = '/data/api/services/v1.0.0/signed/post';
const NAME = { paramName: 'name', exampleValue: 'a b&c' };
let steward: Send;
type Node = Awaited<ReturnType<typeof startNode>>;
let other: Node;
let appId = '';
let getId = '';
let postId = '';
type Key = SigningKey;
let key: Key;

/** Headers of a call of the API that is read by GET, unless another path is given. */
const signed = (by: Key, mode: SignMode, call: Partial<SignedCall>, over: Spoiled = {}) =>
  signedHeaders(by, mode, { path: PATH, ...call }, over);
const get = (headers: Record<string, string>, query = '') => app.stranger('GET', `${PATH}${query}`, undefined, headers);

beforeAll(async () => {
  market.sourceId = await source.register();
  const made = await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' });
  steward = app.as(made.token);
  const created = await app.admin('POST', '/data/market/apps', { appName: '签名应用' });
  appId = created.data.id;
  for (const [url, reqMethod] of [
    ['/signed/get', 'GET'],
    ['/signed/post', 'POST'],
  ] as const) {
    const id = await market.make(await market.body(url, 'thing', ['id', 'name'], { params: [NAME], reqMethod }));
    await market.release(id);
    await market.subscribe(steward, appId, id);
    if (reqMethod === 'GET') getId = id;
    else postId = id;
  }
  other = await startNode(app.connection, testSettings('/tmp'));
}, 120_000);
afterAll(() => other?.stop());

describe.each(MODES)('a key that signs with %s', (signMode) => {
  beforeAll(async () => {
    const { status, data } = await app.admin('POST', `/data/market/apps/${appId}/keys`, { signMode });
    expect(status).toBe(200);
    key = data;
  });
  afterAll(async () => void (await app.admin('DELETE', `/data/market/apps/${appId}/keys/${key.keyId}`)));

  it('shows its secret once and keeps it sealed', async () => {
    expect(key.apiKey).toBe(`ak_${key.keyId}`);
    expect(key.secret).toMatch(/^sk_[\w-]{43}$/);
    const { rows } = await app.database.pool.query('select * from market_app_key');
    expect(JSON.stringify(rows)).not.toContain(key.secret);
    const shown = await app.admin('GET', `/data/market/apps/${appId}`);
    expect(shown.data.keys[0]).toMatchObject({ signMode });
    expect(JSON.stringify(shown.data)).not.toContain(key.secret);
  });

  it('answers signed calls, whatever the order of the query', async () => {
    const query = `pageSize=1&name=${encodeURIComponent('乙')}`;
    const answer = await get(signed(key, signMode, { query }), `?${query}`);
    expect(answer).toMatchObject({ status: 200, data: { data: [{ id: 2, name: '乙' }] } });
    const turned = query.split('&').toReversed().join('&');
    expect((await get(signed(key, signMode, { query: turned }), `?${query}`)).status).toBe(200);
  });

  it.each([
    ['without a signature', () => ({ api_key: key.apiKey }), '请求头'],
    ['with the key of another kind', () => ({ ...signed(key, signMode, {}), 'x-api-signature': '00'.repeat(32) }), '签名不正确'],
    ['with an empty signature', () => signed(key, signMode, {}, { signature: '' }), '签名不正确'],
    ['of six minutes ago', () => signed(key, signMode, {}, { timestamp: String(Date.now() - 6 * 60_000) }), '5分钟'],
    ['of six minutes ahead', () => signed(key, signMode, {}, { timestamp: String(Date.now() + 6 * 60_000) }), '5分钟'],
    ['with a time in seconds', () => signed(key, signMode, {}, { timestamp: String(Math.floor(Date.now() / 1000)) }), '时间戳'],
    ['with a short nonce', () => signed(key, signMode, {}, { nonce: 'abc' }), '随机数'],
    ['of another method', () => signed(key, signMode, { method: 'POST' }), '签名不正确'],
    ['of another path', () => signed(key, signMode, { path: `${PATH}x` }), '签名不正确'],
    ['of another query', () => signed(key, signMode, { query: 'pageSize=1' }), '签名不正确'],
    ['of another body', () => signed(key, signMode, { body: '{}' }), '签名不正确'],
    ['with another secret', () => signed({ ...key, secret: `${key.secret}x` }, signMode, {}), '签名不正确'],
  ])('refuses a call %s', async (_, headers, word) => {
    const answer = await get(headers());
    expect(answer).toMatchObject({ status: 401, error: 'api.signature' });
    expect(answer.msg).toContain(word);
  });

  it('tells nobody without a signature what its application may call', async () => {
    const unasked = await market.make(await market.body(`/signed/none-${signMode}`, 'thing', ['id']));
    await market.release(unasked);
    const path = `/data/api/services/v1.0.0/signed/none-${signMode}`;
    const unsigned = await app.stranger('GET', path, undefined, { api_key: key.apiKey });
    expect(unsigned).toMatchObject({ status: 401, error: 'api.signature' });
    expect(await app.stranger('GET', path, undefined, signed(key, signMode, { path }))).toMatchObject({
      status: 403,
      error: 'api.notSubscribed',
    });
    const gone = `${path}-gone`;
    expect((await app.stranger('GET', gone, undefined, { api_key: key.apiKey })).status).toBe(401);
  });

  it('takes a call once, on whichever node it comes again', async () => {
    const headers = signed(key, signMode, {});
    const there = sender(() => other, null);
    await until(
      () => there('GET', PATH, undefined, signed(key, signMode, {})),
      ({ status }) => status === 200,
    );
    const answers = await Promise.all([
      get(headers),
      get(headers),
      there('GET', PATH, undefined, headers),
      there('GET', PATH, undefined, headers),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('signs the body as it is sent', async () => {
    const body = JSON.stringify({ name: '乙' });
    const headers = { 'content-type': 'application/json', ...signed(key, signMode, { method: 'POST', path: POST_PATH, body }) };
    expect(await app.stranger('POST', POST_PATH, body, headers)).toMatchObject({ status: 200, data: { total: 1 } });
    const spoiled = { 'content-type': 'application/json', ...signed(key, signMode, { method: 'POST', path: POST_PATH, body }) };
    expect(await app.stranger('POST', POST_PATH, `${body} `, spoiled)).toMatchObject({ status: 401, error: 'api.signature' });
  });

  it('is called by the samples as they are shown', async () => {
    const port = await (other.http.server.listening ? Promise.resolve(portOf(other)) : listen(other));
    for (const id of [getId, postId]) {
      const { data } = await app.admin('GET', `/data/market/dataApis/${id}/example`);
      const { samples } = data.signed.find((one: { signMode: string }) => one.signMode === signMode);
      for (const { language, text } of samples as { language: string; text: string }[]) {
        const command = COMMANDS[language];
        if (!command) continue;
        const filled = text
          .replaceAll('http://服务地址', `http://127.0.0.1:${port}`)
          .replaceAll('ak_您的密钥编号', key.apiKey)
          .replaceAll('sk_您的签名密钥', key.secret);
        const { stdout } = await run(command[0]!, [...command.slice(1), filled]);
        expect(stdout, `${language} ${id === getId ? 'GET' : 'POST'}`).toContain('a b&c');
      }
    }
  });
});

const portOf = (node: Node) => (node.http.server.address() as { port: number }).port;
const COMMANDS: Record<string, string[]> = {
  curl: ['bash', '-c'],
  Python: ['python3', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
};

describe('a key', () => {
  it('is replaced by one of its kind; both work until the old one ends', async () => {
    const made = (await app.admin('POST', `/data/market/apps/${appId}/keys`, { signMode: 'hmac-sm3' })).data as Key;
    const next = await app.admin('POST', `/data/market/apps/${appId}/keys/${made.keyId}/rotate`, { graceDays: 3 });
    expect(next).toMatchObject({ status: 200 });
    for (const one of [made, next.data as Key])
      expect(
        (
          await until(
            () => get(signed(one, 'hmac-sm3', {})),
            ({ status }) => status === 200,
          )
        ).status,
      ).toBe(200);
    const { data } = await app.admin('GET', `/data/market/apps/${appId}`);
    const old = data.keys.find(({ keyId }: Key) => keyId === made.keyId);
    expect(Date.parse(old.expireTime) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
    expect(Date.parse(old.expireTime) - Date.now()).toBeLessThan(3.1 * 86_400_000);
    // the old and the new one are the two that may live
    expect(await app.admin('POST', `/data/market/apps/${appId}/keys/${next.data.keyId}/rotate`, {})).toMatchObject({ status: 422 });
    await app.admin('DELETE', `/data/market/apps/${appId}/keys/${made.keyId}`);
    const last = await app.admin('POST', `/data/market/apps/${appId}/keys/${next.data.keyId}/rotate`, { graceDays: 0 });
    await until(
      () => get(signed(next.data as Key, 'hmac-sm3', {})),
      ({ status }) => status === 401,
    );
    await app.admin('DELETE', `/data/market/apps/${appId}/keys/${last.data.keyId}`);
  });

  it('tells its owner once for each step before it ends', async () => {
    const made = (await app.admin('POST', `/data/market/apps/${appId}/keys`, { days: 7 })).data as Key;
    const told = async () => {
      const { data } = await app.admin('GET', '/system/messages/page?pageSize=50');
      return (data.data as { title: string }[]).filter(({ title }) => title.includes('应用密钥')).map(({ title }) => title);
    };
    const runTask = () =>
      keyExpiry.run({
        runId: '1',
        app: app.node.app,
        params: {},
        dueTime: new Date(),
        signal: new AbortController().signal,
        log: () => undefined,
        progress: () => undefined,
      });
    await runTask();
    await runTask();
    expect(await told()).toEqual(['应用密钥即将到期']);
    await app.database.db
      .updateTable('marketAppKey')
      .set({ expireTime: new Date(Date.now() - 1000) })
      .where('id', '=', made.keyId)
      .execute();
    await runTask();
    expect((await told()).sort()).toEqual(['应用密钥即将到期', '应用密钥已到期'].sort());
  });

  it('leaves no nonces behind that could not come again', async () => {
    const before = await app.database.db.selectFrom('marketNonce').select('nonce').execute();
    expect(before.length).toBeGreaterThan(0);
    await app.database.db
      .updateTable('marketNonce')
      .set({ expireTime: new Date(0) })
      .execute();
    await cleanNonces.run({
      runId: '1',
      app: app.node.app,
      params: {},
      dueTime: new Date(),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
    expect(await app.database.db.selectFrom('marketNonce').select('nonce').execute()).toEqual([]);
  });
});
