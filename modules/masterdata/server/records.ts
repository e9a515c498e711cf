import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { insertRows as insertBulk } from '#kit/server/db/bulk.ts';
import { deleteRows, fieldRef, insertRows, repeatedField, selectFrom, updateRow } from '#modules/managed/server/index.ts';
import type { Origin } from '../contract/data.ts';
import { storedCell } from '../core/index.ts';
import { tellTargets } from './distribute/outbox.ts';
import type { ModelInForce } from './model-in-force.ts';
import { forgetForSearch, indexedColumns, indexForSearch } from './search-index.ts';

/** The values of a record by the ids of its columns. */
export type Cells = Readonly<Record<string, string | null>>;
/** A record as it stands in its table. */
export interface StoredRecord {
  readonly id: string;
  readonly status: '0' | '1';
  readonly version: number;
  readonly createBy: string | null;
  readonly createTime: Date;
  readonly createDept: string | null;
  readonly updateBy: string | null;
  readonly updateTime: Date | null;
  readonly cells: Cells;
}
/** Who writes records, and where. Everything is part of the transaction of `db`. */
export interface Writer {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
  readonly userId: string | null;
  readonly deptId: string | null;
}
/** Why a record is written; it stands in its history. */
export interface Cause {
  readonly origin: Origin;
  readonly reason?: string | null;
  readonly mapId?: string | null;
}
/** The record, the load and the moment that a merged value came from. */
export interface MergedFrom {
  readonly recordId: string;
  readonly mapId: string | null;
  readonly sourceKey: string | null;
  readonly time: string;
}
/** A change of one record as its history keeps it. */
export interface Happened {
  readonly recordId: string;
  readonly action: 'add' | 'change' | 'retire' | 'restore' | 'remove' | 'merge' | 'unmerge';
  readonly version: number;
  /** by the id of the column; `rule` is the one that chose the value in a merge, `from` is where that value had come from */
  readonly changes: Readonly<Record<string, { before: string | null; after: string | null; rule?: string; from?: MergedFrom | null }>>;
  readonly sourceKey?: string | null;
}

const HEAD = ['$id', '$status', '$version', '$create_by', '$create_time', '$create_dept', '$update_by', '$update_time'] as const;
const fieldsOf = (model: ModelInForce): string[] => [...HEAD, ...model.columns.map((column) => column.id)];

/** A query over the records of a model (alias `r`) that answers what `recordOf` reads. */
export const recordsOf = (db: Db, model: ModelInForce) => selectFrom(db, model.table, fieldsOf(model));

/** A row of `recordsOf` as a record. */
export function recordOf(model: ModelInForce, row: Record<string, unknown>): StoredRecord {
  const time = (value: unknown): Date | null => (value instanceof Date ? value : value ? new Date(String(value)) : null);
  return {
    id: String(row['$id']),
    status: row['$status'] === '0' ? '0' : '1',
    version: Number(row['$version'] ?? 0),
    createBy: storedCell(row['$create_by']),
    createTime: time(row['$create_time']) ?? new Date(0),
    createDept: storedCell(row['$create_dept']),
    updateBy: storedCell(row['$update_by']),
    updateTime: time(row['$update_time']),
    cells: Object.fromEntries(model.columns.map((column) => [column.id, storedCell(row[column.id])])),
  };
}

/** Records by their ids, locked when they are to be changed, or kept from being changed meanwhile; those that are gone are left out. */
export async function loadRecords(
  db: Db,
  model: ModelInForce,
  ids: readonly string[],
  options: { isLocked?: boolean; isKept?: boolean } = {},
): Promise<StoredRecord[]> {
  if (ids.length === 0) return [];
  let query = recordsOf(db, model)
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = any(${[...ids]}::text[])`)
    .orderBy(fieldRef(model.table, '$id'));
  if (options.isLocked) query = query.forUpdate();
  else if (options.isKept) query = query.forShare();
  return ((await query.execute()) as Record<string, unknown>[]).map((row) => recordOf(model, row));
}

/** Says which column repeats a value; a table that was changed meanwhile makes the whole call start over. */
function toOurs(error: unknown, model: ModelInForce): unknown {
  const stored = repeatedField(error, [model.table]);
  if (stored) {
    const column = model.columns.find((one) => one.id === stored.fieldId);
    const message = `“${stored.label}”的内容与已有记录重复`;
    return new AppError('input.invalid', message, [{ path: `values.${column?.columnName ?? ''}`, message }], { cause: error });
  }
  const { code } = error as { code?: string };
  if (code === '42703' || code === '42P01')
    return Object.assign(new Error('the model was changed meanwhile', { cause: error }), { code: '40001' });
  return error;
}

const HISTORY = {
  id: 'text',
  modelId: 'text',
  recordId: 'text',
  action: 'text',
  origin: 'text',
  changes: 'jsonb',
  recordVersion: 'integer',
  mapId: 'text',
  sourceKey: 'text',
  reason: 'text',
  userId: 'text',
  createTime: 'timestamptz',
} as const;

/** Writes down what happened to records, for their history and for the targets that they are distributed to. */
async function keepHistory(w: Writer, model: ModelInForce, cause: Cause, happened: readonly Happened[]): Promise<void> {
  await insertBulk(
    w.db,
    'masterdata_attr_history',
    HISTORY,
    happened.map((one) => ({
      id: w.app.ids.next(),
      modelId: model.id,
      recordId: one.recordId,
      action: one.action,
      origin: cause.origin,
      changes: one.changes,
      recordVersion: one.version,
      mapId: cause.mapId ?? null,
      sourceKey: one.sourceKey ?? null,
      reason: cause.reason ?? null,
      userId: w.userId,
      createTime: w.now.toISOString(),
    })),
  );
  await tellTargets(w, model, happened);
}

/** A record that is to be there: its id is the caller's. */
export interface NewRecord {
  readonly id: string;
  readonly cells: Cells;
  readonly sourceKey?: string | null;
}

/** Adds records with their history. Throws input.invalid with the column whose value is there already. */
export async function addRecords(w: Writer, model: ModelInForce, cause: Cause, added: readonly NewRecord[]): Promise<void> {
  const rows = added.map(({ id, cells }) => ({
    $id: id,
    $status: '1',
    $create_by: w.userId,
    $create_time: w.now,
    $create_dept: w.deptId,
    $update_by: null,
    $update_time: null,
    $version: 0,
    ...Object.fromEntries(model.columns.map((column) => [column.id, cells[column.id] ?? null])),
  }));
  await insertRows(w.db, model.table, rows).catch((error: unknown) => {
    throw toOurs(error, model);
  });
  await indexForSearch(
    w.db,
    model,
    added.map(({ id }) => id),
  );
  await keepHistory(
    w,
    model,
    cause,
    added.map(({ id, cells, sourceKey }) => ({
      recordId: id,
      action: 'add',
      version: 0,
      changes: Object.fromEntries(
        Object.entries(cells).flatMap(([column, after]) => (after === null ? [] : [[column, { before: null, after }]])),
      ),
      sourceKey: sourceKey ?? null,
    })),
  );
}

/** What differs between a record and the values that are wanted of it; absent ones stay. */
export const differences = (before: Cells, wanted: Cells): Record<string, { before: string | null; after: string | null }> =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([column, after]) =>
      (before[column] ?? null) === after ? [] : [[column, { before: before[column] ?? null, after }]],
    ),
  );

/** Changes a record (which is locked) with its history; `rules` say what chose a value. Answers its version afterwards. */
export async function changeRecord(
  w: Writer,
  model: ModelInForce,
  cause: Cause,
  change: {
    readonly record: StoredRecord;
    readonly cells: Cells;
    readonly action?: Happened['action'];
    readonly status?: '0' | '1';
    readonly rules?: Readonly<Record<string, string>>;
    readonly sourceKey?: string | null;
  },
): Promise<number> {
  const { record, action = 'change', status = record.status, rules = {} } = change;
  const changes = differences(record.cells, change.cells);
  if (Object.keys(changes).length === 0 && status === record.status) return record.version;
  const version = record.version + 1;
  const cells = Object.fromEntries(Object.entries(changes).map(([column, { after }]) => [column, after]));
  await updateRow(
    w.db,
    model.table,
    { field: '$id', is: record.id },
    { ...cells, $status: status, $version: version, $update_by: w.userId, $update_time: w.now },
  ).catch((error: unknown) => {
    throw toOurs(error, model);
  });
  if (indexedColumns(model).some((column) => Object.hasOwn(changes, column))) await indexForSearch(w.db, model, [record.id]);
  const withRules = Object.fromEntries(
    Object.entries(changes).map(([column, one]) => [column, rules[column] === undefined ? one : { ...one, rule: rules[column] }]),
  );
  await keepHistory(w, model, cause, [{ recordId: record.id, action, version, changes: withRules, sourceKey: change.sourceKey ?? null }]);
  return version;
}

/** Removes records (which are locked) with the rows of sources that stand for them; their history stays. */
export async function removeRecords(w: Writer, model: ModelInForce, cause: Cause, records: readonly StoredRecord[]): Promise<void> {
  const ids = records.map((record) => record.id);
  await deleteRows(w.db, model.table, { field: '$id', in: ids });
  await forgetForSearch(w.db, model.id, ids);
  if (ids.length > 0) await w.db.deleteFrom('masterdataXref').where('recordId', 'in', ids).where('modelId', '=', model.id).execute();
  await keepHistory(
    w,
    model,
    cause,
    records.map((record) => ({
      recordId: record.id,
      action: 'remove',
      version: record.version + 1,
      changes: Object.fromEntries(
        Object.entries(record.cells).flatMap(([column, before]) => (before === null ? [] : [[column, { before, after: null }]])),
      ),
    })),
  );
}
