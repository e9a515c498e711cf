import type { Db } from '#kit/server/ctx.ts';
import type { Checked } from '../../core/sql/check.ts';
import { maskValue } from '../../core/mask.ts';
import type { Source as BaseColumn } from '../../core/sql/resolve.ts';

/** Levels whose values nobody sees in the clear without a grant. */
const SENSITIVE_LEVELS = ['L3', 'L4'];

export interface Masking {
  /** by output position; true = hide */
  readonly hidden: readonly boolean[];
  readonly isAny: boolean;
  readonly apply: (row: unknown[]) => unknown[];
}

/** Sensitive base columns among those that a statement reads. */
async function sensitiveColumns(db: Db, checked: Checked): Promise<ReadonlySet<BaseColumn>> {
  const ids = checked.tables.map((table) => table.id);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('metadataColumn')
    .select(['tableId', 'columnName'])
    .where('tableId', 'in', ids)
    .where('level', 'in', SENSITIVE_LEVELS)
    .where('deletedAt', 'is', null)
    .execute();
  const byId = new Map(checked.tables.map((table) => [table.id, table]));
  return new Set(rows.map((row) => `${byId.get(row.tableId)!.schema}.${byId.get(row.tableId)!.name}.${row.columnName}`));
}

/**
 * Which output columns are hidden: those whose value comes from a sensitive column in any way. When the columns of the result
 * cannot be matched with those of the analysis, every column counts as sensitive if the statement reads one.
 */
export async function maskingOf(db: Db, checked: Checked, width: number): Promise<Masking> {
  const sensitive = await sensitiveColumns(db, checked);
  const { output } = checked;
  const isMatched = output !== null && output.length === width;
  const readsSensitive = [...checked.columns].some((column) => sensitive.has(column));
  const hidden = Array.from({ length: width }, (_, i) =>
    isMatched ? [...output[i]!.from].some((column) => sensitive.has(column)) : readsSensitive,
  );
  const isAny = hidden.includes(true);
  return {
    hidden,
    isAny: isAny || readsSensitive,
    apply: isAny ? (row) => row.map((value, i) => (hidden[i] ? maskValue(value) : value)) : (row) => row,
  };
}
