import type { App, Db } from '#kit/server/ctx.ts';
import { searchTextOf } from '../../core/search/grams.ts';
import { structureChanges } from '../../core/structure.ts';
import { structureRecord, wholeTable } from '../changes/found-changes.ts';
import { recordChanges, type FoundChange } from '../changes/record.ts';
import { awaitLineage, holdLevels } from '#modules/gate/server/index.ts';
import { freshAwaiting, isRedefined } from './sync-awaits.ts';
import { updateRows } from '#kit/server/db/bulk.ts';
import { columnWork, newColumn, COLUMN_INSERT, type ColumnWork } from './sync-columns.ts';
import { deferSearchKeys } from './sync-keys.ts';
import { isPresentForm, keyOf, measuresMoved, storedStructure, type Relation, type TableRow } from './sync-found.ts';
import { takeOverLevels, type NamedGuess, type TableGuess } from './sync-renames.ts';
import { countColumns, withStored } from './sync-parts.ts';
import type { SyncState } from './sync-run.ts';
import { CHUNK, TABLE_FIELDS, tableFields, type TableUpdate, type Version, insertAll, writeTables } from './write-tables.ts';

const TABLE_INSERT = {
  id: 'text',
  sourceId: 'text',
  schemaName: 'text',
  tableName: 'text',
  ...TABLE_FIELDS,
  grams: 'text[]',
  searchText: 'text',
  changeTime: 'timestamptz',
  createTime: 'timestamptz',
} as const;

const MEASURES = { id: 'text', rowEstimate: 'bigint', sizeBytes: 'bigint', partitionCount: 'integer' } as const;

const measures = ({ rowEstimate, sizeBytes, partitionCount }: Relation, id: string) => ({ id, rowEstimate, sizeBytes, partitionCount });

/** Rows of tables that are new, made before their turn to be written. */
function newRows(app: App, run: SyncState, added: readonly Relation[]) {
  const now = app.now().toISOString();
  const fresh = added.map((found) => ({ id: app.ids.next(), found }));
  const target = { sourceId: run.sourceId, now, nextId: () => app.ids.next() };
  return {
    fresh,
    tables: fresh.map(({ id, found }) => ({
      id,
      sourceId: run.sourceId,
      schemaName: found.schema,
      tableName: found.name,
      ...tableFields(found, now),
      ...searchTextOf([found.name, found.structure.comment]),
      changeTime: run.isFirst ? null : now,
      createTime: now,
    })),
    columns: fresh.flatMap(({ id, found: { structure } }) =>
      structure.columns.map((column) => newColumn({ ...target, tableId: id }, structure, column, null)),
    ),
  };
}

/** Answers the tables whose lineage has to be known before their columns may be read in the clear. */
async function addTables(app: App, db: Db, run: SyncState, { fresh, tables, columns }: ReturnType<typeof newRows>): Promise<string[]> {
  if (fresh.length === 0) return [];
  if (columns.length > CHUNK) await deferSearchKeys(db, run);
  await insertAll(db, run, 'metadata_table', TABLE_INSERT, tables);
  await insertAll(db, run, 'metadata_column', COLUMN_INSERT, columns);
  run.counts.added += fresh.length;
  run.counts.columnsAdded += columns.length;
  run.hasNewSql ||= fresh.some(({ found }) => found.structure.viewSql !== null);
  if (!run.isFirst)
    await recordChanges(
      app,
      db,
      run,
      fresh.map(({ id, found }) => wholeTable(id, found.schema, found.name, 'added', null, found.name, 1)),
    );
  return freshAwaiting(db, run.sourceId, fresh);
}

/** Stored tables with all their columns, including deleted columns. */
async function storedTables(db: Db, ids: readonly string[]) {
  const [tables, columns] = await Promise.all([
    db
      .selectFrom('metadataTable')
      .select([
        'id',
        'schemaName',
        'tableName',
        'sourceIdentity',
        'tableKind',
        'tableComment',
        'keys',
        'indexes',
        'viewSql',
        'brokenReason',
        'structureVersion',
        'changeTime',
        'deletedAt',
      ])
      .where('id', 'in', ids)
      .execute(),
    db.selectFrom('metadataColumn').selectAll().where('tableId', 'in', ids).execute(),
  ]);
  const rowsById = new Map(tables.map((row) => [row.id, row]));
  const columnsByTable = new Map<string, typeof columns>();
  for (const column of columns) {
    const own = columnsByTable.get(column.tableId);
    if (own) own.push(column);
    else columnsByTable.set(column.tableId, [column]);
  }
  return { rowsById, columnsByTable };
}

/**
 * Writes tables whose fingerprint is another one, or that came back, with one change record per field. Answers the views whose columns
 * may come from elsewhere now.
 */
async function changeTables(app: App, db: Db, run: SyncState, changed: readonly { row: TableRow; found: Relation }[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const redefined: string[] = [];
  const renamed: string[] = [];
  const guesses: NamedGuess[] = [];
  const now = app.now().toISOString();
  const { rowsById, columnsByTable } = await storedTables(
    db,
    changed.map(({ row }) => row.id),
  );
  const target = { sourceId: run.sourceId, now, nextId: () => app.ids.next() };
  const work: ColumnWork[] = [];
  const updates: TableUpdate[] = [];
  const versions: Version[] = [];
  const reworded: string[] = [];
  const records: FoundChange[] = [];
  for (const { row, found: given } of changed) {
    const stored = rowsById.get(row.id);
    if (!stored) continue;
    const isBack = stored.deletedAt !== null;
    const own = columnsByTable.get(row.id) ?? [];
    const living = own.filter((column) =>
      isBack ? column.deletedAt?.getTime() === stored.deletedAt?.getTime() : column.deletedAt === null,
    );
    const before = storedStructure(stored, living);
    const isRead = isPresentForm(row.fingerprint);
    const found = withStored(run, given, before);
    const changes = structureChanges(before, found.structure, { indexes: isRead, viewSql: isRead });
    const isSameObject = found.identity !== null && stored.sourceIdentity === found.identity && !found.hasMovingPositions;
    const columnsNow = columnWork({ ...target, tableId: row.id, isSameObject }, own, found.structure);
    const isRenamed = stored.schemaName !== found.schema || stored.tableName !== found.name;
    if (isRenamed) renamed.push(row.id);
    work.push(columnsNow);
    const place = `${found.schema}.${found.name}`;
    for (const { oldId, newId, oldName, newName } of columnsNow.guesses)
      guesses.push({ objectType: 'column', tableId: row.id, oldId, newId, oldName: `${place}.${oldName}`, newName: `${place}.${newName}` });
    const isDifferent = changes.length > 0;
    const version = stored.structureVersion + (isDifferent && !run.isFirst ? 1 : 0);
    updates.push({
      id: row.id,
      schemaName: found.schema,
      tableName: found.name,
      ...tableFields(found, now),
      changeTime: isDifferent || isBack || isRenamed ? now : (stored.changeTime?.toISOString() ?? null),
      structureVersion: version,
      deletedAt: null,
    });
    if (before.comment !== found.structure.comment || isRenamed) reworded.push(row.id);
    if (isBack) run.counts.added++;
    else if (isDifferent || isRenamed) run.counts.changed++;
    countColumns(run, changes);
    if (isRedefined(found, changes, isBack || !isRead)) redefined.push(row.id);
    run.hasNewSql ||= changes.some((change) => change.objectType === 'view') || (found.structure.viewSql !== null && (isBack || !isRead));
    if (run.isFirst) continue;
    if (isBack) records.push(wholeTable(row.id, found.schema, found.name, 'added', '已移除', found.name, version));
    if (isRenamed)
      records.push(
        wholeTable(
          row.id,
          found.schema,
          found.name,
          'renamed',
          `${stored.schemaName}.${stored.tableName}`,
          `${found.schema}.${found.name}`,
          version,
        ),
      );
    if (!isDifferent) continue;
    versions.push({
      id: app.ids.next(),
      tableId: row.id,
      versionNo: stored.structureVersion,
      runId: run.runId,
      content: before,
      createTime: now,
    });
    const goneIds = new Map(living.map((column) => [column.columnName, column.id]));
    const idsOf = (name: string) => columnsNow.ids.get(name) ?? goneIds.get(name);
    records.push(...changes.map((change) => structureRecord(row.id, found, version, idsOf, change)));
  }
  await writeTables(app, db, run, { renamed, updates, work, reworded, versions, guesses, records });
  return redefined;
}

/** Throws when another node has taken the run over: a node that stood still must not write any more. */
export async function fence(db: Db, run: SyncState): Promise<void> {
  const row = await db.selectFrom('metadataSyncRun').select('state').where('id', '=', run.runId).forShare().executeTakeFirst();
  if (row?.state !== 'running') throw new Error('同步已由其他节点接管');
}

/** What one harvested portion will change; empty when nothing differs. */
export interface TablePlan {
  readonly added: ReturnType<typeof newRows>;
  readonly changed: readonly { row: TableRow; found: Relation }[];
  readonly moved: readonly ReturnType<typeof measures>[];
  /** for added tables: the missing table that each resembles */
  readonly guesses?: readonly TableGuess[];
}

/** What a run knows of the rows that found tables are. */
export interface Matching {
  readonly stored: ReadonlyMap<string, TableRow>;
  readonly byIdentity: ReadonlyMap<string, TableRow>;
  /** ids of rows that found tables are */
  readonly claimed: Set<string>;
  /** found tables of another name than any living row, or than the row of their number: decided about when all of them are known */
  readonly waiting: Relation[];
}

/** Compares a harvested batch with the stored tables and builds the rows of new ones; without access to the database. */
export function planTables(
  app: App,
  run: SyncState,
  { stored, byIdentity, claimed, waiting }: Matching,
  found: readonly Relation[],
): TablePlan {
  const added: Relation[] = [];
  const known: { row: TableRow; found: Relation }[] = [];
  for (const one of found) {
    const row = stored.get(keyOf(one.schema, one.name));
    const itself = one.identity === null ? undefined : byIdentity.get(one.identity);
    if (!run.isFirst && (!row || row.deletedAt !== null || (itself && itself.id !== row.id))) waiting.push(one);
    else if (!row) added.push(one);
    else {
      claimed.add(row.id);
      known.push({ row, found: one });
    }
  }
  return planKnown(app, run, added, known);
}

/** A plan for tables whose rows are decided. */
export function planKnown(
  app: App,
  run: SyncState,
  added: readonly Relation[],
  known: readonly { row: TableRow; found: Relation }[],
  guesses: readonly TableGuess[] = [],
): TablePlan {
  const changed: { row: TableRow; found: Relation }[] = [];
  const moved: ReturnType<typeof measures>[] = [];
  for (const one of known) {
    const { row, found } = one;
    const isNamed = row.schemaName === found.schema && row.tableName === found.name;
    const isItself = found.identity === row.sourceIdentity;
    if (row.deletedAt !== null || row.fingerprint !== found.fingerprint || !isNamed || !isItself) changed.push(one);
    else if (measuresMoved(row, found)) moved.push(measures(found, row.id));
  }
  return { added: newRows(app, run, added), changed, moved, guesses };
}

const isEmpty = ({ added, changed, moved }: TablePlan): boolean => added.fresh.length + changed.length + moved.length === 0;

/** Applies a plan in one transaction: only what differs is written. */
export async function applyTables(app: App, run: SyncState, plan: TablePlan): Promise<void> {
  if (isEmpty(plan)) return;
  const counts = { ...run.counts };
  await app.db.transaction().execute(async (db) => {
    Object.assign(run.counts, counts); // an earlier try counted too
    await fence(db, run);
    await applyTablesIn(app, db, run, plan);
    run.signal.throwIfAborted();
  });
}

/** Applies a plan in the transaction of the caller. */
export async function applyTablesIn(app: App, db: Db, run: SyncState, plan: TablePlan): Promise<void> {
  if (isEmpty(plan)) return;
  const { added, changed, moved, guesses = [] } = plan;
  await holdLevels(db, [run.sourceId]);
  const fresh = await addTables(app, db, run, added);
  await takeOverLevels(
    app,
    db,
    run,
    guesses.flatMap((guess) => {
      const row = added.fresh.find(({ found }) => found === guess.found);
      return row ? [{ ...guess, newId: row.id }] : [];
    }),
  );
  const redefined = await changeTables(app, db, run, changed);
  await awaitLineage(app, db, [...fresh, ...redefined], run.sourceId);
  await updateRows(db, 'metadata_table', MEASURES, moved);
}
