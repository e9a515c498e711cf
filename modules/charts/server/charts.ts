import { sql } from 'kysely';
import { CHART_TYPE_KEYS } from '../contract/chart-types.ts';
import { chartSketch } from '../core/outline/sketch.ts';
import { asPicture } from '#modules/library/core/index.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import { chartCalls as contract } from '../contract/chart-calls.ts';
import { ChartConfig } from '../contract/chart.ts';
import {
  below,
  buildItem,
  copyItem,
  createItem,
  pageOfItems,
  removeItems,
  sharingProposals,
  shareOrAsk,
  shownItem,
  updateItem,
  type ShownItem,
  itemsOf,
} from '#modules/library/server/index.ts';

interface More {
  readonly flow: ProposalState | null;
  readonly seriesType: string | null;
  readonly dataSetName: string | null;
  readonly useCount: number;
}

/** What cards of charts show besides: the data set's name, the variant and in how many places it is used. */
async function moreOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, More>> {
  if (ids.length === 0) return new Map();
  const flow = await approvalsOf(ctx.db, [chartSharing], ids);
  const { rows } = await sql<
    More & { id: string; useCount: string }
  >`select c.id, c.chart_json ->> 'seriesType' as series_type, s.set_name as data_set_name,
      (select count(*) from visual_board_chart l join visual_board b on b.id = l.board_id and b.deleted_at is null where l.chart_id = c.id)
      + (select count(*) from visual_screen_chart l join visual_screen b on b.id = l.screen_id and b.deleted_at is null where l.chart_id = c.id) as use_count
    from visual_chart c left join visual_data_set s on s.id = c.data_set_id and s.deleted_at is null where c.id in (${sql.join(ids)})`.execute(
    ctx.db,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { flow: flow(row.id), seriesType: row.seriesType, dataSetName: row.dataSetName, useCount: Number(row.useCount) },
    ]),
  );
}
const NOTHING: More = { flow: null, seriesType: null, dataSetName: null, useCount: 0 };
const shown = (row: ShownItem, more: More = NOTHING) => ({ ...row, ...more, chartName: row.name, chartThumbnail: row.thumbnail });
const textOf = (doc: unknown): string | null => (doc === null || doc === undefined ? null : JSON.stringify(doc));

/** The schematic of a type: builders list up to 500 charts as small as icons, for which pictures would be too much to send and to see. */
function schematicOf(chartType: string | null): string | null {
  const type = CHART_TYPE_KEYS.find((key) => key === chartType);
  return type ? asPicture(chartSketch(type)) : null;
}

/** What may need an approval. */
export const chartSharing = sharingProposals('chart', { code: 'visual.chartShare', businessCode: '7012.share' });

/** 图表 */
export const chartRoutes = implement(contract, {
  async page(ctx, { query }) {
    const page = await pageOfItems(ctx, 'chart', query, (rows) => {
      let found = rows;
      if (query.chartName) found = found.where(containsText('item.name', query.chartName));
      if (query.chartType) found = found.where('item.chartType', '=', query.chartType);
      if (query.dataSetId) found = found.where('item.dataSetId', '=', query.dataSetId);
      return found;
    });
    const more = await moreOf(
      ctx,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => shown(row, more.get(row.id))) };
  },
  async get(ctx, { params }) {
    const { row, doc } = await shownItem(ctx, 'chart', params.id);
    const more = await moreOf(ctx, [params.id]);
    return { ...shown(row, more.get(params.id)), chartConfig: textOf(doc) };
  },
  async list(ctx, { query }) {
    let rows = itemsOf(ctx, 'chart').where('item.status', '=', '1');
    if (query.chartName) rows = rows.where(containsText('item.name', query.chartName));
    if (query.dataSetId) rows = rows.where('item.dataSetId', '=', query.dataSetId);
    if (query.folderId) rows = rows.where('item.folderId', 'in', below(query.folderId));
    const charts = await rows
      .leftJoin('visualFolder as folder', 'folder.id', 'item.folderId')
      .leftJoin('visualDataSet as set', 'set.id', 'item.dataSetId')
      .select(['item.id', 'item.name as chartName', 'item.chartType', 'item.dataSetId', 'set.setName as dataSetName'])
      .select(['item.folderId', 'folder.name as folderName'])
      .orderBy('item.updateTime', 'desc')
      .orderBy('item.id')
      .limit(500)
      .execute();
    return charts.map((chart) => ({ ...chart, chartThumbnail: schematicOf(chart.chartType) }));
  },
  async configs(ctx, { query }) {
    const rows = await itemsOf(ctx, 'chart').select(['id', 'name', 'doc', 'version']).where('id', 'in', query.ids).execute();
    return rows.map(({ id, name, doc, version }) => ({ id, chartName: name, chartConfig: textOf(doc), version }));
  },
  create(ctx, { body }) {
    const { chartName, chartConfig, dataSetId, ...rest } = body;
    const config = chartConfig ?? (dataSetId ? ChartConfig.parse({ dataSetId, chartType: 'bar' }) : null);
    return createItem(ctx, 'chart', { ...rest, name: chartName, config, picture: body.chartThumbnail });
  },
  update: (ctx, { params, body }) => updateItem(ctx, 'chart', params.id, { ...body, name: body.chartName }),
  remove: (ctx, { params }) => removeItems(ctx, 'chart', [params.id]),
  removeBatch: (ctx, { params }) => removeItems(ctx, 'chart', params.ids),
  copy: (ctx, { params, body }) => copyItem(ctx, 'chart', params.id, { name: body.chartName, folderId: body.folderId }),
  build: (ctx, { params, body }) =>
    buildItem(ctx, 'chart', params.id, {
      config: body.chartConfig,
      name: body.chartName,
      version: body.version,
      picture: body.chartThumbnail,
    }),
  share: (ctx, { params, body }) => shareOrAsk(ctx, 'chart', params.id, body.isShared),
});
