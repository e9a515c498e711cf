/** A relation that has been harvested, as the guard needs it. */
export interface CatalogTable {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}
export interface Catalog {
  /** schemas looked through for names without one, in order; the connection gets the same search path */
  readonly searchPath: readonly string[];
  find(schema: string | null, name: string): CatalogTable | null;
}

/** Makes a catalogue of a source; `public` comes first, then schemas by name. */
export function catalogOf(tables: readonly CatalogTable[]): Catalog {
  const byName = new Map(tables.map((table) => [JSON.stringify([table.schema, table.name]), table]));
  const searchPath = [...new Set(tables.map((table) => table.schema))].sort((a, b) =>
    a === 'public' ? -1 : b === 'public' ? 1 : a < b ? -1 : 1,
  );
  const exact = (schema: string, name: string) => byName.get(JSON.stringify([schema, name])) ?? null;
  return {
    searchPath,
    find(schema, name) {
      if (schema !== null) return exact(schema, name);
      for (const candidate of searchPath) {
        const table = exact(candidate, name);
        if (table) return table;
      }
      return null;
    },
  };
}
