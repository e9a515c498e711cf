import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, App, Ctx } from '#kit/server/ctx.ts';
import { assertSize, baseName, retainUpload, UPLOAD_CEILING_MB, uploadOf, uploadRules, type Upload } from '#kit/server/upload.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { file } from '../contract/file.ts';
import { CONTENT_TYPES, extensionOf } from '../core/sniff.ts';
import { fileStore } from './file-store.ts';
import { inspectUpload } from './inspect.ts';
import { assertQuota } from './quota.ts';

const DEFAULT_MAX_MB = 10;

/** Largest upload of an account, at most `maxMB`; without quota left it is refused before sending. */
export async function uploadLimit(app: App, account: Account, maxMB: number): Promise<number> {
  // one byte of room
  await assertQuota(app.db, account.id, 1, false);
  return Math.min(maxMB, UPLOAD_CEILING_MB);
}

/** Stored names have an ending of two to five letters. */
const endingOf = (extension: string): string => (/^[a-z]{2,5}$/.test(extension) ? extension : 'bin');

/**
 * Puts an upload whose content was checked into the store, for the `place` of a route of any module; the result takes it back. Throws
 * file.tooLarge and file.quotaExceeded. `recordUpload` in the handler makes it a file of the caller. Without an account it is nobody's.
 */
export async function placeUpload(app: App, account: Account | null, upload: Upload, extension: string): Promise<() => Promise<void>> {
  assertSize(upload, UPLOAD_CEILING_MB);
  await assertQuota(app.db, account?.id ?? null, upload.size, false);
  const store = fileStore(app.settings);
  const name = `${upload.token}.${endingOf(extension)}`;
  await store.put(name, upload.path);
  return () => store.remove(name);
}

interface Recorded {
  readonly extension: string;
  readonly contentType: string;
  /** of people without an account: it is nobody's file, that only the module hands out, and goes then unless a record keeps it (`bindFiles`) */
  readonly unownedUntil?: Date;
}
/** Writes the row of an upload that `placeUpload` has put into the store: it belongs to the caller and counts for its quota. */
export async function recordUpload(
  ctx: Ctx,
  { extension, contentType, unownedUntil }: Recorded,
): Promise<{ fileName: string; originalFilename: string; size: number }> {
  const upload = uploadOf(ctx);
  const owner = unownedUntil ? null : ctx.user;
  await assertQuota(ctx.db, owner?.id ?? null, upload.size, true);
  const id = ctx.app.ids.next();
  const row = {
    fileName: `${upload.token}.${endingOf(extension)}`,
    originalFilename: upload.fileName,
    fileSize: upload.size,
    contentType,
  };
  const by = owner?.id ?? null;
  const stamp = { createBy: by, createTime: ctx.now, updateBy: by, updateTime: ctx.now, createDept: owner?.deptId ?? null };
  await ctx.db
    .insertInto('fileObject')
    .values({ id, ...row, expireTime: unownedUntil ?? null, sha256: upload.sha256, fileType: fileStore(ctx.app.settings).kind, ...stamp })
    .execute();
  ctx.audit.change({ entity: '文件', id, name: row.originalFilename, before: null, after: row });
  retainUpload(ctx);
  return { fileName: row.fileName, originalFilename: row.originalFilename, size: upload.size };
}

/** Bytes that came inside of another file. */
export interface CarriedBytes {
  readonly fileName: string;
  readonly bytes: Buffer;
}
/**
 * Makes a picture that came inside of another file (an import) a file of the caller: checked, counted and recorded as an upload. `isTrial` only
 * checks it. Whoever calls it takes the bytes back with `discard` when its transaction fails. Throws as uploads do.
 */
export async function takePicture(
  ctx: Ctx,
  { fileName, bytes }: CarriedBytes,
  { isTrial }: { isTrial: boolean },
): Promise<{ fileName: string; discard: () => Promise<void> }> {
  const folder = join(ctx.app.settings.dataDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const token = randomBytes(16).toString('hex');
  const path = join(folder, `upload-${token}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const originalFilename = baseName(fileName);
  const isOddName = originalFilename !== fileName || /\p{Cc}|\p{Cf}/u.test(fileName);
  const upload: Upload = { token, fileName: originalFilename, isOddName, path, size: bytes.length, sha256, signal: ctx.signal };
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  try {
    const extension = await inspectUpload(upload, ctx.user.id);
    const contentType = CONTENT_TYPES[extension];
    if (!contentType.startsWith('image/')) throw new AppError('file.wrongType', '只能是 png、jpg、gif 或 webp 图片');
    const row = { fileName: `${token}.${endingOf(extension)}`, originalFilename, fileSize: bytes.length, contentType };
    if (isTrial) return { fileName: row.fileName, discard: () => Promise.resolve() };
    const discard = await placeUpload(ctx.app, ctx.user, upload, extension);
    try {
      await assertQuota(ctx.db, ctx.user.id, upload.size, true);
      const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
      await ctx.db
        .insertInto('fileObject')
        .values({ id: ctx.app.ids.next(), ...row, sha256, fileType: fileStore(ctx.app.settings).kind, ...stamp })
        .execute();
    } catch (error) {
      await discard();
      throw error;
    }
    return { fileName: row.fileName, discard };
  } finally {
    await rm(path, { force: true });
  }
}

// Before the transaction: size limit, content check and transfer into the store.
uploadRules(file.uploadImg, {
  maxMB: async (app, account) => uploadLimit(app, account, await readNumberConfig(app.db, 'file.maxMB', DEFAULT_MAX_MB)),
  async place(app, upload, account) {
    assertSize(upload, UPLOAD_CEILING_MB);
    return placeUpload(app, account, upload, await inspectUpload(upload, account.id));
  },
});

/** Writes the row of a file whose bytes are in the store already. */
export async function uploadFile(ctx: Ctx): Promise<{ fileName: string; originalFilename: string }> {
  const extension = extensionOf(uploadOf(ctx).fileName);
  if (!extension) throw new AppError('file.wrongType');
  return recordUpload(ctx, { extension, contentType: CONTENT_TYPES[extension] });
}
