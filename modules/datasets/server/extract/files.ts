import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#kit/server/ctx.ts';
import { defaultLimits } from '#kit/server/duckdb/engine.ts';

/** Table of an extract that holds its rows; its columns are called as the fields of the data set. */
export const EXTRACT_TABLE = 'rows';

/** Folder of all extracts of this node. */
export const extractRoot = (app: App): string => join(app.settings.dataDir, 'extracts');
const folderOf = (app: App, setId: string): string => join(extractRoot(app), setId);
/** Where a snapshot of a set lies on a node. */
export const snapshotPath = (app: App, setId: string, snapshot: string): string => join(folderOf(app, setId), `${snapshot}.duckdb`);

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** Memory and disk of a process that works on extracts. */
export function extractLimits(app: App) {
  const temp = join(app.settings.dataDir, 'tmp');
  mkdirSync(temp, { recursive: true, mode: 0o700 });
  return defaultLimits(temp);
}

/** A name for a file that is being made; nobody reads it before it gets its final name. */
export async function partialPath(app: App, setId: string, ending: string): Promise<string> {
  await mkdir(folderOf(app, setId), { recursive: true, mode: 0o700 });
  return join(folderOf(app, setId), `part-${randomBytes(6).toString('hex')}.${ending}`);
}

/** Everything of a set but one snapshot, as it lies there now. */
export async function othersOf(app: App, setId: string, keep: string): Promise<string[]> {
  const folder = folderOf(app, setId);
  return (await readdir(folder).catch(() => [])).filter((name) => name !== `${keep}.duckdb`).map((name) => join(folder, name));
}

/** Removes files of extracts; what readers have open stays readable until they close it. */
export async function removeFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true, recursive: true });
}

/** Removes everything of a set. */
export const removeAll = (app: App, setId: string): Promise<void> => removeFiles([folderOf(app, setId)]);

/** Bytes that extracts take on this node. */
export async function diskUse(app: App): Promise<number> {
  let bytes = 0;
  const entries = await readdir(extractRoot(app), { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  return bytes;
}
