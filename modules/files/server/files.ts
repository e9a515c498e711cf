import { AppError } from '#kit/contract/errors.ts';
import type { Account, Ctx } from '#kit/server/ctx.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { implement } from '#kit/server/module.ts';
import { loadAccount, sessionLives } from '#modules/system/server/index.ts';
import { file } from '../contract/file.ts';
import { isInline } from '../core/sniff.ts';
import { storeOfKind } from './file-store.ts';
import { withKnownNames } from './masked-names.ts';
import { fileDetail, fileFigures, filePage } from './queries.ts';
import { reached } from './reached.ts';
import { STORED_NAME } from './stored-name.ts';
import { uploadFile } from './uploads.ts';
import { assertFree } from './uses.ts';
import { visibleFiles } from './visible.ts';

const SIGNED_MS = 5 * 60_000;
const PURPOSE = 'file-view';
/** What a signature covers: one file, one account in one session, one end. */
const signedText = (fileName: string, { userId, sessionId, end }: { userId: string; sessionId: string; end: string }): string =>
  `${fileName}\n${userId}\n${sessionId}\n${end}`;

/**
 * Authenticates a reader: by session, or as the account of a valid signed address. Throws auth.required, auth.locked,
 * auth.mustChangePassword.
 */
async function viewer(ctx: Ctx, fileName: string, query: { e?: string; u?: string; k?: string; s?: string }): Promise<Account> {
  const { e, u, k, s } = query;
  if (e && u && k && s) {
    const isCurrent = /^\d{1,12}$/.test(e) && Number(e) * 1000 > ctx.now.getTime();
    const isSigned = isCurrent && ctx.app.secrets.verify(signedText(fileName, { userId: u, sessionId: k, end: e }), PURPOSE, s);
    // it ends with its session: signing out, a kick, another password
    if (isSigned && (await sessionLives(ctx.app, ctx.db, { id: k, userId: u }))) {
      // loaded at each request: disabling an account or changing a role invalidates its signed addresses at once
      const account = await loadAccount(ctx.db, u);
      if (account) return account;
    }
  }
  if (!ctx.caller) throw new AppError('auth.required');
  if (ctx.session.locked) throw new AppError('auth.locked');
  if (ctx.session.mustChangePassword) throw new AppError('auth.mustChangePassword');
  return ctx.user;
}

/** Addresses for `<img>` of those of the named files that an account sees; they read with its rights and end after five minutes, or with the session. */
async function signedAddresses(
  { app, db, now, session }: Pick<Ctx, 'app' | 'db' | 'now' | 'session'>,
  account: Account,
  fileNames: readonly string[],
): Promise<{ fileName: string; originalFilename: string; url: string }[]> {
  const seen = await visibleFiles(app, db, account, fileNames);
  const end = String(Math.floor((now.getTime() + SIGNED_MS) / 1000));
  return [...new Set(fileNames)].flatMap((fileName) => {
    const originalFilename = seen.get(fileName)?.originalFilename;
    if (originalFilename === undefined) return [];
    const signature = app.secrets.sign(signedText(fileName, { userId: account.id, sessionId: session.id, end }), PURPOSE);
    const query = new URLSearchParams({ e: end, u: account.id, k: session.id, s: signature }).toString();
    return [{ fileName, originalFilename, url: `/sjzt-datax/file/fileView/${fileName}?${query}` }];
  });
}

/** The bytes of a file that an account sees, harmless in a browser. Throws file.notFound for every other name. */
export async function fileReply(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  account: Account,
  fileName: string,
  options: { isInline: boolean; cacheControl: string },
): Promise<StreamReply> {
  if (!STORED_NAME.test(fileName)) throw new AppError('file.notFound');
  const row = (await visibleFiles(app, db, account, [fileName])).get(fileName);
  const content = row && (await storeOfKind(app.settings, row.fileType)?.read(fileName));
  if (!row || !content) throw new AppError('file.notFound');
  return {
    body: content.body,
    length: content.size,
    type: row.contentType,
    fileName: row.originalFilename,
    isInline: options.isInline && isInline(fileName.split('.')[1] ?? ''),
    headers: {
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': options.cacheControl,
    },
  };
}

async function removeFiles(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await reached(ctx)
    .select(['id', 'originalFilename', 'fileName', 'fileSize', 'contentType', 'fileType', 'createBy', 'createTime'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length !== ids.length)
    throw new AppError('entity.notFound', ids.length > 1 ? '部分文件不存在或已删除，请刷新后重试' : undefined);
  await assertFree(ctx, await withKnownNames(ctx, rows));
  await ctx.db
    .updateTable('fileObject')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of rows) ctx.audit.change({ entity: '文件', id: row.id, name: row.originalFilename, before: row, after: null });
  ctx.afterCommit(async () => {
    for (const row of rows) await storeOfKind(ctx.app.settings, row.fileType)?.remove(row.fileName);
  });
  return null;
}

export const files = implement(file, {
  uploadImg: uploadFile,

  async view(ctx, { params: { fileName }, query }) {
    // authenticated before the name is looked up, so that anonymous callers learn nothing about names
    const account = await viewer(ctx, fileName, query);
    // content under a name never changes, but a shared cache must not outlive the signed address
    return fileReply(ctx, account, fileName, { isInline: query.download !== '1', cacheControl: 'private, max-age=300' });
  },

  sign: (ctx, { body }) => signedAddresses(ctx, ctx.user, body.fileNames),

  page: (ctx, { query }) => filePage(ctx, query),
  figures: (ctx) => fileFigures(ctx),
  get: (ctx, { params }) => fileDetail(ctx, params.id),
  remove: (ctx, { params }) => removeFiles(ctx, [params.id]),
  removeBatch: (ctx, { params }) => removeFiles(ctx, params.ids),
});
