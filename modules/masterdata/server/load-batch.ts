import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { insertRows as insertBulk } from '#kit/server/db/bulk.ts';
import { readCell } from '../core/index.ts';
import { missing, readGiven, referenceFaults, standardsOf, type ColumnStandards, type Fault } from './checked.ts';
import { nextCodes, numberRules, type NumberRule } from './code-rules.ts';
import { levelsOfLoad, withReferences } from './load-references.ts';
import type { StoredMap } from './map-rows.ts';
import type { ModelInForce } from './model-in-force.ts';
import { recordProposals } from './record-approval.ts';
import { addRecords, changeRecord, loadRecords, type Cells, type NewRecord, type StoredRecord, type Writer } from './records.ts';

/** Rows that are taken in one transaction. */
export const BATCH = 1000;

/** A row of a source, after the steps of its mapping, by the names of the columns of the model. */
export interface SourceRow {
  readonly key: string;
  readonly hash: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** its value of the column that grows; null where there is none */
  readonly mark?: string | null;
}
interface Xref {
  readonly id: string;
  readonly recordId: string;
  readonly sourceKey: string;
  readonly rowHash: string;
  readonly cells: unknown;
}
interface Rejected extends Fault {
  readonly key: string;
}
/** What a batch shares. */
interface Batch {
  readonly w: Writer;
  readonly model: ModelInForce;
  readonly map: StoredMap;
  readonly standards: ColumnStandards;
  readonly rules: readonly NumberRule[];
  readonly rejected: Rejected[];
  /** nothing of it stays: numbers are not taken for it */
  readonly isTrial: boolean;
}
type Fresh = { readonly row: SourceRow; readonly id: string; readonly cells: Record<string, string | null> };

const XREF = {
  id: 'text',
  modelId: 'text',
  recordId: 'text',
  mapId: 'text',
  sourceKey: 'text',
  rowHash: 'text',
  cells: 'jsonb',
  loadTime: 'timestamptz',
} as const;

const only = (cells: Cells, columns: readonly string[]): Cells =>
  Object.fromEntries(columns.map((column) => [column, cells[column] ?? null]));

/** A new record of a row: its faults reject it. */
async function freshOf(batch: Batch, row: SourceRow): Promise<Fresh | null> {
  const { w, model, standards, rules } = batch;
  const { cells, faults } = readGiven(model, row.values, standards);
  const coded = new Set(rules.map((rule) => rule.columnId));
  for (const column of model.columns)
    if (!coded.has(column.id) && (cells[column.id] ?? null) === null && column.defaultValue !== null) {
      const read = readCell(column, column.defaultValue);
      if ('value' in read) cells[column.id] = read.value;
    }
  const open = model.columns.filter((column) => !coded.has(column.id) || cells[column.id]);
  const all = [...faults, ...missing(open, cells)];
  const id = w.app.ids.next();
  if (all.length === 0) all.push(...(await referenceFaults(w.db, model, id, cells)));
  if (all.length === 0) return { row, id, cells };
  batch.rejected.push({ key: row.key, ...all[0]! });
  return null;
}

async function keepXrefs({ w, model, map }: Batch, added: readonly Fresh[], said: (one: Fresh) => Cells): Promise<void> {
  await insertBulk(
    w.db,
    'masterdata_xref',
    XREF,
    added.map((one) => ({
      id: w.app.ids.next(),
      modelId: model.id,
      recordId: one.id,
      mapId: map.id,
      sourceKey: one.row.key,
      rowHash: one.row.hash,
      cells: said(one),
      loadTime: w.now.toISOString(),
    })),
  );
}

const insert = (batch: Batch, added: readonly Fresh[]) =>
  addRecords(
    batch.w,
    batch.model,
    { origin: 'load', mapId: batch.map.id },
    added.map((one): NewRecord => ({ id: one.id, cells: one.cells, sourceKey: one.row.key })),
  );

/** Work that may be refused by what is there already, undone alone. Answers the refusal. */
async function tried({ w }: Batch, work: () => Promise<unknown>): Promise<AppError | null> {
  await sql`savepoint load_row`.execute(w.db);
  try {
    await work();
    await sql`release savepoint load_row`.execute(w.db);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint load_row`.execute(w.db);
    return error;
  }
}

const reject = (batch: Batch, key: string, error: AppError) => {
  const [first] = (Array.isArray(error.detail) ? error.detail : []) as { path?: string }[];
  batch.rejected.push({ key, columnName: (first?.path ?? '').replace(/^values\./, ''), message: error.message });
};

/** Adds what is new, all at once, or one by one where something of it is refused. */
async function addFresh(batch: Batch, fresh: readonly Fresh[]): Promise<number> {
  if (fresh.length === 0) return 0;
  for (const rule of batch.isTrial ? [] : batch.rules) {
    if (!batch.model.columns.some((column) => column.id === rule.columnId)) continue;
    const open = fresh.filter((one) => (one.cells[rule.columnId] ?? null) === null);
    if (open.length === 0) continue;
    const codes = await nextCodes(batch.w.app, batch.w.db, rule, batch.w.now, open.length);
    open.forEach((one, at) => (one.cells[rule.columnId] = codes[at] ?? null));
  }
  const said = (one: Fresh): Cells => only(one.cells, readColumns(batch, one.row));
  if ((await tried(batch, () => insert(batch, fresh))) === null) {
    await keepXrefs(batch, fresh, said);
    return fresh.length;
  }
  let added = 0;
  for (const one of fresh) {
    const refused = await tried(batch, () => insert(batch, [one]));
    if (refused) reject(batch, one.row.key, refused);
    else {
      await keepXrefs(batch, [one], said);
      added++;
    }
  }
  return added;
}

const readColumns = ({ model }: Batch, row: SourceRow): string[] =>
  model.columns.filter((column) => Object.hasOwn(row.values, column.columnName)).map((column) => column.id);

/** Attributes of records that a source of a higher rank has a value for. */
async function outranked({ w, map }: Batch, recordIds: readonly string[]): Promise<(recordId: string) => ReadonlySet<string>> {
  if (recordIds.length === 0) return () => new Set();
  const rows = await w.db
    .selectFrom('masterdataXref as x')
    .innerJoin('masterdataSourceMap as m', 'm.id', 'x.mapId')
    .select(['x.recordId', 'x.cells'])
    .where('x.recordId', 'in', recordIds)
    .where('m.priority', '<', map.priority)
    .where('m.deletedAt', 'is', null)
    .execute();
  return (recordId) =>
    new Set(
      rows
        .filter((row) => row.recordId === recordId)
        .flatMap((row) => Object.entries(row.cells as Cells).flatMap(([column, value]) => (value === null ? [] : [column]))),
    );
}

/** Brings a changed row into its record: what the source changed, unless a source of a higher rank says it. */
async function change(batch: Batch, row: SourceRow, xref: Xref, record: StoredRecord, above: ReadonlySet<string>): Promise<boolean> {
  const { w, model, map, standards, rules } = batch;
  const coded = new Set(rules.map((rule) => rule.columnId));
  const { cells, faults } = readGiven(model, row.values, standards);
  const before = xref.cells as Cells;
  // what people changed meanwhile stays until the source says something new
  const moved = Object.fromEntries(
    Object.entries(cells).filter(([column, value]) => (before[column] ?? null) !== value && !above.has(column) && !coded.has(column)),
  );
  const all = [
    ...faults,
    ...missing(model.columns, { ...record.cells, ...moved }),
    ...(await referenceFaults(w.db, model, record.id, moved)),
  ];
  if (all.length > 0) {
    batch.rejected.push({ key: row.key, ...all[0]! });
    return false;
  }
  const refused = await tried(batch, () =>
    changeRecord(w, model, { origin: 'load', mapId: map.id }, { record, cells: moved, sourceKey: row.key }),
  );
  if (refused) {
    reject(batch, row.key, refused);
    return false;
  }
  await w.db
    .updateTable('masterdataXref')
    .set({ rowHash: row.hash, cells: JSON.stringify(only(cells, readColumns(batch, row))), loadTime: w.now })
    .where('id', '=', xref.id)
    .execute();
  return true;
}

/** Rows that were not taken, as they are kept. */
const faultsOf = ({ rejected }: Batch) =>
  rejected.map(({ key, columnName, message }) => ({
    sourceKey: key.slice(0, 500),
    columnName: columnName || null,
    message: message.slice(0, 500),
  }));

async function keepRejected(batch: Batch, firstSeq: number): Promise<void> {
  const faults = faultsOf(batch);
  if (faults.length === 0) return;
  await batch.w.db
    .insertInto('masterdataReject')
    .values(faults.map((fault, at) => ({ mapId: batch.map.id, seq: firstSeq + at, ...fault })))
    .execute();
}

/** Adds records for rows that are new; what others stand below is added before them. */
async function addNew(batch: Batch, rows: readonly SourceRow[]): Promise<number> {
  const { w, model, map } = batch;
  let inserted = 0;
  for (const level of levelsOfLoad(model, rows)) {
    const fresh: Fresh[] = [];
    for (const row of await withReferences(w.db, model, map, level)) {
      const one = await freshOf(batch, row);
      if (one) fresh.push(one);
    }
    inserted += await addFresh(batch, fresh);
  }
  return inserted;
}

/** The records that changed rows stand for, locked, with what keeps them from being changed. */
async function changeMoved(batch: Batch, moved: readonly SourceRow[], byKey: ReadonlyMap<string, Xref>): Promise<number> {
  const { w, model } = batch;
  const ids = [...new Set(moved.map((row) => byKey.get(row.key)!.recordId))];
  const records = new Map((await loadRecords(w.db, model, ids, { isLocked: true })).map((record) => [record.id, record]));
  const waiting = await recordProposals.flowOf(w.db, ids);
  const above = await outranked(batch, ids);
  let changed = 0;
  for (const row of moved) {
    const xref = byKey.get(row.key)!;
    const record = records.get(xref.recordId);
    const flow = waiting.get(xref.recordId);
    if (!record) batch.rejected.push({ key: row.key, columnName: '', message: '对应的记录已不存在' });
    else if (flow && flow.flowStatus !== '5') batch.rejected.push({ key: row.key, columnName: '', message: '对应的记录正在审批，未更新' });
    else if (await change(batch, row, xref, record, above(record.id))) {
      changed++;
      const [now] = await loadRecords(w.db, model, [record.id]);
      if (now) records.set(record.id, now);
    }
  }
  return changed;
}

/**
 * Brings a batch of rows in, in the transaction of the writer. A row that was there and has not changed is left alone; a record that waits for
 * the approval of a change stays as it is. `firstSeq` numbers the rows that are not taken. A trial is undone by its caller.
 */
export async function takeBatch(
  w: Writer,
  model: ModelInForce,
  map: StoredMap,
  rows: readonly SourceRow[],
  { firstSeq, isTrial = false }: { firstSeq: number; isTrial?: boolean },
) {
  const batch: Batch = {
    w,
    model,
    map,
    standards: await standardsOf(w.db, model.columns),
    rules: await numberRules(w.db, model.id),
    rejected: [],
    isTrial,
  };
  const xrefs = await w.db
    .selectFrom('masterdataXref')
    .select(['id', 'recordId', 'sourceKey', 'rowHash', 'cells'])
    .where('mapId', '=', map.id)
    .where(
      'sourceKey',
      'in',
      rows.map((row) => row.key),
    )
    .execute();
  const byKey = new Map(xrefs.map((xref) => [xref.sourceKey, xref]));
  const kindOf = ({ key, hash }: SourceRow) => {
    const known = byKey.get(key);
    if (!known) return 'new' as const;
    return known.rowHash === hash ? ('same' as const) : ('moved' as const);
  };
  const kinds = new Map(rows.map((row) => [row.key, kindOf(row)]));
  const moved = rows.filter(({ key }) => kinds.get(key) === 'moved');
  const changed = await changeMoved(batch, await withReferences(w.db, model, map, moved), byKey);
  const inserted = await addNew(
    batch,
    rows.filter(({ key }) => kinds.get(key) === 'new'),
  );
  await keepRejected(batch, firstSeq);
  const same = [...kinds.values()].filter((kind) => kind === 'same').length;
  return { inserted, changed, same, kinds, rejected: new Set(batch.rejected.map(({ key }) => key)), faults: faultsOf(batch) };
}
