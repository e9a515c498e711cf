import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { keepsQuotedCase, spelling } from '../core/dialects.ts';
import type { SchemaLookup } from '../core/types.ts';

/** A harvested table as lineage matches names to it. */
export interface KnownTable {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  /** original names by the form that the engine writes (`spelling`) */
  readonly columns: ReadonlyMap<string, string>;
}
/** What a name in a statement means: a table of the catalogue, one of several, or nothing that is known. */
export type Match =
  | { readonly kind: 'table'; readonly table: KnownTable; readonly isSure: boolean }
  | { readonly kind: 'several'; readonly tables: readonly KnownTable[] }
  | { readonly kind: 'unknown'; readonly key: string };

const DEFAULT_SCHEMA: Partial<Record<DialectName, string>> = { postgres: 'public', tsql: 'dbo', sqlite: 'main', duckdb: 'main' };
const UPPER: ReadonlySet<string> = new Set(['oracle']);

/** Parts of a name as the engine writes it; a dot inside of quotes cannot be told apart, the longest match decides. */
const partsOf = (name: string): string[] => name.split('.').filter(Boolean);

/** The original name of a column of a table, by the name that the engine or another source gives it; undefined when it has none. */
export function columnNamed(table: KnownTable, name: string): string | undefined {
  const lower = name.toLowerCase();
  const found = table.columns.get(name) ?? table.columns.get(lower);
  if (found !== undefined) return found;
  const [only, second] = [...table.columns.values()].filter((column) => column.toLowerCase() === lower);
  return second === undefined ? only : undefined;
}

/**
 * The tables of a source by name. Names come without quotes, in lower case unless only quotes can mean them; the catalogue keeps the case of
 * the source. A name in capitals is no other than the one it says; of two that a name without quotes may mean, the one that the dialect folds
 * to wins, and the match is unsure.
 */
export class NameIndex {
  readonly #bySchema = new Map<string, KnownTable[]>();
  readonly #byName = new Map<string, KnownTable[]>();
  readonly #byId = new Map<string, KnownTable>();
  readonly #database: string;
  readonly #dialect: DialectName;

  constructor(tables: readonly KnownTable[], source: { dialect: DialectName; database: string }) {
    this.#dialect = source.dialect;
    this.#database = source.database.toLowerCase();
    const add = (map: Map<string, KnownTable[]>, key: string, table: KnownTable) => {
      const list = map.get(key);
      if (list) list.push(table);
      else map.set(key, [table]);
    };
    for (const table of tables) {
      add(this.#bySchema, `${table.schema}.${table.name}`.toLowerCase(), table);
      add(this.#byName, table.name.toLowerCase(), table);
      this.#byId.set(table.id, table);
    }
  }

  byId(id: string): KnownTable | null {
    return this.#byId.get(id) ?? null;
  }

  /** Finds a table by the name in a unit whose own schema is `schema`. */
  find(name: string, schema: string | null): Match {
    const parts = partsOf(name);
    const full = parts.join('.');
    const exact = this.#one(this.#bySchema, parts);
    if (exact) return exact;
    const isInDatabase = parts[0]?.toLowerCase() === this.#database;
    // database.schema.table of the source itself
    if (parts.length > 2 && isInDatabase) {
      const inside = this.#one(this.#bySchema, parts.slice(1));
      if (inside) return inside;
    }
    // MySQL, ClickHouse and files have no schema under the database
    if (parts.length > 1 && !(parts.length === 2 && isInDatabase)) return this.#one(this.#byName, [full]) ?? { kind: 'unknown', key: full };
    const bare = parts.at(-1) ?? full;
    for (const candidate of [schema, DEFAULT_SCHEMA[this.#dialect] ?? null, this.#database]) {
      const found = candidate ? this.#one(this.#bySchema, [candidate, bare]) : null;
      if (found) return found;
    }
    const others = (this.#byName.get(bare.toLowerCase()) ?? []).filter((table) => this.#mayMean(bare, table.name));
    if (others.length === 1) return { kind: 'table', table: others[0]!, isSure: false };
    return others.length > 1 ? { kind: 'several', tables: others } : { kind: 'unknown', key: bare };
  }

  /** Columns for the engine, so that it can expand stars and place bare names. */
  lookup(schema: string | null): SchemaLookup {
    return (name) => {
      const match = this.find(name, schema);
      return match.kind === 'table' ? [...match.table.columns.keys()] : null;
    };
  }

  /** The table of a map that a name of one or more parts means. */
  #one(map: ReadonlyMap<string, KnownTable[]>, parts: readonly string[]): Match | null {
    const name = parts.at(-1) ?? '';
    const tables = (map.get(parts.join('.').toLowerCase()) ?? []).filter((table) => this.#mayMean(name, table.name));
    const [only, second] = tables;
    if (!only) return null;
    const said = tables.filter((table) => spelling(table.name, this.#dialect) === name);
    if (said.length === 1) return { kind: 'table', table: said[0]!, isSure: true };
    if (!second) return { kind: 'table', table: only, isSure: !keepsQuotedCase(this.#dialect) };
    const fold = (text: string) => (UPPER.has(this.#dialect) ? text.toUpperCase() : text.toLowerCase());
    return { kind: 'table', table: tables.find((table) => table.name === fold(table.name)) ?? only, isSure: false };
  }

  /** Capitals in a name were written in quotes: they mean just that. */
  #mayMean(written: string, stored: string): boolean {
    return written === written.toLowerCase() || !keepsQuotedCase(this.#dialect) || written === stored;
  }
}
