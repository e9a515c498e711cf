import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { ChartQuery } from '#modules/datasets/contract/query.ts';
import { compileQuery } from '#modules/datasets/core/query/index.ts';
import { dataFolder, freePort } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { measure } from './measure.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const ROWS = 1_000_000;
const field = (id: string, role: 'dimension' | 'measure', type: string) => ({ id, name: id, role, type });
const MODEL = SetModel.parse({
  v: 1,
  origin: { kind: 'table', table: { schema: 'public', table: 'fact_project' } },
  fields: [
    field('dept', 'dimension', 'string'),
    field('city', 'dimension', 'string'),
    field('branch', 'dimension', 'number'),
    field('sign_date', 'dimension', 'date'),
    field('amount', 'measure', 'number'),
    field('id', 'dimension', 'number'),
  ],
});
const DIMS = [
  'dept',
  'city',
  'sign_date:month',
  'sign_date:quarter',
  'sign_date:year',
  'dept sign_date:year',
  'branch',
  'dept sign_date:quarter',
  'sign_date:week',
  'branch dept',
  '',
  'city dept',
];
/** The twelve charts of a board. */
const board = (dataSetId: string) =>
  DIMS.map((dims, i) =>
    ChartQuery.parse({
      dataSetId,
      rows: dims
        .split(' ')
        .filter(Boolean)
        .map((dim) => ({ col: dim.split(':')[0], grain: dim.split(':')[1] })),
      measures: [
        { col: 'amount', aggregateType: i % 3 ? 'sum' : 'avg' },
        { col: 'id', aggregateType: 'count' },
      ],
      sort: [{ by: 'm0', dir: 'desc' }],
      limit: 200,
    }),
  );
const clock = { now: Date.UTC(2026, 10, 22), fiscalMonth: 1 };
const compiled = (query: ChartQuery) => compileQuery({ set: { model: MODEL }, query, dialect: 'postgres', clock });
const share = (times: number[], part: number): number =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const ms = (value: number): string => value.toFixed(value < 1 ? 3 : value < 100 ? 2 : 0);

/** Parsing, compiling: nothing but the processor. */
function compileReport(): string {
  const queries = board('1').map((query) => JSON.stringify(query));
  const times: number[] = [];
  for (let i = 0; i < 22_000; i++) {
    const text = queries[i % queries.length]!;
    const began = performance.now();
    compiled(ChartQuery.parse(JSON.parse(text)));
    if (i >= 2_000) times.push(performance.now() - began);
  }
  return `P1: parse, check and compile one query, 20,000 times: p50 ${ms(share(times, 0.5))} ms, p99 ${ms(share(times, 0.99))} ms.`;
}

/** The server from sources, so that no build is needed. */
async function startServer(dataDir: string, port: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'app/server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SEED: 'empty', ADMIN_PASSWORD, CAPTCHA: 'off', TRUST_PROXY: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (text: Buffer) => (words = (words + text.toString()).slice(-2000)));
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(`http://127.0.0.1:${port}/sjzt-datax/health/ready`).catch(() => null);
    if (answer?.ok) return child;
    if (child.exitCode !== null) throw new Error(words);
    await wait(500);
  }
  throw new Error('the server did not become ready');
}

/** The database of the run behind a port, as a foreign source would be: its own way costs the server and the bare driver the same. */
async function openProxy(socket: pg.ClientConfig) {
  const proxy = createServer((incoming) => {
    const outgoing = connect(join(String(socket.host), `.s.PGSQL.${socket.port}`));
    // like the database itself: small packets do not wait for the confirmation of those before
    incoming.setNoDelay(true);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}
/** Everything that a measurement needs. */
interface Bench {
  readonly client: Client;
  readonly headers: Readonly<Record<string, string>>;
  readonly app: pg.Pool;
  readonly address: Address;
}

/** The rows that are asked for, in a database of their own. */
async function makeRows(owner: pg.Client): Promise<void> {
  await owner.connect();
  await owner.query(`create table fact_project as select g as id, (g * 7919::bigint % 40)::int as branch, '部门' || (g * 31::bigint % 12) as dept, '城市' || (g * 17::bigint % 337) as city,
    round((g * 7907::bigint % 100000000) / 100.0, 2) as amount, date '2023-01-01' + (g % 1000) as sign_date from generate_series(1, ${ROWS}) g;
    create index on fact_project (sign_date); alter table fact_project add primary key (id); grant select on fact_project to bench_reader; analyze fact_project`);
  await owner.end();
}

/** Registers the database as a source and a data set over its table. */
async function register({ client, headers, app, address }: Bench): Promise<void> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (
      JSON.parse((await client.ok(path, { method, headers, body: method === 'GET' ? undefined : JSON.stringify(body ?? {}) })).text) as {
        data: T;
      }
    ).data;
  const { id: sourceId } = await call<{ id: string }>('POST', '/data/metadata/sources', {
    sourceName: '压测',
    dbType: '5',
    status: '1',
    remark: null,
    schemas: [],
    dbSchema: {
      host: address.host,
      port: address.port,
      dbName: address.database,
      username: address.user,
      password: address.password,
      sid: null,
      sslMode: 'disable',
    },
  });
  await call('POST', `/data/metadata/sources/sync/${sourceId}`);
  while ((await call<{ isSync: string }>('GET', `/data/metadata/sources/sync/${sourceId}`)).isSync !== '2') await wait(300);
  await app.query(
    `insert into visual_data_set (id, set_name, source_id, set_kind, model, create_by) values ('bench', '压测', $1, 'table', $2, 'admin')`,
    [sourceId, JSON.stringify(MODEL)],
  );
  await wait(15_000); // what follows a first synchronisation
}

const ask = ({ client, headers }: Bench, queries: readonly ChartQuery[], fresh: boolean) =>
  client.ok('/data/visual/query', {
    method: 'POST',
    headers,
    body: JSON.stringify({ tiles: queries.map((query, i) => ({ key: `t${i}`, query })), fresh }),
  });
const load = (): string =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(', ');

/** Name, query, how often. */
const PROBES: readonly [string, object, number][] = [
  [
    'one day by department',
    { rows: [{ col: 'dept' }], measures: [{ col: 'amount' }], filters: [{ col: 'sign_date', op: 'eq', value: '2024-03-01' }] },
    150,
  ],
  [
    '1,000 rows as they are',
    {
      rows: [{ col: 'id' }, { col: 'dept' }, { col: 'city' }, { col: 'sign_date' }],
      measures: [{ col: 'amount' }],
      isDetail: true,
      limit: 1000,
    },
    100,
  ],
  [
    'month by department, all rows',
    { rows: [{ col: 'sign_date', grain: 'month' }, { col: 'dept' }], measures: [{ col: 'amount' }], limit: 1000 },
    25,
  ],
];

/** P2: what the engine costs beside the same statement on a bare driver. */
async function againstDriver(bench: Bench): Promise<string[]> {
  const { client, headers, address } = bench;
  const bare = new pg.Pool({ ...address, max: 4 });
  const lines = [
    `\nLoad average ${load()}.\n`,
    '| P2: one query, p50 in ms | bare driver | call that does nothing | through the engine | difference without the call |\n|---|---|---|---|---|',
  ];
  for (const [name, probe, count] of PROBES) {
    const query = ChartQuery.parse({ dataSetId: 'bench', ...probe });
    const { text, params } = compiled(query);
    const [raw, idle, ours] = await measure(
      { count, warmup: 5 },
      () => bare.query({ text, values: [...params], rowMode: 'array' }),
      () => client.ok('/system/dicts/refresh', { headers }),
      () => ask(bench, [query], true),
    );
    const more = ours!.p50 - raw!.p50 - idle!.p50;
    lines.push(
      `| ${name} | ${ms(raw!.p50)} | ${ms(idle!.p50)} | ${ms(ours!.p50)} | ${ms(more)} (${((more / raw!.p50) * 100).toFixed(1)} %) |`,
    );
  }
  await bare.end();
  return lines;
}

/** P3 and P4: answers that are kept, and a board of twelve charts. */
async function boards(bench: Bench): Promise<string[]> {
  const { app } = bench;
  const queries = board('bench');
  const statements = async () =>
    Number((await app.query<{ n: string }>(`select count(*) n from metadata_sql_history where purpose = 'chart'`)).rows[0]!.n);
  const purge = () => app.query(`update visual_data_set set version = version + 1 where id = 'bench'`);
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const cold: number[] = [];
  for (let i = 0; i < 3; i++) {
    await purge();
    cold.push(await timed(() => ask(bench, queries, false)));
  }
  await purge();
  const before = await statements();
  const crowd = await Promise.all(Array.from({ length: 50 }, () => timed(() => ask(bench, queries, false))));
  const ran = (await statements()) - before;
  const one = [queries[0]!];
  const [alone] = await measure({ count: 300, warmup: 20 }, () => ask(bench, one, false));
  const [ten] = await measure({ count: 600, lanes: 10, warmup: 20 }, () => ask(bench, one, false));
  const [warm] = await measure({ count: 150, warmup: 10 }, () => ask(bench, queries, false));
  return [
    '',
    '| P3 and P4 | p50 ms | p95 ms |\n|---|---|---|',
    `| a kept answer, one tile, whole call | ${ms(alone!.p50)} | ${ms(alone!.p95)} |`,
    `| the same, 10 viewers at once | ${ms(ten!.p50)} | ${ms(ten!.p95)} |`,
    `| 12 charts, kept | ${ms(warm!.p50)} | ${ms(warm!.p95)} |`,
    `| 12 charts, cold, ${ROWS.toLocaleString('en')} rows (3 runs) | ${ms(share(cold, 0.5))} | ${ms(share(cold, 0.99))} |`,
    `| 50 cold viewers at once: ${ran} statements | ${ms(share(crowd, 0.5))} | ${ms(share(crowd, 0.95))} |`,
    '',
    `Load average at the end ${load()}.`,
  ];
}

/**
 * The query engine: compiling (P1), its cost beside the same statement on a bare driver (P2), answers that are kept (P3) and a board of
 * twelve charts over a million rows (P4). The bare driver and the server reach the rows by the same way.
 */
export async function visualQueryReport(): Promise<string> {
  const lines = [compileReport()];
  const folder = dataFolder();
  const port = await freePort();
  const child = await startServer(folder.path, port);
  const client = new Client(port);
  const cluster = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
  const app = new pg.Pool({ ...cluster.connection('databrain'), max: 2 });
  const proxy = await openProxy(cluster.connection('databrain'));
  const address = {
    host: '127.0.0.1',
    port: (proxy.address() as AddressInfo).port,
    database: 'bench_visual',
    user: 'bench_reader',
    password: 'Bench-reader-1',
  };
  try {
    await app.query('create database bench_visual');
    await app.query(`create role bench_reader login password '${address.password}'`);
    await makeRows(new pg.Client(cluster.connection('bench_visual')));
    const headers = { authorization: `Bearer ${await signInWith(client)()}`, 'content-type': 'application/json' };
    const bench = { client, headers, app, address };
    await register(bench);
    lines.push(...(await againstDriver(bench)), ...(await boards(bench)));
    return lines.join('\n');
  } finally {
    client.close();
    proxy.close();
    await app.end();
    child.kill('SIGINT');
    await new Promise((resolve) => child.once('exit', resolve));
    await cluster.stop().catch(() => undefined); // it ended with the server
    folder.remove();
  }
}
