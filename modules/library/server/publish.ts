import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idsOf } from '../core/refs.ts';
import { kindOf, type StoredCharts } from './kinds.ts';
import { noteUses } from './links.ts';
import { bindPictures } from './pictures.ts';
import type { Publishable } from './published-version.ts';
import { ITEMS } from './reach.ts';
import { COLUMNS, docOf, lockedItem } from './store.ts';
import { notifyPublished } from './notify.ts';
import { storeThumbnail, thumbnailFor } from './thumbnails.ts';
import { saveVersion } from './versions.ts';

/** Stored charts of a draft as they are now, with their names: by id, the configuration as it is stored. */
export async function chartsOf({ db }: Pick<Ctx, 'db'>, kind: Publishable, doc: unknown) {
  const ids = idsOf(kindOf(kind).refs(doc).charts);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('visualChart')
          .select(['id', 'chartName', 'chartJson'])
          .where('id', 'in', ids)
          .where('deletedAt', 'is', null)
          .execute();
  const charts: Record<string, unknown> = {};
  const names: Record<string, string> = {};
  const broken: string[] = [];
  for (const row of rows) {
    names[row.id] = row.chartName;
    if (kindOf('chart').isReadable(row.chartJson)) charts[row.id] = row.chartJson;
    else broken.push(row.chartName);
  }
  return { charts, names, broken, missing: ids.filter((id) => !(id in names)) };
}

/** Data sets that a document and its stored charts read. */
export const setsOf = (kind: Publishable, doc: unknown, charts: StoredCharts): string[] =>
  idsOf([...kindOf(kind).refs(doc).sets, ...Object.values(charts).flatMap((chart) => kindOf('chart').refs(chart).sets)]);

export interface Publishing {
  /** the draft that the caller knows; absent: whatever it is now */
  readonly version?: number;
  readonly name?: string | null;
  /** what the publisher's browser took of the document */
  readonly picture?: string | null | undefined;
}

/** The draft and its stored charts. Throws rule.broken when there is nothing to show, a chart is missing or a link reaches nothing. */
export async function assertPublishable(ctx: Ctx, kind: Publishable, id: string) {
  const doc = await docOf(ctx, kind, id);
  const { label } = ITEMS[kind];
  if (doc === null || kindOf(kind).isEmpty(doc)) throw new AppError('rule.broken', `${label}还没有任何组件，不能发布`);
  const { charts, broken, missing } = await chartsOf(ctx, kind, doc);
  if (missing.length > 0) throw new AppError('rule.broken', `${label}引用了 ${missing.length} 个已删除的图表，请先移除`);
  if (broken.length > 0) throw new AppError('rule.broken', `图表“${broken[0]}”还没有配置完成，不能发布`, broken);
  const idle = kindOf(kind).idleLinks(doc, charts);
  if (idle.length > 0)
    throw new AppError('rule.broken', `“${idle[0]}”设置了联动，但没有可以联动的组件：请设置对应字段，或删除该联动`, idle);
  return { doc, charts };
}

/**
 * Makes the draft what viewers see, in one transaction: the draft and the stored charts that it shows are frozen as a version, open viewers
 * are told. Throws rule.broken when there is nothing to show, a chart is missing or a link reaches nothing, entity.versionConflict for a stale draft.
 */
export async function publishItem(ctx: Ctx, kind: Publishable, id: string, options: Publishing) {
  const item = await lockedItem(ctx, kind, id, options.version === undefined ? {} : { version: options.version });
  const { doc, charts } = await assertPublishable(ctx, kind, id);
  const versionNo = await saveVersion(ctx, kind, id, { text: JSON.stringify(doc), name: options.name, charts });
  await sql`update ${sql.table(COLUMNS[kind].table)} set published_no = ${versionNo}, published_time = ${ctx.now}, draft_changed = '0',
    version = version + 1 where id = ${id}`.execute(ctx.db);
  await noteUses(ctx.db, kind, id, setsOf(kind, doc, charts), '1');
  await storeThumbnail(ctx.db, kind, id, await thumbnailFor(ctx.db, { kind, id, doc, picture: options.picture }));
  await bindPictures(ctx, kind, id, doc);
  await notifyPublished(ctx.app, ctx.db, kind, id, versionNo);
  ctx.audit.change({ entity: ITEMS[kind].label, id, name: item.name, before: { publishedNo: null }, after: { publishedNo: versionNo } });
  return { version: item.version + 1, versionNo };
}

/** Takes what was published away from viewers; the draft stays. */
export async function unpublishItem(ctx: Ctx, kind: Publishable, id: string): Promise<{ version: number }> {
  const item = await lockedItem(ctx, kind, id, {});
  const { rows } = await sql<{ no: number }>`update ${sql.table(COLUMNS[kind].table)} set published_no = null, published_time = null,
    draft_changed = '0', version = version + 1 where id = ${id} and published_no is not null returning version as no`.execute(ctx.db);
  if (rows.length === 0) throw new AppError('rule.broken', `${ITEMS[kind].label}尚未发布`);
  await noteUses(ctx.db, kind, id, [], '1');
  await notifyPublished(ctx.app, ctx.db, kind, id, 0);
  ctx.audit.change({ entity: ITEMS[kind].label, id, name: item.name, before: { isPublished: '1' }, after: { isPublished: '0' } });
  return { version: item.version + 1 };
}
