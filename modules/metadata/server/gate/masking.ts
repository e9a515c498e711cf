import type { Db } from '#kit/server/ctx.ts';
import type { Checked } from '../../core/sql/check.ts';
import { maskValue } from '../../core/mask.ts';
import { UNNAMED } from '../../core/sql/scope.ts';
import type { Output, Source as BaseColumn } from '../../core/sql/resolve.ts';

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
 * True when an output column shows a sensitive value: it comes from one, or it stands in rows that were chosen by one. Comparing two
 * columns gives nothing away when both are sensitive.
 */
export function isHidden({ from, via }: Output, sensitive: ReadonlySet<BaseColumn>): boolean {
  if ([...from].some((column) => sensitive.has(column))) return true;
  return via.some(([a, b]) => (b === undefined ? sensitive.has(a!) : sensitive.has(a!) !== sensitive.has(b)));
}

/**
 * Which output columns are hidden: those whose value comes from a sensitive column in any way. When the columns of the result
 * cannot be matched with those of the analysis, every column counts as sensitive if the statement reads one.
 */
export async function maskingOf(db: Db, checked: Checked, names: readonly string[]): Promise<Masking> {
  const sensitive = await sensitiveColumns(db, checked);
  const { output } = checked;
  // A table that was changed since its last synchronisation may give the same number of other columns.
  const isMatched =
    output !== null &&
    output.length === names.length &&
    output.every((column, i) => column.name === names[i] || column.name === UNNAMED || column.from.size === 0);
  const readsSensitive = [...checked.columns].some((column) => sensitive.has(column));
  const hidden = names.map((_, i) => (isMatched ? isHidden(output[i]!, sensitive) : readsSensitive));
  const isAny = hidden.includes(true);
  return {
    hidden,
    isAny: isAny || readsSensitive,
    apply: isAny ? (row) => row.map((value, i) => (hidden[i] ? maskValue(value) : value)) : (row) => row,
  };
}
