import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';
import { asPicture } from '../core/picture-address.ts';
import { kindOf } from './kinds.ts';
import { COLUMNS } from './store.ts';

/**
 * A schematic of a document, of what stands where without data: the thumbnail where no picture can be shown. Null when there is nothing to
 * draw.
 */
export async function sketchOf(db: Db, kind: DocKind, doc: unknown): Promise<string | null> {
  if (doc === null || doc === undefined) return null;
  const drawing = await kindOf(kind).sketch(db, doc);
  return drawing === null ? null : asPicture(drawing);
}

const BATCH = 100;
/** Draws the thumbnails that are missing: of documents that were stored before the platform drew them. */
export async function drawMissing(app: App): Promise<void> {
  for (const kind of ['chart', 'board', 'screen'] as const) {
    const { table, doc, thumbnail } = COLUMNS[kind];
    for (let last = ''; ;) {
      const { rows } = await sql<{ id: string; doc: unknown }>`select id, ${sql.ref(doc)} as doc from ${sql.table(table)}
        where ${sql.ref(thumbnail)} is null and ${sql.ref(doc)} is not null and id > ${last} order by id limit ${BATCH}`.execute(app.db);
      for (const row of rows) {
        const picture = await sketchOf(app.db, kind, row.doc);
        if (picture !== null)
          await sql`update ${sql.table(table)} set ${sql.ref(thumbnail)} = ${picture}
            where id = ${row.id} and ${sql.ref(thumbnail)} is null`.execute(app.db);
      }
      last = rows.at(-1)?.id ?? '';
      if (rows.length < BATCH) break;
    }
  }
}
