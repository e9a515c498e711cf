import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { assertKnownForm, kindOf, type StoredCharts } from './kinds.ts';
import { COLUMNS } from './store.ts';

export type Publishable = 'board' | 'screen';

/** What viewers see of a document: its version with the stored charts that were frozen then. Null when it is not published or switched off. */
export async function publishedVersion(
  db: Db,
  kind: Publishable,
  id: string,
): Promise<{ readonly doc: unknown; readonly charts: StoredCharts } | null> {
  const { rows } = await sql<{ doc: unknown; charts: StoredCharts }>`select v.doc, v.charts from ${sql.table(COLUMNS[kind].table)} t
    join visual_version v on v.entity_type = ${kind} and v.entity_id = t.id and v.version_no = t.published_no
    where t.id = ${id} and t.deleted_at is null and t.status = '1'`.execute(db);
  if (rows[0]) assertKnownForm(kind, rows[0].doc);
  return rows[0] ?? null;
}

/** The published document as one of its own: its stored charts stand in it. Null when it is not published. */
export async function frozenText(db: Db, kind: Publishable, id: string): Promise<string | null> {
  const published = await publishedVersion(db, kind, id);
  return published && JSON.stringify(kindOf(kind).freeze(published.doc, published.charts));
}
