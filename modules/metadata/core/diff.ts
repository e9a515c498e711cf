/** A list of new, changed and vanished rows between what is stored and what was found. */
export interface Difference<Stored, Found> {
  added: Found[];
  changed: { stored: Stored; found: Found }[];
  removed: Stored[];
}

/** Compares by key; rows with equal fingerprints are left alone. */
export function difference<Stored, Found>(
  stored: readonly Stored[],
  found: readonly Found[],
  by: { storedKey: (row: Stored) => string; foundKey: (row: Found) => string; isSame: (stored: Stored, found: Found) => boolean },
): Difference<Stored, Found> {
  const known = new Map(stored.map((row) => [by.storedKey(row), row]));
  const result: Difference<Stored, Found> = { added: [], changed: [], removed: [] };
  for (const row of found) {
    const old = known.get(by.foundKey(row));
    if (old === undefined) result.added.push(row);
    else {
      if (!by.isSame(old, row)) result.changed.push({ stored: old, found: row });
      known.delete(by.foundKey(row));
    }
  }
  result.removed = [...known.values()];
  return result;
}
