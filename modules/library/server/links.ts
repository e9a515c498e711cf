import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { forgetLineage, recordLineage } from '#modules/lineage/server/index.ts';
import type { DocKind } from '../contract/item.ts';
import { fieldsUsed, type FieldUse, idsOf, type Refs } from '../core/refs.ts';

/** Own page of an item. */
export const pathOf = (kind: DocKind, id: string): string =>
  kind === 'chart' ? `/visual/chart/build/${id}` : `/visual/${kind}/view/${id}`;

/** Says anew which data sets an item reads, in its draft or in what viewers see. Ids of rows that never were are left out. */
export async function noteUses(db: Db, kind: DocKind, id: string, setIds: readonly string[], isPublished: '0' | '1'): Promise<void> {
  await db
    .deleteFrom('visualUse')
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .where('isPublished', '=', isPublished)
    .execute();
  if (setIds.length > 0)
    await sql`insert into visual_use (entity_type, entity_id, data_set_id, is_published)
      select ${kind}, ${id}, id, ${isPublished} from visual_data_set where id in (${sql.join([...new Set(setIds)])})`.execute(db);
}

/** Rows behind marks of stored charts show every field of the data sets of these charts. */
async function wholeSets(db: Db, chartIds: readonly string[]): Promise<FieldUse[]> {
  if (chartIds.length === 0) return [];
  const rows = await db
    .selectFrom('visualChart')
    .select('dataSetId')
    .where('id', 'in', chartIds)
    .where('dataSetId', 'is not', null)
    .execute();
  return rows.flatMap(({ dataSetId }) => (dataSetId ? [{ dataSetId, shown: [], deciding: [], isWhole: true }] : []));
}

/** Rebuilds what hangs on a stored draft: links to its charts, its data sets, and its place in the lineage. */
export async function relink(app: App, db: Db, item: { kind: DocKind; id: string; name: string }, refs: Refs): Promise<void> {
  const { kind, id, name } = item;
  const charts = idsOf(refs.charts);
  const sets = idsOf(refs.sets);
  if (kind !== 'chart') {
    const table = sql.table(kind === 'board' ? 'visual_board_chart' : 'visual_screen_chart');
    const column = sql.ref(kind === 'board' ? 'board_id' : 'screen_id');
    await sql`delete from ${table} where ${column} = ${id}`.execute(db);
    if (charts.length > 0)
      await sql`insert into ${table} (${column}, chart_id) select ${id}, id from visual_chart where id in (${sql.join(charts)})`.execute(
        db,
      );
  }
  await noteUses(db, kind, id, sets, '0');
  const whole = await wholeSets(db, refs.detailed);
  const uses = [...refs.uses, ...whole];
  const used = [...new Set([...sets, ...whole.map(({ dataSetId }) => dataSetId)])];
  await recordLineage(app, db, {
    object: { type: kind, key: id, name, path: pathOf(kind, id), sourceId: null },
    consumes: [
      ...charts.map((key) => ({ type: 'chart' as const, key })),
      ...used.map((key) => ({ type: 'dataset' as const, key, columns: fieldsUsed(uses, key) })),
    ],
  });
}

/** A deleted item reads nothing any more; its links stay for the day that it is restored. */
export async function unlink(app: App, db: Db, kind: DocKind, id: string): Promise<void> {
  await db.deleteFrom('visualUse').where('entityType', '=', kind).where('entityId', '=', id).execute();
  await forgetLineage(app, db, kind, id);
}
