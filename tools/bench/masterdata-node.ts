/** One node in this process on a PostgreSQL of its own with fsync on, for the measurements of master data. */
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { factories } from '#kit/test/make.ts';
import { sender, startNode, testSettings, type Send } from '#kit/test/node.ts';
import { MANAGED_READER, prepareManaged } from '#modules/managed/server/index.ts';
import { dataFolder } from '../../tests/start/product.ts';

export const MODELS = '/data/masterdata/models';
export type Node = Awaited<ReturnType<typeof startNode>>;

/** The way to a cluster that has a unix socket only. */
export async function byPort(path: string): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming) => {
    const outgoing = connect(path);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

export type Ask = <T = { readonly id: string }>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>;
const asking =
  (send: Send): Ask =>
  async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
    const { status, msg, data } = await send(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${msg}`);
    return data as T;
  };

/** A model with these columns and its table. */
export async function built(ask: Ask, logicTable: string, modelColumns: readonly object[]): Promise<string> {
  const { id } = await ask('POST', MODELS, { modelName: logicTable, modelLogicTable: logicTable, modelColumns });
  await ask('POST', `${MODELS}/submit/${id}`);
  await ask('POST', `${MODELS}/table/create/${id}`);
  return id;
}

/** Runs the matching of a model; what its job says at the end. */
export async function matched(ask: Ask, modelId: string, preset: string): Promise<string> {
  await ask('POST', `${MODELS}/${modelId}/match`, { preset });
  for (;;) {
    const job = await ask<{ state: string; text: string }>('GET', `${MODELS}/${modelId}/match`);
    if (job.state === 'done') return job.text;
    if (job.state !== 'running' && job.state !== 'waiting') throw new Error(job.text);
    await wait(100);
  }
}

interface World {
  readonly ask: Ask;
  readonly cluster: Awaited<ReturnType<typeof launchEmbedded>>;
  readonly connection: ReturnType<World['cluster']['connection']>;
  readonly node: Node;
  readonly pool: pg.Pool;
  /** to be done at the end, the last first */
  readonly clean: (step: () => unknown) => void;
}
/** Runs a measurement on a fresh node; `bench_source` is an empty database that `bench_reader` (password `reader`) may sign in to. */
export async function withNode<T>(work: (world: World) => Promise<T>): Promise<T> {
  const folder = dataFolder();
  const steps: (() => unknown)[] = [folder.remove];
  const clean = (step: () => unknown) => void steps.unshift(step);
  try {
    const cluster = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    clean(() => cluster.stop());
    const root = new pg.Client(cluster.connection('postgres'));
    await root.connect();
    for (const name of ['bench', 'bench_source']) await root.query(`create database ${name}`);
    await root.query(`create role bench_reader login password 'reader'`);
    await root.end();
    const connection = cluster.connection('bench');
    const reader = `postgres://${MANAGED_READER}@/bench?host=${encodeURIComponent(String(connection.host))}&port=${connection.port}`;
    const node = await startNode(connection, testSettings(folder.path, { managedReaderUrl: reader }));
    clean(() => node.stop());
    await prepareManaged(node.app);
    const ask = asking(sender(() => node, await factories(node.app, () => new Date()).adminToken()));
    const pool = new pg.Pool({ ...connection, max: 2 });
    clean(() => pool.end());
    return await work({ ask, cluster, connection, node, pool, clean });
  } finally {
    for (const step of steps) await step();
  }
}

export const RECORDS = 1_000_000;
/** Columns of the model `bench`. */
export const BENCH_COLUMNS = [
  { columnName: 'customer_name', columnComment: '名称', columnLength: '200', isQuery: '1', queryType: 'like' },
  { columnName: 'credit_code', columnComment: '统一社会信用代码', columnLength: '18', isQuery: '1', queryType: 'eq' },
  { columnName: 'phone', columnComment: '电话', columnLength: '20', isQuery: '0' },
].map((column) => ({ ...column, columnType: 'varchar', htmlType: 'input' }));
const FILL = `
  insert into managed.md_bench (id, status, create_by, create_time, version, customer_name, credit_code, phone)
  select 'r' || lpad(n::text, 9, '0'), '1', 'admin', timestamptz '2026-01-01' + n * interval '10 seconds', 0,
    '客户' || md5(n::text), 'N' || lpad(n::text, 17, '0'), '138' || lpad(n::text, 8, '0') from generate_series(1, $1::int) n`;
/** Fills the table of the model `bench`. */
export async function filled(pool: pg.Pool): Promise<void> {
  await pool.query(FILL, [RECORDS]);
  await pool.query('vacuum analyze managed.md_bench');
}

export const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(1);
