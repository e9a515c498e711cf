import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { shapeOfBoard } from '#modules/boards/core/index.ts';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { readChart } from '#modules/charts/core/index.ts';
import { setLoader } from '#modules/charts/server/index.ts';
import { assertKnownForm, itemsOf } from '#modules/library/server/index.ts';
import { openDocument, type OpenDocument } from '#modules/viewing/server/index.ts';
import type { EmbedEntity } from '../contract/embed-app.ts';
import { filterOfField } from '../core/index.ts';
import { tokenError } from './token.ts';

const CHART_PERMS = ['visual:chart:detail', 'visual:chart:build'];
const CHART_KEY = 'chart';
const gone = () => new AppError('entity.notFound');

/** What a document needs to be opened. */
export interface Wanted {
  readonly entity: EmbedEntity;
  readonly id: string;
  /** filters that the host decided, by what it calls them */
  readonly filters: Readonly<Record<string, FilterValue>>;
}

/** A stored chart as a board of one tile, so that everything that viewers of boards may ask holds of it too. */
async function chartDocument(ctx: Ctx, { id, filters }: Wanted): Promise<OpenDocument> {
  if (!CHART_PERMS.some((one) => holds(ctx.user, one))) throw gone();
  const row = await itemsOf(ctx, 'chart', CHART_PERMS)
    .select(['item.id', 'item.name', 'item.version', 'item.updateTime', 'item.doc'])
    .where('item.id', '=', id)
    .where('item.status', '=', '1')
    .executeTakeFirst();
  if (!row) throw gone();
  assertKnownForm('chart', row.doc);
  const chart = readChart(row.doc);
  if (!chart) throw gone();
  const named = Object.entries(filters);
  const { model } = named.length > 0 ? await setLoader(ctx)(chart.dataSetId) : { model: { fields: [] } };
  const own = named.map(([name, value]) => {
    const field = model.fields.find((one) => one.id === name) ?? model.fields.find((one) => one.name === name);
    if (!field) throw tokenError('content', `令牌限定的字段“${name}”不在图表的数据集中`);
    return filterOfField(chart.dataSetId, field, value);
  });
  const layout = [{ i: CHART_KEY, x: 0, y: 0, w: 24, h: 12, chart, title: row.name }];
  const config: BoardConfig = {
    ...BoardConfig.parse({ v: 1, tabs: [{ id: 'main', name: '图表', layout }], showTitle: false, clicks: 'set' }),
    filters: own,
  };
  const published = { id: row.id, name: row.name, versionNo: row.version, publishedTime: row.updateTime, config, charts: {} };
  return { entity: 'board', published, shape: shapeOfBoard(config) };
}

/** The embedded document for the account that looks. Throws entity.notFound when it is missing or out of reach. */
export async function embeddedDocument(ctx: Ctx, wanted: Wanted, versionNo?: number): Promise<OpenDocument> {
  if (wanted.entity !== 'chart') return openDocument(ctx, wanted.entity, wanted.id, versionNo);
  const document = await chartDocument(ctx, wanted);
  const present = document.published.versionNo;
  if (versionNo !== undefined && versionNo !== present) throw new AppError('version.changed', undefined, { versionNo: present });
  return document;
}
