import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertAddresses } from '#kit/server/address-list.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { implement } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import { hashPassword } from '#modules/system/server/index.ts';
import { share, type Share } from '../../contract/share.ts';
import { openDocument, type Entity } from '../view/document.ts';
import { linkOpening } from './approval.ts';
import { assertMay, openLink, ownLink, ownLinks } from './own-link.ts';

type Row = Selectable<Tables['visualShare']>;
const MAX_LINKS = 50;
const MAX_VISITS = 200;

/** Tokens are kept as their digest: who reads the table cannot open a link. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Why a link does not open, null when it does. */
export function refusalOf(row: Pick<Row, 'status' | 'expireTime' | 'maxViews' | 'viewCount'>, now: Date, isCounted = true): string | null {
  if (row.status !== '1') return '已禁用';
  if (row.expireTime && row.expireTime <= now) return '已过期';
  if (isCounted && row.maxViews !== null && row.viewCount >= row.maxViews) return '打开次数已用完';
  return null;
}

const shown = (row: Row & { runAsName: string | null }, now: Date): Omit<z.input<typeof Share>, 'flow'> => ({
  ...row,
  entityType: row.entityType as Entity,
  allowExport: row.allowExport as '0' | '1',
  status: row.status as '0' | '1',
  hasPassword: row.passwordHash !== null,
  closedBecause: refusalOf(row, now),
});

const name = (row: Pick<Row, 'shareName' | 'tokenHint'>): string => row.shareName ?? `…${row.tokenHint}`;
/** What the operation log keeps of a link: never token or password. */
const facts = (row: Row): Record<string, unknown> => ({
  shareName: row.shareName,
  expireTime: row.expireTime,
  maxViews: row.maxViews,
  ipRanges: row.ipRanges,
  allowExport: row.allowExport,
  status: row.status,
  hasPassword: row.passwordHash !== null,
});

/** Optimistic lock of a link; what either version holds, but no password. */
function assertSame(before: Row, { password: _, ...mine }: { version: number; password?: string | null | undefined }): void {
  const { version, updateBy, updateTime } = before;
  assertVersion(before, mine, { ...facts(before), version, updateBy, updateTime });
}

/** The people's side of links: making, listing, changing, revoking. */
export const shareRoutes = implement(share, {
  async list(ctx, { query }) {
    assertMay(ctx, query.entityType);
    const rows = await ownLinks(ctx)
      .leftJoin('sysUser', 'sysUser.id', 'visualShare.runAs')
      .selectAll('visualShare')
      .select('sysUser.nickname as runAsName')
      .where('visualShare.entityType', '=', query.entityType)
      .where('visualShare.entityId', '=', query.entityId)
      .orderBy('visualShare.createTime', 'desc')
      .orderBy('visualShare.id')
      .limit(MAX_LINKS)
      .execute();
    const flow = await approvalsOf(
      ctx.db,
      [linkOpening],
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...shown(row, ctx.now), flow: flow(row.id) }));
  },

  async create(ctx, { body }) {
    assertMay(ctx, body.entityType);
    const { published } = await openDocument(ctx, body.entityType, body.entityId);
    assertAddresses(body.ipRanges, 'ipRanges');
    if (body.expireTime && new Date(body.expireTime) <= ctx.now) throw new AppError('input.invalid', '有效期应晚于现在');
    const { many } = await ctx.db
      .selectFrom('visualShare')
      .select((e) => e.fn.countAll<string>().as('many'))
      .where('entityType', '=', body.entityType)
      .where('entityId', '=', published.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(many) >= MAX_LINKS) throw new AppError('rule.broken', `每个内容最多有${MAX_LINKS}个分享链接，请先撤销不用的链接`);
    const token = randomBytes(24).toString('base64url');
    const id = ctx.app.ids.next();
    await ctx.db
      .insertInto('visualShare')
      .values({
        id,
        entityType: body.entityType,
        entityId: published.id,
        shareName: body.shareName,
        tokenHash: tokenHash(token),
        tokenHint: token.slice(-4),
        passwordHash: body.password ? await hashPassword(body.password) : null,
        expireTime: body.expireTime ? new Date(body.expireTime) : null,
        maxViews: body.maxViews ?? null,
        ipRanges: body.ipRanges,
        runAs: ctx.user.id,
        allowExport: body.allowExport,
        status: '0',
        createBy: ctx.user.id,
        createDept: ctx.user.deptId,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .execute();
    const row = await ctx.db.selectFrom('visualShare').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    ctx.audit.change({ entity: '分享链接', id, name: `${published.name} ${name(row)}`, before: null, after: facts(row) });
    const { flow } = await linkOpening.run(ctx, { targetId: id, input: {} }, () => openLink(ctx, id));
    return { id, token, path: `/share/${token}`, flow };
  },

  async update(ctx, { body }) {
    const before = await ownLink(ctx, body.id);
    await linkOpening.assertFree(ctx.db, [body.id], 'edit');
    assertSame(before, body);
    assertAddresses(body.ipRanges, 'ipRanges');
    const passwordHash = body.password === undefined ? before.passwordHash : body.password ? await hashPassword(body.password) : null;
    const after = await ctx.db
      .updateTable('visualShare')
      .set({
        shareName: body.shareName,
        expireTime: body.expireTime ? new Date(body.expireTime) : null,
        maxViews: body.maxViews ?? null,
        ipRanges: body.ipRanges,
        allowExport: body.allowExport,
        status: '0',
        passwordHash,
        version: before.version + 1,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', body.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // whatever was widened is approved like a new link: until then it stays closed
    const open = () => linkOpening.run(ctx, { targetId: body.id, input: {} }, () => openLink(ctx, body.id));
    const { flow } = body.status === '1' ? await open() : { flow: null };
    const status = flow === null ? body.status : '0';
    ctx.audit.change({ entity: '分享链接', id: body.id, name: name(after), before: facts(before), after: facts({ ...after, status }) });
    return { flow };
  },

  async remove(ctx, { params }) {
    const row = await ownLink(ctx, params.id);
    await linkOpening.assertFree(ctx.db, [params.id], 'delete');
    await ctx.db
      .updateTable('visualShare')
      .set({ status: '0', deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: '分享链接', id: params.id, name: name(row), before: facts(row), after: null });
    return null;
  },

  async visits(ctx, { params }) {
    const row = await ownLinks(ctx)
      .select(['visualShare.id', 'visualShare.entityType'])
      .where('visualShare.id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '分享链接不存在或已撤销');
    assertMay(ctx, row.entityType);
    return ctx.db
      .selectFrom('visualShareVisit')
      .select(['id', 'ip', 'agent', 'outcome', 'createTime'])
      .where('shareId', '=', params.id)
      .orderBy('createTime', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_VISITS)
      .execute();
  },
});
