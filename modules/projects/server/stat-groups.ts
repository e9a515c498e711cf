import type { Db } from '#kit/server/ctx.ts';
import { dictItems } from '#modules/system/server/index.ts';

interface Counted {
  key: string;
  count: number;
}

/** The counts of one grouping set: `outside` are the bits of the columns that were not grouped by. Rows without a value are left out. */
export const countsOf = <Row extends { readonly outside: number; readonly count: string }>(
  groups: readonly Row[],
  outside: number,
  key: (row: Row) => string | null,
): Counted[] =>
  groups.flatMap((row) => {
    const value = row.outside === outside ? key(row) : null;
    return value === null ? [] : [{ key: value, count: Number(row.count) }];
  });

/** Counts by dictionary code with their labels, in the order of the dictionary; codes without rows are left out. */
export async function byDict(db: Db, code: string, rows: readonly Counted[]) {
  const counts = new Map(rows.map((row) => [row.key, row.count]));
  const items = await dictItems(db, code);
  return items.flatMap(({ itemText, itemValue }) => {
    const count = counts.get(itemText);
    return count === undefined ? [] : [{ key: itemText, name: itemValue, count }];
  });
}

/** Counts by department with their names, most first. */
export async function byDept(db: Db, rows: readonly Counted[]) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.key);
  const depts = await db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', ids).execute();
  const names = new Map(depts.map((dept) => [dept.id, dept.deptName]));
  return rows
    .map((row) => ({ ...row, name: names.get(row.key) ?? row.key }))
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

/** Counts by year, oldest first. */
export const byYear = (rows: readonly Counted[]) =>
  rows.map((row) => ({ ...row, name: `${row.key}年` })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
