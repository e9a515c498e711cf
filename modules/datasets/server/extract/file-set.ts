import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { buildDatabase, Engine, EngineError } from '#kit/server/duckdb/engine.ts';
import { dataFiles } from '#modules/sources/server/index.ts';
import { literal, quoted } from '#kit/server/duckdb/names.ts';
import type { SetOrigin } from '../../contract/data-set-model.ts';
import { EXTRACT_TABLE, exists, extractLimits, extractRoot } from './files.ts';

type FileOrigin = Extract<SetOrigin, { kind: 'file' }>;
const BUILD_MS = 600_000;

/** What a file holds: its sheets as tables, and what people should know of it. */
export interface FileTables {
  readonly path: string;
  readonly tables: readonly { name: string; rows: number }[];
  readonly problems: readonly string[];
}

const building = new Map<string, Promise<FileTables>>();

async function build(app: App, db: Db, fileName: string): Promise<FileTables> {
  const [file] = await dataFiles(app, db, [fileName]);
  const folder = join(extractRoot(app), 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${fileName}.duckdb`);
  const partial = join(folder, `part-${process.pid}-${fileName}.duckdb`);
  await rm(partial, { force: true });
  try {
    const report = await buildDatabase(
      { target: partial, files: [{ path: file!.path, originalName: file!.originalName }], limits: extractLimits(app) },
      BUILD_MS,
    );
    await rename(partial, path);
    return { path, tables: report.tables.map(({ name, rows }) => ({ name, rows })), problems: report.problems };
  } catch (error) {
    if (error instanceof EngineError)
      throw new AppError(
        'rule.broken',
        error.code === 'input' || error.code === 'absent' ? error.message.split('\n')[0]! : '文件读取失败，请检查文件内容后重新上传',
        null,
        {
          cause: error,
        },
      );
    throw error;
  } finally {
    await rm(partial, { force: true });
    await rm(`${partial}.wal`, { force: true });
  }
}

/** The tables of an uploaded file, read once on this node. Throws rule.broken with the reason when it cannot be used. */
export function fileTables(app: App, db: Db, fileName: string): Promise<FileTables> {
  const known = building.get(fileName);
  if (known) return known;
  const made = build(app, db, fileName);
  building.set(fileName, made);
  // a file that failed is tried again by the next caller; one that was read is not kept in memory for ever
  made.then(
    () => setTimeout(() => building.delete(fileName), 600_000).unref(),
    () => building.delete(fileName),
  );
  return made;
}

/** One number for a file and a sheet: stored files never change. */
const snapshotOf = (origin: FileOrigin): string =>
  createHash('sha256')
    .update(`${origin.fileName}\n${origin.sheet ?? ''}`)
    .digest('hex')
    .slice(0, 24);

/** Sheets of a workbook by the part of the table name behind the file name; the first table unless one is named. */
export function tableOf(tables: FileTables['tables'], sheet: string | null | undefined): { name: string; rows: number } {
  const found = sheet ? tables.find(({ name }) => name === sheet) : tables[0];
  if (!found) throw new AppError('rule.broken', `文件中没有工作表“${sheet}”，请重新选择`);
  return found;
}

/**
 * The database file of an uploaded data set. Nodes make it anew from the stored file when they do not have it, so that every node answers
 * the same. Throws rule.broken when the file is gone or cannot be read.
 */
export async function fileExtract(app: App, db: Db, origin: FileOrigin): Promise<{ path: string; snapshot: string }> {
  const snapshot = snapshotOf(origin);
  const path = join(extractRoot(app), 'files', `${snapshot}.rows.duckdb`);
  if (await exists(path)) return { path, snapshot };
  const { path: built, tables } = await fileTables(app, db, origin.fileName);
  const partial = join(dirname(path), `part-${process.pid}-${randomUUID()}.duckdb`);
  const engine = new Engine({
    path: partial,
    readOnly: false,
    limits: extractLimits(app),
    setup: [
      `attach ${literal(built)} as upload (read_only)`,
      `create table ${EXTRACT_TABLE} as select * from upload.main.${quoted(tableOf(tables, origin.sheet).name)}`,
      'detach upload',
      'checkpoint',
    ],
  });
  try {
    const result = await engine.query({ text: 'select 1', params: [], searchPath: [] }, AbortSignal.timeout(BUILD_MS));
    await result.close();
  } finally {
    engine.close();
  }
  await rename(partial, path);
  await rm(`${partial}.wal`, { force: true });
  return { path, snapshot };
}
