import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { postmasterOf } from '#app/server/embedded-db/probe.ts';
import { WHOLE } from '../../tools/chaos/case.ts';
import { disk } from '../../tools/chaos/disk.ts';
import { copyInstallation, PREPARED_PASSWORD } from './prepared.ts';
import { dataFolder, Product, signIn } from './product.ts';

const WRITERS = 8;
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function folder(): Promise<string> {
  const made = dataFolder();
  ended.push(made.remove);
  await copyInstallation(made.path);
  return made.path;
}

async function start(dataDir: string): Promise<Product> {
  const product = await Product.start({ DATA_DIR: dataDir, CAPTCHA: 'off' });
  ended.push(() => product.killHard());
  await product.ready();
  return product;
}

const postmaster = (dataDir: string): number => {
  const pid = postmasterOf(join(dataDir, 'pg/data'));
  if (pid === null) throw new Error('no PostgreSQL runs here');
  return pid;
};

/** What writers were told, by post name. */
interface Written {
  readonly acknowledged: string[];
  readonly refused: { status: number; msg: string }[];
  /** connections that broke in the middle */
  broken: number;
}

/** People who save posts one after the other until `stop`; `word` keeps rounds apart. */
function writers(product: Product, token: string, word: string) {
  const written: Written = { acknowledged: [], refused: [], broken: 0 };
  let stopped = false;
  let number = 0;
  const work = Array.from({ length: WRITERS }, async () => {
    while (!stopped) {
      const postName = `${word}${number++}`;
      try {
        const reply = await product.send('POST', '/system/posts', token, { postName, sortNo: 1, status: '1', remark: null });
        const answer = (await reply.json()) as { msg: string };
        if (reply.status === 200) written.acknowledged.push(postName);
        else {
          written.refused.push({ status: reply.status, msg: answer.msg });
          await new Promise((resolve) => setTimeout(resolve, 20)); // a person who was refused does not hammer
        }
      } catch {
        written.broken += 1;
        if (product.child.exitCode !== null || product.child.signalCode !== null) return;
      }
    }
  });
  return {
    written,
    stop: async () => {
      stopped = true;
      await Promise.all(work);
    },
  };
}

const moreThan = async (count: () => number, most: number, limitMs: number): Promise<void> => {
  const end = Date.now() + limitMs;
  while (count() < most) {
    if (Date.now() > end) throw new Error(`only ${count()} of ${most} after ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** Names of all stored posts, each as often as it is there. */
async function stored(product: Product, token: string): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const reply = await product.send('GET', `/system/posts/page?pageNum=${page}&pageSize=200`, token);
    const { data } = (await reply.json()) as { data: { total: number; data: { postName: string }[] } };
    names.push(...data.data.map((post) => post.postName));
    if (data.data.length < 200) return names;
  }
}

describe('acknowledged writes', () => {
  it('are all there, once each, after kill -9 of node and database in the middle of a thousand', async () => {
    const dataDir = await folder();
    const first = await start(dataDir);
    const busy = writers(first, await signIn(first, 'admin', PREPARED_PASSWORD), '断电');
    await moreThan(() => busy.written.acknowledged.length, 1_000, 90_000);
    process.kill(postmaster(dataDir), 'SIGKILL');
    await first.killHard();
    await busy.stop();
    expect(busy.written.acknowledged.length).toBeGreaterThanOrEqual(1_000);

    const second = await start(dataDir);
    const token = await signIn(second, 'admin', PREPARED_PASSWORD);
    const names = await stored(second, token);
    const there = new Set(names);
    expect(busy.written.acknowledged.filter((name) => !there.has(name))).toEqual([]);
    expect(names.length).toBe(there.size);
    // each write and its log row were one transaction
    const started = await second.send('POST', '/system/logs/chain/verify', token, {});
    expect(started.status).toBe(200);
    type State = { data: { linked: number; latest: { state: string; problemCount: number } } };
    let state: State | undefined;
    for (let i = 0; i < 200 && state?.data.latest.state !== 'done'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      state = (await (await second.send('GET', '/system/logs/chain', token)).json()) as State;
    }
    expect(state?.data.latest).toMatchObject({ state: 'done', problemCount: 0 });
    const saved = names.filter((name) => name.startsWith('断电')).length;
    expect(state?.data.linked).toBeGreaterThanOrEqual(saved);
    expect(await second.interrupt()).toBe(0);
  });
});

describe('a database that restarts under the running product', () => {
  it('is told as one sentence with 503, loses nothing, and work goes on without a new sign-in', async () => {
    const dataDir = await folder();
    const product = await start(dataDir);
    const token = await signIn(product, 'admin', PREPARED_PASSWORD);
    const busy = writers(product, token, '重启');
    await moreThan(() => busy.written.acknowledged.length, 100, 30_000);
    process.kill(postmaster(dataDir), 'SIGINT'); // "fast": connections are cut
    await moreThan(() => busy.written.refused.length, 1, 30_000);
    const before = busy.written.acknowledged.length;
    await moreThan(() => busy.written.acknowledged.length, before + 50, 60_000);
    await busy.stop();
    expect(new Set(busy.written.refused.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { msg } of busy.written.refused) expect(msg).toMatch(/数据库|服务/);
    expect(busy.written.broken).toBe(0);
    const there = new Set(await stored(product, token));
    expect(busy.written.acknowledged.filter((name) => !there.has(name))).toEqual([]);
    expect(await product.interrupt()).toBe(0);
  });
});

describe('a disk that fills up under the running product', () => {
  it('refuses writes with a sentence, keeps what was saved, and goes on by itself once there is room', async ({ skip }) => {
    const { missed, skipped } = await disk.run({ ...WHOLE, writes: 100 });
    skip(skipped !== undefined, skipped);
    expect(missed).toEqual([]);
  });
});
