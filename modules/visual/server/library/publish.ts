import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import { readBoard } from '../../core/doc/read-board.ts';
import { readChart } from '../../core/doc/read-chart.ts';
import { readScreen } from '../../core/doc/read-screen.ts';
import { idsOf } from '../../core/doc/refs.ts';
import { idleLinks, shapeOfBoard, shapeOfScreen } from '../../core/view/shape.ts';
import { tellPublished } from '../view/tell.ts';
import { refsOf } from './documents.ts';
import { noteUses } from './links.ts';
import { keepPictures } from './pictures.ts';
import { ITEMS } from './reach.ts';
import { COLUMNS, docOf, lockedItem } from './store.ts';
import { keepVersion } from './versions.ts';

export type Publishable = 'board' | 'screen';

/** Stored charts of a draft as they are now, with their names: by id, the configuration as it is stored. */
export async function chartsOf(ctx: Ctx, kind: Publishable, doc: unknown) {
  const ids = idsOf(refsOf(kind, doc).charts);
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('visualChart')
          .select(['id', 'chartName', 'chartJson'])
          .where('id', 'in', ids)
          .where('deletedAt', 'is', null)
          .execute();
  const stored: Record<string, unknown> = {};
  const charts: Record<string, ChartConfig> = {};
  const names: Record<string, string> = {};
  const broken: string[] = [];
  for (const row of rows) {
    names[row.id] = row.chartName;
    const chart = readChart(row.chartJson);
    if (chart === null) broken.push(row.chartName);
    else {
      stored[row.id] = row.chartJson;
      charts[row.id] = chart;
    }
  }
  return { stored, charts, names, broken, missing: ids.filter((id) => !(id in names)) };
}

const isEmpty = (kind: Publishable, doc: unknown): boolean =>
  kind === 'board' ? readBoard(doc).tabs.every((tab) => tab.layout.length === 0) : Object.keys(readScreen(doc).nodes).length === 0;

/**
 * Makes the draft what viewers see, in one transaction: the draft and the stored charts that it shows are frozen as a version, open viewers
 * are told. Throws rule.broken when there is nothing to show, a chart is missing or a link reaches nothing, entity.versionConflict for a stale draft.
 */
export async function publishItem(ctx: Ctx, kind: Publishable, id: string, wish: { version: number; name?: string | null }) {
  const item = await lockedItem(ctx, kind, id, { version: wish.version });
  const doc = await docOf(ctx, kind, id);
  const { label } = ITEMS[kind];
  if (doc === null || isEmpty(kind, doc)) throw new AppError('rule.broken', `${label}还没有任何组件，不能发布`);
  const { stored, charts, broken, missing } = await chartsOf(ctx, kind, doc);
  if (missing.length > 0) throw new AppError('rule.broken', `${label}引用了 ${missing.length} 个已删除的图表，请先移除`);
  if (broken.length > 0) throw new AppError('rule.broken', `图表「${broken[0]}」还没有配置完成，不能发布`, broken);
  const idle = idleLinks(kind === 'board' ? shapeOfBoard(readBoard(doc), charts) : shapeOfScreen(readScreen(doc), charts));
  if (idle.length > 0)
    throw new AppError('rule.broken', `「${idle[0]}」设置了联动，但没有可以联动的组件：请设置对应字段，或删除该联动`, idle);
  const versionNo = await keepVersion(ctx, kind, id, { text: JSON.stringify(doc), name: wish.name, charts: stored });
  await sql`update ${sql.table(COLUMNS[kind].table)} set published_no = ${versionNo}, published_time = ${ctx.now}, draft_changed = '0',
    version = version + 1 where id = ${id}`.execute(ctx.db);
  const sets = [...idsOf(refsOf(kind, doc).sets), ...Object.values(charts).map((chart) => chart.dataSetId)];
  await noteUses(ctx.db, kind, id, sets, '1');
  await keepPictures(ctx, kind, id, doc);
  await tellPublished(ctx.app, ctx.db, kind, id, versionNo);
  ctx.audit.change({ entity: label, id, name: item.name, before: { publishedNo: null }, after: { publishedNo: versionNo } });
  return { version: item.version + 1, versionNo };
}

/** Takes what was published away from viewers; the draft stays. */
export async function unpublishItem(ctx: Ctx, kind: Publishable, id: string): Promise<{ version: number }> {
  const item = await lockedItem(ctx, kind, id, {});
  const { rows } = await sql<{ no: number }>`update ${sql.table(COLUMNS[kind].table)} set published_no = null, published_time = null,
    draft_changed = '0', version = version + 1 where id = ${id} and published_no is not null returning version as no`.execute(ctx.db);
  if (rows.length === 0) throw new AppError('rule.broken', `${ITEMS[kind].label}尚未发布`);
  await noteUses(ctx.db, kind, id, [], '1');
  await tellPublished(ctx.app, ctx.db, kind, id, 0);
  ctx.audit.change({ entity: ITEMS[kind].label, id, name: item.name, before: { isPublished: '1' }, after: { isPublished: '0' } });
  return { version: item.version + 1 };
}
