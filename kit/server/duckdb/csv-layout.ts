/** How a delimited text is laid out. */
export interface Layout {
  readonly delimiter: string;
  readonly hasHeader: boolean;
  /** the first row: the heading, or data */
  readonly first: readonly string[];
  /** fields of a row */
  readonly width: number;
  /** data rows have fewer fields than the header */
  readonly isShort: boolean;
}
const CANDIDATES = [',', '\t', ';', '|'];
const MAX_RECORDS = 200;

/**
 * The first records of a delimited text; quoted fields may contain delimiters and line breaks. The last record counts only when the text is
 * complete (`isWhole`).
 */
export function records(text: string, delimiter: string, isWhole: boolean, most = MAX_RECORDS): string[][] {
  const found: string[][] = [];
  let record: string[] = [];
  let field = '';
  let inQuotes = false;
  const endRecord = () => {
    record.push(field);
    if (record.length > 1 || record[0] !== '') found.push(record);
    record = [];
    field = '';
  };
  for (let at = 0; at < text.length && found.length < most; at++) {
    const char = text[at]!;
    if (inQuotes) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at++;
      } else inQuotes = false;
    } else if (char === '"' && field === '') inQuotes = true;
    else if (char === delimiter) {
      record.push(field);
      field = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at++;
      endRecord();
    } else field += char;
  }
  if (isWhole && found.length < most && !inQuotes && (field !== '' || record.length > 0)) endRecord();
  return found;
}

function widthOf(rows: readonly (readonly string[])[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [1, 0]);
  return { width, share: rows.length > 0 ? count / rows.length : 0 };
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)%?$/;
const DATE = /^\d{4}[-/年.]\d{1,2}([-/月.]\d{1,2})?/;
const YEAR = /^(19|20)\d\d$/;
const isData = (text: string): boolean => NUMBER.test(text.trim()) || DATE.test(text.trim());

/**
 * Header detection: the first row is a header unless one of its fields is a number or date like the fields below. Years above figures are a
 * header (指标, 2023, 2024); text above text counts as one.
 */
export function isHeading(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  return !first.some((text, column) => {
    if (!isData(text)) return false;
    const below = rest.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '');
    if (below.length === 0) return first.every((each) => each.trim() === '' || isData(each));
    const alike = below.filter(isData).length / below.length;
    if (YEAR.test(text.trim()) && !below.every((value) => YEAR.test(value))) return false;
    return alike >= 0.5;
  });
}

/** Detects delimiter and header from the beginning of a text (`isWhole` = the text is complete); null when it is empty. */
export function layoutOf(text: string, isWhole: boolean, only?: string): Layout | null {
  const body = text.replace(/^\ufeff/, '');
  const tries = (only === undefined ? CANDIDATES : [only]).map((delimiter) => {
    const rows = records(body, delimiter, isWhole);
    const { width, share } = widthOf(rows);
    return { delimiter, rows, width, score: width > 1 ? share + Math.min(width, 100) / 1000 : 0 };
  });
  const best = tries.reduce((a, b) => (b.score > a.score ? b : a));
  const [first, ...rest] = best.rows;
  if (!first) return null;
  const hasHeader = isHeading(first, rest);
  const { width } = widthOf(rest.length > 0 ? rest : best.rows);
  return {
    delimiter: best.delimiter,
    hasHeader,
    first,
    width: hasHeader ? Math.max(first.length, width) : best.width,
    isShort: hasHeader && first.length > width,
  };
}
