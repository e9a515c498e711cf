import { DuckDBInstance, type DuckDBConnection, type DuckDBResult, type DuckDBType } from '@duckdb/node-api';
import { build } from './build.ts';
import { quoted } from './names.ts';
import { FileProblem, type Failure, type Open, type Query, type Request } from './protocol.ts';
import { settingsOf } from './settings.ts';
import { assertStoredText } from './stored-text.ts';
import { columnOf, rowsOf } from './values.ts';

/** Target size of one reply, in characters. */
const GOOD_REPLY = 8 * 1_048_576;

interface Running {
  readonly connection: DuckDBConnection;
  result: DuckDBResult | null;
  types: readonly DuckDBType[];
  /** rows fetched from the result and not yet requested */
  waiting: unknown[][];
  isInterrupted: boolean;
}
// files written by the engine (extracts, spilled rows) are readable by the product's user only
process.umask(0o077);

let instance: DuckDBInstance | null = null;
const running = new Map<number, Running>();

/**
 * Opens the database, runs our own set-up statements, then locks the configuration: from here on no statement can reach files, the network
 * or settings.
 */
async function open({ path, readOnly, limits, setup, foreign }: Open): Promise<{ version: string }> {
  instance = await DuckDBInstance.create(path ?? ':memory:', {
    ...settingsOf(limits),
    ...(path !== null && readOnly ? { access_mode: 'READ_ONLY' } : {}),
  });
  const connection = await instance.connect();
  if (foreign) await assertStoredText(connection, foreign.callable);
  for (const statement of setup) await connection.run(statement);
  await connection.run(`set global TimeZone = 'Asia/Shanghai'`);
  await connection.run('set global enable_external_access = false');
  await connection.run('set global lock_configuration = true');
  const version = (await connection.runAndReadAll('select version()')).getRowsJson()[0]![0];
  connection.closeSync();
  return { version: String(version) };
}

async function query({ query: id, text, params, searchPath }: Query): Promise<unknown> {
  if (!instance) throw new Error('no database is open');
  const one: Running = { connection: await instance.connect(), result: null, types: [], waiting: [], isInterrupted: false };
  running.set(id, one);
  try {
    // a schema that no longer exists is reported by the statement itself
    if (searchPath[0] !== undefined) await one.connection.run(`use ${quoted(searchPath[0])}`).catch(() => undefined);
    // the driver silently executes all but the last of several statements, so only one is accepted
    const { count } = await one.connection.extractStatements(text);
    if (count !== 1) throw new Error('Parser Error: one statement at a time');
    const result = await one.connection.stream(text, [...params]);
    one.result = result;
    one.types = result.columnTypes();
    return { columns: result.columnNames().map((name, index) => columnOf(name, one.types[index]!)) };
  } catch (error) {
    close(id);
    throw one.isInterrupted ? new Interrupted() : error;
  }
}

async function read(id: number, most: number): Promise<unknown[][]> {
  const one = running.get(id);
  if (!one?.result) return [];
  const rows: unknown[][] = [];
  let size = 0;
  try {
    while (rows.length < most && size < GOOD_REPLY) {
      if (one.waiting.length === 0) {
        const chunk = await one.result.fetchChunk();
        if (!chunk || chunk.rowCount === 0) break;
        one.waiting = rowsOf(chunk, one.types);
      }
      const row = one.waiting.shift()!;
      for (const value of row) size += typeof value === 'string' ? value.length : 8;
      rows.push(row);
    }
  } catch (error) {
    const wasInterrupted = one.isInterrupted;
    close(id);
    throw wasInterrupted ? new Interrupted() : error;
  }
  if (rows.length === 0) close(id);
  return rows;
}

function close(id: number): null {
  const one = running.get(id);
  running.delete(id);
  one?.connection.closeSync();
  return null;
}

function cancel(id: number): null {
  const one = running.get(id);
  if (!one) return null;
  one.isInterrupted = true;
  one.connection.interrupt();
  return null;
}

class Interrupted extends Error {}

function failureOf(error: unknown): Failure {
  if (error instanceof Interrupted) return { code: 'interrupted', message: '' };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof FileProblem) {
    const cause = error.cause instanceof Error ? `\n${error.cause.message}` : '';
    return { code: 'input', message: message + cause };
  }
  return { code: /^INTERRUPT/i.test(message) ? 'interrupted' : 'engine', message };
}

async function answer(request: Request): Promise<unknown> {
  switch (request.call) {
    case 'open':
      return open(request);
    case 'build':
      return build(request);
    case 'query':
      return query(request);
    case 'read':
      return read(request.query, request.most);
    case 'close':
      return close(request.query);
    case 'cancel':
      return cancel(request.query);
  }
}

process.on('message', (request: Request) => {
  answer(request).then(
    (result) => process.send?.({ id: request.id, result }),
    (error: unknown) => process.send?.({ id: request.id, failure: failureOf(error) }),
  );
});
// the parent process is gone
process.on('disconnect', () => process.exit(0));
