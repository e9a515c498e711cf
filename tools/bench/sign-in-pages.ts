import { loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

/** People who open the sign-in page in the same moment, as at nine in the morning or after a restart. */
const PEOPLE = 80;
const ROUNDS = 5;
/** Nobody waits longer for a page. */
const BAR_MS = 1_000;

/** What a browser asks for before the form can be used, all at once. */
const CALLS = ['/system/site', '/system/banners/login', '/system/captchaImage'];

/** Milliseconds of each of many pages that open at once, each from an address of its own. */
async function pages(client: Client, round: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const headers = { 'x-forwarded-for': `10.8.${round}.${n}` };
      const from = performance.now();
      await Promise.all(CALLS.map((path) => client.ok(path, { headers })));
      return performance.now() - from;
    }),
  );
}

const row = (name: string, all: number[]): string => {
  const times = all.toSorted((a, b) => a - b);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
  const slowest = times.at(-1) ?? 0;
  return `| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${slowest.toFixed(0)} | ${slowest <= BAR_MS ? 'yes' : '**no**'} |`;
};

/** 80 sign-in pages at once: with the key at hand, and when every key is gone. */
export async function signInReport(): Promise<string> {
  const folder = dataFolder();
  const clean: (() => unknown)[] = [folder.remove];
  try {
    const port = await freePort();
    const env = { DATA_DIR: folder.path, PORT: String(port), SEED: 'empty', ADMIN_PASSWORD, CAPTCHA: 'off', TRUST_PROXY: '127.0.0.1' };
    const product = await Product.start(env);
    clean.unshift(() => product.interrupt());
    await product.ready(240_000);
    const client = new Client(port, 3 * PEOPLE);
    clean.unshift(() => client.close());
    const cluster = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    const pool = new pg.Pool({ ...cluster.connection('databrain'), max: 1 });
    clean.unshift(
      () => pool.end(),
      () => cluster.stop(),
    );
    const lines = [
      `Load ${loadavg()[0]?.toFixed(1)} at the start.\n`,
      `| ${PEOPLE} sign-in pages at once | pages | p50 ms | p95 ms | slowest ms | each ≤ ${BAR_MS / 1000} s |`,
      '|---|---|---|---|---|---|',
    ];
    let round = 0;
    lines.push(row('the first after the start', await pages(client, round++)));
    const warm: number[] = [];
    for (let i = 0; i < ROUNDS; i++) warm.push(...(await pages(client, round++)));
    lines.push(row('with the key at hand', warm));
    const without: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      await pool.query('delete from sys_rsa_key');
      without.push(...(await pages(client, round++)));
    }
    lines.push(row('every key is gone: one pair is made, all wait for it', without));
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from sys_rsa_key');
    lines.push('', `Pairs in the table afterwards: ${rows[0]?.n}.`);
    const signIn = signInWith(client);
    const from = performance.now();
    await Promise.all(Array.from({ length: PEOPLE }, signIn));
    lines.push(`${PEOPLE} sign-ins at once (page, RSA, Argon2id): all done after ${((performance.now() - from) / 1000).toFixed(1)} s.`);
    return lines.join('\n');
  } finally {
    for (const step of clean) await step();
  }
}
