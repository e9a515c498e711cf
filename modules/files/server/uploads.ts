import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertSize, keepUpload, UPLOAD_CEILING_MB, uploadOf, uploadRules } from '#kit/server/upload.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { file } from '../contract/file.ts';
import { CONTENT_TYPES, extensionOf } from '../core/sniff.ts';
import { fileStore } from './file-store.ts';
import { inspectUpload } from './inspect.ts';
import { assertQuota } from './quota.ts';

const DEFAULT_MAX_MB = 10;

// Before the transaction: the limit, the check of the content, and the way into the store.
uploadRules(file.uploadImg, {
  async maxMB(app, account) {
    // one byte of room: who has none is told before sending
    await assertQuota(app.db, account.id, 1, false);
    return Math.min(await readNumberConfig(app.db, 'file.maxMB', DEFAULT_MAX_MB), UPLOAD_CEILING_MB);
  },
  async place(app, upload, account) {
    assertSize(upload, UPLOAD_CEILING_MB);
    const extension = await inspectUpload(upload);
    await assertQuota(app.db, account.id, upload.size, false);
    const store = fileStore(app.settings);
    const name = `${upload.token}.${extension}`;
    await store.put(name, upload.path);
    return () => store.remove(name);
  },
});

/** Writes the row of a file whose bytes are in the store already. */
export async function uploadFile(ctx: Ctx): Promise<{ fileName: string; originalFilename: string }> {
  const upload = uploadOf(ctx);
  const extension = extensionOf(upload.fileName);
  if (!extension) throw new AppError('file.wrongType');
  await assertQuota(ctx.db, ctx.user.id, upload.size, true);
  const id = ctx.app.ids.next();
  const row = {
    fileName: `${upload.token}.${extension}`,
    originalFilename: upload.fileName,
    fileSize: upload.size,
    contentType: CONTENT_TYPES[extension],
  };
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('fileObject')
    .values({ id, ...row, sha256: upload.sha256, fileType: fileStore(ctx.app.settings).kind, ...stamp })
    .execute();
  ctx.audit.change({ entity: '文件', id, name: row.originalFilename, before: null, after: row });
  keepUpload(ctx);
  return { fileName: row.fileName, originalFilename: row.originalFilename };
}
