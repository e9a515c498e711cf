import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { multipart } from '#kit/test/multipart.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { Client } from './client.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const ACCOUNTS = 2000;
const RESETS = 500;
const POLL_MS = 200;
const TITLES = ['用户名', '昵称', '部门编码', '岗位名称', '角色编码', '初始密码'];

const seconds = (from: number) => (performance.now() - from) / 1000;
interface Result<T> {
  readonly data: T;
}
type Ask = <T>(method: string, path: string, body?: Buffer | object, headers?: Record<string, string>) => Promise<T>;

/** Runs work while somebody signs in again and again; answers how long the work and a sign-in took. */
async function besideSignIns<T>(signIn: () => Promise<string>, work: () => Promise<T>) {
  let isOver = false;
  const waits: number[] = [];
  const others = (async () => {
    while (!isOver) {
      const from = performance.now();
      await signIn();
      waits.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  })();
  const from = performance.now();
  const result = await work();
  const took = seconds(from);
  isOver = true;
  await others;
  waits.sort((a, b) => a - b);
  const middle = waits[Math.floor(waits.length / 2)] ?? 0;
  return {
    result,
    took,
    signIns: `${waits.length} sign-ins meanwhile, median ${middle.toFixed(0)} ms, at most ${(waits.at(-1) ?? 0).toFixed(0)} ms`,
  };
}

async function accountsFile(ask: Ask): Promise<[Buffer, Record<string, string>]> {
  const [dept] = await ask<{ deptNo: string }[]>('GET', '/system/depts/list');
  const [post] = await ask<{ postName: string }[]>('GET', '/system/posts/list');
  const rows = Array.from({ length: ACCOUNTS }, (_, n) => [
    `bench_${n}`,
    `导入${n}`,
    dept?.deptNo ?? '',
    post?.postName ?? '',
    'audit',
    `Start#${n}@Bench2026`,
  ]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '用户', columns: TITLES.map((title) => ({ title, width: 16 })), rows }])) chunks.push(chunk);
  return multipart('accounts.xlsx', Buffer.concat(chunks));
}

async function importInBackground(ask: Ask, file: [Buffer, Record<string, string>]): Promise<string> {
  const { jobId } = await ask<{ jobId: string }>('POST', '/system/users/import/job', ...file);
  for (;;) {
    const row = await ask<{ state: string; text: string }>('GET', `/system/exports/${jobId}`);
    if (row.state !== 'waiting' && row.state !== 'running') return `${row.state}, ${row.text}`;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Imports and resets at a product that listens at `port`. */
export async function measureAccounts(port: number): Promise<string> {
  const client = new Client(port);
  const signIn = signInWith(client);
  const authorization = `Bearer ${await signIn()}`;
  const ask: Ask = async <T>(method: string, path: string, body?: Buffer | object, headers: Record<string, string> = {}) => {
    const json: Record<string, string> = body && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {};
    const sent = body === undefined ? undefined : Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const answer = await client.ok(path, {
      method,
      headers: { authorization, ...json, ...headers },
      ...(sent !== undefined && { body: sent }),
    });
    return (JSON.parse(answer.text) as Result<T>).data;
  };
  const file = await accountsFile(ask);
  const from = performance.now();
  const checked = await ask<{ valid: number }>('POST', '/system/users/import?commit=0', ...file);
  const checkTook = seconds(from);
  const imported = await besideSignIns(signIn, () => importInBackground(ask, file));
  const pages = await Promise.all(
    [1, 2, 3].map((pageNum) =>
      ask<{ data: { id: string }[] }>('GET', `/system/users/page?username=bench_&pageSize=200&pageNum=${pageNum}&sort=username`),
    ),
  );
  const ids = pages.flatMap((page) => page.data.map((row) => row.id)).slice(0, RESETS);
  const reset = await besideSignIns(signIn, () => ask<{ accounts: unknown[] }>('PUT', '/system/users/batch/password', { ids }));
  client.close();
  return [
    `- Check of a file with ${ACCOUNTS} accounts, each with a password: ${checkTook.toFixed(1)} s (${checked.valid} valid).`,
    `- Its import in the background: ${imported.took.toFixed(1)} s (${imported.result}); ${imported.signIns}.`,
    `- Reset of ${reset.result.accounts.length} passwords: ${reset.took.toFixed(1)} s; ${reset.signIns}.`,
  ].join('\n');
}

/** Two thousand accounts with passwords from a file, and five hundred passwords reset at once, while others sign in. */
export async function accountsReport(): Promise<string> {
  const folder = dataFolder();
  const port = await freePort();
  const product = await Product.start({
    DATA_DIR: folder.path,
    PORT: String(port),
    SEED: 'empty',
    ADMIN_PASSWORD,
    CAPTCHA: 'off',
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    await product.ready(180_000);
    return await measureAccounts(port);
  } finally {
    await product.interrupt();
    folder.remove();
  }
}
