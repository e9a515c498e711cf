import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import type { NoticeInput } from '../../contract/notice.ts';
import { documentOf } from '../../core/html.ts';
import { picturesOf, plainText, tidy } from '../../core/document.ts';
import { assertMayAddress, readersOf, setTargets } from '../audience.ts';
import { keepPublished } from './comparison.ts';
import { findNotice, managed } from './queries.ts';

const LABEL = '公告';
type Input = z.output<typeof NoticeInput>;

/** The text as it is stored: HTML is read into a document, documents lose what is not allowed. */
const documentIn = ({ content }: Pick<Input, 'content'>) => tidy(typeof content === 'string' ? documentOf(content) : content);

/** Columns of a notice as it was entered; throws input.invalid for a text without a word and for an end before the beginning. */
function columnsOf(body: Input) {
  const { content: _content, targets: _targets, ...rest } = body;
  const document = documentIn(body);
  const contentText = plainText(document);
  if (contentText === '') throw new AppError('input.invalid', '正文不能为空', [{ path: 'content', message: '正文不能为空' }]);
  const [publishTime, expireTime] = [body.publishTime ?? null, body.expireTime ?? null];
  if (publishTime && expireTime && new Date(expireTime) <= new Date(publishTime))
    throw new AppError('input.invalid', '过期时间应晚于发布时间', [{ path: 'expireTime', message: '过期时间应晚于发布时间' }]);
  return { ...rest, publishTime, expireTime, content: JSON.stringify(document), contentText };
}

/** What the operation log shows of a notice. */
const shown = (body: Input) => {
  const { content: _content, contentText, ...rest } = columnsOf(body);
  return { ...rest, content: contentText, targets: body.targets };
};

/** Its author and those who manage notices may see the files and pictures; readers get them through the notice itself. */
const bind = (ctx: Ctx, id: string, body: Input, owner: { createBy: string | null; createDept: string | null }) =>
  bindFiles(ctx, {
    fileNames: [...(body.attachments?.split(',') ?? []), ...picturesOf(documentIn(body))].join(','),
    entity: 'sys_notice',
    entityId: id,
    readers: { perms: ['system:notice:detail', 'system:notice:edit'], deptId: owner.createDept, ownerId: owner.createBy },
  });

export async function createNotice(ctx: Ctx, body: Input): Promise<{ id: string }> {
  const id = ctx.app.ids.next();
  const owner = { createBy: ctx.user.id, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('sysNotice')
    .values({ ...columnsOf(body), id, ...owner, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .execute();
  await setTargets(ctx, id, body);
  await bind(ctx, id, body, owner);
  ctx.audit.change({ entity: LABEL, id, name: body.title, before: null, after: shown(body) });
  return { id };
}

/** The row, locked; throws entity.notFound. */
async function lock(ctx: Ctx, id: string) {
  const row = await managed(ctx)
    .select(['n.id', 'n.title', 'n.version', 'n.publishStatus', 'n.publishScope', 'n.withBelow', 'n.publishTime', 'n.expireTime'])
    .where('n.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

export async function updateNotice(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  await lock(ctx, id);
  const before = await findNotice(ctx, id);
  assertVersion(before, body);
  if (before.publishStatus === '1') throw new AppError('rule.broken', '公告已发布，请先撤回再修改');
  const { version, ...input } = body;
  await ctx.db
    .updateTable('sysNotice')
    .set({ ...columnsOf(input), version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await setTargets(ctx, id, input);
  await bind(ctx, id, input, before);
  const after = shown(input);
  const kept = { ...before, content: plainText(before.content) } as Record<string, unknown>;
  ctx.audit.change({
    entity: LABEL,
    id,
    name: before.title,
    before: Object.fromEntries(Object.keys(after).map((field) => [field, kept[field] ?? null])),
    after,
  });
  return { version: version + 1 };
}

/** Published notices must be withdrawn before deletion, so that none is deleted by mistake while people read it. */
export async function removeNotices(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await managed(ctx)
    .select(['n.id', 'n.title', 'n.publishStatus'])
    .where('n.id', 'in', ids)
    .orderBy('n.id')
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  const open = rows.find((row) => row.publishStatus === '1');
  if (open) throw new AppError('rule.broken', `公告“${open.title}”已发布，请先撤回再删除`);
  await ctx.db
    .updateTable('sysNotice')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of rows) ctx.audit.change({ entity: LABEL, id: row.id, name: row.title, before: { title: row.title }, after: null });
  return null;
}

/** The row, locked, and when it is published. Throws rule.broken for one that is published or over, auth.noPermission for its readers. */
export async function assertMayPublish(ctx: Ctx, id: string) {
  const row = await lock(ctx, id);
  if (row.publishStatus === '1') throw new AppError('rule.broken', '公告已发布，无需重复发布');
  await assertMayAddress(ctx, row);
  const publishTime = row.publishTime !== null && row.publishTime > ctx.now ? row.publishTime : ctx.now;
  if (row.expireTime !== null && row.expireTime <= publishTime) throw new AppError('rule.broken', '过期时间已到，请修改后再发布');
  return { row, publishTime };
}

/** Draft or withdrawn → published, now or at the time that the author chose. */
export async function publishNotice(ctx: Ctx, id: string): Promise<{ publishTime: Date }> {
  const { row, publishTime } = await assertMayPublish(ctx, id);
  await ctx.db
    .updateTable('sysNotice')
    .set({
      publishStatus: '1',
      publishTime,
      publishBy: ctx.user.id,
      toldTime: null,
      version: sql`version + 1`,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await keepPublished(ctx.db, id);
  if (publishTime <= ctx.now) await notifyReaders(ctx.app, ctx.db, { id, publishScope: row.publishScope });
  ctx.audit.change({ entity: LABEL, id, name: row.title, before: { publishStatus: row.publishStatus }, after: { publishStatus: '1' } });
  return { publishTime };
}

/** Published → withdrawn: gone from every bell at once. */
export async function revokeNotice(ctx: Ctx, id: string): Promise<null> {
  const row = await lock(ctx, id);
  if (row.publishStatus !== '1') throw new AppError('rule.broken', '公告尚未发布，不能撤回');
  // without its moment: published again, it is published then, and read anew
  await ctx.db
    .updateTable('sysNotice')
    .set({ publishStatus: '2', publishTime: null, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await ring(ctx.app, ctx.db, { id, publishScope: row.publishScope });
  ctx.audit.change({ entity: LABEL, id, name: row.title, before: { publishStatus: '1' }, after: { publishStatus: '2' } });
  return null;
}

interface Addressed {
  id: string;
  publishScope: string;
}

/** Makes the browsers of all readers refresh their bell. */
async function ring(app: App, db: Db, notice: Addressed): Promise<void> {
  const message = { kind: 'bell', data: { unread: null } } as const;
  if (notice.publishScope === '1') return app.push.send(db, 'everybody', message);
  const readers = await readersOf(db, notice.id).select('sysUser.id').execute();
  if (readers.length > 0) await app.push.send(db, { accounts: readers.map((reader) => reader.id) }, message);
}

async function notifyReaders(app: App, db: Db, notice: Addressed): Promise<void> {
  await db.updateTable('sysNotice').set({ toldTime: app.now() }).where('id', '=', notice.id).execute();
  await ring(app, db, notice);
}

/** Rings for notices whose time has come; answers how many. Several nodes may do it at the same time: each notice rings once. */
export async function notifyDue(app: App): Promise<number> {
  return app.db.transaction().execute(async (db) => {
    const due = await db
      .selectFrom('sysNotice')
      .select(['id', 'publishScope'])
      .where('publishStatus', '=', '1')
      .where('toldTime', 'is', null)
      .where('deletedAt', 'is', null)
      .where('publishTime', '<=', app.now())
      .orderBy('publishTime')
      .limit(100)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const notice of due) await notifyReaders(app, db, notice);
    return due.length;
  });
}
