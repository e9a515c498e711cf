import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { typeText } from '../../core/structure.ts';
import { raiseTables } from '#modules/gate/server/index.ts';
import { insertRows, type BulkColumns } from '#kit/server/db/bulk.ts';
import { keyOf, type Relation, type TableRow } from './sync-found.ts';
import type { SyncState } from './sync-run.ts';

/** A found table that looks like a stored one under another name. */
export interface TableGuess {
  readonly found: Relation;
  readonly row: TableRow;
  /** everything that it may have been: its columns are as strict as the strictest of these */
  readonly alike: readonly string[];
}
/** What becomes of found tables that no living row has the name of, or whose name another object had. */
export interface Settled {
  /** certain: by the source's own number; or a name that is there again */
  readonly known: { row: TableRow; found: Relation }[];
  readonly fresh: Relation[];
  readonly guesses: TableGuess[];
}

interface Shape {
  readonly text: string;
  readonly names: ReadonlySet<string>;
  readonly columns: readonly string[];
}
const shapeOf = (columns: readonly { name: string; type: string; position: number }[]): Shape => {
  const list = [...columns].sort((a, b) => a.position - b.position).map(({ name, type }) => `${name} ${type}`);
  return { text: JSON.stringify(list), names: new Set(columns.map(({ name }) => name)), columns: list };
};
const shapeOfFound = ({ structure }: Relation): Shape =>
  shapeOf(structure.columns.map((column) => ({ name: column.name, type: typeText(column), position: column.position })));

async function storedShapes(db: Db, tableIds: readonly string[]): Promise<Map<string, Shape>> {
  const rows = await db
    .selectFrom('metadataColumn')
    .select(['tableId', 'columnName as name', 'dataType as type', 'dataLength', 'dataPrecision', 'dataScale', 'columnPosition as position'])
    .where(sql<boolean>`table_id = any(${[...tableIds]}::text[])`)
    .where('deletedAt', 'is', null)
    .execute();
  const byTable = new Map<string, { name: string; type: string; position: number }[]>();
  for (const { tableId, name, type, dataLength: length, dataPrecision: precision, dataScale: scale, position } of rows) {
    const list = byTable.get(tableId) ?? [];
    list.push({ name, type: typeText({ type, length, precision, scale }), position });
    byTable.set(tableId, list);
  }
  return new Map([...byTable].map(([id, columns]) => [id, shapeOf(columns)]));
}

/** A number alone is no proof: another database may have given it to something else. Half of the columns have to be there still. */
const isPlausible = (before: Shape | undefined, after: Shape): boolean => {
  if (!before || before.names.size === 0) return false;
  const kept = [...before.names].filter((name) => after.names.has(name)).length;
  const placed = before.columns.filter(
    (column, at) => column.split(' ').slice(1).join(' ') === after.columns[at]?.split(' ').slice(1).join(' '),
  ).length;
  return Math.max(kept, placed) * 2 >= before.names.size;
};
const nearness = (row: TableRow, found: Relation): number => {
  const before = Number(row.rowEstimate ?? 0);
  const after = found.rowEstimate ?? 0;
  const size = Math.abs(Math.log((before + 1) / (after + 1)));
  let common = 0;
  while (common < row.tableName.length && row.tableName[common] === found.name[common]) common++;
  return size - common / 10 + (row.schemaName === found.schema ? 0 : 1);
};

/**
 * Decides about tables that waited for the end of a run. `claimed` holds the rows that other tables of the run are, and grows by those
 * decided here; `isMissing` tells whether a row that nobody claimed is certainly gone. First the source's own numbers, then names, then a
 * guess: a missing table of the very same columns, types and order.
 */
export async function settleWaiting(
  db: Db,
  given: {
    waiting: readonly Relation[];
    stored: ReadonlyMap<string, TableRow>;
    claimed: Set<string>;
    isMissing: (row: TableRow) => boolean;
  },
): Promise<Settled> {
  const { waiting, stored, claimed, isMissing } = given;
  const result: Settled = { known: [], fresh: [], guesses: [] };
  if (waiting.length === 0) return result;
  const byIdentity = identities(stored);
  const ofNumbers = waiting.flatMap(({ identity }) => (identity === null ? [] : (byIdentity.get(identity)?.id ?? [])));
  const candidates = [...stored.values()].filter((row) => row.deletedAt === null && !claimed.has(row.id));
  const shapes = await storedShapes(db, [...new Set([...ofNumbers, ...candidates.map((row) => row.id)])]);
  const unnamed = waiting.filter((found) => {
    const row = found.identity === null ? undefined : byIdentity.get(found.identity);
    if (!row || claimed.has(row.id) || !isPlausible(shapes.get(row.id), shapeOfFound(found))) return true;
    claimed.add(row.id);
    result.known.push({ row, found });
    return false;
  });
  const open = unnamed.filter((found) => {
    const row = stored.get(keyOf(found.schema, found.name));
    if (!row || claimed.has(row.id)) return true;
    claimed.add(row.id);
    result.known.push({ row, found });
    return false;
  });
  const gone = candidates.filter((row) => !claimed.has(row.id) && isMissing(row));
  for (const found of open) {
    result.fresh.push(found);
    const { text } = shapeOfFound(found);
    const alike = gone.filter((row) => shapes.get(row.id)?.text === text);
    const left = alike.filter((row) => !result.guesses.some((guess) => guess.row.id === row.id));
    const [best] = left.sort((a, b) => nearness(a, found) - nearness(b, found));
    // the object itself, while its name went to another one
    const itself = found.identity === null ? undefined : byIdentity.get(found.identity);
    const row = best ?? alike[0] ?? (itself && isPlausible(shapes.get(itself.id), shapeOfFound(found)) ? itself : undefined);
    if (row) result.guesses.push({ found, row, alike: [...new Set([row.id, ...alike.map((one) => one.id)])] });
  }
  return result;
}

/** Living rows by the number that the source knows them by. */
export const identities = (stored: ReadonlyMap<string, TableRow>): Map<string, TableRow> =>
  new Map(
    [...stored.values()].flatMap((row) => (row.deletedAt === null && row.sourceIdentity !== null ? [[row.sourceIdentity, row]] : [])),
  );

const GUESS = {
  id: 'text',
  sourceId: 'text',
  runId: 'text',
  objectType: 'text',
  tableId: 'text',
  oldId: 'text',
  newId: 'text',
  oldName: 'text',
  newName: 'text',
  createTime: 'timestamptz',
} as const;
export interface NamedGuess {
  readonly objectType: 'table' | 'column';
  readonly tableId: string;
  readonly oldId: string;
  readonly newId: string;
  readonly oldName: string;
  readonly newName: string;
}
/** Stores guesses for a steward to decide. */
export async function recordGuesses(app: App, db: Db, run: SyncState, guesses: readonly NamedGuess[]): Promise<void> {
  const createTime = app.now().toISOString();
  const rows = guesses.map((guess) => ({ ...guess, id: app.ids.next(), sourceId: run.sourceId, runId: run.runId, createTime }));
  await insertRows(db, 'metadata_rename_guess', GUESS satisfies BulkColumns<(typeof rows)[number]>, rows);
}

/**
 * Tables that look like old ones have the levels of the old ones until somebody decides; grants of the old ones do not hold for them. In
 * the transaction that adds them, while the old ones are still there.
 */
export async function takeOverLevels(
  app: App,
  db: Db,
  run: SyncState,
  guesses: readonly (TableGuess & { readonly newId: string })[],
): Promise<void> {
  if (guesses.length === 0) return;
  const pairs = guesses.flatMap(({ newId, alike }) => alike.map((oldId) => ({ newId, oldId })));
  const news = pairs.map(({ newId }) => newId);
  const olds = pairs.map(({ oldId }) => oldId);
  await sql`update metadata_column c set level = o.level, class_id = o.class_id, is_masked_whole = o.is_masked_whole, level_by = 'renamed'
    from (select distinct on (p.new_id, o.column_name) p.new_id, o.column_name, o.level, o.class_id, o.is_masked_whole
      from unnest(${news}::text[], ${olds}::text[]) as p(new_id, old_id)
      join metadata_column o on o.table_id = p.old_id and o.deleted_at is null
      where o.level is not null
      order by p.new_id, o.column_name, o.level desc, o.id) o
    where c.table_id = o.new_id and c.column_name = o.column_name and c.deleted_at is null`.execute(db);
  await raiseTables(
    db,
    guesses.map(({ newId }) => newId),
  );
  await recordGuesses(
    app,
    db,
    run,
    guesses.map(({ newId, row, found }) => ({
      objectType: 'table',
      tableId: newId,
      oldId: row.id,
      newId,
      oldName: `${row.schemaName}.${row.tableName}`,
      newName: `${found.schema}.${found.name}`,
    })),
  );
}
