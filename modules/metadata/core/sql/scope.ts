import type { CatalogTable } from './catalog.ts';
import type { Dialect } from './dialects.ts';
import { foldedName } from './names.ts';

/**
 * A base column; equal columns are the same text. A column that decides which rows appear without being shown itself travels in
 * the same sets, marked: its value can be read off the result (`… where substr(phone, 1, 1) = d` shows d).
 */
export type Source = string;
export const sourceOf = (table: CatalogTable, column: string): Source => `${table.schema}.${table.name}.${column}`;

/** No name holds this character. */
const MARK = '\0';
export const isMarked = (source: Source): boolean => source.startsWith(MARK);
/** A column whose value decides which rows appear. */
export const deciding = (source: Source): Source => (isMarked(source) ? source : MARK + source);
/** Two columns that are compared for being equal: who may see one of them learns the other. */
export const equated = (a: Source, b: Source): Source => `${MARK}${a}${MARK}${b}`;
/** The columns behind a mark: one, or two that were equated. */
const behind = (source: Source): readonly Source[] => source.slice(1).split(MARK);

export const NOTHING: ReadonlySet<Source> = new Set();
export const merge = (...sets: readonly ReadonlySet<Source>[]): ReadonlySet<Source> => new Set(sets.flatMap((set) => [...set]));

/** A column of a query or relation with the base columns its value comes from. */
export interface Derived {
  readonly name: string;
  readonly from: ReadonlySet<Source>;
  /** set when the value is that of one base column as it is; null when anything was done to it or it may be another's */
  readonly identity: Source | null;
}
/** What a name or expression means. */
export type Value = Omit<Derived, 'name'>;
export const CONSTANT: Value = { from: new Set(), identity: null };
/** The value of an expression over others, or a name that may mean any of them. */
export const valueOf = (...parts: readonly Value[]): Value =>
  parts.length === 1 ? parts[0]! : { from: merge(...parts.map((part) => part.from)), identity: null };
/** Name of an expression that gives itself none. */
export const UNNAMED = '?column?';
/** A column of the result. */
export interface Output extends Derived {
  /** base columns that decide which rows appear; two = compared with each other */
  readonly via: readonly (readonly Source[])[];
}
export const outputOf = ({ name, from, identity }: Derived): Output => ({
  name,
  identity,
  from: new Set([...from].filter((source) => !isMarked(source))),
  via: [...from].filter(isMarked).map(behind),
});

export interface Relation {
  readonly alias: string | null;
  readonly table: CatalogTable | null;
  readonly columns: readonly Derived[];
  /** set for functions whose columns are not known: any of their usual names comes from these */
  readonly open: ReadonlySet<Source> | null;
}

/** What can be named at one place of a query. */
export class Scope {
  readonly parent: Scope | null;
  readonly dialect: Dialect;
  readonly relations: Relation[] = [];
  readonly ctes: Map<string, readonly Derived[]>;
  /** names of a WITH RECURSIVE that are defined further on */
  readonly pending: Set<string>;
  /** what `*` gives: joins with USING show the shared columns once */
  star: Derived[] = [];
  /** `*` shows the columns in an order that is not known */
  hasOpenStar = false;
  /** names that the select list gives further on */
  readonly announced = new Set<string>();
  aliases = new Map<string, ReadonlySet<Source>>();
  /** marked columns that decide which rows this query has */
  readonly deciding = new Set<Source>();
  /** a parenthesis in FROM: part of the query around it */
  readonly isNested: boolean;
  /** PostgreSQL may not see everything that this scope sees, so what lies further out counts too */
  readonly isWide: boolean;

  constructor(parent: Scope | null, dialect: Dialect, over: { ctesOf?: Scope; isNested?: boolean; isWide?: boolean } = {}) {
    this.parent = parent;
    this.dialect = dialect;
    this.ctes = over.ctesOf?.ctes ?? new Map();
    this.pending = over.ctesOf?.pending ?? new Set();
    this.isNested = over.isNested ?? false;
    this.isWide = over.isWide ?? false;
  }

  /** The scope of a sub-query in FROM without LATERAL: it knows the WITH of its query, not its neighbours. */
  withoutNeighbours(): Scope {
    let query = this as Scope;
    while (query.isNested && query.parent) query = query.parent;
    return new Scope(query.parent, this.dialect, { ctesOf: query });
  }

  decide(from: Iterable<Source>): void {
    for (const source of from) this.deciding.add(deciding(source));
  }
}

export const sourcesOf = (columns: readonly Derived[], name: string): ReadonlySet<Source> =>
  merge(...columns.filter((column) => column.name === name).map((column) => column.from));
export const valueIn = (columns: readonly Derived[], name: string): Value | null => {
  const hits = columns.filter((column) => column.name === name);
  return hits.length === 0 ? null : valueOf(...hits);
};

/** The columns of a query with what decides about its rows. */
export const decided = (columns: readonly Derived[], { deciding }: Scope): readonly Derived[] =>
  deciding.size === 0 ? columns : columns.map((column) => ({ ...column, from: merge(column.from, deciding) }));

/** How much a list of columns holds. */
export const weight = (columns: readonly Derived[]): number => columns.reduce((sum, column) => sum + column.from.size, 0);

/** The columns under the names of an alias list, as far as it goes. */
export function renamed(columns: readonly Derived[], names: readonly unknown[], dialect: Dialect): readonly Derived[] {
  return names.length === 0 ? columns : columns.map((column, i) => ({ ...column, name: foldedName(names[i], dialect) ?? column.name }));
}
