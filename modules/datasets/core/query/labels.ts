/** What people read in place of codes: texts by code, by the id of the field. */
export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Between the texts of a list. */
const AND = '、';

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('[') || !value.endsWith(']')) return null;
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}
const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
/** The codes in a value: itself, and what stands in it where it is a list of codes (columns of several choices hold JSON). */
export function codesIn(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const list = listIn(value);
  return list ? list.filter(isPlain).map(String) : [String(value)];
}

/** What people read in place of a value of a field with codes; null when the value stands for itself. */
export function readAs(labels: ReadonlyMap<string, string> | undefined, value: unknown): string | null {
  if (!labels || value === null || value === undefined) return null;
  const list = listIn(value);
  if (!list) return labels.get(String(value)) ?? null;
  return list.length > 0 && list.every(isPlain) ? list.map((one) => labels.get(String(one)) ?? String(one)).join(AND) : null;
}

const of = (labels: ReadonlyMap<string, string>, label: string): string[] =>
  [...labels].flatMap(([code, own]) => (own === label ? [code] : []));
/** What a source holds where people read this text: codes with that label, the text itself where there are none. */
export function codesBehind(labels: ReadonlyMap<string, string>, text: string): readonly string[] {
  const codes = of(labels, text);
  return labels.has(text) || codes.length === 0 ? [text] : codes;
}
/** The same of a field of lists: JSON of a source may have blanks after commas, or none. */
export function listsBehind(labels: ReadonlyMap<string, string>, text: string): readonly string[] {
  const list = (listIn(text) ?? textsIn(text)).map((one) => of(labels, String(one))[0] ?? String(one));
  const items = list.map((one) => JSON.stringify(one));
  return [...new Set([`[${items.join(',')}]`, `[${items.join(', ')}]`])];
}
/** The texts that a text of a list is made of. */
export const textsIn = (text: string): string[] => text.split(AND);
