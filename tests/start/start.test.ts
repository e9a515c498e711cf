import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { lifeOf, postmasterOf } from '#app/server/embedded-db/probe.ts';
import { dataFolder, databaseIsDown, Product } from './product.ts';

const folder = dataFolder();
let product: Product | null = null;

const start = async (env: Record<string, string> = {}) => (product = await Product.start({ DATA_DIR: folder.path, WARM_UP: 'on', ...env }));
const postmaster = () => postmasterOf(join(folder.path, 'pg/data')) as number;

afterEach(() => product?.killHard());
afterAll(() => folder.remove());

describe.sequential('npm start', () => {
  it('prepares an empty machine, serves front and back on one port and says how to sign in', async () => {
    const running = await start();
    await running.ready();
    const page = await running.get('/');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>数智大脑</title>');
    expect((await running.get('/login')).status).toBe(200); // history mode
    expect((await running.get('/sjzt-datax/health/live')).status).toBe(200);
    expect((await running.get('/sjzt-datax/system/users/route')).status).toBe(401);
    await vi.waitFor(() => expect(running.output).toContain(`http://127.0.0.1:${running.port}/`), { timeout: 5_000 });
    expect(running.output).toContain('admin');
  });

  it('writes nothing into its log when it is asked while it starts whether it is ready', async () => {
    const log = join(folder.path, 'logs/app.log');
    const before = readFileSync(log, 'utf8').length;
    const running = await start();
    const answers: number[] = [];
    while (answers.at(-1) !== 200) {
      answers.push(await running.health());
      if (running.child.exitCode !== null) throw new Error(running.output);
    }
    expect(answers.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(readFileSync(log, 'utf8').slice(before)).not.toMatch(/health|server\.unavailable|系统正在启动|"level":[56]0/);
    expect(running.output).not.toMatch(/health|503/);
  });

  it('is ready again within 5 seconds', async () => {
    // a busy machine must not fail the promise: the better of two starts counts
    const times: number[] = [];
    for (let i = 0; i < 2 && (times[0] ?? 9_999) > 5_000; i++) {
      const running = await start();
      times.push(await running.ready());
      expect(await running.interrupt()).toBe(0);
    }
    expect(Math.min(...times)).toBeLessThan(5_000);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s stops everything cleanly', async (signal) => {
    const running = await start();
    await running.ready();
    const pid = postmaster();
    expect(lifeOf(pid)).toBe('postgres');
    expect(await running.interrupt(signal)).toBe(0);
    expect(databaseIsDown(folder.path)).toBe(true);
    expect(running.output).not.toMatch(/\n\s+at /);
  });

  it('counts a repeated Ctrl-C as one', async () => {
    const running = await start();
    await running.ready();
    const code = running.interrupt();
    for (let i = 0; i < 5; i++) running.child.kill('SIGINT');
    running.child.kill('SIGTERM');
    expect(await code).toBe(0);
    expect(databaseIsDown(folder.path)).toBe(true);
  });

  it('recovers after kill -9 of node: the surviving PostgreSQL is taken over and stopped in the end', async () => {
    const first = await start();
    await first.ready();
    const pid = postmaster();
    await first.killHard();
    expect(lifeOf(pid)).toBe('postgres');
    const second = await start();
    await second.ready();
    expect(postmaster()).toBe(pid);
    expect(await second.interrupt()).toBe(0);
    expect(databaseIsDown(folder.path)).toBe(true);
  });

  it('recovers after kill -9 of PostgreSQL without a restart', async () => {
    const running = await start();
    await running.ready();
    process.kill(postmaster(), 'SIGKILL');
    await vi.waitFor(
      async () => {
        expect(running.output).toContain('内置数据库已恢复');
        // a call that reads the database: an unknown token is looked up there
        const reply = await running.get('/sjzt-datax/system/users/route', { authorization: 'Bearer nobody' });
        expect(reply.status).toBe(401);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(await running.interrupt()).toBe(0);
  });

  it('recovers after kill -9 of both', async () => {
    const first = await start();
    await first.ready();
    process.kill(postmaster(), 'SIGKILL');
    await first.killHard();
    const second = await start();
    await second.ready();
    expect(await second.interrupt()).toBe(0);
  });
});

describe('two nodes', () => {
  const shared = dataFolder();
  const nodes: Product[] = [];
  afterAll(async () => {
    for (const node of nodes) await node.killHard();
    shared.remove();
  });

  it('started at the same time on one fresh data folder migrate and seed once, and the second outlives the first', async () => {
    nodes.push(...(await Promise.all([Product.start({ DATA_DIR: shared.path }), Product.start({ DATA_DIR: shared.path })])));
    const [one, two] = nodes as [Product, Product];
    await Promise.all([one.ready(), two.ready()]);
    const client = new pg.Client({ host: join(shared.path, 'pg/run'), port: 5432, user: 'databrain', database: 'databrain' });
    await client.connect();
    const { rows } = await client.query<{ menus: number; admins: number }>(
      `select (select count(menu_path) - count(distinct menu_path) from sys_menu)::int as menus,
              (select count(*) from sys_user where username = 'admin')::int as admins`,
    );
    await client.end();
    expect(rows[0]).toEqual({ menus: 0, admins: 1 });
    expect(await one.interrupt()).toBe(0);
    expect((await two.get('/sjzt-datax/system/users/route', { authorization: 'Bearer nobody' })).status).toBe(401);
    expect(await two.interrupt()).toBe(0);
    expect(databaseIsDown(shared.path)).toBe(true);
  });
});
