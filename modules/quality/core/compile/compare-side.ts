import type { RuleTable } from '../catalogue/declaration.ts';
import type { SqlQuotes } from '../measure/dialects.ts';
import { SqlWriter } from '../measure/sql.ts';
import { column, type ColumnKind, type Condition } from '../measure/tree.ts';
import type { Form } from './canonical.ts';
import type { Outcome } from './outcome.ts';
import { fullName } from './tables.ts';

/* The two sides of a comparison (`compare.ts`), and what is asked of each. */

/** What is asked of one side. */
export interface SideText {
  readonly table: RuleTable;
  readonly text: string;
  /** columns that it reads */
  readonly reads: readonly string[];
}
/** Rows of one side, with the form in which each of their values is compared. */
export interface ComparedSide extends SideText {
  readonly forms: readonly Form[];
  /** how many rows there will be, asked before they are read; null = nobody knows */
  readonly counted: string | null;
}
/** Rows that are held against each other as tables `h` (here) and `o` (there). */
export interface ComparedRows {
  readonly here: ComparedSide;
  readonly there: ComparedSide;
  /** one row of counts */
  readonly counts: string;
  /** what was found, so many rows at most */
  listed(most: number): string;
  /** names of what is listed, and whether it is what the rule is about */
  readonly columns: readonly { readonly name: string; readonly side: 'here' | 'there' | null; readonly isJudged: boolean }[];
}
export interface Comparison {
  readonly ruleId: string;
  /** numbers of one row each, asked of the source of their table */
  readonly numbers: readonly SideText[];
  /** null where numbers are enough */
  readonly rows: ComparedRows | null;
  finish(counts: readonly (string | null)[], numbers: readonly (readonly unknown[])[]): Partial<Outcome>;
}

/** The form of values of one kind that are held against values of another. */
export function formOf(own: ColumnKind, other: ColumnKind): Form {
  if (own === 'boolean') return 'boolean';
  if (own === 'number') return other === 'boolean' ? 'boolean' : 'number';
  return own === 'time' || (own === 'text' && other === 'time') ? 'time' : 'text';
}

/** One table with its writer. */
export class Side {
  readonly table: RuleTable;
  readonly t: SqlWriter;
  readonly from: string;
  constructor(table: RuleTable, quotes: SqlQuotes) {
    this.table = table;
    this.t = new SqlWriter(table.quotes ?? quotes, table.columns);
    this.from = `${fullName(table.quotes ?? quotes, table)} t`;
  }
  kindOf(name: string): ColumnKind {
    return this.table.columns.find((one) => one.name === name)?.kind ?? 'other';
  }
  where(condition: Condition): string {
    return condition.is === 'true' ? '' : ` where ${this.t.condition(condition)}`;
  }
  text(list: readonly string[], condition: Condition, rest = ''): string {
    const outputs = list.map((sql, i) => `${sql} as c${i}`).join(', ');
    return `select ${outputs} from ${this.from}${this.where(condition)}${rest}`;
  }
  values(names: readonly string[]): string[] {
    return names.map((name) => this.t.value(column(name)));
  }
}
