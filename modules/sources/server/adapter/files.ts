import type { Engine } from '#kit/server/duckdb/engine.ts';
import { filesError } from './files-errors.ts';
import { harvestDuckDb, probeDuckDb } from './files-harvest.ts';
import { type Connection, type OpenResult, type ReadRequest, type SourceAdapter, type SourcePool } from './types.ts';
import { limited, noWrites } from './limited.ts';
import { openFiles } from './files-open.ts';

class FilesPool implements SourcePool {
  readonly #connection: Connection;
  #engine: Promise<Engine> | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async #ready(): Promise<Engine> {
    this.#engine ??= openFiles(this.#connection).then(({ engine }) => engine);
    try {
      return await this.#engine;
    } catch (error) {
      this.#engine = null;
      throw error;
    }
  }

  async open(request: ReadRequest): Promise<OpenResult> {
    request.signal.throwIfAborted();
    const engine = await this.#ready();
    return limited(
      request,
      (error) => filesError(error, request.text),
      async (signal) => {
        const { text, searchPath } = request;
        const params = request.params.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
        return engine.query({ text, params: params as (string | number | boolean | null)[], searchPath }, signal);
      },
    );
  }

  write = noWrites('数据文件只能查询，不能修改');

  async close(): Promise<void> {
    const engine = await this.#engine?.catch(() => null);
    this.#engine = null;
    engine?.close();
  }
}

/** Uploaded CSV, TSV, Parquet, Excel and DuckDB files, read by DuckDB in a process of its own. */
export const files: SourceAdapter = {
  dialect: 'duckdb',
  probe: probeDuckDb,
  harvest: harvestDuckDb,
  pool: (connection) => new FilesPool(connection),
};
