import { duckdb } from '../../core/dialect/embedded.ts';
import { Engine, defaultLimits } from '#kit/server/duckdb/engine.ts';
import { databaseOf, isDatabaseFile } from './files-cache.ts';
import { filesError } from './files-errors.ts';
import { harvestDuckDb, probeDuckDb } from './files-harvest.ts';
import { SourceError, type Connection, type OpenResult, type ReadRequest, type SourceAdapter, type SourcePool } from './types.ts';
import { limited, noWrites } from './limited.ts';
import { workDir } from './work-dir.ts';

/** The database of a source made of files, and what people should know about the files. */
export async function openFiles({ files }: Connection): Promise<{ engine: Engine; problems: readonly string[] }> {
  if (files.length === 0) throw new SourceError('unreachable', '该数据源没有数据文件，请先上传');
  const limits = defaultLimits(workDir('tmp'));
  if (files.some(isDatabaseFile)) {
    if (files.length > 1) throw new SourceError('unreachable', 'DuckDB 文件应单独作为一个数据源，请不要与其他文件混用');
    const foreign = { callable: [...duckdb.functions.keys()] };
    return { engine: new Engine({ path: files[0]!.path, readOnly: true, limits, setup: [], foreign }), problems: [] };
  }
  try {
    const { path, report } = await databaseOf(files);
    return { engine: new Engine({ path, readOnly: true, limits, setup: [] }), problems: report.problems };
  } catch (error) {
    throw filesError(error);
  }
}

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
