import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { signedAddresses } from '#modules/files/server/index.ts';
import { addressKey, reserve, settle, take, verifyPassword, type Limit } from '#modules/system/server/index.ts';
import { shared } from '../../contract/share.ts';
import { filesOfBoard, filesOfScreen } from '../../core/doc/refs.ts';
import { mapInUse, mapsInUse } from '../map-assets/in-use.ts';
import { seated } from '../output/seats.ts';
import { exportWorkbook } from '../output/workbook.ts';
import { linesReply, publicView } from '../view/index.ts';
import { filterOptions } from '../view/options.ts';
import { tokenHash } from './links.ts';
import { makeTicket, openShare, shareOfTicket, TICKET_SECONDS, type OpenShare, type ShareRow } from './ticket.ts';

const WINDOW_MS = 600_000;
/** Exports of all links at the same time. */
const MOST_EXPORTS = 3;
/** Wrong passwords of one link from one address, of one link from everywhere, and openings from one address. */
const guessLimit = (row: ShareRow, ip: string): Limit => ({ key: `share:${row.id}:${addressKey(ip)}`, most: 5, windowMs: WINDOW_MS });
const linkLimit = (row: ShareRow): Limit => ({ key: `share:${row.id}`, most: 50, windowMs: WINDOW_MS });
const exportLimit = (row: ShareRow): Limit => ({ key: `shareExport:${row.id}`, most: 20, windowMs: WINDOW_MS });
const openLimit = (ip: string): Limit => ({ key: `shareOpen:${addressKey(ip)}`, most: 120, windowMs: 60_000 });

async function note(ctx: Ctx, row: ShareRow, outcome: string): Promise<void> {
  await ctx.app.db
    .insertInto('visualShareVisit')
    .values({ id: ctx.app.ids.next(), shareId: row.id, ip: ctx.ip, agent: ctx.userAgent.slice(0, 300), outcome, createTime: ctx.now })
    .execute();
}

/** Takes a place before the guess is checked, so that parallel guesses cannot outrun the limits. */
async function assertPassword(ctx: Ctx, row: ShareRow, password: string | null | undefined): Promise<void> {
  if (row.passwordHash === null) return;
  if (!password) throw new AppError('share.password', '请输入访问密码', { reason: 'needed' });
  const limits = [guessLimit(row, ctx.ip), linkLimit(row)];
  const held: Limit[] = [];
  let isRight = false;
  try {
    for (const limit of limits) {
      await reserve(ctx.app, limit);
      held.push(limit);
    }
    isRight = await verifyPassword(row.passwordHash, password);
  } catch (error) {
    if (held.length < limits.length) await note(ctx, row, '密码尝试过多');
    for (const limit of held) await settle(ctx.app, limit, 'success');
    throw error;
  }
  for (const limit of held) await settle(ctx.app, limit, isRight ? 'success' : 'failure');
  if (isRight) return;
  await note(ctx, row, '密码错误');
  throw new AppError('share.password', '访问密码不正确，请重新输入', { reason: 'wrong' });
}

/** Counts one opening; false when a limited number of openings is used up. */
async function count(ctx: Ctx, row: ShareRow): Promise<boolean> {
  const counted = await ctx.app.db
    .updateTable('visualShare')
    .set({ viewCount: sql`view_count + 1`, lastViewTime: ctx.now })
    .where('id', '=', row.id)
    .where((e) => e.or([e('maxViews', 'is', null), e('viewCount', '<', e.ref('maxViews'))]))
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** The link allows it, and the account that it reads with may. */
const mayExport = ({ row, ctx }: OpenShare): boolean => row.allowExport === '1' && holds(ctx.user, `visual:${row.entityType}:export`);

const filesOf = ({ document }: OpenShare): string[] =>
  document.entity === 'board' ? filesOfBoard(document.published.config) : filesOfScreen(document.published.config);

const answer = (ctx: Ctx, opened: OpenShare) => ({
  view: publicView(opened.document, { sharedBy: opened.sharedBy, canExport: mayExport(opened) }),
  ticket: makeTicket(ctx, opened.row),
  seconds: TICKET_SECONDS,
});

/** The public side of links. A ticket reads one document with the rights of one account, and opens nothing else. */
export const sharedRoutes = implement(shared, {
  async open(ctx, { body }) {
    await take(ctx.app, openLimit(ctx.ip));
    const row = await ctx.db.selectFrom('visualShare').selectAll().where('tokenHash', '=', tokenHash(body.token)).executeTakeFirst();
    const opened = await openShare(ctx, row, true).catch(async (error: unknown) => {
      if (row) await note(ctx, row, '链接已失效或地址不允许');
      throw error;
    });
    await assertPassword(ctx, opened.row, body.password);
    if (!(await count(ctx, opened.row))) throw new AppError('share.closed');
    await note(ctx, opened.row, '打开');
    return answer(ctx, opened);
  },
  async renew(ctx) {
    return answer(ctx, await shareOfTicket(ctx));
  },
  async data(ctx, { body }) {
    const { document, ctx: own } = await shareOfTicket(ctx, body.versionNo);
    const { entity } = document;
    return linesReply(own, document, { ...body, entity, id: document.published.id, fresh: false }, 'visible');
  },
  async options(ctx, { body }) {
    const { document, ctx: own } = await shareOfTicket(ctx, body.versionNo);
    return filterOptions(own, document, { ...body, entity: document.entity, id: document.published.id });
  },
  async xlsx(ctx, { body }) {
    const opened = await shareOfTicket(ctx, body.versionNo);
    if (!mayExport(opened)) throw new AppError('auth.noPermission', '该分享链接不允许导出');
    return seated('share', MOST_EXPORTS, async () => {
      await take(ctx.app, exportLimit(opened.row));
      await note(ctx, opened.row, '导出');
      ctx.audit.note(`${opened.document.published.name}：分享链接 ${opened.row.shareName ?? ''}…${opened.row.tokenHint}`);
      return exportWorkbook(opened.ctx, opened.document, body);
    });
  },
  async pictures(ctx, { body }) {
    const opened = await shareOfTicket(ctx);
    const shown = new Set(filesOf(opened));
    return signedAddresses(
      ctx,
      opened.ctx.user,
      body.fileNames.filter((name) => shown.has(name)),
    );
  },
  async maps(ctx) {
    await shareOfTicket(ctx);
    return mapsInUse(ctx.db);
  },
  async map(ctx, { params }) {
    await shareOfTicket(ctx);
    return mapInUse(ctx, params.adcode);
  },
});
