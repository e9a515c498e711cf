import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { hashPassword } from '#modules/system/server/index.ts';
import { link as contract } from '../../contract/link.ts';
import { loadForm, versionOf, visibleForms } from '../load.ts';
import { refusalOfForm } from './fit.ts';
import { refusalOf, tokenHash, type LinkRow } from './link.ts';
import { daysOf, visitsByLink } from './visits.ts';

const MAX_LINKS = 20;

/** What the operation log keeps of a link: never token or password. */
const facts = (row: LinkRow): Record<string, unknown> => ({
  linkName: row.linkName,
  expireTime: row.expireTime,
  hasCaptcha: row.hasCaptcha,
  maxRecords: row.maxRecords,
  hourLimit: row.hourLimit,
  dayLimit: row.dayLimit,
  status: row.status,
  hasPassword: row.passwordHash !== null,
});

/** A link of a form that the caller may publish, locked until the end of the transaction. Throws entity.notFound. */
async function ownLink(ctx: Ctx, id: string): Promise<LinkRow> {
  const row = await seenLink(ctx, id).forUpdate().executeTakeFirst();
  if (!row) throw gone();
  return row;
}
const gone = (): AppError => new AppError('entity.notFound', '公开填报链接不存在或已撤销');
const seenLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('fillingLink')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('formId', 'in', visibleForms(ctx).select('fillingForm.id'));

interface Given {
  linkName: string;
  expireTime?: string | null | undefined;
  hasCaptcha: '0' | '1';
  maxRecords?: number | null | undefined;
  hourLimit?: number | null | undefined;
  dayLimit?: number | null | undefined;
}
const columnsOf = (given: Given) => ({
  linkName: given.linkName,
  expireTime: given.expireTime ? new Date(given.expireTime) : null,
  hasCaptcha: given.hasCaptcha,
  maxRecords: given.maxRecords ?? null,
  hourLimit: given.hourLimit ?? null,
  dayLimit: given.dayLimit ?? null,
});

/** Throws rule.broken while the form cannot be filled in without an account. */
async function assertFit(ctx: Ctx, form: { id: string; status: string; versionNo: number | null }): Promise<void> {
  if (form.versionNo === null || form.status !== '1') throw new AppError('rule.broken', '表单发布后才能开启公开填报');
  const { schema } = await versionOf(ctx.db, form.id, form.versionNo);
  const refusal = await refusalOfForm(ctx, schema);
  if (refusal !== null) throw new AppError('rule.broken', refusal);
}
function assertFuture(ctx: Ctx, expireTime: Date | null): void {
  if (expireTime && expireTime <= ctx.now)
    throw new AppError('input.invalid', '有效期应晚于现在', [{ path: 'expireTime', message: '有效期应晚于现在' }]);
}

async function create(ctx: Ctx, formId: string, body: Given & { password?: string | null | undefined }) {
  const form = await loadForm(ctx, formId, { isLocked: true });
  await assertFit(ctx, form);
  const columns = columnsOf(body);
  assertFuture(ctx, columns.expireTime);
  const held = await ctx.db.selectFrom('fillingLink').select('id').where('formId', '=', formId).where('deletedAt', 'is', null).execute();
  if (held.length >= MAX_LINKS) throw new AppError('rule.broken', `每个表单最多有${MAX_LINKS}个公开链接，请先撤销不用的链接`);
  const token = randomBytes(24).toString('base64url');
  const row = await ctx.db
    .insertInto('fillingLink')
    .values({
      id: ctx.app.ids.next(),
      formId,
      ...columns,
      tokenHash: tokenHash(token),
      tokenHint: token.slice(-4),
      passwordHash: body.password ? await hashPassword(body.password) : null,
      ownerId: ctx.user.id,
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.audit.change({ entity: '公开填报链接', id: row.id, name: `${form.formName} ${row.linkName}`, before: null, after: facts(row) });
  return { id: row.id, path: `/fill/${token}` };
}

async function update(
  ctx: Ctx,
  id: string,
  body: Given & { version: number; status: '0' | '1'; password?: string | null | undefined },
): Promise<{ version: number }> {
  const before = await ownLink(ctx, id);
  assertVersion(before, body);
  const columns = columnsOf(body);
  if (body.status === '1') {
    await assertFit(ctx, await loadForm(ctx, before.formId));
    if (columns.expireTime?.getTime() !== before.expireTime?.getTime()) assertFuture(ctx, columns.expireTime);
  }
  const changed = body.password ? await hashPassword(body.password) : null;
  const after = await ctx.db
    .updateTable('fillingLink')
    .set({
      ...columns,
      status: body.status,
      passwordHash: body.password === undefined ? before.passwordHash : changed,
      version: before.version + 1,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.audit.change({ entity: '公开填报链接', id, name: after.linkName, before: facts(before), after: facts(after) });
  return { version: after.version };
}

/** The side of designers: links are made, changed, stopped and revoked by whoever may publish the form. */
export const linkRoutes = implement(contract, {
  async list(ctx, { params }) {
    const form = await loadForm(ctx, params.id);
    const rows = await ctx.db
      .selectFrom('fillingLink')
      .leftJoin('sysUser', 'sysUser.id', 'fillingLink.ownerId')
      .selectAll('fillingLink')
      .select('sysUser.nickname as ownerName')
      .leftJoin(visitsByLink(ctx.db), 'visits.linkId', 'fillingLink.id')
      .select((e) => [
        e.fn.coalesce('visits.viewCount', sql<number>`0`).as('viewCount'),
        e.fn.coalesce('visits.refusedCount', sql<number>`0`).as('refusedCount'),
        'visits.lastViewTime',
      ])
      .where('fillingLink.formId', '=', form.id)
      .where('fillingLink.deletedAt', 'is', null)
      .orderBy('fillingLink.createTime', 'desc')
      .orderBy('fillingLink.id')
      .limit(MAX_LINKS)
      .execute();
    const refusal = await assertFit(ctx, form).then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError && error.key === 'rule.broken') return error.message;
        throw error;
      },
    );
    const links = rows.map((row) => ({ ...row, hasPassword: row.passwordHash !== null, closedBecause: refusalOf(row, ctx.now) }));
    return { refusal, links };
  },
  create: (ctx, { params, body }) => create(ctx, params.id, body),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  async days(ctx, { params }) {
    const row = await seenLink(ctx, params.id).executeTakeFirst();
    if (!row) throw gone();
    return daysOf(ctx.db, row.id);
  },
  async remove(ctx, { params }) {
    const row = await ownLink(ctx, params.id);
    await ctx.db
      .updateTable('fillingLink')
      .set({ status: '0', deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', row.id)
      .execute();
    ctx.audit.change({ entity: '公开填报链接', id: row.id, name: row.linkName, before: facts(row), after: null });
    return null;
  },
});
