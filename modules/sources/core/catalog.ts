import type { Dialect, Place } from './dialects.ts';
import type { Name } from './names.ts';

/** A relation that has been harvested, as the guard needs it. */
export interface CatalogTable {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** of a partition: the table that it is part of, whose id, rights and masks are its own; the id is the same */
  readonly wholeOf?: { readonly schema: string; readonly name: string };
}
export interface Catalog {
  /** schemas looked through for names without one, in order; the connection gets the same search path */
  readonly searchPath: readonly string[];
  /** tables may have columns that are in no catalogue and nobody may see: rows are not to be taken whole */
  readonly hidesColumns: boolean;
  /** the table that a name means; null when there is none, or more than one that the server may mean */
  find(schema: Name | null, name: Name): CatalogTable | null;
}

/** Makes a catalogue of a source; `place` tells where the connection looks for names without schema. */
export function catalogOf(
  tables: readonly CatalogTable[],
  dialect: Dialect,
  place: Place | null = null,
  { hidesColumns = false }: { readonly hidesColumns?: boolean } = {},
): Catalog {
  const { hasExactTables, fold, stored } = dialect.names;
  const keyOf = (schema: string, name: string) => JSON.stringify([schema, name]);
  const storedKey = hasExactTables ? (text: string) => text : stored;
  const written = (name: Name) => (hasExactTables ? name.text : fold(name));
  const byName = new Map<string, CatalogTable | null>();
  for (const table of tables) {
    const key = keyOf(storedKey(table.schema), storedKey(table.name));
    byName.set(key, byName.has(key) ? null : table);
  }
  const searchPath = dialect.searchPath([...new Set(tables.map((table) => table.schema))], place);
  return {
    searchPath,
    hidesColumns,
    find(schema, name) {
      if (schema !== null) return byName.get(keyOf(written(schema), written(name))) ?? null;
      for (const candidate of searchPath) {
        const table = byName.get(keyOf(storedKey(candidate), written(name)));
        if (table !== undefined) return table;
      }
      return null;
    },
  };
}
