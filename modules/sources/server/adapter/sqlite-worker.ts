import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import initSqlJs, { type Database, type Statement } from 'sql.js';
import type { ThreadColumns, ThreadRequest } from './sqlite-protocol.ts';

/**
 * Functions that tell how the engine was made. The gate knows none of them, but a view in the file is not read by the gate: here they are
 * replaced, with the numbers of arguments that SQLite has them with. What pragmas tell is cut off by `trusted_schema`.
 */
const TELLING: readonly (readonly [name: string, stand: (...args: unknown[]) => never])[] = [
  ['sqlite_source_id', () => refuse('sqlite_source_id')],
  ['sqlite_compileoption_get', (_n: unknown) => refuse('sqlite_compileoption_get')],
  ['sqlite_compileoption_used', (_name: unknown) => refuse('sqlite_compileoption_used')],
];
const refuse = (name: string): never => {
  throw new Error(`unsafe use of ${name}()`);
};

/** Rows that are looked at to know what a column holds: SQLite has types by value. */
const SAMPLE = 100;
const GOOD_REPLY = 8 * 1_048_576;

type Cell = string | number | bigint | Uint8Array | null;

let database: Database | null = null;
let statement: Statement | null = null;
let waiting: Cell[][] = [];
let isDone = false;

async function open(path: string, wasm: string): Promise<null> {
  const sqlite = await initSqlJs({ locateFile: () => wasm });
  const bytes = readFileSync(path);
  // a file in WAL mode says so here, and that mode needs files beside it: the copy is read as an ordinary one
  if (bytes.length > 20 && bytes[18] === 2) bytes.fill(1, 18, 20);
  database = new sqlite.Database(bytes);
  // the file itself is never touched, and neither is the copy
  database.run('pragma query_only = on; pragma trusted_schema = off; pragma cell_size_check = on');
  for (const [name, stand] of TELLING) database.create_function(name, stand);
  return null;
}

/** The next row, null at the end. A statement that is stepped beyond its end would begin anew. */
function next(): Cell[] | null {
  if (isDone || !statement) return null;
  isDone = !statement.step();
  if (isDone) return null;
  // the published types of sql.js leave out the second parameter
  return (statement as unknown as { get(params: null, config: { useBigInt: true }): Cell[] }).get(null, { useBigInt: true });
}

const typeOf = (value: Cell): ThreadColumns['columns'][number]['type'] => {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'real';
  return typeof value === 'string' ? 'text' : 'blob';
};

function query(text: string, params: readonly (string | number | null)[]): ThreadColumns {
  close();
  const statements = database!.iterateStatements(text);
  const first = statements.next();
  // `prepare` alone would leave out what follows without a word
  const rest = statements.getRemainingSQL().replace(/\/\*[\s\S]*?\*\/|--[^\n]*/g, '');
  if (first.done || rest.replaceAll(';', '').trim() !== '') throw new Error('one statement at a time');
  statement = first.value;
  statement.bind([...params]);
  isDone = false;
  for (let row = next(); row !== null; row = next()) {
    waiting.push(row);
    if (waiting.length >= SAMPLE) break;
  }
  return {
    columns: statement.getColumnNames().map((name, index) => {
      const types = new Set(waiting.map((row) => typeOf(row[index]!)).filter((type) => type !== 'null'));
      const isMixed = types.size > 1 && !(types.size === 2 && types.has('integer') && types.has('real'));
      return { name, type: types.size === 0 ? 'null' : isMixed ? 'text' : types.has('real') ? 'real' : [...types][0]! };
    }),
  };
}

/** Whole numbers beyond 2^53 and bytes become texts, exact. */
function shown(value: Cell): unknown {
  if (typeof value === 'bigint') return value >= -9_007_199_254_740_991n && value <= 9_007_199_254_740_991n ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

function read(most: number): unknown[][] {
  const rows: unknown[][] = [];
  let size = 0;
  while (rows.length < most && size < GOOD_REPLY) {
    const row = waiting.shift() ?? next();
    if (row === null) break;
    const cells = row.map(shown);
    for (const cell of cells) size += typeof cell === 'string' ? cell.length : 8;
    rows.push(cells);
  }
  return rows;
}

function close(): null {
  statement?.free();
  statement = null;
  waiting = [];
  return null;
}

async function answer(request: ThreadRequest): Promise<unknown> {
  switch (request.call) {
    case 'open':
      return open(request.path, request.wasm);
    case 'query':
      return query(request.text, request.params);
    case 'read':
      return read(request.most);
    case 'close':
      return close();
  }
}

parentPort?.on('message', (request: ThreadRequest) => {
  answer(request).then(
    (result) => parentPort!.postMessage({ result }),
    (error: unknown) => parentPort!.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
