import { Permits } from '#kit/server/permits.ts';
import { sqliteCreate } from './create-texts.ts';
import { columnOf, harvestTables } from './sqlite-harvest.ts';
import { inBatches } from './harvest-tools.ts';
import { inScope } from './in-scope.ts';
import { limited, noWrites } from './limited.ts';
import { sqliteError } from './sqlite-errors.ts';
import { SqliteThread } from './sqlite-thread.ts';
import {
  SourceError,
  type Connection,
  type HarvestBatch,
  type HarvestScope,
  type OpenResult,
  type Probe,
  type ReadRequest,
  type SourceAdapter,
  type SourcePool,
} from './types.ts';

/** Each thread keeps a copy of the file. */
const MAX_THREADS = 3;

const pathOf = ({ files }: Connection): string => {
  if (files.length === 0) throw new SourceError('unreachable', '该数据源没有数据文件，请先上传');
  if (files.length > 1) throw new SourceError('unreachable', '一个 SQLite 数据源只能有一个文件');
  return files[0]!.path;
};

async function opened(connection: Connection): Promise<SqliteThread> {
  const path = pathOf(connection);
  try {
    return await SqliteThread.open(path);
  } catch (error) {
    throw sqliteError(error);
  }
}

/** All rows of a statement of ours. */
async function rowsOf(thread: SqliteThread, text: string): Promise<unknown[][]> {
  await thread.query(text, []);
  const all: unknown[][] = [];
  for (;;) {
    const rows = await thread.read(5_000);
    if (rows.length === 0) return all;
    for (const row of rows) all.push(row);
  }
}

async function probe(connection: Connection): Promise<Probe> {
  const thread = await opened(connection);
  try {
    const [[version] = []] = await rowsOf(thread, 'select sqlite_version()');
    const [[tables] = []] = await rowsOf(
      thread,
      `select count(*) from sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'`,
    );
    return {
      version: `SQLite ${String(version)}`,
      database: connection.files[0]!.originalName,
      tls: false,
      tables: Number(tables),
      readable: Number(tables),
      schemas: ['main'],
      warnings: [],
      features: { views: true, routines: true, comments: false, statistics: true, cancel: true },
    };
  } catch (error) {
    throw sqliteError(error);
  } finally {
    thread.end();
  }
}

async function* harvest(connection: Connection, scope: HarvestScope, signal: AbortSignal): AsyncGenerator<HarvestBatch> {
  signal.throwIfAborted();
  const thread = await opened(connection);
  const onAbort = () => thread.end();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const isWanted = inScope(scope);
    const { tables, routines } = await harvestTables((text) => rowsOf(thread, text), isWanted);
    yield* inBatches(tables, routines, { signal, schemas: ['main'], seesAllSchemas: true });
  } catch (error) {
    signal.throwIfAborted();
    throw sqliteError(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
    thread.end();
  }
}

class SqlitePool implements SourcePool {
  readonly #connection: Connection;
  readonly #idle: SqliteThread[] = [];
  readonly #all = new Set<SqliteThread>();
  /** statements of one source at once */
  readonly #permits = new Permits(MAX_THREADS);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A thread of its own for a statement, waited for while all are busy; `give` takes it back. */
  async #take(signal: AbortSignal): Promise<{ thread: SqliteThread; give: () => void }> {
    const release = await this.#permits.acquire({ signal });
    try {
      const known = this.#idle.pop();
      const thread = known && !known.isGone ? known : await this.#opened();
      const give = () => {
        if (thread.isGone) this.#all.delete(thread);
        else this.#idle.push(thread);
        release();
      };
      return { thread, give };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #opened(): Promise<SqliteThread> {
    const thread = await opened(this.#connection);
    this.#all.add(thread);
    return thread;
  }

  open(request: ReadRequest): Promise<OpenResult> {
    return limited(
      request,
      (error) => sqliteError(error, request.text),
      async (signal) => {
        signal.throwIfAborted();
        const { thread, give } = await this.#take(signal);
        const onAbort = () => thread.end();
        signal.addEventListener('abort', onAbort, { once: true });
        let isOpen = true;
        const leave = () => {
          if (!isOpen) return;
          isOpen = false;
          signal.removeEventListener('abort', onAbort);
          give();
        };
        try {
          if (signal.aborted) thread.end();
          const params = request.params.map((value) =>
            value === null || value === undefined
              ? null
              : typeof value === 'number'
                ? value
                : typeof value === 'boolean'
                  ? Number(value)
                  : String(value),
          );
          const { columns } = await thread.query(request.text, params);
          return {
            columns: columns.map(columnOf),
            read: async (most) => {
              if (!isOpen) return [];
              const rows = await thread.read(most);
              if (rows.length === 0) await thread.close().then(leave);
              return rows;
            },
            close: async () => {
              if (!isOpen) return;
              if (!thread.isGone) await thread.close();
              leave();
            },
          };
        } catch (error) {
          leave();
          throw error;
        }
      },
    );
  }

  write = noWrites('SQLite 文件只能查询，不能修改');

  async close(): Promise<void> {
    for (const thread of this.#all) thread.end();
    this.#all.clear();
    this.#idle.length = 0;
  }
}

/** An uploaded SQLite file, read in a thread of its own and never written to. */
export const sqlite: SourceAdapter = {
  dialect: 'sqlite',
  probe,
  harvest,
  pool: (connection) => new SqlitePool(connection),
  createText: sqliteCreate,
};
