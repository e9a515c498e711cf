import { AppError } from '#kit/contract/errors.ts';
import { DAYS_1904, type RawCell } from './column.ts';
import { elementsOf, inside, nextTag, tagsIn, type Tag } from './xml.ts';
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
/** Excel's maximum row number. */
const MAX_ROW = 1_048_576;
/** Limit of shared strings; 50,000 rows of 40 distinct texts. */
const MAX_STRINGS = 2_000_000;
/** Limit of one XML element, in characters; a row with 500 full cells stays below it. */
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

const tooComplex = () => new AppError('file.tooLarge', '表格内容过长或过于复杂，请拆分后重新上传');
const elements = (chunks: AsyncIterable<Buffer>, name: string) => elementsOf(chunks, name, MAX_ELEMENT, tooComplex);

const tagNamed = (text: string, name: string): string[] =>
  [...tagsIn(text)].filter((tag) => tag.name === name && tag.kind !== 'end').map((tag) => tag.source);

async function wholeText(bytes: Buffer, entry: ZipEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of inflate(bytes, entry, { maxBytes: 1_048_576, maxRatio: LIMITS.maxRatio })) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Text runs of an element, without the phonetic hints of Japanese workbooks. */
function textOf(element: string): string {
  let text = '';
  let from = -1;
  let isHint = false;
  for (const tag of tagsIn(element)) {
    if (tag.name === 'rPh') isHint = tag.kind === 'start';
    if (tag.name !== 't' || isHint) continue;
    if (tag.kind === 'start' && from < 0) from = tag.end;
    else if (tag.kind === 'end' && from >= 0) {
      text += decode(element.slice(from, tag.start));
      from = -1;
    }
  }
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
  const raw = inside(inner, 'v');
  if (raw === null) return null;
  if (type === 's') return shared[Number(raw)] ?? null;
  if (type === 'b') return raw === '1';
  // #N/A and friends
  if (type === 'e') return null;
  if (type === 'n') return Number.isFinite(Number(raw)) ? Number(raw) : null;
  return decode(raw);
}

function parseRow(element: string, shared: readonly string[], previous: number): SheetRow {
  const given = Number(attribute(nextTag(element, 0)?.source ?? '', 'r') ?? previous + 1);
  const row = Number.isInteger(given) && given >= 1 && given <= MAX_ROW ? given : previous + 1;
  const cells: RawCell[] = [];
  let cell: Tag | null = null;
  for (const tag of tagsIn(element)) {
    if (tag.name !== 'c') continue;
    if (tag.kind === 'start' && cell === null) cell = tag;
    const isWhole = tag.kind === 'end' ? cell !== null : tag.kind === 'empty' && cell === null;
    if (!isWhole) continue;
    const source = (cell ?? tag).source;
    const inner = cell ? element.slice(cell.end, tag.start) : '';
    cell = null;
    const ref = attribute(source, 'r');
    const index = ref === null ? cells.length : columnIndex(ref);
    if (index < 0 || index >= MAX_COLUMNS) continue;
    while (cells.length < index) cells.push(null);
    cells[index] = cellValue(source, inner, shared);
  }
  return { row, cells };
}

const isEmpty = (row: SheetRow): boolean => row.cells.every((cell) => cell === null || String(cell).trim() === '');

interface SheetEntry {
  readonly name: string;
  readonly entry: ZipEntry;
}
/** The sheets that a workbook names, in their order. */
async function sheetEntries(bytes: Buffer, byName: ReadonlyMap<string, ZipEntry>): Promise<{ sheets: SheetEntry[]; dayShift: number }> {
  const book = byName.get('xl/workbook.xml');
  const rels = byName.get('xl/_rels/workbook.xml.rels');
  if (!book || !rels) throw new AppError('file.wrongType', '请上传 xlsx 格式的 Excel 文件');
  const text = await wholeText(bytes, book);
  const relations = tagNamed(await wholeText(bytes, rels), 'Relationship');
  const sheets = tagNamed(text, 'sheet').flatMap((sheet): SheetEntry[] => {
    const id = attribute(sheet, '(?:\\w+:)?id');
    const target = relations.filter((tag) => attribute(tag, 'Id') === id).map((tag) => attribute(tag, 'Target') ?? '')[0] ?? '';
    const entry = byName.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    return entry ? [{ name: attribute(sheet, 'name') ?? '', entry }] : [];
  });
  if (sheets.length === 0) throw new AppError('file.wrongType', '没有找到工作表，请使用下载的模板填写');
  return { sheets, dayShift: /date1904="(1|true)"/.test(text) ? DAYS_1904 : 0 };
}

async function sharedStrings(bytes: Buffer, byName: ReadonlyMap<string, ZipEntry>): Promise<string[]> {
  const shared: string[] = [];
  const strings = byName.get('xl/sharedStrings.xml');
  if (!strings) return shared;
  for await (const element of elements(inflate(bytes, strings, LIMITS), 'si')) {
    shared.push(textOf(element));
    if (shared.length > MAX_STRINGS) throw tooComplex();
  }
  return shared;
}

async function rowsOf(bytes: Buffer, entry: ZipEntry, shared: readonly string[], maxRows: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let previous = 0;
  let seen = 0;
  for await (const element of elements(inflate(bytes, entry, LIMITS), 'row')) {
    // empty rows are left out, but each of them takes its time
    if (++seen > MAX_ROW) throw tooComplex();
    const row = parseRow(element, shared, previous);
    previous = row.row;
    if (isEmpty(row)) continue;
    rows.push(row);
    // one more for the header
    if (rows.length > maxRows + 1) throw new AppError('file.tooLarge', `一次最多导入${maxRows}行，请拆分后重新上传`);
  }
  return rows;
}

const ZIP = 'PK';
/** of files of the time before .xlsx, and of workbooks with a password */
const COMPOUND = 'd0cf11e0';

/** The parts of a workbook by their names. */
function partsOf(bytes: Buffer): ReadonlyMap<string, ZipEntry> {
  if (bytes.toString('hex', 0, 4) === COMPOUND)
    throw new AppError('file.wrongType', '这是旧版 xls 或加了密码的工作簿，请在 Excel 中取消密码并另存为 xlsx 格式后上传');
  if (bytes.toString('latin1', 0, 2) !== ZIP) throw new AppError('file.wrongType', '这不是 Excel 工作簿，请上传 xlsx 格式的文件');
  return new Map(zipEntries(bytes).map((entry) => [entry.name, entry]));
}

/**
 * Reads the first sheet of an .xlsx file, without empty rows. Formulas yield their cached value. Throws file.wrongType for anything but a
 * workbook, file.tooLarge beyond `maxRows` or when the archive expands too much.
 */
export async function readSheet(bytes: Buffer, maxRows: number): Promise<SheetContent> {
  const byName = partsOf(bytes);
  const { sheets, dayShift } = await sheetEntries(bytes, byName);
  return { rows: await rowsOf(bytes, sheets[0]!.entry, await sharedStrings(bytes, byName), maxRows), dayShift };
}

/** The same of every sheet that `maxRows` gives a number of rows for, by name. */
export async function readBook(
  bytes: Buffer,
  maxRows: (name: string, at: number) => number | null,
): Promise<ReadonlyMap<string, SheetContent>> {
  const byName = partsOf(bytes);
  const { sheets, dayShift } = await sheetEntries(bytes, byName);
  const shared = await sharedStrings(bytes, byName);
  const found = new Map<string, SheetContent>();
  for (const [at, { name, entry }] of sheets.entries()) {
    const most = found.has(name) ? null : maxRows(name, at);
    if (most !== null) found.set(name, { rows: await rowsOf(bytes, entry, shared, most), dayShift });
  }
  return found;
}
