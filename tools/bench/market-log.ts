/**
 * The log of calls: what a line costs the node, how quickly lines reach the database, and how quickly ten million of them in ten days are looked
 * at. Fills a database of its own through the product's own pipeline and asks by its own calls. Prints Markdown for docs/benchmarks.md.
 * Run: npm run bench -- market-log [million rows]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import { sender, startNode, testSettings } from '#kit/test/node.ts';
import { factories } from '#kit/test/make.ts';
import { DAY_MS, dayOfMoment } from '#modules/market/core/statistics.ts';
import { callLogOf } from '#modules/market/server/logs/of-node.ts';
import { dropBefore, ensureDays } from '#modules/market/server/logs/partitions.ts';
import { testLine } from '#modules/market/server/logs/test-line.ts';
import { pino } from 'pino';

const DAYS = 10;
const APIS = 200;
const APPS = 50;
const TIMES = 9;
const COPIED = 500_000;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
async function timed(work: () => Promise<unknown>, times = TIMES): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const at = performance.now();
    await work();
    taken.push(performance.now() - at);
  }
  return median(taken);
}

/** Ten days of calls made by the server itself; the statistics follow from the lines. */
const fill = (million: number) => [
  `insert into market_api (id, create_time, update_time, status, api_name, api_version, api_url, req_method, res_type, rate_limit, execute_config,
      req_params, res_params) select 'b' || i, now(), now(), '2', '接口' || i, 'v1.0.0', '/bench/' || i, 'GET', 'JSON', '{}', '{}', '[]', '[]'
    from generate_series(0, ${APIS - 1}) i`,
  `insert into market_app (id, create_time, update_time, app_name) select 'p' || i, now(), now(), '应用' || i from generate_series(0, ${APPS - 1}) i`,
  ...Array.from({ length: DAYS }, (_, day) => {
    const rows = (million * 1_000_000) / DAYS;
    // ids carry their time, as those of the product
    const at = `(now() - interval '${day} day' - interval '1 day' * (i::float8 / ${rows}))`;
    return `insert into market_api_log select ((extract(epoch from ${at}) * 1000)::bigint - 1420070400000) * 4194304::bigint + i % 4096, ${at},
      'b' || (i::bigint * 7919) % ${APIS}, 'p' || (i::bigint * 31) % ${APPS}, null, case when i % 50 = 0 then 500 when i % 20 = 0 then 429 else 200 end,
      case when i % 50 = 0 or i % 20 = 0 then '0' else '1' end, null, 1 + (i % 997) * 0.7, 1, i % 100, 2000, false, 'GET', '10.1.2.3',
      '/data/api/services/v1.0.0/customer/query', '{"name":"建设"}', '调用成功', 'r' || i, null, '1' from generate_series(1, ${rows}) i`;
  }),
  `insert into market_stat_5m select 'api', api_id, to_timestamp(floor(extract(epoch from caller_date) / 300) * 300), count(*),
      count(*) filter (where http_status >= 500), 0, count(*) filter (where http_status = 429), 0, sum(caller_size), sum(bytes), sum(time), max(time),
      ${Array.from({ length: 13 }, (_, i) => `count(*) filter (where width_bucket(time, array[1,2,5,10,20,50,100,200,500,1000,2000,5000]) = ${i})`).join(', ')}
    from market_api_log group by 2, 3`,
  `insert into market_stat_hour select kind, object_id, to_timestamp(floor(extract(epoch from slot) / 3600) * 3600), sum(calls), sum(failed), sum(refused),
      sum(limited), sum(dropped), sum(row_count), sum(bytes), sum(total_ms), max(max_ms), ${Array.from({ length: 13 }, (_, i) => `sum(h${i + 1})`).join(', ')}
    from market_stat_5m group by 1, 2, 3`,
  `insert into market_stat_day select 'api', (caller_date at time zone 'Asia/Shanghai')::date, api_id, caller_id, count(*),
      count(*) filter (where http_status >= 500), 0, count(*) filter (where http_status = 429), 0, sum(caller_size), sum(bytes), sum(time), max(time),
      ${Array.from({ length: 13 }, (_, i) => `count(*) filter (where width_bucket(time, array[1,2,5,10,20,50,100,200,500,1000,2000,5000]) = ${i})`).join(', ')}
    from market_api_log group by 2, 3, 4`,
];

export async function marketLogReport(say: (text: string) => void, million = 10): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'databrain-market-log-'));
  const cluster = await launchEmbedded({ dir: join(dir, 'pg'), log: () => undefined });
  const log = pino({ level: 'silent' });
  const database = openDatabase({ ...cluster.connection('postgres'), max: 6 }, log);
  const node = await startNode(cluster.connection('postgres'), testSettings(dir));
  const { app } = node;
  const admin = sender(() => node, await factories(app, () => new Date()).adminToken());
  const day = (back: number) => dayOfMoment(Date.now() - back * DAY_MS);
  try {
    say(
      `\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB. ${million} million lines, ${DAYS} days, ${APIS} APIs, ${APPS} applications.\n`,
    );
    say('| what | measured | bar |\n|---|---|---|');
    await costOfLine(app, say);
    await ensureDays(
      database.db,
      'market_api_log',
      Array.from({ length: DAYS + 1 }, (_, i) => day(i)),
    );
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 0');
    await client.query('truncate market_api_log, market_stat_5m, market_stat_hour, market_stat_day');
    const at = performance.now();
    for (const statement of fill(million)) await client.query(statement);
    await client.query('vacuum analyze market_api_log, market_stat_5m, market_stat_hour, market_stat_day');
    const filled = (performance.now() - at) / 1000;
    client.release();
    await looks(admin, say);
    const drop = performance.now();
    await dropBefore(database.db, 'market_api_log', day(DAYS - 1));
    say(
      `| retention of one day (${((million * 1e6) / DAYS).toLocaleString('en')} lines) | ${(performance.now() - drop).toFixed(0)} ms | ≤ 200 ms |`,
    );
    say(`\nFilled in ${filled.toFixed(0)} s.`);
  } finally {
    await node.stop();
    await database.close();
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What the node pays per line, and how many lines a second reach the database. */
async function costOfLine(app: Parameters<typeof callLogOf>[0], say: (text: string) => void): Promise<void> {
  const calls = callLogOf(app);
  const line = (i: number) => testLine({ apiId: `b${i % APIS}`, callerId: `p${i % APPS}`, requestId: `r${i}`, time: i % 900 });
  const micros: number[] = [];
  for (let round = 0; round < 300; round++) {
    // about as many as come in the 10 ms between two writes at 20,000 calls a second
    const lines = Array.from({ length: 200 }, (_, i) => line(i));
    const before = process.cpuUsage();
    for (const one of lines) calls.note(one);
    const { user, system } = process.cpuUsage(before);
    micros.push((user + system) / lines.length);
    while (calls.state.held > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await calls.flush();
  say(`| a line, on the way of a call (processor time) | ${median(micros).toFixed(2)} µs | ≤ 5 µs |`);
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let noted = 0; noted < COPIED; noted += 10_000) {
    for (let i = 0; i < 10_000; i++) calls.note(line(i));
    // the file takes what is held every 10 ms
    while (calls.state.held > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  while (calls.state.waiting > 0) await calls.flush();
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  say(`| lines to file, COPY, statistics and indexes | ${Math.round(COPIED / seconds).toLocaleString('en')} a second | ≥ 50,000 |`);
  say(`| processor time of the node for all of it | ${((used.user + used.system) / COPIED).toFixed(1)} µs a line | |`);
}

async function looks(admin: ReturnType<typeof sender>, say: (text: string) => void): Promise<void> {
  const ask = async (path: string) => {
    const answer = await admin('GET', path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.msg}`);
  };
  const since = (ms: number) => `beginTime=${encodeURIComponent(new Date(Date.now() - ms).toISOString())}`;
  const page = '/data/api/apiLogs/page?pageSize=20';
  const cases: readonly (readonly [string, string, string])[] = [
    ['last 20 of one API, ten days', `${page}&apiId=b7&${since(10 * DAY_MS)}`, '≤ 20 ms'],
    ['newest 20 of one hour', `${page}&${since(3_600_000)}`, '≤ 100 ms'],
    ['newest 20 of the last day', page, ''],
    ['failed calls of one hour', `${page}&status=0&${since(3_600_000)}`, '≤ 100 ms'],
    ['overview of 7 days', '/data/market/statistics/overview?days=7', '≤ 200 ms'],
    ['overview of 24 hours', '/data/market/statistics/overview?days=1', '≤ 200 ms'],
    ['overview of 30 days', '/data/market/statistics/overview?days=30', '≤ 200 ms'],
  ];
  for (const [name, path, bar] of cases) say(`| ${name} | ${(await timed(() => ask(path))).toFixed(1)} ms | ${bar} |`);
}
