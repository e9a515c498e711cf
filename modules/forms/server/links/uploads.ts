import type { FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { openUploadRules, uploadOf, type Upload } from '#kit/server/upload.ts';
import { CONTENT_TYPES, endFiles, extensionOf, inspectUpload, placeUpload, readFile, recordUpload } from '#modules/files/server/index.ts';
import { addressKey, enforceRate, readNumberConfig, type RateLimit } from '#modules/system/server/index.ts';
import { FILL_ONCE, FillOnce, linked, UPLOAD_TYPES } from '../../contract/link.ts';
import { placed, type Reference } from '../../core/index.ts';
import { versionOf } from '../load.ts';
import { refusalOf, rowOfTicket, TICKET_SECONDS, type LinkRow } from './link.ts';

const MB = 1_048_576;
/** Of a drawing on a pad. */
const SIGNATURE_MB = 1;
/** A file that was taken back and sent anew counts until the filling is submitted. */
const TRIES = 3;
const PACE: RateLimit = { kind: 'fillUpload', most: 120 };

/** One filling through one link; only the browser that fills in knows its name. */
interface FillingOf {
  readonly linkId: string;
  readonly once: string;
}
type Kind = keyof typeof UPLOAD_TYPES;
type Within = Pick<Ctx, 'app' | 'db' | 'now' | 'request'>;

function onceOf(request: FastifyRequest): string {
  const given = FillOnce.safeParse(request.headers[FILL_ONCE]);
  if (!given.success) throw new AppError('input.invalid', '提交标识不正确，请刷新页面后重试');
  return given.data;
}

/** Kind of a field that takes files. Throws entity.notFound for every other one, share.closed while the form is not filled in. */
async function kindOf({ db }: Pick<Ctx, 'db'>, row: LinkRow, fieldId: string): Promise<Kind> {
  const form = await db
    .selectFrom('fillingForm')
    .select('versionNo')
    .where('id', '=', row.formId)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!form?.versionNo) throw new AppError('share.closed', '表单已停止填报');
  const { schema } = await versionOf(db, row.formId, form.versionNo);
  const fields = placed(schema.layout).flatMap(({ field }): { id: string; type: string }[] =>
    field.type === 'subform' ? [field, ...field.children] : [field],
  );
  const type = fields.find(({ id }) => id === fieldId)?.type ?? '';
  if (!Object.hasOwn(UPLOAD_TYPES, type)) throw new AppError('entity.notFound', '字段不存在或不能上传文件');
  return type as Kind;
}

const oldestWaiting = ({ now }: Pick<Ctx, 'now'>): Date => new Date(now.getTime() - TICKET_SECONDS * 1000);
const waiting = (within: Pick<Ctx, 'db' | 'now'>, { linkId, once }: FillingOf) =>
  within.db
    .selectFrom('fillingLinkUpload')
    .where('linkId', '=', linkId)
    .where('linkKey', '=', once)
    .where('recordId', 'is', null)
    .where('fillingLinkUpload.createTime', '>', oldestWaiting(within));

/** Refuses what one filling, or one link, may not send any more: the files of a link have the room that its owner has. */
async function assertRoom(within: Within, row: LinkRow, once: string): Promise<void> {
  const { app, db } = within;
  const most = TRIES * (await readNumberConfig(db, 'file.maxPerRecord', 20));
  const held = await waiting(within, { linkId: row.id, once }).select('fileName').limit(most).execute();
  if (held.length >= most) throw new AppError('rule.broken', `一次填报最多上传${most}个文件，请先提交`);
  const quotaMB = await readNumberConfig(db, 'file.quotaMB', 2048);
  if (quotaMB === 0) return;
  const { used } = await app.db
    .selectFrom('fillingLinkUpload')
    .innerJoin('fillingLink', 'fillingLink.id', 'fillingLinkUpload.linkId')
    .select((e) => e.fn.coalesce(e.fn.sum<string>('fillingLinkUpload.fileSize'), e.val('0')).as('used'))
    .where('fillingLink.ownerId', '=', row.ownerId)
    .executeTakeFirstOrThrow();
  if (Number(used) >= quotaMB * MB) throw new AppError('file.quotaExceeded', '链接的文件空间已满，请联系发布人');
}

/** The link that files are sent through, and the kind of the field that they are for. */
async function senderOf(within: Within): Promise<{ row: LinkRow; once: string; kind: Kind }> {
  const row = await rowOfTicket(within);
  const refusal = row.deletedAt === null ? refusalOf(row, within.now) : '已撤销';
  if (refusal !== null) throw new AppError('share.closed', `填报链接${refusal}`);
  const { fieldId } = within.request.params as { fieldId: string };
  return { row, once: onceOf(within.request), kind: await kindOf(within, row, fieldId) };
}
const outside = (app: App, request: FastifyRequest): Within => ({ app, db: app.db, now: app.now(), request });

async function typeOf(upload: Upload, { row, kind }: { row: LinkRow; kind: Kind }): Promise<string> {
  const extension = await inspectUpload(upload, `link ${row.id}`);
  const types: readonly string[] = UPLOAD_TYPES[kind];
  if (!types.includes(extension)) throw new AppError('file.wrongType', `请上传 ${types.join('、')} 格式的文件`);
  return extension;
}

// before the body is read: nobody without a ticket sends anything
openUploadRules(linked.upload, {
  async maxMB(app, request) {
    const within = outside(app, request);
    enforceRate(PACE, addressKey(request.ip), within.now);
    const { row, once, kind } = await senderOf(within);
    await assertRoom(within, row, once);
    const maxMB = await readNumberConfig(app.db, 'file.maxMB', 10);
    return kind === 'signature' ? Math.min(maxMB, SIGNATURE_MB) : maxMB;
  },
  async place(app, upload, request) {
    const sender = await senderOf(outside(app, request));
    return placeUpload(app, null, upload, await typeOf(upload, sender));
  },
});

/**
 * Throws input.invalid for a file that was not uploaded for this filling and this field: names of other fillings, links or accounts are worth
 * nothing here.
 */
export async function assertUploaded(ctx: Ctx, filling: FillingOf, references: readonly Reference[]): Promise<void> {
  if (references.length === 0) return;
  const rows = await waiting(ctx, filling).select(['fileName', 'fieldId']).execute();
  const known = new Map(rows.map(({ fileName, fieldId }) => [fileName, fieldId]));
  const problems = references.flatMap(({ values, fieldId, label, path }) =>
    values.every((name) => known.get(name) === fieldId) ? [] : [{ path, message: `“${label}”的文件已过期，请重新上传` }],
  );
  if (problems.length > 0) throw new AppError('input.invalid', problems[0]!.message, problems);
}

/** The files of a submitted filling belong to its record; what was sent and taken back goes with the next sweep. */
export async function settleUploads(
  ctx: Ctx,
  filling: FillingOf,
  { recordId, files }: { recordId: string; files: readonly string[] },
): Promise<void> {
  const rows = await waiting(ctx, filling).select('fileName').execute();
  const kept = new Set(files);
  const dropped = rows.flatMap(({ fileName }) => (kept.has(fileName) ? [] : [fileName]));
  if (files.length > 0) await ctx.db.updateTable('fillingLinkUpload').set({ recordId }).where('fileName', 'in', files).execute();
  if (dropped.length === 0) return;
  await ctx.db.deleteFrom('fillingLinkUpload').where('fileName', 'in', dropped).execute();
  await endFiles(ctx.db, dropped, ctx.now);
}

async function upload(ctx: Ctx, { params }: { params: { fieldId: string } }) {
  const sender = await senderOf(ctx);
  const { row, once } = sender;
  const extension = extensionOf(uploadOf(ctx).fileName);
  if (!extension) throw new AppError('file.wrongType');
  const unownedUntil = new Date(ctx.now.getTime() + TICKET_SECONDS * 1000);
  const { fileName, originalFilename, size } = await recordUpload(ctx, { extension, contentType: CONTENT_TYPES[extension], unownedUntil });
  // what others began and never submitted is not in the way of anybody
  await ctx.db
    .deleteFrom('fillingLinkUpload')
    .where('linkId', '=', row.id)
    .where('recordId', 'is', null)
    .where('createTime', '<=', oldestWaiting(ctx))
    .execute();
  await ctx.db
    .insertInto('fillingLinkUpload')
    .values({ fileName, linkId: row.id, linkKey: once, fieldId: params.fieldId, fileSize: size, createTime: ctx.now })
    .execute();
  return { fileName, originalFilename };
}

const HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
};

/** Files of a filling that is not submitted yet: sent and seen by nobody but the browser that fills in. */
export const linkFiles = {
  upload,
  async files(ctx: Ctx) {
    const { id } = await rowOfTicket(ctx);
    return waiting(ctx, { linkId: id, once: onceOf(ctx.request) })
      .innerJoin('fileObject', 'fileObject.fileName', 'fillingLinkUpload.fileName')
      .select(['fileObject.fileName', 'fileObject.originalFilename'])
      .where('fileObject.deletedAt', 'is', null)
      .execute();
  },
  async file(ctx: Ctx, { params }: { params: { fileName: string } }): Promise<StreamReply> {
    const { id } = await rowOfTicket(ctx);
    const row = await waiting(ctx, { linkId: id, once: onceOf(ctx.request) })
      .select('fileName')
      .where('fileName', '=', params.fileName)
      .executeTakeFirst();
    const content = row && (await readFile(ctx.app, ctx.db, row.fileName));
    if (!content) throw new AppError('file.notFound');
    return { body: content.body, length: content.size, type: content.contentType, fileName: content.originalFilename, headers: HEADERS };
  },
};
