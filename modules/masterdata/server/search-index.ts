import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { insertRows } from '#kit/server/db/bulk.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import type { ModelColumn } from '../contract/column.ts';
import { columnsKey, searchKeys, storedCell, textLength, wordKeys } from '../core/index.ts';
import type { ModelInForce } from './model-in-force.ts';

const ROW = { modelId: 'text', recordId: 'text', columnsKey: 'integer', keys: 'integer[]' } as const;

const isText = (column: ModelColumn): boolean => textLength(column) !== null && column.refModelId === null;

/** The columns whose parts are looked for: texts that are asked for, else all that a list could look a word up in. */
export function indexedColumns({ columns }: Pick<ModelInForce, 'columns'>): string[] {
  const texts = columns.filter(isText);
  const asked = texts.filter((column) => column.isQuery === '1');
  return (asked.length > 0 ? asked : texts.slice(0, 1)).map(({ id }) => id).sort();
}

/** Makes the keys of records as they stand in their table; the caller keeps them from being changed until the transaction ends. */
export async function indexForSearch(db: Db, model: ModelInForce, ids: readonly string[]): Promise<void> {
  const columns = indexedColumns(model);
  if (columns.length === 0 || ids.length === 0) return;
  const rows = (await selectFrom(db, model.table, ['$id', ...columns])
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = any(${[...ids]}::text[])`)
    .execute()) as Record<string, unknown>[];
  await forgetForSearch(db, model.id, ids);
  const key = columnsKey(columns);
  await insertRows(
    db,
    'masterdata_search_record',
    ROW,
    rows.map((row) => ({
      modelId: model.id,
      recordId: String(row['$id']),
      columnsKey: key,
      keys: searchKeys(columns, Object.fromEntries(columns.map((id) => [id, storedCell(row[id])]))),
    })),
  );
}

/** Takes the keys of records away. */
export const forgetForSearch = (db: Db, modelId: string, ids: readonly string[]) =>
  sql`delete from masterdata_search_record where model_id = ${modelId} and record_id = any(${[...ids]}::text[])`.execute(db);

/** More records than this are not looked up one by one. */
const MAX_LOOKED_UP = 10_000;

/**
 * The ids of all records that may contain a word in one of some columns; whether they do still has to be asked. Null where that narrows
 * nothing: not all records have their keys yet, a column has none, the word is one character, or too many records may contain it. Asked
 * first and by itself: joined to the records, planners read all of these for a few thousand ids.
 */
export async function mayContain(db: Db, model: ModelInForce, columns: readonly ModelColumn[], word: string): Promise<string[] | null> {
  if (!model.isSearchReady || columns.length === 0) return null;
  const indexed = new Set(indexedColumns(model));
  const alternatives: RawBuilder<SqlBool>[] = [];
  for (const { id } of columns) {
    const keys = indexed.has(id) ? wordKeys(id, word) : null;
    if (keys === null) return null;
    alternatives.push(sql<SqlBool>`keys @> ${keys}::integer[]`);
  }
  const { rows } = await sql<{ recordId: string }>`select record_id from masterdata_search_record
    where model_id = ${model.id} and (${sql.join(alternatives, sql` or `)}) limit ${MAX_LOOKED_UP + 1}`.execute(db);
  return rows.length > MAX_LOOKED_UP ? null : rows.map(({ recordId }) => recordId);
}
