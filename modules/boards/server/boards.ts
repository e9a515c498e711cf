import { sql } from 'kysely';
import { containsText } from '#kit/server/crud.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { dayIn } from '#kit/server/db/today.ts';
import { implement } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import { fromTemplate, publishedHandlers } from '#modules/charts/server/index.ts';
import { boardCalls as contract } from '../contract/board-calls.ts';
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
} from '#modules/library/server/index.ts';
import { boardTemplates } from './template.ts';
import { emptyBoard } from '../core/read-board.ts';

/** What may need an approval. */
export const boardPublishing = publishingProposals('board', { code: 'visual.board', businessCode: '7013', route: contract.publish });
export const boardSharing = sharingProposals('board', { code: 'visual.boardShare', businessCode: '7013.share' });

interface More {
  readonly flow: ProposalState | null;
  readonly tileCount: number;
  readonly viewCount: number;
}
const NOTHING: More = { flow: null, tileCount: 0, viewCount: 0 };

/** What cards of boards show besides. */
async function moreOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, More>> {
  if (ids.length === 0) return new Map();
  const flow = await approvalsOf(ctx.db, [boardPublishing, boardSharing], ids);
  const { rows } = await sql<{ id: string; tileCount: number | null; viewCount: string }>`select b.id,
      jsonb_array_length(jsonb_path_query_array(b.board_json, '$.tabs[*].layout[*]'))
        + jsonb_array_length(jsonb_path_query_array(b.board_json, '$.layout[*]')) as tile_count,
      (select coalesce(sum(v.views), 0) from visual_view_stat v
        where v.entity_type = 'board' and v.entity_id = b.id and v.day > ${dayIn(ctx.now)} - 30) as view_count
    from visual_board b where b.id in (${sql.join(ids)})`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, { flow: flow(row.id), tileCount: row.tileCount ?? 0, viewCount: Number(row.viewCount) }]));
}

const shown = (row: ShownItem, more: More = NOTHING) => ({
  ...row,
  ...more,
  boardName: row.name,
  boardThumbnail: row.thumbnail,
  publishedTime: row.publishedTime?.toISOString() ?? null,
  draftChanged: row.draftChanged === '1',
});

/** 看板 */
export const boardRoutes = implement(contract, {
  ...publishedHandlers(boardTemplates, boardPublishing),
  async page(ctx, { query }) {
    const page = await pageOfItems(ctx, 'board', query, (rows) =>
      query.boardName ? rows.where(containsText('item.name', query.boardName)) : rows,
    );
    const more = await moreOf(
      ctx,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => shown(row, more.get(row.id))) };
  },
  async get(ctx, { params }) {
    const { row, doc } = await shownItem(ctx, 'board', params.id);
    const more = await moreOf(ctx, [params.id]);
    // a draft is for those who may change it; viewers open the published version
    return { ...shown(row, more.get(params.id)), boardConfig: row.canEdit ? (doc as Record<string, never> | null) : null };
  },
  async list(ctx, { query }) {
    let rows = itemsOf(ctx, 'board').where('item.status', '=', '1');
    if (query.boardName) rows = rows.where(containsText('item.name', query.boardName));
    return rows
      .leftJoin('visualFolder as folder', 'folder.id', 'item.folderId')
      .select(['item.id', 'item.name as boardName', 'item.code', 'item.folderId', 'folder.name as folderName', 'item.publishedNo'])
      .orderBy('item.updateTime', 'desc')
      .orderBy('item.id')
      .limit(500)
      .execute();
  },
  create(ctx, { body }) {
    const { boardName, boardConfig, ...rest } = body;
    const config = boardConfig ?? emptyBoard();
    return createItem(ctx, 'board', { ...rest, name: boardName, config, picture: body.boardThumbnail });
  },
  async update(ctx, { params, body }) {
    await boardPublishing.assertFree(ctx.db, [params.id], 'edit');
    return updateItem(ctx, 'board', params.id, { ...body, name: body.boardName });
  },
  copy: (ctx, { params, body }) =>
    copyItem(ctx, 'board', params.id, {
      name: body.boardName,
      folderId: body.folderId,
    }),
  async build(ctx, { params, body }) {
    await boardPublishing.assertFree(ctx.db, [params.id], 'edit');
    return buildItem(ctx, 'board', params.id, {
      config: body.boardConfig,
      name: body.boardName,
      version: body.version,
      picture: body.boardThumbnail,
    });
  },
  publish: (ctx, { params, body }) => publishOrAsk(ctx, 'board', boardPublishing, params.id, { ...body, picture: body.boardThumbnail }),
  async fromTemplate(ctx, { params, body }) {
    const { config, name } = await fromTemplate(ctx, boardTemplates, { id: params.id, bindings: body.bindings });
    return createItem(ctx, 'board', { name: body.boardName, folderId: body.folderId, remark: `来自模板“${name}”`, config });
  },
});
