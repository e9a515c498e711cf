const MAX = 63;
const cut = (text: string): string => [...text].slice(0, MAX).join('');
const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The name itself, or with suffix `_2`, `_3` … when taken; compared case-insensitively. */
function free(name: string, taken: Set<string>): string {
  let candidate = cut(name);
  for (let n = 2; taken.has(candidate.toLowerCase()); n++) candidate = `${[...name].slice(0, MAX - 1 - String(n).length).join('')}_${n}`;
  taken.add(candidate.toLowerCase());
  return candidate;
}

/** Table name for a file: `2025年报表.csv` → `2025年报表`, with a sheet `2025年报表_汇总`. `taken` collects the names in use. */
export function tableName(fileName: string, sheet: string | null, taken: Set<string>): string {
  const stem = clean(fileName.replace(/\.[^.]+$/, '')) || '数据';
  const part = sheet === null ? '' : clean(sheet);
  return free(part ? `${stem}_${part}` : stem, taken);
}

/** Column names from a header row: empty ones become 列N, duplicates get a number. */
export function columnNames(heading: readonly (string | null)[]): string[] {
  const taken = new Set<string>();
  return heading.map((text, index) => free(clean(text ?? '') || `列${index + 1}`, taken));
}

/** Quotes an identifier for DuckDB. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** Quotes a string literal for DuckDB. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
