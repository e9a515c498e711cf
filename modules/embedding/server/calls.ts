import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { filterOptions, mapInUse, mapRefusal, mapsInUse } from '#modules/charts/server/index.ts';
import { fileReply } from '#modules/files/server/index.ts';
import { addressKey, enforceRate, type RateLimit } from '#modules/system/server/index.ts';
import { filesOfDocument, linesReply, publicView, visiblePictures } from '#modules/viewing/server/index.ts';
import { embedded, type Embedded } from '../contract/embedded.ts';
import { assertUnlocked, narrowsChoices, withoutLocked } from '../core/index.ts';
import { embedClosed, openGrant, verifiedToken, type OpenEmbed, type VerifiedToken } from './open.ts';
import { grantOfPicture, pictureAddress } from './pictures.ts';

/** Calls of a minute: a whole office looks at a page of its portal from one address. */
const PACES = {
  open: { address: { kind: 'embedOpen', most: 300 }, app: { kind: 'embedOpenApp', most: 3000 } },
  page: { address: { kind: 'embedPage', most: 1200 }, app: { kind: 'embedPageApp', most: 12_000 } },
  data: { address: { kind: 'embedData', most: 600 }, app: { kind: 'embedDataApp', most: 6000 } },
  options: { address: { kind: 'embedOptions', most: 240 }, app: { kind: 'embedOptionsApp', most: 2400 } },
  picture: { address: { kind: 'embedPicture', most: 3000 }, app: { kind: 'embedPictureApp', most: 30_000 } },
} as const satisfies Record<string, { address: RateLimit; app: RateLimit }>;

/** The token of a call at its pace: that of the address before anything is looked up, that of the application once it is known to be it. */
async function paced(ctx: Ctx, kind: keyof typeof PACES): Promise<VerifiedToken> {
  enforceRate(PACES[kind].address, addressKey(ctx.ip), ctx.now);
  const token = await verifiedToken(ctx);
  enforceRate(PACES[kind].app, token.app.id, ctx.now);
  return token;
}

function answer(token: VerifiedToken, { document, locks }: OpenEmbed): Embedded {
  const view = publicView(document);
  const config = withoutLocked(view.config, locks);
  return { entity: token.resource.type, view: { ...view, config } as Embedded['view'], seconds: token.seconds };
}

/** The document, once it is sure that the viewer says nothing of what the host decided. */
async function opened(ctx: Ctx, token: VerifiedToken, body: { versionNo?: number | undefined; filters: Record<string, unknown> }) {
  const open = await openGrant(ctx, token, body.versionNo);
  mapRefusal(() => assertUnlocked(open.locks, body.filters));
  return open;
}

/** What embedded pages call. A token reads one document with the rights of one account, and opens nothing else. */
export const embeddedRoutes = implement(embedded, {
  async open(ctx, { body }) {
    const token = await paced(ctx, 'open');
    if (!token.app.origins.includes(body.origin)) throw embedClosed();
    const open = await openGrant(ctx, token);
    await ctx.db.updateTable('embedSecret').set({ lastUsedTime: ctx.now }).where('id', '=', token.secretId).execute();
    const { jti } = token.claims;
    ctx.audit.note(
      `嵌入应用“${token.app.appName}”在 ${body.origin} 打开“${open.document.published.name}”，账号 ${open.ctx.user.username}${jti === undefined ? '' : `，令牌 ${jti}`}`,
    );
    return answer(token, open);
  },
  async renew(ctx) {
    const token = await paced(ctx, 'page');
    return answer(token, await openGrant(ctx, token));
  },
  async data(ctx, { body }) {
    const open = await opened(ctx, await paced(ctx, 'data'), body);
    const { entity, published } = open.document;
    // whoever is signed in goes first
    return linesReply(open.ctx, open.document, { ...body, entity, id: published.id, fresh: false }, 'refresh');
  },
  async options(ctx, { body }) {
    const { ctx: own, document, locks } = await opened(ctx, await paced(ctx, 'options'), body);
    if (locks.has(body.filterId)) throw new AppError('input.invalid', '没有该筛选器，请刷新页面后重试');
    const source = document.shape.filters.get(body.filterId)?.source;
    // choices of rows that the host did not mean would tell their values
    if (source && 'dataSetId' in source && !narrowsChoices(document.shape, locks, source.dataSetId)) return [];
    return filterOptions(own, document, { ...body, entity: document.entity, id: document.published.id }, 'refresh');
  },
  async pictures(ctx, { body }) {
    const token = await paced(ctx, 'page');
    const open = await openGrant(ctx, token);
    const { document, ctx: own } = open;
    const pictures = await visiblePictures(ctx, { document, user: own.user, fileNames: body.fileNames });
    return pictures.map((one) => ({ ...one, url: pictureAddress(ctx, token, one.fileName) }));
  },
  async picture(ctx, { params, query }) {
    enforceRate(PACES.picture.address, addressKey(ctx.ip), ctx.now);
    const grant = await grantOfPicture(ctx, params.fileName, query.s);
    enforceRate(PACES.picture.app, grant.app.id, ctx.now);
    const open = await openGrant(ctx, grant);
    if (!filesOfDocument(open.document).includes(params.fileName)) throw new AppError('file.notFound');
    return fileReply(ctx, open.ctx.user, params.fileName, { isInline: true, cacheControl: 'no-store' });
  },
  async maps(ctx) {
    await openGrant(ctx, await paced(ctx, 'page'));
    return mapsInUse(ctx.db);
  },
  async map(ctx, { params }) {
    await openGrant(ctx, await paced(ctx, 'page'));
    return mapInUse(ctx, params.adcode);
  },
});
