/**
 * Rules of quality over large tables: one scan per table as the source itself counts it, a trial, a console beside a batch, and lists over
 * millions of reports. The built product on a PostgreSQL of its own; the source is another database there.
 * Run: npm run bench -- quality [tables]
 */
import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { measure } from './measure.ts';
import { addReports, fillSource, REPORTS, ROWS } from './quality-rows.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

/** Rules of each of the many tables. */
const RULES = [
  ['integrity_key', 'name', {}],
  ['accuracy_key_length', 'name', { accuracy: { maxLength: 40 } }],
  ['accuracy_range', 'amount', { accuracy: { min: 0, max: 100_000 } }],
  ['accuracy_length', 'code', { accuracy: { length: 10 } }],
] as const;
/** Twelve rules about rows and six about numbers, of one table. */
const MANY = [
  ...RULES,
  ['integrity_not_blank', 'name', {}],
  ['integrity_not_blank', 'code', {}],
  ['integrity_key', 'code', {}],
  ['integrity_key', 'amount', {}],
  ['integrity_key', 'made', {}],
  ['accuracy_no_space', 'code', {}],
  ['accuracy_in_set', 'kind', { accuracy: { values: ['1', '2', '3'] } }],
  ['consistent_columns', 'made', { consistent: { columnId: 'changed', operator: 'le', days: 0 } }],
] as const;

type Rule = readonly [item: string, column: string | null, config: Record<string, unknown>];

class Calls {
  readonly #client: Client;
  readonly #headers: Record<string, string>;
  sourceId = '';
  #items: { id: string; ruleTypeId: string; itemCode: string }[] = [];
  #made = 0;

  constructor(client: Client, token: string) {
    this.#client = client;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }
  async get<T>(path: string): Promise<T> {
    return (JSON.parse((await this.#client.ok(path, { headers: this.#headers })).text) as { data: T }).data;
  }
  async post<T>(path: string, body: unknown = {}): Promise<T> {
    const answer = await this.#client.ok(path, { method: 'POST', headers: this.#headers, body: JSON.stringify(body) });
    return (JSON.parse(answer.text) as { data: T }).data;
  }
  async register(port: number, database: string): Promise<void> {
    const dbSchema = { host: '127.0.0.1', port, dbName: database, username: 'quality_reader', password: 'reader', sslMode: 'disable' };
    const { id } = await this.post<{ id: string }>('/data/metadata/sources', {
      sourceName: '压测源',
      dbType: '5',
      status: '1',
      schemas: [],
      dbSchema,
    });
    this.sourceId = id;
    await this.post(`/data/metadata/sources/sync/${id}`);
    for (let state = '1'; state === '1' || state === '0'; await wait(200))
      state = (await this.get<{ isSync: string }>(`/data/metadata/sources/sync/${id}`)).isSync;
    this.#items = await this.get('/data/quality/ruleItems/list');
  }
  async tableId(name: string): Promise<string> {
    const found = await this.get<{ id: string; tableName: string }[]>(
      `/data/metadata/tables/list?sourceId=${this.sourceId}&tableName=${name}`,
    );
    const table = found.find(({ tableName }) => tableName === name);
    if (!table) throw new Error(`no table ${name}`);
    return table.id;
  }
  async columns(tableId: string): Promise<Map<string, string>> {
    const found = await this.get<{ id: string; columnName: string }[]>(`/data/metadata/columns/list?tableId=${tableId}`);
    return new Map(found.map(({ id, columnName }) => [columnName, id]));
  }
  async body(tableId: string, columns: ReadonlyMap<string, string>, [code, column, config]: Rule) {
    const item = this.#items.find(({ itemCode }) => itemCode === code);
    if (!item) throw new Error(`no rule type ${code}`);
    const text = JSON.stringify(config).replace(/"columnId":"(\w+)"/, (_, name: string) => `"columnId":"${columns.get(name)}"`);
    return {
      ruleName: `压测规则 ${(this.#made += 1)}`,
      ruleTypeId: item.ruleTypeId,
      ruleItemId: item.id,
      ruleLevelId: '3',
      ruleSourceId: this.sourceId,
      ruleTableId: tableId,
      ruleColumnId: column === null ? null : columns.get(column),
      ruleConfig: { ruleItemCode: code, ...(JSON.parse(text) as object) },
      status: '1',
    };
  }
  async rules(tableId: string, rules: readonly Rule[]): Promise<string[]> {
    const columns = await this.columns(tableId);
    const ids: string[] = [];
    for (const rule of rules)
      ids.push((await this.post<{ id: string }>('/data/quality/checkRules', await this.body(tableId, columns, rule))).id);
    return ids;
  }
  /** Runs rules as one batch; milliseconds until it ended, and how it ended. */
  async run(ids: readonly string[]) {
    const began = performance.now();
    const { batch } = await this.post<{ batch: string }>('/data/quality/checkRules/run', { ids });
    for (;;) {
      const run = await this.get<{ state: string; passCount: number; failCount: number; errorCount: number; skipCount: number }>(
        `/data/quality/runs/${batch}`,
      );
      if (run.state !== 'waiting' && run.state !== 'running') {
        if (run.state !== 'done' || run.errorCount + run.skipCount > 0) throw new Error(`batch: ${JSON.stringify(run)}`);
        return performance.now() - began;
      }
      // asking more often takes processor time from what is measured
      await wait(100);
    }
  }
}

/** A source is reached by host and port, the cluster listens on a socket only. */
async function proxyOf(socket: string): Promise<Server> {
  const proxy = createServer((incoming) => {
    const outgoing = connect(socket);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

/** Rows that sequential scans have read of the tables, as the source counts them. */
async function rowsRead(source: pg.Pool): Promise<number> {
  await source.query('select pg_stat_force_next_flush()');
  const { rows } = await source.query<{ n: string }>(`select coalesce(sum(seq_tup_read), 0)::text as n from pg_stat_user_tables`);
  return Number(rows[0]?.n);
}

const sec = (ms: number) => (ms / 1000).toFixed(2);
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function manyTables(calls: Calls, source: pg.Pool, tables: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= tables; n++) ids.push(...(await calls.rules(await calls.tableId(`t_${n}`), RULES)));
  await calls.run(ids.slice(0, 8));
  const plain: number[] = [];
  const ours: number[] = [];
  let scans = 0;
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    const names = Array.from({ length: tables }, (_, at) => `t_${at + 1}`);
    const work = async () => {
      for (let name = names.pop(); name; name = names.pop())
        await source.query(`select count(*), count(name), count(amount), count(code) from ${name}`);
    };
    await Promise.all([work(), work(), work(), work()]);
    plain.push(performance.now() - began);
    const before = await rowsRead(source);
    ours.push(await calls.run(ids));
    await wait(1_500); // counters of a session are flushed at most once a second
    scans = (await rowsRead(source)) / (tables * ROWS) - before / (tables * ROWS);
  }
  const [a, b] = [median(plain), median(ours)];
  return [
    `| ${ids.length} rules on ${tables} tables × ${ROWS.toLocaleString('en')} rows | ${sec(b)} s | plain scan of the same columns ${sec(a)} s, ratio ${(b / a).toFixed(2)}; ${scans.toFixed(2)} scans per table by the source's own count |`,
  ];
}

async function oneTable(calls: Calls, tableId: string): Promise<string[]> {
  const columns = await calls.columns(tableId);
  const numbers: Rule[] = [
    ['accuracy_mean', 'amount', { metric: { min: 0, max: 100_000 } }],
    ['accuracy_stdev', 'amount', { metric: { min: 0, max: 100_000 } }],
    ['accuracy_sum', 'amount', { metric: { min: 0, max: 1e15 } }],
    ['accuracy_min', 'amount', { metric: { min: 0, max: 100_000 } }],
    ['accuracy_max', 'amount', { metric: { min: 0, max: 100_000 } }],
    ['integrity_row_count', null, { metric: { min: 1, max: 10_000_000 } }],
  ];
  const ids = await calls.rules(tableId, [...MANY, ...numbers]);
  await calls.run(ids);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(await calls.run(ids));
  const trial = await calls.body(tableId, columns, ['accuracy_regex', 'code', { accuracy: { pattern: '^C[0-9]{9}$' } }]);
  const [trials] = await measure({ count: 20, warmup: 2 }, () => calls.post('/data/quality/checkRules/preview', trial));
  return [
    `| ${MANY.length} rules and ${numbers.length} numbers on one table of ${ROWS.toLocaleString('en')} rows | ${sec(median(times))} s | bar 2 s |`,
    `| 试跑 of a pattern on that table | ${sec(trials!.p50)} s | p95 ${sec(trials!.p95)} s, bar 3 s |`,
  ];
}

async function besideConsole(calls: Calls, tables: number): Promise<string[]> {
  const ask = () =>
    calls.post('/data/console/sql/run', {
      sqlKey: 'bench',
      sourceId: calls.sourceId,
      sqlText: 'select id, name, amount from t_1 where id between 1000 and 1500',
    });
  const [alone] = await measure({ count: 60, warmup: 10 }, ask);
  const ids: string[] = [];
  for (let n = 1; n <= tables; n++) ids.push(...(await calls.rules(await calls.tableId(`t_${n}`), RULES.slice(0, 2))));
  let isOver = false;
  const batch = (async () => {
    for (let round = 0; round < 3; round++) await calls.run(ids);
    isOver = true;
  })();
  const times: number[] = [];
  while (!isOver) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
    await wait(20);
  }
  await batch;
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  return [
    `| console beside a running batch, ${times.length} statements | p95 ${p95.toFixed(0)} ms | alone p95 ${alone!.p95.toFixed(0)} ms, ratio ${(p95 / alone!.p95).toFixed(2)}, bar 2 |`,
  ];
}

async function lists(calls: Calls, own: pg.Pool): Promise<string[]> {
  await addReports(own);
  const rows: string[] = [];
  for (const [name, path] of [
    ['reports, first page', '/data/quality/checkReports/page?pageSize=20'],
    ['reports of what stands now', '/data/quality/checkReports/page?pageSize=20&latest=1'],
    ['reports of one day', `/data/quality/checkReports/page?pageSize=20&checkDate=${new Date().toISOString().slice(0, 10)}`],
    ['reports that failed', '/data/quality/checkReports/page?pageSize=20&state=fail'],
    ['任务日志', '/data/quality/scheduleLogs/page?pageSize=20'],
    ['rule types with counts', '/data/quality/ruleTypes/report/list'],
    ['rules', '/data/quality/checkRules/page?pageSize=20'],
  ] as const) {
    const [figures] = await measure({ count: 20, warmup: 2 }, () => calls.get(path));
    rows.push(`| ${name} among ${REPORTS.toLocaleString('en')} reports | p95 ${figures!.p95.toFixed(0)} ms | bar 100 ms |`);
  }
  return rows;
}

/** The report, as Markdown for docs/benchmarks.md. */
export async function qualityReport(tables = 50): Promise<string> {
  const folder = dataFolder();
  const clean: (() => unknown)[] = [folder.remove];
  try {
    const port = await freePort();
    const product = await Product.start({ DATA_DIR: folder.path, PORT: String(port), SEED: 'empty', ADMIN_PASSWORD, CAPTCHA: 'off' });
    await product.ready(180_000);
    clean.unshift(() => product.interrupt());
    const cluster = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    clean.unshift(() => cluster.stop());
    const own = new pg.Pool({ ...cluster.connection('databrain'), max: 2 });
    await own.query('create database quality_source');
    const settings = cluster.connection('quality_source');
    const source = new pg.Pool({ ...settings, max: 4 });
    clean.unshift(() => Promise.all([own.end(), source.end()]));
    await fillSource(source, tables);
    const proxy = await proxyOf(join(String(settings.host), `.s.PGSQL.${settings.port}`));
    clean.unshift(() => proxy.close());
    const client = new Client(port);
    clean.unshift(() => client.close());
    const calls = new Calls(client, await signInWith(client)());
    await calls.register((proxy.address() as AddressInfo).port, 'quality_source');
    const load = loadavg()[0]?.toFixed(1);
    const lines = [
      ...(await oneTable(calls, await calls.tableId('t_1'))),
      ...(await manyTables(calls, source, tables)),
      ...(await besideConsole(calls, Math.min(tables, 10))),
      ...(await lists(calls, own)),
    ];
    return [
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${new Date().toISOString().slice(0, 10)}, load ${load} before\n`,
      '| what | figure | beside it |\n|---|---|---|',
      ...lines,
    ].join('\n');
  } finally {
    for (const step of clean) await step();
  }
}
