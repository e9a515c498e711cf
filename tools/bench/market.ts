/**
 * Calls of published data APIs against what a programmer writes by hand: bare `node:http` with `pg` and a named statement. Both answer the same
 * rows of the same table from processes of their own; the API with key, subscription, parameters, a masked column, quota and log. One row by key,
 * a page of 20, a page of 1,000. Requests per second and processor time per call of the server and of PostgreSQL; runs alternate.
 * Needs `wrk` (Debian package). Prints Markdown for docs/benchmarks.md. Run: npm run bench -- market
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { memoryOf } from './memory.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const ROWS = 1_000_000;
const SECONDS = 5;
const COLUMNS = [
  'id',
  'name',
  'phone',
  'id_card',
  'email',
  'bank_card',
  'address',
  'dept_id',
  'status',
  'amount',
  'score',
  'created_at',
  'remark',
];
const FILL = `create table dwd.bench_customer (id integer primary key, name text, phone text, id_card text, email text, bank_card text, address text,
    dept_id integer, status integer, amount numeric(12,2), score double precision, created_at timestamptz, remark text);
  insert into dwd.bench_customer select i, '客户' || i, '138' || lpad(i::text, 8, '0'), '110101199001' || lpad((i % 1000000)::text, 6, '0'),
    'user' || i || '@example.com', '622202' || lpad(i::text, 13, '0'), '北京市朝阳区建国路' || i || '号', i % 200, i % 3, i * 1.37, i / 7.0,
    timestamptz '2026-01-01' + i * interval '1 second', '备注' || i from generate_series(1, ${ROWS}) i;
  create index on dwd.bench_customer (dept_id, id); analyze dwd.bench_customer`;
/** Name, what is asked of the API, of the hand-written server, and how many callers at once. */
const CASES = [
  ['one row by key', '/bench/one', 'id', 1, 32],
  ['20 rows', '/bench/page', 'dept_id', 20, 32],
  ['1,000 rows', '/bench/bulk', 'dept_id', 1000, 8],
] as const;

/** Ticks that a process and its children have used; of PostgreSQL all of its processes. */
function ticks(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return sum + Number(fields[11]) + Number(fields[12]);
    } catch {
      return sum;
    }
  }, 0);
}
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
function childrenOf(parent: number): number[] {
  const own = processes().filter((pid) => {
    try {
      return (
        Number(
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1],
        ) === parent
      );
    } catch {
      return false;
    }
  });
  return [parent, ...own.flatMap(childrenOf)];
}

interface Run {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p50: string;
  readonly p99: string;
  readonly errors: string;
}
/** Loads one address with wrk for some seconds; `watched` gives the processes whose time is counted. */
function load(url: string, callers: number, param: string, watched: () => number[]): Run {
  const script = join(import.meta.dirname, 'market.lua');
  const before = ticks(watched());
  const text = execFileSync('wrk', ['-t1', `-c${callers}`, `-d${SECONDS}s`, '--latency', '-s', script, url], {
    encoding: 'utf8',
    env: { ...process.env, PARAM: param, MAX: param === 'id' ? String(ROWS) : '200' },
  });
  const used = ticks(watched()) - before;
  const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    cpuMicros: (used * 10_000) / requests,
    p50: /50%\s+(\S+)/.exec(text)?.[1] ?? '?',
    p99: /99%\s+(\S+)/.exec(text)?.[1] ?? '?',
    errors: /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? '0',
  };
}
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

type Runs = Record<'hand' | 'api', Run[]>;
/** Each begins as often as the other. */
const ORDER = ['hand', 'api', 'api', 'hand', 'hand', 'api'] as const;

function lineOf(name: string, runs: Runs): string {
  const of = (which: keyof Runs, what: 'perSecond' | 'cpuMicros') => median(runs[which].map((run) => run[what]));
  const both = (what: 'perSecond' | 'cpuMicros') =>
    `${of('hand', what).toFixed(0)} | ${of('api', what).toFixed(0)} | **${(of('api', what) / of('hand', what)).toFixed(2)}**`;
  const times = (which: keyof Runs) => `${runs[which].at(-1)!.p50} / ${runs[which].at(-1)!.p99}`;
  const errors = runs.api.map((run) => run.errors).join(', ');
  return `| ${name} | ${both('perSecond')} | ${both('cpuMicros')} | ${times('hand')} | ${times('api')} | ${errors} |`;
}
/** Memory of the largest of some processes; one may have ended meanwhile. */
const largest = (pids: readonly number[]): number =>
  Math.max(
    ...pids.map((pid) => {
      try {
        return memoryOf(pid);
      } catch {
        return 0;
      }
    }),
  );

/** Waits until the content of the demo is made: its jobs would be measured as well. */
async function settled(app: pg.Pool): Promise<void> {
  for (let quiet = 0; quiet < 5;) {
    await wait(1000);
    const { rows } = await app.query<{ n: number }>(
      `select count(*)::int as n from kit_job where state = 'running' or (state = 'waiting' and (not_before is null or not_before <= now()))`,
    );
    quiet = rows[0]!.n === 0 ? quiet + 1 : 0;
  }
}

/** Each once before, so that both have compiled what they run most. */
function measured(run: (which: keyof Runs) => Run): Runs {
  run('hand');
  run('api');
  const runs: Runs = { hand: [], api: [] };
  for (const which of ORDER) runs[which].push(run(which));
  return runs;
}

/** Makes the table; what the server does with one just filled would be measured as well. */
async function fill(owner: pg.Pool): Promise<void> {
  for (const statement of [
    FILL,
    'grant select on dwd.bench_customer to public',
    'vacuum (freeze, analyze) dwd.bench_customer',
    'checkpoint',
  ])
    await owner.query(statement);
}

/** Starts both servers, measures; the Markdown. */
export async function marketReport(): Promise<string> {
  const folder = dataFolder();
  const clean: (() => unknown)[] = [folder.remove];
  try {
    const port = await freePort();
    const product = await Product.start({ DATA_DIR: folder.path, PORT: String(port), ADMIN_PASSWORD, CAPTCHA: 'off', SEED: 'demo' });
    clean.unshift(() => product.interrupt());
    await product.ready(600_000);
    const db = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    const connection = db.connection('databrain_demo');
    const owner = new pg.Pool({ ...connection, max: 2 });
    const app = new pg.Pool({ ...db.connection('databrain'), max: 1 });
    clean.unshift(
      () => db.stop(),
      () => owner.end(),
      () => app.end(),
    );
    await fill(owner);
    const client = new Client(port);
    clean.unshift(() => client.close());
    const key = await publish(client, app);
    const rawPort = await freePort();
    const raw = spawn(process.execPath, [join(import.meta.dirname, 'market-raw.mjs'), String(rawPort), JSON.stringify(connection)], {
      stdio: 'inherit',
    });
    clean.unshift(() => raw.kill());
    await settled(app);
    const postmaster = Number(readFileSync(join(folder.path, 'pg/data/postmaster.pid'), 'utf8').split('\n')[0]);
    const lines = [
      `Load at the start ${loadavg()[0]?.toFixed(1)}.`,
      '',
      '| rows | calls/s by hand | calls/s API | ratio | CPU µs by hand | CPU µs API | ratio | p50/p99 by hand | p50/p99 API | not 200 |',
      '|---|---|---|---|---|---|---|---|---|---|',
    ];
    const node = () => childrenOf(product.child.pid!);
    process.env['API_KEY'] = key;
    for (const [name, path, param, size, callers] of CASES) {
      const urls = {
        hand: `http://127.0.0.1:${rawPort}${path}?n=${size}&`,
        api: `http://127.0.0.1:${port}/sjzt-datax/data/api/services/v1.0.0${path}?pageSize=${size}&`,
      };
      const runs = measured((which) => {
        const own = which === 'hand' ? [raw.pid!] : node();
        return load(urls[which], callers, param, () => [...new Set([...own, ...childrenOf(postmaster)])]);
      });
      lines.push(lineOf(name, runs));
    }
    lines.push(
      '',
      `Memory of the hand-written server ${memoryOf(raw.pid!).toFixed(0)} MiB, of the node ${largest(node()).toFixed(0)} MiB.`,
      `${cpus()[0]?.model} × ${cpus().length}, ${Math.round(totalmem() / 1e9)} GB; wrk on the same machine; load at the end ${loadavg()[0]?.toFixed(1)}.`,
    );
    return lines.join('\n');
  } finally {
    for (const step of clean) await step();
  }
}

/** Registers the table, makes and releases the three APIs, and answers a key that may call them. */
async function publish(client: Client, app: pg.Pool): Promise<string> {
  const headers = { authorization: `Bearer ${await signInWith(client)()}`, 'content-type': 'application/json' };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    (JSON.parse((await client.ok(path, { method, headers, body: body ? JSON.stringify(body) : undefined })).text) as { data: T }).data;
  const { data: sources } = await call<{ data: { id: string; sourceName: string }[] }>('GET', '/data/metadata/sources/page?pageSize=100');
  const source = sources.find(({ sourceName }) => sourceName.includes('数据仓库')) ?? sources[0]!;
  await call('POST', `/data/metadata/sources/sync/${source.id}`);
  let table: { id: string } | undefined;
  while (!table) {
    await wait(1000);
    [table] = await call<{ id: string }[]>('GET', `/data/metadata/tables/list?sourceId=${source.id}&tableName=bench_customer`);
  }
  const columns = await call<{ id: string; columnName: string }[]>('GET', `/data/metadata/columns/list?tableId=${table.id}`);
  const phone = columns.find(({ columnName }) => columnName === 'phone')!;
  await call('POST', '/data/metadata/classes/columns', { columnIds: [phone.id], classId: 'mobile', level: 'L3' });
  const { id: appId } = await call<{ id: string }>('POST', '/data/market/apps', { appName: '压测' });
  const { apiKey } = await call<{ apiKey: string }>('POST', `/data/market/apps/${appId}/keys`, {});
  for (const [name, apiUrl, param, size] of CASES) {
    const { id } = await call<{ id: string }>('POST', '/data/market/dataApis', {
      apiName: name,
      apiVersion: 'v1.0.0',
      apiUrl,
      reqMethod: 'GET',
      rateLimit: { enable: '1', times: 100_000_000, seconds: 86_400 },
      executeConfig: {
        sourceId: source.id,
        configType: '1',
        tableId: table.id,
        fieldParams: COLUMNS.map((columnName) => ({ columnName, reqable: columnName === param ? '1' : '0', resable: '1' })),
        total: 'none',
        maxSize: size,
        defaultSize: size,
      },
      reqParams: [{ paramName: param, paramType: '2', nullable: '0' }],
      resParams: COLUMNS.map((fieldName) => ({ fieldName })),
    });
    await call('POST', `/data/market/dataApis/${id}/release`);
    await call('POST', '/data/market/subscriptions', { appId, apiId: id, days: 1, reason: '压测' });
  }
  // in place of a second person, who agrees
  await app.query("update market_subscription set status = '2', start_time = now(), end_time = now() + interval '1 day'");
  await app.query('update market_revision set revision = revision + 1');
  await wait(1500);
  return apiKey;
}
