import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { frozenProxy, type FrozenProxy } from './frozen-proxy.ts';
import { outsideDatabase, type OutsideDatabase } from './outside-database.ts';
import { dataFolder, Product, signIn } from './product.ts';

const PASSWORD = 'Frozen#Test2026ok';
const CLIENTS = 40;
const folder = dataFolder();
let database: OutsideDatabase;
let proxy: FrozenProxy;
let product: Product;

beforeAll(async () => {
  database = await outsideDatabase();
  await database.create('app');
  proxy = await frozenProxy({ path: database.socket });
});
afterAll(async () => {
  await proxy.close();
  await database.stop();
  folder.remove();
});
const start = async () => {
  product = await Product.start({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url('app', proxy.port),
    ADMIN_PASSWORD: PASSWORD,
    CAPTCHA: 'off',
  });
  await product.ready();
  return signIn(product, 'admin', PASSWORD);
};
afterEach(() => product.killHard());

/** The health check, and how long it took. */
async function ready(): Promise<{ status: number; ms: number; text: string; retryAfter: string | null }> {
  const began = performance.now();
  const reply = await product.get('/sjzt-datax/health/ready');
  return { status: reply.status, text: await reply.text(), retryAfter: reply.headers.get('retry-after'), ms: performance.now() - began };
}

/** Transactions on the server that nobody goes on with. */
const left = () =>
  database.query(
    'postgres',
    "select pid from pg_stat_activity where datname = 'app' and state like 'idle in transaction%' and now() - state_change > interval '5 seconds'",
  );

/** Clients that call one after the other until `stop`; when each was last refused, and last answered. */
function clients(token: string) {
  let isOver = false;
  const last = { refused: 0, statuses: new Set<number>() };
  let answered = 0;
  const work = Array.from({ length: CLIENTS }, async (_, n) => {
    for (let i = 0; !isOver; i++) {
      const reply = await (
        n % 4 === 0
          ? product.send('POST', '/system/posts', token, { postName: `冻结${Date.now()}_${n}_${i}`, sortNo: 1, status: '1', remark: null })
          : product.send('GET', '/system/users/route', token)
      ).catch(() => null);
      // the node has ended
      if (!reply) return;
      await reply.arrayBuffer();
      last.statuses.add(reply.status);
      if (reply.status === 200) answered++;
      else last.refused = performance.now();
      await wait(20);
    }
  });
  return {
    last,
    answered: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

describe('connections to the database that go silent', () => {
  it('are given up while new ones work: forty clients are served again within 15 seconds', async () => {
    const crowd = clients(await start());
    await vi.waitFor(() => expect(crowd.answered()).toBeGreaterThan(3 * CLIENTS), { timeout: 30_000 });
    expect(crowd.last.refused).toBe(0);
    const frozenAt = performance.now();
    const before = proxy.open();
    expect(before).toBeGreaterThan(5);
    proxy.freeze();
    await wait(16_000);
    const served = crowd.answered();
    await vi.waitFor(() => expect(crowd.answered() - served).toBeGreaterThan(CLIENTS), { timeout: 10_000 });
    const recovered = (crowd.last.refused || frozenAt) - frozenAt;
    await crowd.stop();
    process.stdout.write(`  frozen connections ${before}, last refusal after ${Math.round(recovered)} ms\n`);
    expect(recovered).toBeLessThan(15_000);
    // refused are those that were caught by it, with the words for a database that is away
    expect([...crowd.last.statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await ready()).status).toBe(200);
    // what the dead connections held on the server went with them
    expect(await left()).toEqual([]);
  }, 120_000);

  it('and a database that cannot be reached at all: the health check says so within moments, and that it is back', async () => {
    const token = await start();
    const crowd = clients(token);
    await vi.waitFor(() => expect(crowd.answered()).toBeGreaterThan(CLIENTS), { timeout: 30_000 });
    proxy.freeze({ newToo: true });
    const looks: Awaited<ReturnType<typeof ready>>[] = [];
    while (looks.at(-1)?.status !== 503 && looks.length < 50) {
      looks.push(await ready());
      await wait(100);
    }
    const said = looks.at(-1)!;
    expect(said).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(said.text).toContain('数据库暂时无法连接');
    expect(said.text).not.toMatch(/127\.0\.0\.1|ECONN|timeout/i);
    expect(Math.max(...looks.map(({ ms }) => ms))).toBeLessThan(4_000);
    const call = await product.send('GET', '/system/users/route', token);
    expect(call.status).toBe(503);
    await crowd.stop();
    proxy.thaw();
    await product.ready(15_000);
    // who asks again does not wait for what was under way then
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 });
    for (let status = 0, tries = 0; status !== 200; tries++) {
      expect(tries).toBeLessThan(20);
      status = (await product.send('GET', '/system/users/route', token)).status;
    }
  }, 120_000);

  it('do not hold a stop: SIGTERM during the silence ends within eleven seconds', async () => {
    const crowd = clients(await start());
    await vi.waitFor(() => expect(crowd.answered()).toBeGreaterThan(CLIENTS), { timeout: 30_000 });
    proxy.freeze({ newToo: true });
    await wait(500);
    const began = performance.now();
    const code = await Promise.all([product.interrupt('SIGTERM'), crowd.stop()]).then(([first]) => first);
    const took = performance.now() - began;
    process.stdout.write(`  stopped after ${Math.round(took)} ms\n`);
    expect(code).toBe(0);
    expect(took).toBeLessThan(11_000);
    proxy.thaw();
  }, 120_000);
});
