import { AppError } from '#kit/contract/errors.ts';
import { DAYS_1904, type RawCell } from './column.ts';
import { inflate, zipEntries, type InflateLimits, type ZipEntry } from './zip.ts';

/** A row of a sheet; `row` is the number that Excel shows. */
export interface SheetRow {
  row: number;
  cells: RawCell[];
}

export interface SheetContent {
  rows: SheetRow[];
  /** days to add to date numbers of this workbook */
  dayShift: number;
}

const LIMITS: InflateLimits = { maxBytes: 200 * 1_048_576, maxRatio: 100 };
const MAX_COLUMNS = 500;
/** One element of XML text; a row with 500 cells of full length stays below it. */
const MAX_ELEMENT = 4 * 1_048_576;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const codePoint = (code: number): string => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '');
const decode = (text: string): string =>
  text
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex?: string, decimal?: string, name?: string) => {
      if (hex) return codePoint(Number.parseInt(hex, 16));
      if (decimal) return codePoint(Number(decimal));
      return NAMED[name ?? ''] ?? all;
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found ? decode(found[1] ?? found[2] ?? '') : null;
};

/** Yields each `<name …>…</name>` of a stream as text, whatever its prefix. */
async function* elements(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const whole = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])(?:[^>]*/>|[^>]*>[\\s\\S]*?</(?:\\w+:)?${name}\\s*>)`, 'g');
  const decoder = new TextDecoder('utf-8');
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    let end = 0;
    whole.lastIndex = 0;
    for (let found = whole.exec(text); found; found = whole.exec(text)) {
      end = whole.lastIndex;
      yield found[0];
    }
    text = text.slice(end);
    if (text.length > MAX_ELEMENT) throw new AppError('file.tooLarge', '单行内容过长，请拆分后重新上传');
  }
}

async function wholeText(bytes: Buffer, entry: ZipEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of inflate(bytes, entry, { maxBytes: 1_048_576, maxRatio: LIMITS.maxRatio })) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Text runs of an element, without the phonetic hints of Japanese workbooks. */
function textOf(element: string): string {
  const plain = element.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  let text = '';
  for (const found of plain.matchAll(/<(?:\w+:)?t(?=[\s>])[^>]*>([\s\S]*?)<\/(?:\w+:)?t>/g)) text += decode(found[1] ?? '');
  return text;
}

/** A1 → 0, AB7 → 27. */
function columnIndex(ref: string): number {
  let index = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(ref)?.[0] ?? '') index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

function cellValue(attributes: string, inner: string, shared: readonly string[]): RawCell {
  const type = attribute(attributes, 't') ?? 'n';
  if (type === 'inlineStr') return textOf(inner);
  const raw = /<(?:\w+:)?v(?=[\s>])[^>]*>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inner)?.[1];
  if (raw === undefined) return null;
  if (type === 's') return shared[Number(raw)] ?? null;
  if (type === 'b') return raw === '1';
  // #N/A and friends
  if (type === 'e') return null;
  if (type === 'n') return Number.isFinite(Number(raw)) ? Number(raw) : null;
  return decode(raw);
}

function parseRow(element: string, shared: readonly string[], previous: number): SheetRow {
  const open = /^<[^>]*>/.exec(element)?.[0] ?? '';
  const row = Number(attribute(open, 'r') ?? previous + 1);
  const cells: RawCell[] = [];
  for (const found of element.matchAll(/<(?:\w+:)?c(?=[\s/>])((?:[^>/]|\/(?!>))*)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g)) {
    const attributes = ` ${found[1] ?? ''}`;
    const ref = attribute(attributes, 'r');
    const index = ref === null ? cells.length : columnIndex(ref);
    if (index < 0 || index >= MAX_COLUMNS) continue;
    while (cells.length < index) cells.push(null);
    cells[index] = cellValue(attributes, found[2] ?? '', shared);
  }
  return { row, cells };
}

const isEmpty = (row: SheetRow): boolean => row.cells.every((cell) => cell === null || String(cell).trim() === '');

async function firstSheet(bytes: Buffer, byName: ReadonlyMap<string, ZipEntry>): Promise<{ entry: ZipEntry; dayShift: number }> {
  const book = byName.get('xl/workbook.xml');
  const rels = byName.get('xl/_rels/workbook.xml.rels');
  if (!book || !rels) throw new AppError('file.wrongType', '请上传 xlsx 格式的 Excel 文件');
  const text = await wholeText(bytes, book);
  const sheet = /<(?:\w+:)?sheet\s[^>]*>/.exec(text)?.[0] ?? '';
  const id = attribute(sheet, '(?:\\w+:)?id');
  const relations = (await wholeText(bytes, rels)).match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];
  const target = relations.filter((tag) => attribute(tag, 'Id') === id).map((tag) => attribute(tag, 'Target') ?? '')[0] ?? '';
  const entry = byName.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (!entry) throw new AppError('file.wrongType', '没有找到工作表，请使用下载的模板填写');
  return { entry, dayShift: /date1904="(1|true)"/.test(text) ? DAYS_1904 : 0 };
}

/**
 * Reads the first sheet of an .xlsx file; empty rows are left out. Formulas count as the value that was saved with them.
 * Throws file.wrongType for anything else than a workbook, file.tooLarge beyond `maxRows` or when too much comes out of the archive.
 */
export async function readSheet(bytes: Buffer, maxRows: number): Promise<SheetContent> {
  const byName = new Map(zipEntries(bytes).map((entry) => [entry.name, entry]));
  const { entry, dayShift } = await firstSheet(bytes, byName);
  const shared: string[] = [];
  const strings = byName.get('xl/sharedStrings.xml');
  if (strings) for await (const element of elements(inflate(bytes, strings, LIMITS), 'si')) shared.push(textOf(element));
  const rows: SheetRow[] = [];
  let previous = 0;
  for await (const element of elements(inflate(bytes, entry, LIMITS), 'row')) {
    const row = parseRow(element, shared, previous);
    previous = row.row;
    if (isEmpty(row)) continue;
    rows.push(row);
    // one more for the header
    if (rows.length > maxRows + 1) throw new AppError('file.tooLarge', `一次最多导入${maxRows}行，请拆分后重新上传`);
  }
  return { rows, dayShift };
}
