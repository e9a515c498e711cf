import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { SCHEMA } from './names.ts';
import type { OwnedTable } from './stored.ts';

/** A row as the database writes it, by the ids of its columns, hidden ones too: put back it is the same to the last digit. */
export type WholeRow = Readonly<Record<string, string | null>>;

const keyOf = (table: OwnedTable) => {
  const key = table.columns.find((column) => column.isKey);
  if (!key) throw new Error(`managed table ${table.name} has no key`);
  return key;
};
const target = (table: OwnedTable) => sql.table(`${SCHEMA}.${table.name}`);

/** The id of the row, as its key says. */
export const keyOfRow = (table: OwnedTable, row: WholeRow): string => row[keyOf(table).id]!;

/** Whole rows by their keys, in the order of the keys; they are locked until the transaction ends. */
export async function wholeRows(db: Db, table: OwnedTable, keys: readonly string[]): Promise<WholeRow[]> {
  if (keys.length === 0) return [];
  const key = sql.ref(keyOf(table).name);
  const columns = table.columns.map((column, at) => sql`${sql.ref(column.name)}::text as ${sql.ref(`c${at}`)}`);
  const { rows } = await sql<Record<string, string | null>>`select ${sql.join(columns)} from ${target(table)}
    where ${key} in (${sql.join(keys)}) order by ${key} for update`.execute(db.withoutPlugins());
  return rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column.id, row[`c${at}`] ?? null])));
}

/** Puts whole rows back; a column that is no longer there is left out, one that is new stays empty. */
export async function putWholeRows(db: Db, table: OwnedTable, rows: readonly WholeRow[]): Promise<void> {
  for (const row of rows) {
    const columns = table.columns.filter((column) => row[column.id] !== undefined);
    await sql`insert into ${target(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      values (${sql.join(columns.map(({ id }) => row[id]))})`.execute(db.withoutPlugins());
  }
}

/** Sets columns of one row to what a whole row says. */
export async function setWholeRow(db: Db, table: OwnedTable, key: string, row: WholeRow): Promise<void> {
  const columns = table.columns.filter((column) => !column.isKey && row[column.id] !== undefined);
  if (columns.length === 0) return;
  await sql`update ${target(table)} set ${sql.join(columns.map(({ id, name }) => sql`${sql.ref(name)} = ${row[id]}`))}
    where ${sql.ref(keyOf(table).name)} = ${key}`.execute(db.withoutPlugins());
}
