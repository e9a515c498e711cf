import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REFUSED } from '#app/server/refused-constructs.ts';
import { outsideDatabase, type OutsideDatabase } from './outside-database.ts';
import { dataFolder, failedStart, Product, signIn } from './product.ts';
import { refusingProxy, type RefusingProxy } from './refusing-proxy.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Beside the proxy, which answers in this process. */
const run = (args: string[], env: Record<string, string | undefined>) =>
  new Promise<{ status: number; stdout: string }>((resolve) =>
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ status: error ? 1 : 0, stdout: stdout + stderr }),
    ),
  );
const PASSWORD = 'Portable#Test2026ok';
const folder = dataFolder();
const proxies: RefusingProxy[] = [];
let database: OutsideDatabase;

beforeAll(async () => {
  database = await outsideDatabase();
});
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});
afterAll(async () => {
  await database.stop();
  folder.remove();
});

/** An empty database behind a server that refuses what matches. */
async function refusing(name: string, patterns: readonly RegExp[]) {
  await database.create(name);
  const proxy = await refusingProxy(database.socket, patterns);
  proxies.push(proxy);
  return { proxy, env: { DATA_DIR: folder.path, DATABASE_URL: database.url(name, proxy.port), ADMIN_PASSWORD: PASSWORD, CAPTCHA: 'off' } };
}

describe('a server that speaks PostgreSQL and knows less', () => {
  it('takes the first start, writes and a backup although it refuses every construct of the list', async () => {
    const { proxy, env } = await refusing(
      'lesser',
      REFUSED.map(({ pattern }) => pattern),
    );
    const product = await Product.start(env);
    try {
      await product.ready();
      const token = await signIn(product, 'admin', PASSWORD);
      const made = await product.send('POST', '/system/posts', token, { postName: '别处的岗位', sortNo: 1, status: '1', remark: null });
      expect(made.status).toBe(200);
      const found = await product.send('GET', '/data/metadata/search?keyword=sys', token);
      expect(found.status).toBeLessThan(500);
      const file = join(folder.path, 'lesser.backup');
      const clean = Object.fromEntries(
        Object.entries(process.env).filter(([key]) => !/^(?:NODE_ENV|VITEST|TEST|npm_|DATABASE_URL|SECRET_KEY)/.test(key)),
      );
      const { status, stdout } = await run(['tools/backup.mjs', 'backup', file], { ...clean, ...env });
      expect(stdout).toContain('备份完成');
      expect(status).toBe(0);
    } finally {
      await product.interrupt();
    }
    // the one that is asked for with an answer ready for a refusal
    expect(proxy.refused.filter((text) => !/repeatable read/.test(text))).toEqual([]);
    expect(proxy.refused.length).toBeGreaterThan(0);
  });

  it('is refused with a sentence that names what it lacks, and nothing stays behind', async () => {
    const { env } = await refusing('poor', [/on conflict/i, /skip locked/i]);
    const { code, output } = await failedStart(env);
    expect(code).toBe(1);
    expect(output).toMatch(/缺少本程序需要的能力：insert … on conflict do update … where … returning、跳过已锁定的行/);
    expect(output).not.toMatch(/版本过低|\n\s+at /);
    expect(await database.query('poor', "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });
});
