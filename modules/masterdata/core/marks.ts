type Growing = 'number' | 'date' | 'datetime';

/** A value of a column that grows as a text that compares like it; null for none. */
export function markText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return value instanceof Date ? value.toISOString().replace('T', ' ').replace('Z', '') : String(value as string | number);
}

const isLater = (type: Growing, a: string, b: string): boolean => (type === 'number' ? Number(a) > Number(b) : a > b);

/** The later of two values of a column that grows; what is none counts as the earliest. */
export function laterMark(type: Growing, a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return isLater(type, b, a) ? b : a;
}
