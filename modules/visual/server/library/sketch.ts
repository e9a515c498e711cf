import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { CHART_TYPE_KEYS, type ChartTypeKey } from '../../contract/chart-types.ts';
import type { DocKind } from '../../contract/item.ts';
import { readBoard } from '../../core/doc/read-board.ts';
import { readChart } from '../../core/doc/read-chart.ts';
import { readScreen } from '../../core/doc/read-screen.ts';
import { idsOf, refsOfBoard, refsOfScreen, type Refs } from '../../core/doc/refs.ts';
import { asPicture, boardSketch, chartSketch, screenSketch, type TypeOf } from '../../core/doc/sketch.ts';
import { COLUMNS } from './store.ts';

const isType = (key: string | null): key is ChartTypeKey => CHART_TYPE_KEYS.includes(key as ChartTypeKey);

async function typesOf(db: Db, refs: Refs): Promise<TypeOf> {
  const ids = idsOf(refs.charts);
  const rows = ids.length === 0 ? [] : await db.selectFrom('visualChart').select(['id', 'chartType']).where('id', 'in', ids).execute();
  const by = new Map(rows.map(({ id, chartType }) => [id, chartType]));
  return (id) => {
    const type = by.get(id) ?? null;
    return isType(type) ? type : null;
  };
}

/**
 * The thumbnail of a document: a schematic of what stands where. Pictures of what somebody saw would show his rows to people whose own rights
 * are smaller, so the platform draws all thumbnails itself and keeps none that a client sends. Null when there is nothing to draw.
 */
export async function sketchOf(db: Db, kind: DocKind, doc: unknown): Promise<string | null> {
  if (doc === null || doc === undefined) return null;
  let drawing: string | null = null;
  if (kind === 'chart') {
    const chart = readChart(doc);
    drawing = chart && chartSketch(chart.chartType);
  } else if (kind === 'board') {
    const board = readBoard(doc);
    drawing = boardSketch(board, await typesOf(db, refsOfBoard(board)));
  } else {
    const screen = readScreen(doc);
    drawing = screenSketch(screen, await typesOf(db, refsOfScreen(screen)));
  }
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
