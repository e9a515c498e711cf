import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { bindFiles, readFile } from '#modules/files/server/index.ts';
import type { DataFile } from './adapter/types.ts';
import { assertOwnFiles } from './source-uploads.ts';

/** The stored names of a source, as `metadata_source.file_names` keeps them. */
export const namesOf = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean);

export interface StoredFile {
  readonly fileName: string;
  readonly originalFilename: string;
  readonly size: number;
}

/** What the files of a source are called and how large they are, in the order of the source; removed ones are left out. */
export async function describeFiles(db: Db, names: readonly string[]): Promise<StoredFile[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('fileObject')
    .select(['fileName', 'originalFilename', 'fileSize'])
    .where('fileName', 'in', names)
    .where('deletedAt', 'is', null)
    .execute();
  return names.flatMap((name) => {
    const row = rows.find(({ fileName }) => fileName === name);
    return row ? [{ fileName: row.fileName, originalFilename: row.originalFilename, size: Number(row.fileSize) }] : [];
  });
}

/**
 * Ties the files to the source, so that nobody deletes them and the sweep spares them. Seeing the source does not open them: a file has
 * every column and row, the data gate decides which of them somebody may read.
 */
export async function bindSourceFiles(ctx: Ctx, sourceId: string, names: readonly string[]): Promise<void> {
  const before = await ctx.db
    .selectFrom('fileLink')
    .innerJoin('fileObject', 'fileObject.id', 'fileLink.fileId')
    .select('fileObject.fileName')
    .where('fileLink.entity', '=', 'metadata_source')
    .where('fileLink.entityId', '=', sourceId)
    .execute();
  await assertOwnFiles(
    ctx,
    names,
    before.map(({ fileName }) => fileName),
  );
  await bindFiles(ctx, {
    fileNames: names.join(',') || null,
    entity: 'metadata_source',
    entityId: sourceId,
    readers: { perms: [], deptId: null, ownerId: null },
  });
}

async function fetched(app: App, db: Db, name: string): Promise<string> {
  const folder = join(app.settings.dataDir, 'cache', 'source-uploads');
  const path = join(folder, name);
  // stored files never change: what is there is right
  if (await stat(path).catch(() => null)) return path;
  const content = await readFile(app, db, name);
  if (!content) throw new AppError('rule.broken', '数据源的文件已被删除，请重新上传');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `.${name}-${randomBytes(6).toString('hex')}`);
  try {
    await pipeline(content.body, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  return path;
}

/** Local paths of the stored files of a source, for its adapter; files not on this node yet are first copied from the file store. */
export async function dataFiles(app: App, db: Db, names: readonly string[]): Promise<DataFile[]> {
  const described = await describeFiles(db, names);
  if (described.length !== names.length) throw new AppError('rule.broken', '数据源的文件已被删除，请重新上传');
  const files: DataFile[] = [];
  for (const { fileName, originalFilename } of described)
    files.push({ fileName, originalName: originalFilename, path: await fetched(app, db, fileName) });
  return files;
}
