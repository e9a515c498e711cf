import { AppError } from '#kit/contract/errors.ts';
import type { Account, App, Ctx } from '#kit/server/ctx.ts';
import { assertSize, retainUpload, UPLOAD_CEILING_MB, uploadOf, uploadRules, type Upload } from '#kit/server/upload.ts';
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
 * file.tooLarge and file.quotaExceeded. `recordUpload` in the handler makes it a file of the caller.
 */
export async function placeUpload(app: App, account: Account, upload: Upload, extension: string): Promise<() => Promise<void>> {
  assertSize(upload, UPLOAD_CEILING_MB);
  await assertQuota(app.db, account.id, upload.size, false);
  const store = fileStore(app.settings);
  const name = `${upload.token}.${endingOf(extension)}`;
  await store.put(name, upload.path);
  return () => store.remove(name);
}

/** Writes the row of an upload that `placeUpload` has put into the store: it belongs to the caller and counts for its quota. */
export async function recordUpload(
  ctx: Ctx,
  { extension, contentType }: { extension: string; contentType: string },
): Promise<{ fileName: string; originalFilename: string; size: number }> {
  const upload = uploadOf(ctx);
  await assertQuota(ctx.db, ctx.user.id, upload.size, true);
  const id = ctx.app.ids.next();
  const row = {
    fileName: `${upload.token}.${endingOf(extension)}`,
    originalFilename: upload.fileName,
    fileSize: upload.size,
    contentType,
  };
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('fileObject')
    .values({ id, ...row, sha256: upload.sha256, fileType: fileStore(ctx.app.settings).kind, ...stamp })
    .execute();
  ctx.audit.change({ entity: '文件', id, name: row.originalFilename, before: null, after: row });
  retainUpload(ctx);
  return { fileName: row.fileName, originalFilename: row.originalFilename, size: upload.size };
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
