import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '#kit/test/events.ts';
import { WHOLE } from '../../tools/chaos/case.ts';
import { rolling } from '../../tools/chaos/rolling.ts';
import { outsideDatabase, type OutsideDatabase } from './outside-database.ts';
import { dataFolder, freePort, Product, signIn } from './product.ts';

/** Enough to notice a fault; `npm run chaos -- rolling` makes more. */
const CALLS = 1_500;
const PASSWORD = 'Rolling#Test2026ok';
const BASE = '/sjzt-datax';
const folders = [dataFolder(), dataFolder()];
const SECRET_KEY = Buffer.alloc(32, 5).toString('base64');
let database: OutsideDatabase;
const started: Product[] = [];

beforeAll(async () => {
  database = await outsideDatabase();
  await database.create('app');
});
afterAll(async () => {
  for (const product of started) await product.killHard();
  await database.stop();
  for (const folder of folders) folder.remove();
});

const startNode = async (n: number, port: number, env: Record<string, string> = {}): Promise<Product> => {
  const product = await Product.start({
    DATA_DIR: folders[n]!.path,
    DATABASE_URL: database.url('app'),
    SECRET_KEY,
    ADMIN_PASSWORD: PASSWORD,
    CAPTCHA: 'off',
    PORT: String(port),
    ...env,
  });
  started.push(product);
  return product;
};

/** A call over a kept connection; the answer whole. */
const call = (
  agent: Agent,
  port: number,
  path: string,
  options: { method?: string; token?: string; body?: string; accept?: string } = {},
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { method = 'GET', token, body, accept } = options;
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(accept ? { accept } : {}),
    };
    const out = request({ agent, port, host: '127.0.0.1', path, method, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => (text += part));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
      reply.on('error', reject);
    });
    out.on('error', reject);
    out.end(body);
  });

describe('two nodes behind a proxy that heeds the health check', () => {
  it('are restarted one after the other under load without one failed call', async () => {
    const { missed, work, notes } = await rolling.run({ ...WHOLE, calls: CALLS });
    process.stdout.write(`  ${work}, ${notes.join('; ')}\n`);
    expect(missed).toEqual([]);
  }, 240_000);
});

describe('a node that stops', () => {
  it('ends within ten seconds although clients keep connections, listen to streams and wait for an export', async () => {
    const port = await freePort();
    const node = await startNode(0, port);
    await node.ready();
    const token = await signIn(node, 'admin', PASSWORD);
    const agent = new Agent({ keepAlive: true });
    // used once, then kept by clients who will not let go
    const kept = await Promise.all(Array.from({ length: 10 }, () => call(agent, port, `${BASE}/health/live`)));
    expect(kept.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => undefined);
    const stream = await readEvents(port, '/system/push/stream', { authorization: `Bearer ${token}` });
    await stream.wait('open');
    const job = await node.send('POST', '/system/posts/export/job', token, {});
    expect(job.status).toBe(200);
    const slow = call(agent, port, `${BASE}/system/posts/page`, { token });
    const began = performance.now();
    const code = node.interrupt('SIGTERM');
    // at once the health check says no, calls are still answered, and every answer ends its connection
    await wait(300);
    const health = await call(agent, port, `${BASE}/health/ready`);
    expect(health).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
    expect(health.text).toContain('系统正在停止或重新启动');
    const still = await call(agent, port, `${BASE}/system/users/route`, { token });
    expect(still).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect((await slow).status).toBe(200);
    await stream.ended(9_000);
    expect(stream.text()).toMatch(/retry: \d+\n\n$/);
    expect(await code).toBe(0);
    const took = performance.now() - began;
    process.stdout.write(`  stopped after ${Math.round(took)} ms\n`);
    expect(took).toBeLessThan(10_000);
    silent.destroy();
    agent.destroy();
    // the export was done, or waits for another node: nobody holds it
    const jobs = await database.query<{ state: string }>('app', "select state from kit_job where kind like 'exports.%'");
    expect(jobs.map(({ state }) => state).filter((state) => state !== 'done' && state !== 'waiting')).toEqual([]);
  }, 120_000);

  it('and one that starts take nobody, and say so in Chinese with the time to come back', async () => {
    const fresh = `fresh_${process.pid}`;
    await database.create(fresh);
    const node = await startNode(1, await freePort(), { DATABASE_URL: database.url(fresh) });
    const agent = new Agent({ keepAlive: true });
    const looks: { page: Awaited<ReturnType<typeof call>>; api: Awaited<ReturnType<typeof call>> }[] = [];
    for (let isReady = false; !isReady;) {
      const page = await call(agent, node.port, '/', { accept: 'text/html' }).catch(() => null);
      const api = page && (await call(agent, node.port, `${BASE}/system/users/route`).catch(() => null));
      if (page && api && page.status === 503) looks.push({ page, api });
      isReady = page?.status === 200;
    }
    expect(looks.length).toBeGreaterThan(0);
    const { page, api } = looks[0]!;
    expect(page.headers).toMatchObject({ 'retry-after': '2', 'content-type': expect.stringContaining('text/html') });
    expect(page.text).toContain('系统正在启动');
    if (api.status === 503)
      expect(JSON.parse(api.text)).toMatchObject({ error: 'server.unavailable', msg: expect.stringContaining('系统正在启动') });
    else expect(api.status).toBe(401);
    expect(looks.some((look) => look.api.status === 503)).toBe(true);
    expect(await node.interrupt('SIGTERM')).toBe(0);
    agent.destroy();
  }, 120_000);
});
