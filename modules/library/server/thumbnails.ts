import { sql } from 'kysely';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';
import { isStorablePicture, isTaken } from '../core/thumbnail.ts';
import { sketchOf } from './sketch.ts';
import { COLUMNS } from './store.ts';

/** Which of these data sets give everybody who can open a document the same rows in the clear: no grants, row filters or masks decide. */
type SameForAll = (db: Db, setIds: readonly string[]) => Promise<ReadonlySet<string>>;
let sameForAll: SameForAll = () => Promise.resolve(new Set());
/** Announces the rule that decides which data sets a picture may show; the module of data sets calls it when it is loaded. */
export function definePictureRule(rule: SameForAll): void {
  sameForAll = rule;
}

interface Use {
  readonly itemId: string;
  readonly setId: string;
}
/** The data sets that items show, in drafts and published versions, themselves and through stored charts. */
async function usesOf(db: Db, kind: DocKind, ids: readonly string[]): Promise<readonly Use[]> {
  const direct = sql`select entity_id as item_id, data_set_id as set_id from visual_use
    where entity_type = ${kind} and entity_id in (${sql.join(ids)})`;
  if (kind === 'chart') return (await sql<Use>`${direct}`.execute(db)).rows;
  const link = sql.table(kind === 'board' ? 'visual_board_chart' : 'visual_screen_chart');
  const owner = sql.ref(kind === 'board' ? 'l.board_id' : 'l.screen_id');
  const { rows } = await sql<Use>`${direct} union select ${owner}, u.data_set_id from ${link} l
    join visual_use u on u.entity_type = 'chart' and u.entity_id = l.chart_id where ${owner} in (${sql.join(ids)})`.execute(db);
  return rows;
}

/** Items of which a picture shows nobody what he would not see himself. */
async function picturable(db: Db, kind: DocKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const uses = await usesOf(db, kind, ids);
  const sets = [...new Set(uses.map(({ setId }) => setId))];
  const open = sets.length === 0 ? new Set<string>() : await sameForAll(db, sets);
  const closed = new Set(uses.flatMap(({ itemId, setId }) => (open.has(setId) ? [] : [itemId])));
  return new Set(ids.filter((id) => !closed.has(id)));
}

/**
 * The thumbnail to store with an item whose data sets are known already: the picture that its editor's browser took, when it is one and shows
 * only what everybody sees; otherwise the schematic.
 */
export async function thumbnailFor(
  db: Db,
  { kind, id, doc, picture }: { kind: DocKind; id: string; doc: unknown; picture: string | null | undefined },
): Promise<string | null> {
  const isShowable = picture && isStorablePicture(picture) && (await picturable(db, kind, [id])).has(id);
  return isShowable ? picture : sketchOf(db, kind, doc);
}

/** Stores the thumbnail of an item; neither its version nor its time changes. */
export async function storeThumbnail(db: Db, kind: DocKind, id: string, thumbnail: string | null): Promise<void> {
  const { table, thumbnail: column } = COLUMNS[kind];
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${thumbnail} where id = ${id}`.execute(db);
}

interface Shown {
  readonly id: string;
  readonly thumbnail: string | null;
  /** null: the picture shows a draft, which only those see who can change it */
  readonly publishedNo?: number | null;
  readonly canEdit?: boolean;
}

/**
 * Rows with the thumbnails that their reader can see. A picture whose data sets have got masks, lost their sharing or are gone since it was
 * taken is not sent; nor is that of an unpublished draft to readers who cannot change it. They get the schematic.
 */
export async function withSafeThumbnails<R extends Shown>(db: Db, kind: DocKind, rows: readonly R[]): Promise<R[]> {
  const taken = rows.filter(({ thumbnail }) => isTaken(thumbnail));
  const isDraft = ({ publishedNo, canEdit }: R) => kind !== 'chart' && publishedNo === null && canEdit === false;
  const safe = await picturable(
    db,
    kind,
    taken.flatMap((row) => (isDraft(row) ? [] : [row.id])),
  );
  const unsafe = new Set(taken.flatMap(({ id }) => (safe.has(id) ? [] : [id])));
  const sketches = await sketchesOf(db, kind, [...unsafe]);
  return rows.map((row) => (unsafe.has(row.id) ? { ...row, thumbnail: sketches.get(row.id) ?? null } : row));
}

async function sketchesOf(db: Db, kind: DocKind, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const sketches = new Map<string, string | null>();
  if (ids.length === 0) return sketches;
  const { table, doc } = COLUMNS[kind];
  const { rows } = await sql<{ id: string; doc: unknown }>`select id, ${sql.ref(doc)} as doc from ${sql.table(table)}
    where id in (${sql.join(ids)})`.execute(db);
  for (const row of rows) sketches.set(row.id, await sketchOf(db, kind, row.doc));
  return sketches;
}

/** Replaces the pictures that show a data set by schematics, in the caller's transaction: what the set gives has changed since they were taken. */
export async function withdrawPictures({ db }: Pick<Ctx, 'db'>, setId: string): Promise<void> {
  for (const kind of ['chart', 'board', 'screen'] as const) {
    const { table, thumbnail } = COLUMNS[kind];
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where ${sql.ref(thumbnail)} not like 'data:image/svg+xml,%' and id in (${usersOf(kind, setId)})`.execute(db);
    const sketches = await sketchesOf(
      db,
      kind,
      rows.map(({ id }) => id),
    );
    for (const [id, sketch] of sketches) await storeThumbnail(db, kind, id, sketch);
  }
}

const usersOf = (kind: DocKind, setId: string) => {
  const direct = sql`select entity_id from visual_use where entity_type = ${kind} and data_set_id = ${setId}`;
  if (kind === 'chart') return direct;
  const link = sql.table(kind === 'board' ? 'visual_board_chart' : 'visual_screen_chart');
  const owner = sql.ref(kind === 'board' ? 'l.board_id' : 'l.screen_id');
  return sql`${direct} union select ${owner} from ${link} l
    join visual_use u on u.entity_type = 'chart' and u.entity_id = l.chart_id where u.data_set_id = ${setId}`;
};
