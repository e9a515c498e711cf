/**
 * Data filling on one node with PostgreSQL on the same machine and fsync on: submissions of 50 clients, publishing beside them, lists over
 * 200,000 records, and a form of 100 fields with a sub-table of 200 rows in the browser. Prints Markdown for docs/benchmarks.md.
 * Run: npm run bench -- forms
 */
import { createHash, randomBytes } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { bareSubmission, checkForm, fillRecords, RECORDS, submission, type Field } from './forms-data.ts';
import { designerWeight, typingReport } from './forms-browser.ts';
import { measure, type Figures } from './measure.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const CLIENTS = 50;
const SUBMISSIONS = 2_000;
/** Submissions that the clients begin in a second when they do not press: what fifty people who fill in would never reach. */
const PACED = 100;
const FORMS = '/data/filling/forms';
const load = () => loadavg()[0]?.toFixed(1) ?? '?';
const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const cells = (times: readonly number[], perSecond: number) =>
  `${at(times, 0.5).toFixed(1)} | ${at(times, 0.95).toFixed(1)} | ${perSecond.toFixed(0)}`;

/** Calls of one session. */
class Caller {
  readonly #client: Client;
  readonly #token: string;
  constructor(client: Client, token: string) {
    this.#client = client;
    this.#token = token;
  }
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await this.#client.ok(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    return (JSON.parse(answer.text) as { data: T }).data;
  }
}

/** Sessions of the administrator, as signing in would leave them behind. */
async function sessions(pool: pg.Pool, client: Client): Promise<Caller[]> {
  const { rows } = await pool.query<{ id: string }>("select id from sys_user where username = 'admin'");
  const made: Caller[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const token = randomBytes(32).toString('base64url');
    await pool.query(
      `insert into sys_session (id, token_hash, user_id, create_time, last_time, expire_time, ip)
       values ($1, $2, $3, now(), now(), now() + interval '12 hours', '127.0.0.1')`,
      [`29990000000002${String(n).padStart(5, '0')}`, createHash('sha256').update(token).digest('hex'), rows[0]?.id],
    );
    made.push(new Caller(client, token));
  }
  return made;
}

/** Publishes what a form has become with other fields; answers how long it took. */
async function publish(admin: Caller, id: string, layout: readonly Field[]): Promise<number> {
  const { version, formCode, formName } = await admin.call<{ version: number; formCode: string; formName: string }>(
    'GET',
    `${FORMS}/${id}`,
  );
  await admin.call('PUT', `${FORMS}/${id}`, { version, formCode, formName, schema: { layout, rules: [] } });
  const saved = await admin.call<{ version: number }>('GET', `${FORMS}/${id}`);
  const began = performance.now();
  await admin.call('POST', `${FORMS}/${id}/publish`, { version: saved.version });
  return performance.now() - began;
}

interface Filling {
  readonly id: string;
  readonly clients: readonly Caller[];
}
/** Submissions of all clients as fast as they go, or with so many begun in a second altogether. */
async function submissions({ id, clients }: Filling, count: number, perSecond = Infinity): Promise<{ times: number[]; rate: number }> {
  const times: number[] = [];
  let started = 0;
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (started < count) {
        const turn = (started += 1);
        const early = began + (turn / perSecond) * 1000 - performance.now();
        if (early > 0) await wait(early);
        const from = performance.now();
        await client.call('POST', `${FORMS}/${id}/records`, submission(turn));
        times.push(performance.now() - from);
      }
    }),
  );
  return { times, rate: (times.length / (performance.now() - began)) * 1000 };
}

async function submitRows(pool: pg.Pool, filling: Filling, admin: Caller): Promise<string[]> {
  await submissions(filling, 200);
  const pressed = await submissions(filling, SUBMISSIONS);
  const paced = await submissions(filling, SUBMISSIONS / 2, PACED);
  await bareSubmission.prepare(pool);
  const [bare] = await measure({ count: SUBMISSIONS / 2, lanes: CLIENTS, warmup: 50 }, bareSubmission.run(pool));
  const before = await pool.query<{ n: string }>(`select count(*) as n from managed.df_bench`);
  const during = submissions(filling, SUBMISSIONS / 2, PACED);
  // what they say is heard below; a publish that fails is said by itself
  during.catch(() => undefined);
  await wait(2_000);
  const publishMs = await publish(admin, filling.id, [...checkForm, { id: 'f90', type: 'input', key: 'extra', label: '补充' }]);
  const { times } = await during;
  const after = await pool.query<{ n: string }>(`select count(*) as n from managed.df_bench`);
  const added = Number(after.rows[0]?.n) - Number(before.rows[0]?.n);
  return [
    `| submit, ${CLIENTS} clients, ${PACED} a second (bar: p95 ≤ 80 ms) | ${cells(paced.times, paced.rate)} |`,
    `| submit, ${CLIENTS} clients as fast as they go | ${cells(pressed.times, pressed.rate)} |`,
    `| the least that a submission must write, raw driver, ${CLIENTS} at once | ${bare ? `${bare.p50.toFixed(1)} | ${bare.p95.toFixed(1)} | ${bare.perSecond.toFixed(0)}` : ''} |`,
    `| publish a further field meanwhile (bar: ≤ 1 s) | ${publishMs.toFixed(0)} | | |`,
    `| submissions beside it: ${added} of ${times.length} there, longest ${Math.max(...times).toFixed(0)} ms (bar: ≤ 2 s) | ${cells(times, PACED)} |`,
  ];
}

const figures = ({ p50, p95, perSecond }: Figures) => `${p50.toFixed(1)} | ${p95.toFixed(1)} | ${perSecond.toFixed(0)}`;
async function listRows(id: string, admin: Caller): Promise<string[]> {
  const page = (query: string) => () => admin.call('GET', `${FORMS}/${id}/records/page?pageNum=1&pageSize=20${query}`);
  const where = (condition: object) => `&where=${encodeURIComponent(JSON.stringify(condition))}`;
  const calls: [string, () => Promise<unknown>][] = [
    ['list, default filter (bar: ≤ 100 ms)', page('')],
    ['list, page 500', () => admin.call('GET', `${FORMS}/${id}/records/page?pageNum=500&pageSize=20`)],
    ['list, a choice', page(where({ kind: 'b' }))],
    ['list, a span of days', page(where({ day: { from: '2026-03-01', to: '2026-03-31' } }))],
    ['list, a word that is rare', page(`&keyword=${encodeURIComponent('站点77')}`)],
    ['statistics of all fields', () => admin.call('GET', `${FORMS}/${id}/records/stats`)],
  ];
  const rows: string[] = [];
  for (const [name, run] of calls) {
    const [taken] = await measure({ count: 20, warmup: 2 }, run);
    if (taken) rows.push(`| ${name} | ${figures(taken)} |`);
  }
  return rows;
}

/** The product on a folder of its own, empty, with the administrator signed in. */
async function withProduct(
  work: (at: { product: Product; client: Client; token: string; dataDir: string }) => Promise<void>,
): Promise<void> {
  const folder = dataFolder();
  const product = await Product.start({
    DATA_DIR: folder.path,
    SEED: 'empty',
    CAPTCHA: 'off',
    ADMIN_PASSWORD,
    TRUST_PROXY: '127.0.0.1',
  });
  const client = new Client(product.port, CLIENTS);
  try {
    await product.ready(300_000);
    await work({ product, client, token: await signInWith(client)(), dataDir: folder.path });
  } finally {
    client.close();
    await product.interrupt();
    folder.remove();
  }
}

async function sayTyping(say: (text: string) => void, port: number, { admin, token }: { admin: Caller; token: string }): Promise<void> {
  say(await typingReport(`http://127.0.0.1:${port}`, token, (method, path, body) => admin.call(method, path, body)));
  say(`\n${await designerWeight()} Load ${load()}.`);
}

/** Says all figures of data filling as Markdown, each part as soon as it is known. */
export const formsReport = (say: (text: string) => void): Promise<void> =>
  withProduct(async ({ product, client, token, dataDir }) => {
    const cluster = await launchEmbedded({ dir: join(dataDir, 'pg'), log: () => undefined });
    const pool = new pg.Pool({ ...cluster.connection('databrain'), max: 16 });
    const admin = new Caller(client, token);
    const schema = { layout: checkForm, rules: [] };
    const { id } = await admin.call<{ id: string }>('POST', FORMS, { formCode: 'bench', formName: '安全检查', schema });
    await admin.call('POST', `${FORMS}/${id}/publish`, { version: 0 });
    const clients = await sessions(pool, client);
    say(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}; load ${load()}\n`);
    say('| | p50 ms | p95 ms | per s |\n|---|---|---|---|');
    for (const row of await submitRows(pool, { id, clients }, admin)) say(row);
    await fillRecords(pool, id);
    for (const row of await listRows(id, admin)) say(row);
    await pool.end();
    await cluster.stop();
    say(`\n${RECORDS.toLocaleString('en')} records of 8 fields with two rows each in the lists; load ${load()}\n`);
    await sayTyping(say, product.port, { admin, token });
  });

/** The figures of the browser alone. */
export const formsTypingReport = (say: (text: string) => void): Promise<void> =>
  withProduct(({ product, client, token }) => sayTyping(say, product.port, { admin: new Caller(client, token), token }));
