import type { Tree } from './tree.ts';

/** A base column that flows into something. `table` null: which of several tables is not known. */
export interface Source {
  readonly table: string | null;
  readonly column: string;
  /** a guess, see `LineageEdge.confidence` */
  readonly inferred: boolean;
  /** the outermost expression on the way that is more than a name */
  readonly via: Tree | null;
}

/** A column of a relation; `*` stands for all columns of tables that nobody knows. */
export interface Column {
  readonly name: string;
  readonly sources: readonly Source[];
  /** a projected expression without an alias */
  readonly unnamed?: boolean;
  /** found by its name, but no part of `*` (another name of a pivoted column) */
  readonly ghost?: boolean;
}

/** Something in FROM that columns can be taken from. */
export interface Relation {
  readonly alias: string | null;
  /** given by the writer, not taken from the name of the table */
  readonly hasAlias?: boolean;
  /** name of the physical table, null for derived ones */
  readonly base: string | null;
  /** null: the columns are not known */
  readonly columns: readonly Column[] | null;
  /** what every column of a table function is made of */
  readonly any?: readonly Source[];
  /** gives unqualified names only to the columns that it lists (table functions) */
  readonly listedOnly?: boolean;
  /** names that ARRAY JOIN puts in the place of a column of another relation */
  readonly overrides?: boolean;
  /** columns merged with those of the relations before by USING or NATURAL */
  readonly merged?: ReadonlySet<string>;
  /** SEMI and ANTI joins only filter: their columns need a qualifier and are no part of `*` */
  readonly filtersOnly?: boolean;
}

/** What a query answers. */
export interface Rows {
  readonly columns: readonly Column[];
  /** SELECT … INTO */
  readonly into?: Tree | null;
}

export const source = (table: string | null, column: string, inferred = false): Source => ({ table, column, inferred, via: null });

/** Each base column once; a sure one wins over a guess. */
export function distinct(sources: readonly Source[]): readonly Source[] {
  if (sources.length < 2) return sources;
  const seen = new Map<string, Source>();
  for (const item of sources) {
    const key = `${item.table ?? ''}\u0001${item.column}`;
    const before = seen.get(key);
    if (!before || (before.inferred && !item.inferred)) seen.set(key, item);
  }
  return seen.size === sources.length ? sources : [...seen.values()];
}

/** The sources as they leave an expression that is more than a name. */
export const through = (sources: readonly Source[], via: Tree): readonly Source[] => sources.map((item) => ({ ...item, via }));

/** Columns under new names, by position; a single `*` becomes one column for each name. */
export function renamed(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  if (!names.length) return columns;
  const [only] = columns;
  if (columns.length === 1 && only?.name === '*') return names.map((name) => ({ name, sources: only.sources }));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name, unnamed: names[at] === undefined && !!column.unnamed }));
}

/** A column of a relation by its name: its sources, or null when the relation cannot have it. */
export function columnOf(relation: Relation, name: string): readonly Source[] {
  if (!relation.columns) return relation.base === null ? (relation.any ?? []) : [source(relation.base, name)];
  const found = relation.columns.find((column) => column.name === name);
  if (found) return found.sources;
  const stars = relation.columns.filter((column) => column.name === '*');
  const [star] = stars;
  if (stars.length === 1 && star) {
    const several = star.sources.length > 1;
    return star.sources.map((item) => (item.column === '*' && !several ? { ...item, column: name } : { ...item, inferred: true }));
  }
  if (stars.length > 1) return distinct(stars.flatMap((column) => column.sources.map((item) => ({ ...item, inferred: true }))));
  return relation.base === null ? (relation.any ?? []) : [source(relation.base, name, true)];
}

/** Whether a relation certainly has a column. */
export const lists = (relation: Relation, name: string): boolean => !!relation.columns?.some((column) => column.name === name);

/** Whether a relation may have columns that nobody knows. */
export const isOpen = (relation: Relation): boolean =>
  relation.columns ? relation.columns.some((column) => column.name === '*') : relation.base !== null || !!relation.any?.length;

/** The columns of `*` over relations; those merged by USING come once. */
export function starColumns(relations: readonly Relation[]): readonly Column[] {
  return relations.flatMap((relation): readonly Column[] => {
    if (relation.filtersOnly) return [];
    if (relation.columns) return relation.columns.filter((column) => !column.ghost && !relation.merged?.has(column.name));
    return relation.base === null ? [] : [{ name: '*', sources: [source(relation.base, '*', true)] }];
  });
}

/** The only table that columns are made of, null when there are several. */
export function baseOf(columns: readonly Column[]): string | null {
  const [only, second] = new Set(columns.flatMap((column) => column.sources.flatMap((item) => item.table ?? [])));
  return only !== undefined && second === undefined ? only : null;
}
