import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { dayIn } from '#kit/server/db/today.ts';
import { implement } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import { fromTemplate, publishedHandlers } from '#modules/charts/server/index.ts';
import { screenCalls as contract } from '../contract/screen-calls.ts';
import {
  buildItem,
  copyItem,
  createItem,
  pageOfItems,
  sharingProposals,
  shownItem,
  updateItem,
  type ShownItem,
  publishingProposals,
  publishOrAsk,
  itemsOf,
  oneItem,
} from '#modules/library/server/index.ts';
import { screenTemplates } from './template.ts';
import { emptyScreen } from '../core/read-screen.ts';
import { factoryScreen } from './system-items.ts';

/** What may need an approval. */
export const screenPublishing = publishingProposals('screen', { code: 'visual.screen', businessCode: '7014', route: contract.publish });
export const screenSharing = sharingProposals('screen', { code: 'visual.screenShare', businessCode: '7014.share' });

interface More {
  readonly flow: ProposalState | null;
  readonly width: number;
  readonly height: number;
  readonly viewCount: number;
}
const NOTHING: More = { flow: null, width: 1920, height: 1080, viewCount: 0 };

/** What cards of screens show besides. */
async function moreOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, More>> {
  if (ids.length === 0) return new Map();
  const flow = await approvalsOf(ctx.db, [screenPublishing, screenSharing], ids);
  const { rows } = await sql<{ id: string; width: string | null; height: string | null; viewCount: string }>`select b.id,
      b.screen_json ->> 'width' as width, b.screen_json ->> 'height' as height,
      (select coalesce(sum(v.views), 0) from visual_view_stat v
        where v.entity_type = 'screen' and v.entity_id = b.id and v.day > ${dayIn(ctx.now)} - 30) as view_count
    from visual_screen b where b.id in (${sql.join(ids)})`.execute(ctx.db);
  const size = (text: string | null, otherwise: number) => (Number.isInteger(Number(text)) && Number(text) > 0 ? Number(text) : otherwise);
  return new Map(
    rows.map((row) => [
      row.id,
      { flow: flow(row.id), width: size(row.width, 1920), height: size(row.height, 1080), viewCount: Number(row.viewCount) },
    ]),
  );
}

const shown = (row: ShownItem, more: More = NOTHING) => ({
  ...row,
  ...more,
  screenName: row.name,
  screenThumbnail: row.thumbnail,
  publishedTime: row.publishedTime?.toISOString() ?? null,
  draftChanged: row.draftChanged === '1',
});

/** 大屏 */
export const screenRoutes = implement(contract, {
  ...publishedHandlers(screenTemplates, screenPublishing),
  async page(ctx, { query }) {
    const page = await pageOfItems(ctx, 'screen', query, (rows) =>
      query.screenName ? rows.where(containsText('item.name', query.screenName)) : rows,
    );
    const more = await moreOf(
      ctx,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => shown(row, more.get(row.id))) };
  },
  async get(ctx, { params }) {
    const { row, doc } = await shownItem(ctx, 'screen', params.id);
    const more = await moreOf(ctx, [params.id]);
    // a draft is for those who may change it; viewers open the published version
    return { ...shown(row, more.get(params.id)), screenConfig: row.canEdit ? (doc as Record<string, never> | null) : null };
  },
  async list(ctx, { query }) {
    let rows = itemsOf(ctx, 'screen').where('item.status', '=', '1');
    if (query.screenName) rows = rows.where(containsText('item.name', query.screenName));
    return rows
      .leftJoin('visualFolder as folder', 'folder.id', 'item.folderId')
      .select(['item.id', 'item.name as screenName', 'item.code', 'item.folderId', 'folder.name as folderName', 'item.publishedNo'])
      .orderBy('item.updateTime', 'desc')
      .orderBy('item.id')
      .limit(500)
      .execute();
  },
  create(ctx, { body }) {
    const { screenName, screenConfig, width, height, ...rest } = body;
    const config = screenConfig ?? { ...emptyScreen(), width: width ?? 1920, height: height ?? 1080 };
    return createItem(ctx, 'screen', { ...rest, name: screenName, config, picture: body.screenThumbnail });
  },
  async update(ctx, { params, body }) {
    await screenPublishing.assertFree(ctx.db, [params.id], 'edit');
    return updateItem(ctx, 'screen', params.id, { ...body, name: body.screenName });
  },
  copy: (ctx, { params, body }) =>
    copyItem(ctx, 'screen', params.id, {
      name: body.screenName,
      folderId: body.folderId,
    }),
  async build(ctx, { params, body }) {
    await screenPublishing.assertFree(ctx.db, [params.id], 'edit');
    return buildItem(ctx, 'screen', params.id, {
      config: body.screenConfig,
      name: body.screenName,
      version: body.version,
      picture: body.screenThumbnail,
    });
  },
  publish: (ctx, { params, body }) => publishOrAsk(ctx, 'screen', screenPublishing, params.id, { ...body, picture: body.screenThumbnail }),
  async reset(ctx, { params, body }) {
    const { code } = await oneItem(ctx, 'screen', params.id, 'visual:screen:build');
    const factory = code === null ? null : factoryScreen(code);
    if (!factory) throw new AppError('rule.broken', '只有系统内置的大屏可以恢复出厂');
    const { version } = await buildItem(ctx, 'screen', params.id, { config: factory, version: body.version, isTrusted: true });
    return { version };
  },
  async fromTemplate(ctx, { params, body }) {
    const { config, name } = await fromTemplate(ctx, screenTemplates, { id: params.id, bindings: body.bindings });
    return createItem(ctx, 'screen', { name: body.screenName, folderId: body.folderId, remark: `来自模板“${name}”`, config });
  },
});
