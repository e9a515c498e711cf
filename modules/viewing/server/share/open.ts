import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { fileReply } from '#modules/files/server/index.ts';
import {
  addressKey,
  assertPassword,
  enforceRate,
  knownBrowser,
  take,
  type GuardedLink,
  type Limit,
  type RateLimit,
} from '#modules/system/server/index.ts';
import { shared } from '../../contract/share.ts';
import { mapInUse, mapsInUse, filterOptions } from '#modules/charts/server/index.ts';
import { withinLimit } from '#kit/server/concurrency.ts';
import { exportWorkbook } from '../output/workbook.ts';
import { filesOfDocument, visiblePictures } from '../view/document.ts';
import { linesReply, publicView } from '../view/index.ts';
import { tokenHash } from './links.ts';
import { pictureAddress, shareOfPicture } from './picture-address.ts';
import { makeTicket, openShare, shareOfTicket, TICKET_SECONDS, type OpenShare, type ShareRow } from './ticket.ts';
import { noteVisit } from './visits.ts';

const WINDOW_MS = 600_000;
/** Exports of all links at the same time. */
const MAX_EXPORTS = 3;
/** Exports of one link, and openings from one address. */
const exportLimit = (row: ShareRow): Limit => ({ key: `shareExport:${row.id}`, most: 20, windowMs: WINDOW_MS });
const guarded = (ctx: Ctx, row: ShareRow): GuardedLink => ({
  kind: 'share',
  id: row.id,
  tokenHash: row.tokenHash,
  passwordHash: row.passwordHash,
  note: (outcome) => noteVisit(ctx, row, outcome),
});
const openLimit = (from: string): Limit => ({ key: `shareOpen:${from}`, most: 120, windowMs: 60_000 });

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

/** Calls of a minute: a whole office looks at one link from one address, and every page asks anew now and then. */
const PACES = {
  page: { address: { kind: 'page', most: 1200 }, link: { kind: 'pageLink', most: 6000 } },
  data: { address: { kind: 'data', most: 600 }, link: { kind: 'dataLink', most: 3000 } },
  options: { address: { kind: 'options', most: 240 }, link: { kind: 'optionsLink', most: 1200 } },
  picture: { address: { kind: 'picture', most: 3000 }, link: { kind: 'pictureLink', most: 15_000 } },
} as const satisfies Record<string, { address: RateLimit; link: RateLimit }>;

/** Opens a link for one call at its pace: that of the address before anything is looked up, that of the link once it is known to be it. */
async function paced(ctx: Ctx, kind: keyof typeof PACES, open: () => Promise<OpenShare>): Promise<OpenShare> {
  enforceRate(PACES[kind].address, addressKey(ctx.ip), ctx.now);
  const opened = await open();
  enforceRate(PACES[kind].link, opened.row.id, ctx.now);
  return opened;
}

/** The link allows it, and the account that it reads with may. */
const mayExport = ({ row, ctx }: OpenShare): boolean => row.allowExport === '1' && holds(ctx.user, `visual:${row.entityType}:export`);

const answer = (ctx: Ctx, opened: OpenShare) => ({
  view: publicView(opened.document, { sharedBy: opened.sharedBy, canExport: mayExport(opened) }),
  ticket: makeTicket(ctx, opened.row),
  seconds: TICKET_SECONDS,
});

/** The public side of links. A ticket reads one document with the rights of one account, and opens nothing else. */
export const sharedRoutes = implement(shared, {
  async open(ctx, { body }) {
    const row = await ctx.db.selectFrom('visualShare').selectAll().where('tokenHash', '=', tokenHash(body.token)).executeTakeFirst();
    await take(ctx.app, openLimit((row && knownBrowser(ctx, guarded(ctx, row))) ?? addressKey(ctx.ip)));
    const opened = await openShare(ctx, row, true).catch(async (error: unknown) => {
      if (row) await noteVisit(ctx, row, '链接已失效或地址不允许');
      throw error;
    });
    await assertPassword(ctx, guarded(ctx, opened.row), body.password);
    if (!(await count(ctx, opened.row))) throw new AppError('share.closed');
    await noteVisit(ctx, opened.row, '打开');
    return answer(ctx, opened);
  },
  async renew(ctx) {
    return answer(ctx, await paced(ctx, 'page', () => shareOfTicket(ctx)));
  },
  async data(ctx, { body }) {
    const { document, ctx: own } = await paced(ctx, 'data', () => shareOfTicket(ctx, body.versionNo));
    const { entity } = document;
    // whoever is signed in goes first
    return linesReply(own, document, { ...body, entity, id: document.published.id, fresh: false }, 'refresh');
  },
  async options(ctx, { body }) {
    const { document, ctx: own } = await paced(ctx, 'options', () => shareOfTicket(ctx, body.versionNo));
    return filterOptions(own, document, { ...body, entity: document.entity, id: document.published.id }, 'refresh');
  },
  async xlsx(ctx, { body }) {
    const opened = await shareOfTicket(ctx, body.versionNo);
    if (!mayExport(opened)) throw new AppError('auth.noPermission', '该分享链接不允许导出');
    return withinLimit('share', MAX_EXPORTS, async () => {
      await take(ctx.app, exportLimit(opened.row));
      await noteVisit(ctx, opened.row, '导出');
      ctx.audit.note(`${opened.document.published.name}：分享链接 ${opened.row.shareName ?? ''}…${opened.row.tokenHint}`);
      return exportWorkbook(opened.ctx, opened.document, body);
    });
  },
  async pictures(ctx, { body }) {
    const opened = await paced(ctx, 'page', () => shareOfTicket(ctx));
    const { document, ctx: own } = opened;
    const pictures = await visiblePictures(ctx, { document, user: own.user, fileNames: body.fileNames });
    return pictures.map((one) => ({ ...one, url: pictureAddress(ctx, opened.row, one.fileName) }));
  },
  async picture(ctx, { params, query }) {
    const opened = await paced(ctx, 'picture', () => shareOfPicture(ctx, params.fileName, query));
    if (!filesOfDocument(opened.document).includes(params.fileName)) throw new AppError('file.notFound');
    return fileReply(ctx, opened.ctx.user, params.fileName, { isInline: true, cacheControl: 'no-store' });
  },
  async maps(ctx) {
    await paced(ctx, 'page', () => shareOfTicket(ctx));
    return mapsInUse(ctx.db);
  },
  async map(ctx, { params }) {
    await paced(ctx, 'page', () => shareOfTicket(ctx));
    return mapInUse(ctx, params.adcode);
  },
});
