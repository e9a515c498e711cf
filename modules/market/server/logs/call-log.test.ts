import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import type { App } from '#kit/server/ctx.ts';
import { DAY_MS, dayOfMoment, HOUR_MS } from '../../core/statistics.ts';
import { CallLog } from './call-log.ts';
import { callLogOf, logServiceCall } from './of-node.ts';
import { dropBefore, ensureDays, strayDays } from './partitions.ts';
import { testLine, testServiceLine } from './test-line.ts';

const app = startApp();
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'databrain-log-'));
  folders.push(made);
  return made;
};
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

const rows = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;
const count = async (apiId: string) =>
  (await rows('select count(*)::int as n from market_api_log where api_id = $1', apiId))[0].n as number;
/** The application with other services, for a log of its own. */
const like = (over: Partial<App>): App => Object.assign(Object.create(app.node.app) as App, over);
const inFolder = (dataDir: string) => like({ settings: { ...app.node.app.settings, dataDir } });

describe('lines of calls', () => {
  it('stand in the log within a second with everything that was said, whatever characters they hold', async () => {
    const msg = 'tab\t, line\n, back\\slash, \\N, \u0000null, 😀';
    callLogOf(app.node.app).note(testLine({ apiId: 'odd', msg, errorKey: 'api.quota', httpStatus: 429, isCached: true, queryTime: null }));
    logServiceCall(app.node.app, testServiceLine({ serviceId: 'odd', msg, step: null, upstreamStatus: null }));
    await until(
      () => count('odd'),
      (n) => n === 1,
    );
    const [line] = await rows("select * from market_api_log where api_id = 'odd'");
    expect(line).toMatchObject({ msg: msg.replace('\u0000', ''), error_key: 'api.quota', status: '0', is_cached: true, query_time: null });
    const [service] = await rows("select * from market_service_log where service_id = 'odd'");
    expect(service).toMatchObject({ msg: msg.replace('\u0000', ''), trace_id: 't1', upstream_status: null, step: null });
  });

  it('lie in the partition of their day, which catalogues of tables do not show', async () => {
    const yesterday = new Date(Date.now() - DAY_MS);
    callLogOf(app.node.app).note(testLine({ apiId: 'days' }));
    callLogOf(app.node.app).note(testLine({ apiId: 'days', callerDate: yesterday }));
    await until(
      () => count('days'),
      (n) => n === 2,
    );
    const name = `market_api_log_p${dayOfMoment(yesterday.getTime()).replaceAll('-', '')}`;
    expect(await rows(`select api_id from ${name} where api_id = 'days'`)).toHaveLength(1);
    const { data } = await app.admin('GET', '/monitor/server');
    const names = (data.database.tables as { name: string }[]).map((table) => table.name);
    expect(names.filter((one) => /_log_(?:p\d|default)/.test(one))).toEqual([]);
  });

  it('of a day without a partition are moved when it is made, and go with their day', async () => {
    const { db } = app.node.app;
    const insert = `insert into market_api_log select 'x' || i, timestamptz '2020-02-01 23:59:59+08' + i * interval '1 second', 'stray', null, null, 200,
      '1', null, 1, null, 0, 0, false, 'GET', '', '', '', '', '', null, '' from generate_series(0, 1) i`;
    await rows(insert);
    expect(await strayDays(db, 'market_api_log', 9)).toEqual(['2020-02-01', '2020-02-02']);
    await Promise.all([1, 2, 3].map(() => ensureDays(db, 'market_api_log', ['2020-02-01', '2020-02-02'])));
    expect(await strayDays(db, 'market_api_log', 9)).toEqual([]);
    expect(await rows("select id from market_api_log_p20200202 where api_id = 'stray'")).toEqual([{ id: 'x1' }]);
    expect(await dropBefore(db, 'market_api_log', '2020-02-02')).toBe(1);
    expect(await count('stray')).toBe(1);
  });

  it('are counted by API and five minutes, and by day and application, in the same breath', async () => {
    const log = callLogOf(app.node.app);
    const at = new Date();
    for (const httpStatus of [200, 200, 400, 429, 500]) log.note(testLine({ apiId: 'counted', httpStatus, callerDate: at, time: 30 }));
    log.note(testLine({ apiId: 'counted', callerId: null, httpStatus: 403, callerDate: at, time: 700, callerSize: 0 }));
    await until(
      () => count('counted'),
      (n) => n === 6,
    );
    const slots = await rows("select * from market_stat_5m where object_id = 'counted'");
    expect(slots).toHaveLength(1);
    expect(slots[0]).toMatchObject({ kind: 'api', calls: 6, failed: 1, refused: 2, limited: 1, dropped: 0, h6: 5, h10: 1, max_ms: 700 });
    expect(slots[0].total_ms).toBeCloseTo(850);
    const [hour] = await rows("select * from market_stat_hour where object_id = 'counted'");
    expect(hour).toEqual({ ...slots[0], slot: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS) });
    const days = await rows("select app_id, calls, row_count from market_stat_day where object_id = 'counted' order by app_id");
    expect(days).toEqual([
      { app_id: '', calls: 1, row_count: '0' },
      { app_id: 'c1', calls: 5, row_count: '100' },
    ]);
  });

  it('of several five minutes add up to their hour, whatever was there before', async () => {
    const log = callLogOf(app.node.app);
    const hour = Math.floor((Date.now() - DAY_MS) / HOUR_MS) * HOUR_MS;
    const at = (minute: number, over: Parameters<typeof testLine>[0]) =>
      log.note(testLine({ apiId: 'hourly', callerDate: new Date(hour + minute * 60_000), ...over }));
    const hours = () =>
      rows("select slot, calls, failed, bytes, total_ms, max_ms, h4 from market_stat_hour where object_id = 'hourly' order by slot");
    at(0, { time: 8, bytes: 1 });
    at(59, { time: 9, bytes: 2, httpStatus: 500 });
    await until(hours, (found) => found[0]?.calls === 2);
    at(30, { time: 7, bytes: 4 });
    at(60, { time: 8, bytes: 8 });
    await until(hours, (found) => found.length === 2);
    expect(await hours()).toEqual([
      { slot: new Date(hour), calls: 3, failed: 1, bytes: '7', total_ms: 24, max_ms: 9, h4: 3 },
      { slot: new Date(hour + HOUR_MS), calls: 1, failed: 0, bytes: '8', total_ms: 8, max_ms: 8, h4: 1 },
    ]);
  });

  it('of steps of a service are kept and not counted as calls', async () => {
    logServiceCall(app.node.app, testServiceLine({ serviceId: 'chain', step: '查询客户' }));
    logServiceCall(app.node.app, testServiceLine({ serviceId: 'chain' }));
    await until(
      () => rows("select calls from market_stat_5m where object_id = 'chain'"),
      (found) => found.length > 0,
    );
    expect(await rows("select kind, calls from market_stat_5m where object_id = 'chain'")).toEqual([{ kind: 'service', calls: 1 }]);
    expect(await rows("select step from market_service_log where service_id = 'chain' order by step")).toHaveLength(2);
  });
});

describe('a database that is away', () => {
  it('holds up no call; lines wait, what finds no room is dropped, counted and told', async () => {
    const dataDir = folder();
    const broken = like({ settings: { ...app.node.app.settings, dataDir } });
    Object.defineProperty(broken, 'db', {
      configurable: true,
      get: () => {
        throw new Error('the database is away');
      },
    });
    const log = new CallLog(broken);
    log.start();
    await log.flush();
    for (let i = 0; i < 50_100; i++) log.note(testLine({ apiId: 'away' }));
    expect(log.state).toMatchObject({ dropped: 100, noted: 50_100 });
    await until(
      () => log.flush().then(() => log.state.waiting),
      (bytes) => bytes > 5_000_000,
    );
    expect(log.state).toMatchObject({ mode: 'spool', dropped: 100 });
    expect(app.node.app.conditions.list().join('')).toContain('接口日志写不进数据库');
    Object.defineProperty(broken, 'db', { value: app.node.app.db });
    await log.flush();
    expect(await count('away')).toBe(50_000);
    expect(
      await rows("select sum(calls)::int as calls, sum(dropped)::int as dropped from market_stat_day where object_id = 'away'"),
    ).toEqual([{ calls: 50_000, dropped: 100 }]);
    expect(app.node.app.conditions.list().join('')).not.toContain('接口日志写不进数据库');
    await log.stop();
    expect(readdirSync(join(dataDir, 'spool', 'calls'))).toEqual([]);
  });

  it('keeps lines of a stopped node in its folder; the next node on it writes them once', async () => {
    const dataDir = folder();
    const broken = inFolder(dataDir);
    Object.defineProperty(broken, 'db', {
      get: () => {
        throw new Error('away');
      },
    });
    const stopped = new CallLog(broken);
    stopped.start();
    for (let i = 0; i < 10; i++) stopped.note(testLine({ apiId: 'kept' }));
    await stopped.stop();
    expect(await count('kept')).toBe(0);
    const next = new CallLog(inFolder(dataDir));
    next.start();
    await until(
      () => count('kept'),
      (n) => n >= 10,
    );
    await next.stop();
    expect(await count('kept')).toBe(10);
  });

  it('needs no folder: lines wait in memory, and that is said', async () => {
    const log = new CallLog(inFolder('/dev/null/nowhere'));
    log.start();
    expect(log.state.mode).toBe('memory');
    expect(app.node.app.conditions.list().join('')).toContain('日志改在内存中暂存');
    log.note(testLine({ apiId: 'memory' }));
    await log.stop();
    expect(await count('memory')).toBe(1);
  });
});

/** A process that notes lines until it ends; `told` is what it said last: milliseconds and lines so far. */
function noting(apiId: string) {
  const dataDir = folder();
  const script = join(import.meta.dirname, 'test-noting.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify({ connection: app.connection, dataDir, apiId })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let text = '';
  child.stdout.on('data', (part) => (text += String(part)));
  const told = () => {
    const [ms = 0, count = 0] = (text.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
    return { ms, count };
  };
  return { child, told, dataDir, root: join(dataDir, 'spool', 'calls') };
}
type Noting = ReturnType<typeof noting>;
const runsFor = ({ told }: Noting, ms: number) =>
  until(
    async () => told().ms,
    (now) => now > ms,
  );
/** Writes what a dead node has left, and nothing else. */
async function writeRest({ dataDir, root }: Noting): Promise<void> {
  const next = new CallLog(inFolder(dataDir));
  next.start();
  await until(
    async () => readdirSync(root),
    (names) => names.length === 1,
  );
  await next.stop();
}
async function kill({ child }: Noting): Promise<void> {
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
}
async function linesOf(apiId: string): Promise<{ lines: number; last: number }> {
  const [{ lines, distinct, last }] = await rows(
    `select count(*)::int as lines, count(distinct request_id)::int as distinct, max(substr(request_id, 2)::int) as last
     from market_api_log where api_id = $1`,
    apiId,
  );
  expect(distinct).toBe(lines);
  expect(await rows('select sum(calls)::int as calls from market_stat_5m where object_id = $1', apiId)).toEqual([{ calls: lines }]);
  return { lines, last };
}

it('loses 20 ms of lines at most when a node is killed, and writes none twice', async () => {
  // one that had no processor in its last moments could not write them: what counts is what it does when it runs
  let lost = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5 && lost > 20; i++) {
    const node = noting(`killed${i}`);
    await runsFor(node, 1500);
    await kill(node);
    await writeRest(node);
    const { lines, last } = await linesOf(`killed${i}`);
    expect(lines).toBeGreaterThan(500);
    lost = Math.min(lost, node.told().ms - last / 5);
  }
  expect(lost).toBeLessThanOrEqual(20);
}, 120_000);

/** One that waits for rows of a COPY is active, not idle: its transaction tells. */
async function isInTransaction(): Promise<boolean> {
  const [{ open }] = await rows(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and (xact_start is not null or state = 'active')`,
  );
  return open > 0;
}

it('a node that was frozen while another took its folder goes on in one of its own', async () => {
  const node = noting('frozen');
  await runsFor(node, 1000);
  // frozen between two transactions: inside of one it would hold the row of its spool. Twice, since what it sent last may be on its way
  for (let isFree = false; !isFree;) {
    node.child.kill('SIGSTOP');
    isFree = !(await isInTransaction()) && !(await isInTransaction());
    if (!isFree) node.child.kill('SIGCONT');
  }
  const [name = ''] = readdirSync(node.root);
  const owner = join(node.root, name, 'owner.json');
  const dead = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => dead.once('close', resolve));
  writeFileSync(owner, JSON.stringify({ ...(JSON.parse(readFileSync(owner, 'utf8')) as object), pid: dead.pid }));
  await writeRest(node);
  const before = await linesOf('frozen');
  const frozen = node.told();
  node.child.kill('SIGCONT');
  await until(
    () => count('frozen'),
    (lines) => lines > before.lines + 1000,
  );
  await runsFor(node, frozen.ms + 1500);
  await kill(node);
  await writeRest(node);
  const { lines } = await linesOf('frozen');
  // what was on its way to the file when it was frozen, and when it was killed
  expect(node.told().count - lines).toBeLessThanOrEqual(400);
}, 120_000);

it('two processes on one data folder have a spool each', async () => {
  const first = noting('first');
  await runsFor(first, 300);
  const second = new CallLog(inFolder(first.dataDir));
  second.start();
  second.note(testLine({ apiId: 'second' }));
  await until(
    () => count('second'),
    (n) => n === 1,
  );
  expect(readdirSync(first.root)).toHaveLength(2);
  await runsFor(first, 1500);
  await second.stop();
  expect(readdirSync(first.root)).toHaveLength(1);
  await kill(first);
  await writeRest(first);
  expect((await linesOf('first')).lines).toBeGreaterThan(500);
}, 120_000);
