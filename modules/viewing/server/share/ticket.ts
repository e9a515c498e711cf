import { hideViewer } from '#modules/datasets/server/index.ts';
import type { Selectable } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { addressTest } from '#kit/server/address-list.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { viewing } from '../../contract/view-calls.ts';
import { TICKET_HEADER } from '../../contract/share.ts';
import { openDocument, type Entity, type OpenDocument } from '../view/document.ts';
import { refusalOf } from './links.ts';

export type ShareRow = Selectable<Tables['visualShare']>;
/** A ticket that is not renewed is worth nothing after this. */
export const TICKET_SECONDS = 900;
const PURPOSE = 'visual-share-ticket';

const closed = (): AppError => new AppError('share.closed');
/** The signature covers password and token: a changed password ends the tickets that were given for the old one. */
const signed = (row: ShareRow, ends: number): string => `${row.id}.${ends}.${row.tokenHash}.${row.passwordHash ?? ''}`;

export function makeTicket(ctx: Ctx, row: ShareRow): string {
  const ends = Math.floor(ctx.now.getTime() / 1000) + TICKET_SECONDS;
  return `${row.id}.${ends}.${ctx.app.secrets.sign(signed(row, ends), PURPOSE)}`;
}

/** An opened link: the document, and the context of the account that it reads with. */
export interface OpenShare {
  readonly row: ShareRow;
  readonly document: OpenDocument;
  /** reads with the rights that the account of the link has now */
  readonly ctx: Ctx;
  readonly sharedBy: string;
}

/**
 * The document behind a link, as the account of the link may see it at this moment. Throws share.closed when the link is revoked, over, used
 * up (`isCounted`), outside its addresses, or when its account is gone, no longer sees the document or may no longer share it.
 */
export async function openShare(ctx: Ctx, row: ShareRow | undefined, isCounted: boolean, versionNo?: number): Promise<OpenShare> {
  if (!row || row.deletedAt !== null || refusalOf(row, ctx.now, isCounted) !== null || addressTest(row.ipRanges)?.(ctx.ip) === false)
    throw closed();
  const user = await loadAccount(ctx.db, row.runAs);
  if (!user || !holds(user, `visual:${row.entityType}:share`)) throw closed();
  const { app, db, signal, requestId, ip, userAgent } = ctx;
  // data scopes hang on the permissions of a call: those of looking, as the public calls of a link have none
  const own = detachedCtx(app, { user, route: viewing.data, db, signal, requestId, ip, userAgent }).ctx;
  hideViewer(own);
  const document = await openDocument(own, row.entityType as Entity, row.entityId, versionNo).catch((error: unknown) => {
    throw error instanceof AppError && error.key === 'entity.notFound' ? closed() : error;
  });
  return { row, document: asSetOnly(document), ctx: own, sharedBy: user.nickname };
}

/** Whoever has a link gets what the makers of the tiles set, and nothing that the account of the link may do besides. */
export function asSetOnly(document: OpenDocument): OpenDocument {
  const shape = { ...document.shape, clicks: 'set' as const };
  if (document.entity === 'screen') return { ...document, shape };
  const { published } = document;
  return { ...document, shape, published: { ...published, config: { ...published.config, clicks: 'set' } } };
}

/** The link that a ticket was given for. Throws share.closed for a wrong, old or outlived ticket. */
export async function shareOfTicket(ctx: Ctx, versionNo?: number): Promise<OpenShare> {
  const given = ctx.request.headers[TICKET_HEADER];
  const [, id, until, signature] =
    /^([0-9a-z_]{1,32})\.(\d{9,11})\.([A-Za-z0-9_-]{20,100})$/.exec(typeof given === 'string' ? given : '') ?? [];
  if (!id || !until || !signature || Number(until) * 1000 <= ctx.now.getTime()) throw closed();
  const row = await ctx.db.selectFrom('visualShare').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !ctx.app.secrets.verify(signed(row, Number(until)), PURPOSE, signature)) throw closed();
  return openShare(ctx, row, false, versionNo);
}
