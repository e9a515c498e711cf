import { duckdb } from '../../core/dialect/embedded.ts';
import { Engine, defaultLimits } from '#kit/server/duckdb/engine.ts';
import { databaseOf, isDatabaseFile } from './files-cache.ts';
import { filesError } from './files-errors.ts';
import { SourceError, type Connection } from './types.ts';
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
