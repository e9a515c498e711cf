import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetFailures, outbound, useNetwork } from '#kit/server/outbound/index.ts';
import { startApp } from '#kit/test/app.ts';

const app = startApp();
const PATH = '/system/hosts';
const PUBLIC = '203.0.113.7';
const OWN = '198.51.100.9';

/** What the world looks like from here: every address ends at the sink, which counts who comes. */
const names: Record<string, string[]> = {
  'api.partner.example': [PUBLIC],
  'inner.example': ['10.1.2.3'],
  'loop.example': ['127.0.0.1'],
  'meta.example': ['169.254.169.254'],
  'mixed.example': [PUBLIC, '127.0.0.1'],
  'mapped.example': ['::ffff:7f00:1'],
  'own.example': [OWN],
  'own6.example': [`::ffff:${OWN}`],
  'multicast.example': ['224.0.0.251'],
  'unspecified.example': ['::'],
};
let sink: Server;
let connections = 0;
let dialled: string[] = [];
let asked: { url: string; headers: IncomingMessage['headers'] }[] = [];
let lookups = 0;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const ok = (_request: IncomingMessage, response: ServerResponse) => void response.end('hello');
answer = ok;

beforeAll(async () => {
  sink = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    request.resume();
    answer(request, response);
  });
  sink.on('connection', () => connections++);
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  useNetwork(app.node.app, {
    lookup: async (name) => {
      lookups++;
      const found = names[name];
      if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
      return found;
    },
    dial: (address) => {
      dialled.push(address);
      return connect((sink.address() as AddressInfo).port, '127.0.0.1');
    },
    own: () => ['127.0.0.1', OWN],
  });
});
afterAll(() => void sink.close());
afterEach(() => {
  [connections, dialled, asked, lookups, answer] = [0, [], [], 0, ok];
});

let count = 0;
const body = (over: Record<string, unknown> = {}) => ({
  hostName: `伙伴${++count}`,
  scheme: 'http',
  host: 'api.partner.example',
  port: 8000 + count,
  isPrivateAllowed: '0',
  testPath: '/ping',
  status: '1',
  ...over,
});
const register = async (over: Record<string, unknown> = {}): Promise<string> => {
  const answered = await app.admin('POST', PATH, body(over));
  if (answered.status !== 200) throw new Error(answered.raw.toString());
  return answered.data.id;
};
const test = (id: string, send = app.admin) => send('POST', `${PATH}/${id}/test`);
const calls = async (id: string) => (await app.admin('GET', `${PATH}/calls/page?hostId=${id}`)).data.data;

describe('what is registered', () => {
  it('is called at the address that was looked up once; the call leaves one row without secrets', async () => {
    const id = await register({ secretHeader: 'X-Api-Key', secretValue: 'top-hush-77', testPath: '/ping?token=quiet' });
    expect(await test(id)).toMatchObject({ status: 200, data: { status: 200, address: PUBLIC } });
    expect({ connections, dialled, lookups }).toEqual({ connections: 1, dialled: [PUBLIC], lookups: 1 });
    expect(asked[0]).toMatchObject({ url: '/ping?token=quiet', headers: { 'x-api-key': 'top-hush-77' } });
    expect(asked[0]?.headers.host).toMatch(/^api\.partner\.example:\d+$/);
    const rows = await calls(id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      purpose: '测试',
      method: 'GET',
      path: '/ping',
      status: 200,
      state: 'done',
      address: PUBLIC,
      received: '5',
    });
    expect(JSON.stringify(rows)).not.toMatch(/hush|quiet/);
  });

  it('shows its secret to nobody, keeps it when the mask comes back, and loses it with the address', async () => {
    const id = await register({ secretHeader: 'Authorization', secretValue: 'Bearer abc-hush' });
    const { data } = await app.admin('GET', `${PATH}/${id}`);
    expect(data.secretValue).toBe('******');
    const saved = await app.admin('PUT', `${PATH}/${id}`, { ...data, remark: '改备注' });
    expect(saved.status).toBe(200);
    await test(id);
    expect(asked[0]?.headers.authorization).toBe('Bearer abc-hush');
    const now = (await app.admin('GET', `${PATH}/${id}`)).data;
    for (const over of [{ host: 'meta.example' }, { port: 9 }, { scheme: 'https' }, { secretHeader: 'X-Other' }])
      expect(await app.admin('PUT', `${PATH}/${id}`, { ...now, ...over }), JSON.stringify(over)).toMatchObject({
        status: 400,
        error: 'input.invalid',
      });
    const late = await app.admin('PUT', `${PATH}/${id}`, { ...now, version: 999 });
    expect(late).toMatchObject({ status: 409, data: { mine: { secretValue: '******' }, theirs: { secretValue: '******' } } });
    expect((await app.admin('PUT', `${PATH}/${id}`, { ...now, port: 9, secretValue: null })).status).toBe(200);
    await test(id);
    expect(asked[1]?.headers.authorization).toBeUndefined();
    const logs = await app.database.db.selectFrom('sysOperLog').select(['params', 'changes', 'note']).execute();
    expect(JSON.stringify(logs)).not.toContain('abc-hush');
  });

  it('a stored row that is turned elsewhere behind our back does not open its secret', async () => {
    const id = await register({ secretHeader: 'Authorization', secretValue: 'Bearer moved' });
    await app.database.db.updateTable('sysHost').set({ port: 19_999 }).where('id', '=', id).execute();
    expect((await test(id)).status).toBe(500);
    expect(connections).toBe(0);
  });
});

describe('out of bounds: refused before connecting', () => {
  it.each([
    'loop.example',
    'meta.example',
    'mixed.example',
    'mapped.example',
    'own.example',
    'own6.example',
    'multicast.example',
    'unspecified.example',
    'inner.example',
  ])('a name that leads there: %s', async (host) => {
    const id = await register({ host });
    expect(await test(id)).toMatchObject({ status: 422, error: 'outbound.refused' });
    expect({ connections, dialled }).toEqual({ connections: 0, dialled: [] });
    expect(await calls(id)).toMatchObject([{ state: 'refused', status: null, address: null }]);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8', OWN, '10.0.0.9'])('an address that is one: %s', async (host) => {
    const id = await register({ host });
    expect(await test(id)).toMatchObject({ status: 422, error: 'outbound.refused' });
    expect(connections).toBe(0);
  });

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '2852039166',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0.0.0.0',
    'metadata.google.internal',
  ])('a form that is never registered: %s', async (host) => expect((await app.admin('POST', PATH, body({ host }))).status).toBe(400));

  it('a private network is reached only where somebody who may has allowed it; loopback never', async () => {
    const inner = await register({ host: 'inner.example', isPrivateAllowed: '1' });
    expect(await test(inner)).toMatchObject({ status: 200, data: { address: '10.1.2.3' } });
    expect(await test(await register({ host: 'loop.example', isPrivateAllowed: '1' }))).toMatchObject({ status: 422 });
    const editor = app.as((await app.make.user({ perms: ['system:host:add', 'system:host:edit', 'system:host:detail'] })).token);
    expect(await editor('POST', PATH, body({ isPrivateAllowed: '1' }))).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    const row = (await editor('GET', `${PATH}/${inner}`)).data;
    expect((await editor('PUT', `${PATH}/${inner}`, { ...row, remark: '同一地址' })).status).toBe(200);
    const next = (await editor('GET', `${PATH}/${inner}`)).data;
    expect(await editor('PUT', `${PATH}/${inner}`, { ...next, host: 'other.example' })).toMatchObject({ status: 422 });
  });

  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest',
    '//loop.example/x',
    'https://api.partner.example/',
    'http://api.partner.example:1/',
    'file:///etc/passwd',
    'http://user:pw@api.partner.example/',
  ])('a redirect elsewhere: %s', async (location) => {
    answer = (_request, response) => void response.writeHead(302, { location }).end();
    const id = await register({ secretHeader: 'X-Key', secretValue: 'k' });
    expect(await test(id)).toMatchObject({ status: 422, error: 'outbound.refused' });
    expect(connections).toBe(1);
  });

  it('a redirect on the same host is followed at the same address, three times at most', async () => {
    answer = (request, response) => {
      if (request.url === '/ping') response.writeHead(302, { location: '/next?x=1' }).end();
      else response.end('there');
    };
    const id = await register();
    expect(await test(id)).toMatchObject({ status: 200 });
    expect(asked.map(({ url }) => url)).toEqual(['/ping', '/next?x=1']);
    expect({ lookups, dialled }).toEqual({ lookups: 1, dialled: [PUBLIC, PUBLIC] });
    answer = (_request, response) => void response.writeHead(307, { location: '/again' }).end();
    expect(await test(id)).toMatchObject({ status: 422 });
    expect(connections).toBe(2 + 4);
  });
});

describe('servers that misbehave', () => {
  const send = (hostId: string, over = {}) => outbound(app.node.app).send({ hostId, purpose: '测试', path: '/', ...over });

  it('a reply that is too long is cut off, announced or not', async () => {
    const id = await register();
    for (const headers of [{ 'content-length': '5000' }, {}]) {
      answer = (_request, response) => {
        response.writeHead(200, headers);
        response.end('x'.repeat(5000));
      };
      await expect(send(id, { maxBytes: 1000 })).rejects.toMatchObject({
        key: 'outbound.failed',
        message: expect.stringContaining('过大'),
      });
    }
  });

  it('one that never answers is given up at the deadline', async () => {
    answer = () => undefined;
    await expect(send(await register(), { timeoutMs: 100 })).rejects.toMatchObject({ key: 'outbound.timeout' });
  });

  it('one that has failed five times in a row is spared; a change of its registration lets it be tried at once', async () => {
    const id = await register();
    answer = (request) => void request.socket.destroy();
    for (let i = 0; i < 5; i++) await expect(send(id)).rejects.toMatchObject({ key: 'outbound.failed' });
    answer = ok;
    connections = 0;
    await expect(send(id)).rejects.toMatchObject({ message: expect.stringContaining('连续失败') });
    expect(connections).toBe(0);
    forgetFailures(app.node.app, id);
    expect((await send(id)).body.toString()).toBe('hello');
  });

  it('what is not registered, disabled or deleted is not called', async () => {
    await expect(send('4242')).rejects.toMatchObject({ key: 'outbound.refused' });
    const id = await register();
    const row = (await app.admin('GET', `${PATH}/${id}`)).data;
    await app.admin('PUT', `${PATH}/${id}`, { ...row, status: '0' });
    expect(await test(id)).toMatchObject({ status: 422 });
    await app.admin('DELETE', `${PATH}/${id}`);
    expect((await test(id)).status).toBe(404);
    expect(connections).toBe(0);
  });
});

it('each act has its permission', async () => {
  const id = await register();
  const reader = app.as((await app.make.user({ perms: ['system:host:list'] })).token);
  expect((await reader('GET', `${PATH}/page`)).status).toBe(200);
  for (const [method, path] of [
    ['GET', `${PATH}/${id}`],
    ['POST', `${PATH}/${id}/test`],
    ['GET', `${PATH}/calls/page`],
    ['DELETE', `${PATH}/${id}`],
  ] as const)
    expect((await reader(method, path)).status, path).toBe(403);
  expect((await app.admin('POST', PATH, { ...body(), port: 8000 + count - 1 })).status).toBe(409);
});
