import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { implement } from '#kit/server/module.ts';
import { viewing, type BoardView, type ScreenView } from '../../contract/view-calls.ts';
import type { ViewRequest } from '#modules/charts/contract/tile.ts';
import { miniaturesOf } from '#modules/screens/core/index.ts';
import type { Priority } from '#modules/datasets/server/index.ts';
import { picturesOfScreens } from './published.ts';
import { itemFor } from '#modules/library/server/index.ts';
import { markDetail, markOffers, filterOptions, tileLines } from '#modules/charts/server/index.ts';
import { openDocument, type Entity, type OpenDocument } from './document.ts';
import { publicBoard, publicScreen } from './public-config.ts';
import { countView } from './stat.ts';

/** What the caller may do with a document besides looking at it. */
async function rightsOn(ctx: Ctx, entity: Entity, id: string) {
  const permission = `visual:${entity}:build`;
  const canEdit =
    holds(ctx.user, permission) &&
    (await itemFor(ctx, entity, id, 'edit', { permission }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.key === 'entity.notFound') return false;
        throw error;
      },
    ));
  return {
    canEdit,
    canExport: holds(ctx.user, `visual:${entity}:export`),
    canShare: holds(ctx.user, `visual:${entity}:share`),
    canComment: true,
  };
}

type Head = Omit<BoardView, 'entity' | 'config'>;
const NO_RIGHTS = { canEdit: false, canExport: false, canShare: false, canComment: false };

/** The document as viewers get it. */
export function publicView(open: OpenDocument, rights: Partial<Head> = {}): BoardView | ScreenView {
  const { id, name, versionNo, publishedTime, charts } = open.published;
  const head = { ...NO_RIGHTS, id, name, versionNo, publishedTime: publishedTime?.toISOString() ?? null, ...rights };
  if (open.entity === 'board') return { ...head, entity: 'board', config: publicBoard(open.published.config, charts) };
  return { ...head, entity: 'screen', code: null, config: publicScreen(open.published.config, charts) };
}

/** The stream of lines as a reply. */
export const linesReply = (ctx: Ctx, open: OpenDocument, body: ViewRequest, priority: Priority): StreamReply => ({
  body: tileLines(ctx, open, body, priority),
  type: 'application/x-ndjson; charset=utf-8',
  headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
});

async function board(ctx: Ctx, { params }: { params: { id: string } }): Promise<BoardView> {
  const open = await openDocument(ctx, 'board', params.id);
  await countView(ctx, 'board', params.id);
  return publicView(open, await rightsOn(ctx, 'board', params.id)) as BoardView;
}

async function screen(ctx: Ctx, { params }: { params: { idOrCode: string } }): Promise<ScreenView> {
  const open = await openDocument(ctx, 'screen', params.idOrCode);
  const { id } = open.published;
  await countView(ctx, 'screen', id);
  const { code } = await ctx.db.selectFrom('visualScreen').select('code').where('id', '=', id).executeTakeFirstOrThrow();
  const small = open.entity === 'screen' ? miniaturesOf(open.published.config) : [];
  return {
    ...(publicView(open, await rightsOn(ctx, 'screen', id)) as ScreenView),
    code,
    ...(small.length > 0 && { pictures: await picturesOfScreens(ctx, small) }),
  };
}

const answer =
  (priority: Priority) =>
  async (ctx: Ctx, { body }: { body: ViewRequest }): Promise<StreamReply> =>
    linesReply(ctx, await openDocument(ctx, body.entity, body.id, body.versionNo), body, priority);

/** How published documents reach their viewers. */
export const viewRoutes = implement(viewing, {
  board,
  screen,
  data: answer('visible'),
  refresh: answer('refresh'),
  options: async (ctx, { body }) => filterOptions(ctx, await openDocument(ctx, body.entity, body.id, body.versionNo), body),
  offers: async (ctx, { body }) => markOffers(ctx, await openDocument(ctx, body.entity, body.id, body.versionNo), body.key),
  detail: async (ctx, { body }) => markDetail(ctx, await openDocument(ctx, body.entity, body.id, body.versionNo), body),
});
