import type { DialectName } from '../../contract/db-types.ts';
import type { SchemaLookup } from '../../core/lineage/types.ts';

/** A harvested table as lineage matches names to it. */
export interface KnownTable {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  /** original names by their lower-case form */
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
const partsOf = (name: string): string[] => name.toLowerCase().split('.').filter(Boolean);

/**
 * The tables of a source by name. Names come in lower case without quotes, the catalogue keeps the case of the source: of two names that
 * differ only in case the one that the dialect folds to wins, and the match is unsure.
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
    const exact = this.#one(this.#bySchema.get(full));
    if (exact) return exact;
    // database.schema.table of the source itself
    if (parts.length > 2 && parts[0] === this.#database) {
      const inside = this.#one(this.#bySchema.get(parts.slice(1).join('.')));
      if (inside) return inside;
    }
    if (parts.length > 1 && !(parts.length === 2 && parts[0] === this.#database)) {
      // MySQL, ClickHouse and files have no schema under the database
      return this.#byName.has(full)
        ? (this.#one(this.#byName.get(full)) ?? { kind: 'unknown', key: full })
        : { kind: 'unknown', key: full };
    }
    const bare = parts.at(-1) ?? full;
    for (const candidate of [schema, DEFAULT_SCHEMA[this.#dialect] ?? null, this.#database]) {
      const found = candidate ? this.#one(this.#bySchema.get(`${candidate.toLowerCase()}.${bare}`)) : null;
      if (found) return found;
    }
    const others = this.#byName.get(bare) ?? [];
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

  #one(tables: readonly KnownTable[] | undefined): Match | null {
    if (!tables || tables.length === 0) return null;
    if (tables.length === 1) return { kind: 'table', table: tables[0]!, isSure: true };
    const fold = (text: string) => (UPPER.has(this.#dialect) ? text.toUpperCase() : text.toLowerCase());
    const folded = tables.find((table) => table.name === fold(table.name)) ?? tables[0]!;
    return { kind: 'table', table: folded, isSure: false };
  }
}
