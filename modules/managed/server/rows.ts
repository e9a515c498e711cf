import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { StoredColumn } from '../core/index.ts';
import { columnIdOfIndex } from './ddl.ts';
import { SCHEMA } from './names.ts';
import type { OwnedTable } from './stored.ts';

/** A row by field ids: owners never see what their columns are called. */
export type Values = Readonly<Record<string, unknown>>;

/** Parameters of one statement stay below the limit of the protocol. */
const MAX_PARAMETERS = 30_000;

const living = (table: OwnedTable): StoredColumn[] => table.columns.filter((column) => !column.isHidden);

function columnOf(table: OwnedTable, fieldId: string): StoredColumn {
  const found = living(table).find((column) => column.fieldId === fieldId);
  if (!found) throw new Error(`managed table ${table.name} has no field ${fieldId}`);
  return found;
}

/** Tables whose columns are known only at run time. */
type Loose = Kysely<Record<string, Record<string, unknown>>>;
const plain = (db: Db): Loose => db.withoutPlugins().withSchema(SCHEMA) as unknown as Loose;
const carried = ({ type }: StoredColumn, value: unknown): unknown =>
  type.kind === 'json' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null);

function namedValues(table: OwnedTable, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([fieldId, value]) => {
      const column = columnOf(table, fieldId);
      return [column.name, carried(column, value)];
    }),
  );
}

/** The column of a field, for conditions and orders of statements over `selectFrom`. */
export const fieldRef = (table: OwnedTable, fieldId: string): RawBuilder<unknown> => sql.ref(`r.${columnOf(table, fieldId).name}`);

/** The column to read of a field: what is hidden is still there for who knows the field. */
function readColumn(table: OwnedTable, fieldId: string): StoredColumn {
  const hidden = table.columns.findLast((column) => column.isHidden && column.fieldId === fieldId);
  return living(table).find((column) => column.fieldId === fieldId) ?? hidden ?? columnOf(table, fieldId);
}

/**
 * A query over the rows of a table (alias `r`) that answers the given fields, by default all that are in use, under their ids. A field that
 * is named is answered even when it is hidden: its owner decides who sees it.
 */
export function selectFrom(db: Db, table: OwnedTable, fieldIds?: readonly string[]) {
  const columns = fieldIds ? fieldIds.map((id) => readColumn(table, id)) : living(table);
  return plain(db)
    .selectFrom(`${table.name} as r`)
    .select(columns.map((column) => sql.ref(`r.${column.name}`).as(column.fieldId)));
}

/** Adds rows; all of them have the fields of the first one. */
export async function insertRows(db: Db, table: OwnedTable, rows: readonly Values[]): Promise<void> {
  const width = Math.max(1, Object.keys(rows[0] ?? {}).length);
  const most = Math.max(1, Math.floor(MAX_PARAMETERS / width));
  for (let at = 0; at < rows.length; at += most)
    await plain(db)
      .insertInto(table.name)
      .values(rows.slice(at, at + most).map((row) => namedValues(table, row)))
      .execute();
}

/** Changes the fields of the rows whose `field` is the given value. Answers how many there were. */
export async function updateRow(db: Db, table: OwnedTable, where: { field: string; is: string }, values: Values): Promise<number> {
  const { name } = columnOf(table, where.field);
  const done = await plain(db).updateTable(table.name).set(namedValues(table, values)).where(name, '=', where.is).executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Removes the rows whose `field` has one of the given values. Answers how many there were. */
export async function deleteRows(db: Db, table: OwnedTable, where: { field: string; in: readonly string[] }): Promise<number> {
  if (where.in.length === 0) return 0;
  const { name } = columnOf(table, where.field);
  const done = await plain(db)
    .deleteFrom(table.name)
    .where(name, 'in', [...where.in])
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** The field whose value must not repeat and did, of an error of the database; null for any other error. */
export function repeatedField(error: unknown, tables: readonly OwnedTable[]): StoredColumn | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const id = code === '23505' && constraint ? columnIdOfIndex(constraint) : null;
  if (id === null) return null;
  return tables.flatMap((table) => table.columns).find((column) => column.id === id) ?? null;
}
