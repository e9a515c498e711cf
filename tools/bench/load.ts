import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { memoryOf } from './memory.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const USERS = 200;
/** A person looks at an answer this long before the next click. */
const THINK_MS = { least: 500, most: 1_500 };
const RAMP_MS = 10_000;
/** Of the daily work: who does it, and how often among the clicks of that person. */
type Step = readonly [name: string, weight: number, run: (person: Person) => Promise<void>];

interface Person {
  readonly number: number;
  readonly token: string;
  readonly demoSource: string;
  post: { id: string; version: number } | null;
}

/** What people were answered, per kind of call. */
class Answers {
  readonly times = new Map<string, number[]>();
  readonly errors = new Map<string, string>();
  errorCount = 0;

  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** One call, timed under its name; the row that it answered about, null after an error. */
  async call(name: string, token: string, path: string, method = 'GET', body?: unknown): Promise<{ id: string; version: number } | null> {
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await this.#client.send(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const list = this.times.get(name) ?? [];
    this.times.set(name, list);
    list.push(performance.now() - began);
    if (answer.status === 200) return (JSON.parse(answer.text) as { data: { id: string; version: number } }).data;
    this.errorCount += 1;
    this.errors.set(`${name} ${answer.status}`, answer.text.slice(0, 200));
    return null;
  }
}

function stepsOf(record: Answers): Step[] {
  const get =
    (name: string, path: string): Step[2] =>
    async ({ token }) =>
      void (await record.call(name, token, path));
  return [
    ['routes and rights', 2, get('routes and rights', '/system/users/route')],
    ['home figures', 4, get('home figures', '/system/home')],
    ['bell', 6, get('bell', '/system/messages/unread')],
    ['users page', 8, get('users page', '/system/users/page?pageNum=1&pageSize=20')],
    ['users by text', 4, get('users by text', `/system/users/page?nickname=${encodeURIComponent('王')}`)],
    ['operation log page', 6, get('operation log page', '/system/logs/page')],
    ['department tree', 4, get('department tree', '/system/depts/list')],
    ['dictionary', 8, get('dictionary', '/system/dicts/code/sys_common_status')],
    ['qualifications page', 8, get('qualifications page', '/api/project/practicingQualification/page')],
    ['suppliers page', 6, get('suppliers page', '/api/project/supplier/page')],
    ['intellectual property page', 6, get('intellectual property page', '/api/project/intellectualProperty/page')],
    ['quality projects statistics', 3, get('quality projects statistics', '/api/project/qualityProject/stat')],
    ['catalogue of tables', 4, get('catalogue of tables', '/data/metadata/tables/page')],
    [
      'SQL console, 100 rows',
      4,
      async ({ token, demoSource, number }) => {
        const sqlText = 'select contract_id, name, amount, sign_date from dwd.biz_contract order by sign_date desc limit 100';
        await record.call('SQL console, 100 rows', token, '/data/console/sql/run', 'POST', {
          sqlKey: `load${number}`,
          sourceId: demoSource,
          sqlText,
        });
      },
    ],
    [
      'save a post',
      8,
      async (person) => {
        const { token, number } = person;
        if (!person.post) {
          const body = { postName: `压测岗位${number}`, sortNo: number, status: '1', remark: null };
          const made = await record.call('create a post', token, '/system/posts', 'POST', body);
          person.post = made ? { id: made.id, version: 0 } : null;
        } else if (person.post.version < 3) {
          const body = {
            postName: `压测岗位${number}`,
            sortNo: person.post.version,
            status: '1',
            remark: '修改',
            version: person.post.version,
          };
          const saved = await record.call('change a post', token, `/system/posts/${person.post.id}`, 'PUT', body);
          person.post = saved ? { id: person.post.id, version: saved.version } : null;
        } else {
          await record.call('remove a post', token, `/system/posts/${person.post.id}`, 'DELETE');
          person.post = null;
        }
      },
    ],
  ];
}

const pick = (steps: readonly Step[]): Step => {
  let at = Math.random() * steps.reduce((total, [, weight]) => total + weight, 0);
  return steps.find(([, weight]) => (at -= weight) < 0) ?? (steps[0] as Step);
};

/** One browser session per person, as signing in would leave it behind; the first ten really sign in. */
async function sessions(pool: pg.Pool, client: Client): Promise<string[]> {
  const signIn = signInWith(client);
  const tokens: string[] = [];
  for (let i = 0; i < 10; i++) tokens.push(await signIn());
  const { rows } = await pool.query<{ id: string }>("select id from sys_user where username = 'admin'");
  while (tokens.length < USERS) {
    const token = randomBytes(32).toString('base64url');
    await pool.query(
      `insert into sys_session (id, token_hash, user_id, create_time, last_time, expire_time, ip)
       values ($1, $2, $3, now(), now(), now() + interval '12 hours', '127.0.0.1')`,
      [`29990000000001${String(tokens.length).padStart(5, '0')}`, createHash('sha256').update(token).digest('hex'), rows[0]?.id],
    );
    tokens.push(token);
  }
  return tokens;
}

const share = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);

/**
 * 200 people at work for some minutes on the demo company, each with an own session and time to think. Answers Markdown: latencies per
 * call, errors, and the memory of the server process minute by minute.
 */
export async function loadReport(minutes: number): Promise<string> {
  const folder = dataFolder();
  const port = await freePort();
  const product = await Product.start({
    DATA_DIR: folder.path,
    PORT: String(port),
    SEED: 'demo',
    ADMIN_PASSWORD,
    CAPTCHA: 'off',
    TRUST_PROXY: '127.0.0.1',
  });
  const client = new Client(port, USERS);
  try {
    await product.ready(300_000);
    const cluster = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    const pool = new pg.Pool({ ...cluster.connection('databrain'), max: 2 });
    const source = await pool.query<{ id: string }>("select id from metadata_source where host = '@embedded'");
    const tokens = await sessions(pool, client);
    await pool.end();
    await cluster.stop();
    const record = new Answers(client);
    const steps = stepsOf(record);
    const end = Date.now() + minutes * 60_000;
    const memory: number[] = [];
    const watch = setInterval(() => memory.push(memoryOf(product.child.pid ?? 0)), 60_000);
    const began = performance.now();
    await Promise.all(
      tokens.map(async (token, number) => {
        const person: Person = { number, token, demoSource: source.rows[0]?.id ?? '', post: null };
        await pause((RAMP_MS * number) / USERS);
        while (Date.now() < end) {
          await pick(steps)[2](person);
          await pause(THINK_MS.least + Math.random() * (THINK_MS.most - THINK_MS.least));
        }
      }),
    );
    clearInterval(watch);
    memory.push(memoryOf(product.child.pid ?? 0));
    const seconds = (performance.now() - began) / 1000;
    const total = [...record.times.values()].reduce((sum, times) => sum + times.length, 0);
    const lines = [...record.times].map(([name, times]) => {
      const sorted = times.toSorted((a, b) => a - b);
      return `| ${name} | ${sorted.length} | ${share(sorted, 0.5)} | ${share(sorted, 0.95)} | ${share(sorted, 0.99)} | ${share(sorted, 1)} |`;
    });
    return [
      `${USERS} people for ${minutes} min on the demo company: ${total.toLocaleString('en')} calls, ${(total / seconds).toFixed(0)} per second, ${record.errorCount} errors.`,
      ...[...record.errors].map(([what, text]) => `- ${what}: ${text}`),
      '',
      '| call | count | p50 ms | p95 ms | p99 ms | max ms |\n|---|---|---|---|---|---|',
      ...lines,
      '',
      `Memory of the server process minute by minute: ${memory.map((mib) => mib.toFixed(0)).join(', ')} MiB resident.`,
    ].join('\n');
  } finally {
    client.close();
    await product.interrupt();
    folder.remove();
  }
}
