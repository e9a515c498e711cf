/**
 * Records of a model by the hundred thousand: a load, pages of a million records and the change of their table while people write. One node in this
 * process on a PostgreSQL of its own with fsync on.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SEARCH_JOB } from '#modules/masterdata/server/search-build.ts';
import { BENCH_COLUMNS, built, byPort, filled, MODELS, RECORDS, seconds, withNode, type Ask, type Node } from './masterdata-node.ts';
import { measure } from './measure.ts';

const LOADED = 100_000;
const part = (word: string) => `customer_name=${encodeURIComponent(word)}`;
const PAGES = [
  ['first page', 'pageSize=20'],
  ['page 500', 'pageSize=20&pageNum=500'],
  ['by code', 'credit_code=N00000000000500000'],
  ['by a part of the name that hardly any has', part('c4ca42')],
  ['by a part of the name that every 256th has', part('户ab')],
  ['by a part of the name that all have', part('客户')],
  ['by a part of the name that none has', part('有限公司')],
  ['by a word in name or code that hardly any has', `keyword=${encodeURIComponent('c4ca42')}`],
  ['sorted by code', 'sort=credit_code'],
] as const;

interface Load {
  readonly state: string;
  readonly inserted: number;
  readonly same: number;
}
interface Model {
  readonly version: number;
  readonly modelColumns: readonly { readonly columnName: string; readonly isSystem: string }[];
}
/** Loads the rows of a source twice. */
async function loads(ask: Ask, modelId: string, port: number): Promise<string[]> {
  const dbSchema = { host: '127.0.0.1', port, dbName: 'bench_source', username: 'bench_reader', password: 'reader', sslMode: 'disable' };
  const source = await ask('POST', '/data/metadata/sources', { sourceName: '压测源', dbType: '5', status: '1', schemas: [], dbSchema });
  await ask('POST', `/data/metadata/sources/sync/${source.id}`);
  for (let state = '1'; state === '1' || state === '0'; await wait(200))
    state = (await ask<{ isSync: string }>('GET', `/data/metadata/sources/sync/${source.id}`)).isSync;
  const [table] = await ask<{ id: string }[]>('GET', `/data/metadata/tables/list?sourceId=${source.id}&tableName=customer`);
  const columns = BENCH_COLUMNS.map(({ columnName }) => ({ from: columnName, to: columnName }));
  const map = await ask('POST', `${MODELS}/${modelId}/maps`, { sourceId: source.id, tableId: table!.id, keyColumn: 'id', columns });
  const lines: string[] = [];
  for (const [name, field] of [
    ['first load', 'inserted'],
    ['second load, nothing new', 'same'],
  ] as const) {
    const from = performance.now();
    await ask('POST', `/data/masterdata/maps/${map.id}/load`);
    const read = async () => (await ask<{ lastLoad: Load }>('GET', `/data/masterdata/maps/${map.id}`)).lastLoad;
    let last = await read();
    // the load before this one may still be told of
    const isOver = () => !['running', 'waiting'].includes(last.state) && (last.state !== 'done' || last[field] === LOADED);
    while (!isOver()) {
      await wait(100);
      last = await read();
    }
    if (last.state !== 'done') throw new Error(JSON.stringify(last));
    lines.push(`| ${name} of ${LOADED} rows | ${seconds(from)} s | ≤ 60 s |`);
  }
  return lines;
}

/** Adds a column to the table of the records and widens one while somebody changes records: the longest of these changes. */
async function change(ask: Ask, modelId: string): Promise<string> {
  const model = await ask<Model>('GET', `${MODELS}/${modelId}`);
  await ask('POST', `${MODELS}/revise/${modelId}`, { version: model.version });
  const draft = await ask<Model>('GET', `${MODELS}/${modelId}`);
  const own = draft.modelColumns.filter((column) => column.isSystem === '0');
  const wider = own.map((column) => (column.columnName === 'phone' ? { ...column, columnLength: '40' } : column));
  const city = { columnName: 'city', columnComment: '城市', columnType: 'varchar', columnLength: '50', htmlType: 'input' };
  await ask('PUT', `${MODELS}/${modelId}`, { ...draft, modelColumns: [...wider, city] });
  await ask('POST', `${MODELS}/submit/${modelId}`);
  let isOver = false;
  let longest = 0;
  const writing = (async () => {
    for (let version = 0; !isOver; version += 1) {
      const from = performance.now();
      await ask('PUT', `${MODELS}/${modelId}/datas/r000000001`, { values: { phone: `139${version}` }, version });
      longest = Math.max(longest, performance.now() - from);
    }
  })();
  await wait(500);
  await ask('POST', `${MODELS}/table/create/${modelId}`);
  isOver = true;
  await writing;
  return `| one column more and one wider on ${RECORDS} records: longest change of a record meanwhile | ${longest.toFixed(0)} ms | ≤ 1 s |`;
}

/** Gives records that were written past the product the keys that parts of texts are found by. */
async function searchable(node: Node, pool: pg.Pool, modelId: string): Promise<string> {
  const from = performance.now();
  await pool.query('delete from masterdata_search_state where model_id = $1', [modelId]);
  await node.app.jobs.enqueue(node.app.db, { kind: SEARCH_JOB, subject: modelId, payload: { modelId }, createBy: '' });
  for (;;) {
    const job = await node.app.jobs.latest(node.app.db, SEARCH_JOB, modelId);
    if (job?.state === 'failed') throw new Error(job.text ?? 'failed');
    if (job?.state === 'done') break;
    await wait(200);
  }
  await pool.query('vacuum analyze masterdata_search_record');
  return `| keys of ${RECORDS} records that were there before | ${seconds(from)} s | |`;
}

/** Makes the rows, measures; the Markdown. */
export const masterdataRowsReport = (): Promise<string> =>
  withNode(async ({ ask, cluster, connection, node, pool, clean }) => {
    const source = new pg.Client(cluster.connection('bench_source'));
    await source.connect();
    await source.query(`create table customer as select 'C' || n as id, '客户' || n as customer_name, 'L' || n as credit_code, '1' || n as phone
      from generate_series(1, ${LOADED}) n; alter table customer add primary key (id); grant select on customer to bench_reader`);
    await source.end();
    const way = await byPort(`${connection.host}/.s.PGSQL.${connection.port}`);
    clean(() => way.server.close());
    const lines = await loads(ask, await built(ask, 'loaded', BENCH_COLUMNS), way.port);
    const modelId = await built(ask, 'bench', BENCH_COLUMNS);
    await filled(pool);
    lines.push(await searchable(node, pool, modelId));
    for (const [name, query] of PAGES) {
      const [figures] = await measure({ count: 30, warmup: 3 }, () => ask('GET', `${MODELS}/${modelId}/datas/page?${query}`));
      lines.push(`| list of ${RECORDS} records, ${name} | ${figures!.p50.toFixed(1)} ms, p95 ${figures!.p95.toFixed(1)} ms | ≤ 100 ms |`);
    }
    lines.push(await change(ask, modelId));
    return ['| figure | measured | bar |', '|---|---|---|', ...lines].join('\n');
  });
