import { tightened, type Mask as LibraryMask } from '#kit/core/mask/index.ts';
import type { CatalogTable } from '#modules/sources/core/index.ts';
import type { Checked } from '../../core/sql/check.ts';
import { sourceOf, type Source as BaseColumn } from '../../core/sql/scope.ts';
import type { Shown } from '../classify/masks.ts';
import type { Mask, Sensitive } from './masking.ts';

/**
 * Masks that a program puts on top of those of the classes, by the name of the output. They go down to the columns that an output comes from:
 * there they are masks like others, under whatever name a column is shown, and whatever else is made of it is refused.
 */
export type Tightenings = ReadonlyMap<string, Shown>;

/** How an output of a statement is shown to programs. */
export interface Protection {
  readonly name: string;
  /** false: a value that comes from no column */
  readonly isTraced: boolean;
  /** null: in the clear */
  readonly how: LibraryMask | 'common' | 'whole' | null;
}

/** The table of a base column, with all names that its table goes by: partitions are one with it. */
function namesOf(column: BaseColumn, tables: readonly CatalogTable[]): { tableId: string; columnName: string; names: BaseColumn[] } | null {
  const own = tables.filter((table) => column.startsWith(sourceOf(table, '')));
  const table = own.toSorted((a, b) => sourceOf(b, '').length - sourceOf(a, '').length)[0];
  if (!table) return null;
  const columnName = column.slice(sourceOf(table, '').length);
  return { tableId: table.id, columnName, names: tables.filter(({ id }) => id === table.id).map((each) => sourceOf(each, columnName)) };
}

function over(lower: Mask | undefined, upper: Shown, of: { tableId: string; columnName: string }): Mask {
  if (!lower) return { ...of, show: upper.show, rule: upper.rule, isLinkable: false, how: upper.mask };
  if (lower.how === 'whole' || lower.rule === upper.rule) return lower;
  return {
    ...lower,
    show: tightened({ show: lower.show, mask: lower.how === 'common' ? null : lower.how }, upper),
    rule: `${lower.rule} ${upper.rule}`,
    how: upper.mask,
  };
}

/** The masked columns of a statement, with those that its outputs are tightened by. */
export function tighten(sensitive: Sensitive, { output, tables }: Pick<Checked, 'output' | 'tables'>, tightenings: Tightenings): Sensitive {
  if (tightenings.size === 0) return sensitive;
  const all = new Map(sensitive);
  // servers differ in the case of letters
  const byName = new Map([...tightenings].map(([name, mask]) => [name.toLowerCase(), mask]));
  for (const { name, from } of output ?? []) {
    const upper = byName.get(name.toLowerCase());
    if (!upper) continue;
    for (const column of from) {
      const of = namesOf(column, tables);
      if (of) for (const each of of.names) all.set(each, over(all.get(each), upper, of));
      else all.set(column, over(all.get(column), upper, { tableId: '', columnName: column }));
    }
  }
  return all;
}

/** How each output is shown; null where the source decides what they are. */
export function protectionOf(sensitive: Sensitive, { output }: Pick<Checked, 'output'>): readonly Protection[] | null {
  if (output === null) return null;
  return output.map(({ name, from }) => {
    const masks = [...from].map((column) => sensitive.get(column));
    const [first] = masks.filter((mask) => mask !== undefined);
    const how = first && (masks.every((mask) => mask?.rule === first.rule) ? first.how : 'whole');
    return { name, isTraced: from.size > 0, how: how ?? null };
  });
}
