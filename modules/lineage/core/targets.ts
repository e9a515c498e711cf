import type { Column } from './relation.ts';
import type { Session } from './session.ts';

interface Target {
  readonly table: string;
  readonly columns: readonly Column[];
  /** the column list of the statement, empty when it has none */
  readonly names: readonly string[];
  /** the names of the rows are those of the target (CREATE TABLE AS, INSERT BY NAME) */
  readonly byName?: boolean;
  /** columns given by PARTITION (dt = '…'), which the rows do not hold */
  readonly fixed?: readonly string[];
}

/** Writes rows into a table: notes it and lets the columns flow. Answers the names of the columns written. */
export function passOn({ table, columns, names, byName = false, fixed = [] }: Target, session: Session): string[] {
  session.note(table, 'write');
  const open = columns.some((column) => column.name === '*');
  const known = names.length || byName ? null : session.columns(table)?.filter((name) => name !== '*' && !fixed.includes(name));
  const given = open ? [] : names.length ? names : known?.length ? known : [];
  return columns.map((column, at) => {
    const name = given[at] ?? column.name;
    if (column.name === '*')
      for (const each of column.sources)
        if (each.column === '*' && each.table !== null) session.doubt(`${each.table}.*`, 'star', [each.table]);
    session.flow(table, name, column.sources);
    return name;
  });
}
