import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { buildDatabase, defaultLimits } from '#kit/server/duckdb/engine.ts';
import type { BuildReport } from '#kit/server/duckdb/protocol.ts';
import type { DataFile } from './types.ts';
import { workDir } from './work-dir.ts';

/** A new way of reading files makes old databases useless: count up. */
const LOADER = 1;
const BUILD_MS = 10 * 60_000;
/** A database that nobody has opened for so long is made anew when needed. */
const KEEP_MS = 7 * 86_400_000;

/** A database file that stands for the uploaded files of a source. */
export interface BuiltDatabase {
  readonly path: string;
  readonly report: BuildReport;
}

const keyOf = (files: readonly Pick<DataFile, 'fileName' | 'originalName'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify([LOADER, ...files.map(({ fileName, originalName }) => [fileName, originalName])]))
    .digest('hex')
    .slice(0, 32);

export const isDatabaseFile = ({ originalName }: Pick<DataFile, 'originalName'>): boolean =>
  extname(originalName).toLowerCase() === '.duckdb';

async function found(folder: string): Promise<BuiltDatabase | null> {
  try {
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as BuildReport;
    const now = new Date();
    await utimes(folder, now, now);
    return { path: join(folder, 'data.duckdb'), report };
  } catch {
    return null; // not made yet, or swept a moment ago
  }
}

async function sweep(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const { mtimeMs } = await stat(join(root, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEEP_MS) await rm(join(root, name), { recursive: true, force: true });
  }
}

async function make(root: string, key: string, files: readonly DataFile[]): Promise<BuiltDatabase> {
  const folder = join(root, key);
  const known = await found(folder);
  if (known) return known;
  await sweep(root);
  const partial = join(root, `.${key}-${randomBytes(6).toString('hex')}`);
  await mkdir(partial, { mode: 0o700 });
  try {
    const report = await buildDatabase(
      {
        target: join(partial, 'data.duckdb'),
        files: files.map(({ path, originalName }) => ({ path, originalName })),
        limits: defaultLimits(workDir('tmp')),
      },
      BUILD_MS,
    );
    await writeFile(join(partial, 'report.json'), JSON.stringify(report));
    // another process may have been quicker: then its work counts
    await rename(partial, folder).catch(() => undefined);
    return (await found(folder)) ?? { path: join(partial, 'data.duckdb'), report };
  } finally {
    if ((await found(folder)) !== null) await rm(partial, { recursive: true, force: true });
  }
}

const making = new Map<string, Promise<BuiltDatabase>>();

/** The database of these files; made at the first use, whoever asks meanwhile waits for the same. Throws EngineError. */
export function databaseOf(files: readonly DataFile[]): Promise<BuiltDatabase> {
  const root = workDir('cache', 'source-files');
  const key = keyOf(files);
  const known = making.get(key);
  if (known) return known;
  const made = make(root, key, files).finally(() => making.delete(key));
  making.set(key, made);
  return made;
}
