/** A column of a table as written, lower case unless only quotes can mean it, quotes removed; table null = the result of a bare SELECT, or undecided. */
export interface ColumnRef {
  readonly table: string | null;
  readonly column: string;
}
/** value = the content flows; the others decide about rows, groups or order only. */
export type EdgeKind = 'value' | 'filter' | 'join' | 'group' | 'sort';

export interface LineageEdge {
  readonly from: ColumnRef;
  readonly to: ColumnRef;
  readonly kind: EdgeKind;
  /** SQL text of the projected expression, null when the column is passed on as it is */
  readonly expression: string | null;
  /** inferred = a guess among several tables, or through a `*` without known columns */
  readonly confidence: 'exact' | 'inferred';
  /** index of the statement, from 0 */
  readonly statement: number;
}
/** Something that a steward has to decide: dynamic SQL, a column of nobody knows which table, a part that did not parse. */
export interface Unresolved {
  readonly text: string;
  readonly reason: 'syntax' | 'dynamicSql' | 'ambiguousColumn' | 'unknownColumn' | 'star' | 'tooDeep' | 'timeout';
  /** tables that it may belong to */
  readonly candidates: readonly string[];
  readonly statement: number;
  /** where it stands: a line of the text, from 1; that of the statement when nothing nearer is known */
  readonly line: number;
}
/** Lineage of a text of one or more statements; temporary tables between them are composed away. */
export interface Lineage {
  readonly tables: { readonly sources: readonly string[]; readonly targets: readonly string[]; readonly all: readonly string[] };
  readonly edges: readonly LineageEdge[];
  /** of a bare SELECT: output name → base columns */
  readonly outputs: Readonly<Record<string, readonly ColumnRef[]>>;
  readonly unresolved: readonly Unresolved[];
  readonly statementCount: number;
}
/** Columns of a table, null when it is not known; the name comes as written, folded, maybe qualified. */
export type SchemaLookup = (table: string) => readonly string[] | null;
