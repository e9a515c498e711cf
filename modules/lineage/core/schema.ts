import type { SchemaLookup } from './types.ts';

const fold = (name: string) => name.toLowerCase().replace(/["`[\]]/g, '');
const last = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/**
 * Columns of tables by name. Names may be qualified on either side: `t` finds `s.t` and `db.s.t` finds `s.t`, as long as only one
 * table fits. Exact ones are spelled as the engine does and are taken at their word.
 */
export function schemaOf(given: SchemaLookup | Readonly<Record<string, readonly string[]>> | undefined, isExact = false): SchemaLookup {
  if (given === undefined) return () => null;
  if (typeof given === 'function') return (table) => given(table)?.map(fold) ?? null;
  if (isExact) return (table) => (Object.hasOwn(given, table) ? (given[table] ?? null) : null);
  const tables = new Map<string, readonly string[]>();
  const short = new Map<string, string[]>();
  for (const [name, columns] of Object.entries(given)) {
    const key = fold(name);
    tables.set(key, columns.map(fold));
    short.set(last(key), [...(short.get(last(key)) ?? []), key]);
  }
  return (table) => {
    const exact = tables.get(table);
    if (exact) return exact;
    const alike = (short.get(last(table)) ?? []).filter((key) => key.endsWith(`.${table}`) || table.endsWith(`.${key}`));
    const [only, second] = alike;
    return only !== undefined && second === undefined ? (tables.get(only) ?? null) : null;
  };
}
