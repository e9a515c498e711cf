import type { RuleTable } from '../catalogue/declaration.ts';
import type { SqlQuotes } from '../measure/dialects.ts';
import { SqlWriter } from '../measure/sql.ts';
import type { Outcome } from './outcome.ts';

/** A statement that a rule needs beside the scan. */
export interface OwnStatement {
  readonly text: string;
  /** the table that it is about: of another source where the rule compares sources */
  readonly tableId: string;
  /** why it is not part of the scan, for who reads the SQL */
  readonly why: string;
}
export interface OwnPlan {
  readonly statements: readonly OwnStatement[];
  /** first rows of the statements, in order */
  finish(rows: readonly (readonly (string | null)[])[]): Partial<Outcome>;
}

export const fullName = (quotes: SqlQuotes, table: RuleTable): string =>
  [table.schema, table.name]
    .filter(Boolean)
    .map((name) => quotes.quote(name))
    .join('.');
/** The row of a statement that did not answer. */
export const NONE: readonly (string | null)[] = [];

/** Names and writers of the measured table and of another one. */
export class Tables {
  readonly quotes: SqlQuotes;
  readonly table: RuleTable;
  readonly t: SqlWriter;

  constructor(quotes: SqlQuotes, table: RuleTable) {
    this.quotes = quotes;
    this.table = table;
    this.t = new SqlWriter(quotes, table.columns);
  }
  from(table: RuleTable = this.table, alias = 't'): string {
    return `${fullName(this.quotes, table)} ${alias}`;
  }
  writer(alias: string, table: RuleTable = this.table): SqlWriter {
    return new SqlWriter(this.quotes, table.columns, alias);
  }
  kindOf(name: string, table: RuleTable = this.table): string {
    return table.columns.find((one) => one.name === name)?.kind ?? 'other';
  }
}
