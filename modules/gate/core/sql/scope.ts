import { type CatalogTable, type Dialect, foldedName } from '#modules/sources/core/index.ts';

/** A base column; equal columns are the same text. */
export type Source = string;
export const sourceOf = (table: CatalogTable, column: string): Source => `${table.schema}.${table.name}.${column}`;

export const NOTHING: ReadonlySet<Source> = new Set();
export const merge = (...sets: readonly ReadonlySet<Source>[]): ReadonlySet<Source> => new Set(sets.flatMap((set) => [...set]));

/**
 * A column of a query or relation with the base columns its value comes from. Whatever is done to a column on the way, beyond handing it
 * on, has been noted as a use of it: what is in `from` without a use is shown as it is.
 */
export interface Derived {
  readonly name: string;
  readonly from: ReadonlySet<Source>;
  /** set when the value is always that of one base column; null when anything was done to it or it may be another's */
  readonly identity: Source | null;
  /** set when it may also be the value of an expression, whose type the server gives to what stands beside it in a UNION ALL */
  readonly isMade?: boolean;
}
/** What a name or expression means. */
export interface Value extends Omit<Derived, 'name'> {
  /** the item of FROM that a name means, when it is one for certain */
  readonly relation?: Relation | null;
  /** base columns of which more is taken than a column as it is: those of a whole row */
  readonly taken?: ReadonlySet<Source>;
}
export const CONSTANT: Value = { from: new Set(), identity: null };
/** The value of an expression over others, or a name that may mean any of them. */
export const valueOf = (...parts: readonly Value[]): Value => {
  if (parts.length === 1) return parts[0]!;
  const taken = merge(...parts.map((part) => part.taken ?? NOTHING));
  return { from: merge(...parts.map((part) => part.from)), identity: null, isMade: parts.some((part) => part.isMade), taken };
};
/** Name of an expression that gives itself none. */
export const UNNAMED = '?column?';
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
  aliases = new Map<string, Value>();
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
}

export const valueIn = (columns: readonly Derived[], name: string): Value | null => {
  const hits = columns.filter((column) => column.name === name);
  return hits.length === 0 ? null : valueOf(...hits);
};

/** How much a list of columns holds. */
export const weight = (columns: readonly Derived[]): number => columns.reduce((sum, column) => sum + column.from.size, 0);

/** The columns under the names of an alias list, as far as it goes. */
export function renamed(columns: readonly Derived[], names: readonly unknown[], dialect: Dialect): readonly Derived[] {
  return names.length === 0 ? columns : columns.map((column, i) => ({ ...column, name: foldedName(names[i], dialect) ?? column.name }));
}
