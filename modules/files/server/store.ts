import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App, Db } from '#kit/server/ctx.ts';
import { baseName } from '#kit/server/upload.ts';
import { fileStore, storeOfKind } from './file-store.ts';
import { STORED_NAME } from './stored-name.ts';

type Content = { readonly stream: Readable } | { readonly path: string };

/** What a module stores by itself: a finished export, a picture it made. */
export type OwnFile = Content & {
  /** what people see and save it as */
  readonly originalFilename: string;
  readonly contentType: string;
  /** owner who may view it; null = nobody without a referring record */
  readonly createBy: string | null;
  readonly createDept: string | null;
  /** expiry; null or absent = when no record refers to it any more */
  readonly expireTime?: Date | null;
};

/** Digest and size of what flows through. */
function meter(): { through: Transform; size(): number; sha256(): string } {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { through, size: () => size, sha256: () => hash.digest('hex') };
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Stores a file that a module made itself; it counts for no quota. The row is written through `db`, so it comes and goes with the caller's
 * transaction. The module bound to nothing keeps it until `expireTime`, or binds it with `bindFiles`. Never for bytes from outside: those
 * are uploads, whose content is checked. A file given by `path` stays where it is.
 */
export async function storeFile(app: App, db: Db, file: OwnFile): Promise<{ fileName: string; id: string }> {
  const extension = /\.([a-z]{2,5})$/i.exec(file.originalFilename)?.[1]?.toLowerCase() ?? 'bin';
  const fileName = `${randomBytes(16).toString('hex')}.${extension}`;
  const store = fileStore(app.settings);
  const folder = join(app.settings.dataDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = join(folder, `upload-${randomBytes(16).toString('hex')}`);
  try {
    const { through, size, sha256 } = meter();
    if ('path' in file) await pipeline(createReadStream(file.path), through, nowhere());
    else await pipeline(file.stream, through, createWriteStream(own, { flags: 'wx', mode: 0o600 }));
    const id = app.ids.next();
    const now = app.now();
    await db
      .insertInto('fileObject')
      .values({
        id,
        fileName,
        originalFilename: baseName(file.originalFilename),
        fileSize: size(),
        contentType: file.contentType,
        sha256: sha256(),
        fileType: store.kind,
        expireTime: file.expireTime ?? null,
        createBy: file.createBy,
        createTime: now,
        updateBy: file.createBy,
        updateTime: now,
        createDept: file.createDept,
      })
      .execute();
    await store.put(fileName, 'path' in file ? file.path : own);
    return { fileName, id };
  } finally {
    await rm(own, { force: true });
  }
}

/** Lets files that no record keeps end: nobody reads them any more, and the next sweep removes them. */
export async function endFiles(db: Db, fileNames: readonly string[], now: Date): Promise<void> {
  await db.updateTable('fileObject').set({ expireTime: now }).where('fileName', 'in', fileNames).execute();
}

/** Content of a stored file for internal use, without permission checks; null when it does not exist. */
export async function readFile(
  app: App,
  db: Db,
  fileName: string,
): Promise<{ body: Readable; size: number; originalFilename: string; contentType: string } | null> {
  if (!STORED_NAME.test(fileName)) return null;
  const row = await db
    .selectFrom('fileObject')
    .select(['originalFilename', 'contentType', 'fileType'])
    .where('fileName', '=', fileName)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const content = row && (await storeOfKind(app.settings, row.fileType)?.read(fileName));
  return row && content ? { originalFilename: row.originalFilename, contentType: row.contentType, ...content } : null;
}
