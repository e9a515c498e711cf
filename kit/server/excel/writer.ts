import { xmlText as xml } from '../xml-text.ts';
import { ZipStream } from '../zip-stream.ts';
import type { Cell } from './column.ts';

/**
 * One sheet to write. Rows are pulled on demand (backpressure), so memory stays constant. Rows beyond Excel's limit continue in further
 * sheets of the same name with a number.
 */
export interface Sheet {
  name: string;
  columns: readonly {
    title: string;
    width: number;
    /** values offered in the cells below the header */
    choices?: readonly string[];
    /** Excel's code of how numbers in it are written, `#,##0.00` */
    format?: string;
  }[];
  /** header of several rows in place of the titles, with the cells that are one (`A1:C1`) */
  head?: { rows: readonly (readonly string[])[]; merges: readonly string[] };
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  /** a line under the rows that says where the sheet came from */
  footer?: string;
}

/** Style numbers of `STYLES` below. */
const STYLE = { plain: 0, header: 1, day: 2, time: 3, text: 4, note: 5 } as const;
/** Excel's own limits. */
const MAX_CELL_TEXT = 32_767;
const MAX_CHOICES_TEXT = 255;
const FLUSH_AT = 65_536;
/** Excel's maximum is 1,048,576 rows; header, an empty row and the footer need room. */
const ROWS_PER_SHEET = 1_048_560;

/** 0 → A, 26 → AA. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

const textCell = (ref: string, text: string, style: number): string =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(text.slice(0, MAX_CELL_TEXT))}</t></is></c>`;

function cellXml(cell: Cell, ref: string, style: number | undefined): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${ref}"${style === undefined ? '' : ` s="${style}"`}><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${ref}" s="${STYLE[cell.style]}"><v>${cell.serial}</v></c>`;
  // text that a spreadsheet could evaluate as a formula is marked as quoted, so that it stays text when edited or saved as CSV
  return textCell(ref, cell, /^[=+\-@\t\r]/.test(cell) ? STYLE.text : STYLE.plain);
}

/** Styles of the columns of a sheet, where they have one of their own. */
type ColumnStyles = readonly (number | undefined)[];
const rowXml = (cells: readonly Cell[], row: number, styles: ColumnStyles): string =>
  `<row r="${row}">${cells.map((cell, i) => cellXml(cell, `${columnName(i)}${row}`, styles[i])).join('')}</row>`;

/** Collects the number formats of a workbook and assigns their style numbers. */
class NumberStyles {
  readonly #codes: string[] = [];
  /** styles of the columns of a sheet */
  of(sheet: Sheet): ColumnStyles {
    return sheet.columns.map(({ format }) => {
      if (format === undefined) return undefined;
      const known = this.#codes.indexOf(format);
      return FIRST_OWN_STYLE + (known >= 0 ? known : this.#codes.push(format) - 1);
    });
  }
  /** the style sheet of the workbook with them */
  xml(): string {
    const codes = this.#codes;
    const formats = codes.map((code, i) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + i}" formatCode="${xml(code)}"/>`).join('');
    const styles = codes
      .map((_, i) => `<xf numFmtId="${FIRST_OWN_FORMAT + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
      .join('');
    return STYLES.replace('<numFmts count="2">', `<numFmts count="${2 + codes.length}">`)
      .replace('</numFmts>', `${formats}</numFmts>`)
      .replace('<cellXfs count="6">', `<cellXfs count="${FIRST_OWN_STYLE + codes.length}">`)
      .replace('</cellXfs>', `${styles}</cellXfs>`);
  }
}
const FIRST_OWN_STYLE = 6;
const FIRST_OWN_FORMAT = 170;
const headRows = (sheet: Sheet): number => sheet.head?.rows.length ?? 1;

function sheetStart(sheet: Sheet): string {
  const cols = sheet.columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('');
  const rows = sheet.head?.rows ?? [sheet.columns.map(({ title }) => title)];
  const header = rows
    .map((titles, n) => {
      const cells = titles.map((title, i) => textCell(`${columnName(i)}${n + 1}`, title, STYLE.header)).join('');
      return `<row r="${n + 1}" ht="24" customHeight="1">${cells}</row>`;
    })
    .join('');
  const below = rows.length + 1;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${rows.length}" topLeftCell="A${below}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="18"/><cols>${cols}</cols><sheetData>${header}`
  );
}

function sheetEnd(sheet: Sheet): string {
  const rules = sheet.columns.flatMap(({ choices }, i) => {
    const list = choices?.join(',') ?? '';
    // Excel limits inline lists to 255 characters, and a comma would split a value
    if (!choices?.length || list.length > MAX_CHOICES_TEXT || choices.some((c) => c.includes(','))) return [];
    const name = columnName(i);
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${name}2:${name}50001"><formula1>"${xml(list)}"</formula1></dataValidation>`;
  });
  const validations = rules.length ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : '';
  // `&` is an escape character in page footers
  const footer = sheet.footer
    ? `<headerFooter><oddFooter>&amp;L${xml(sheet.footer.replaceAll('&', '＆').slice(0, 200))}</oddFooter></headerFooter>`
    : '';
  const merges = sheet.head?.merges ?? [];
  const merged = merges.length
    ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    : '';
  return `</sheetData>${merged}${validations}${footer}</worksheet>`;
}

const STYLES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="微软雅黑"/></font><font><b/><sz val="11"/><name val="微软雅黑"/></font><font><sz val="9"/><color rgb="FF626C81"/><name val="微软雅黑"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF2FF"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border/><border><left/><right/><top/><bottom style="thin"><color rgb="FFD3D8E1"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center"/></xf><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function parts(names: readonly string[], styles: string): [path: string, text: string][] {
  const each = (make: (n: number, name: string) => string) => names.map((name, i) => make(i + 1, name)).join('');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE_RELS}"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELS}"><sheets>${each((n, name) => `<sheet name="${xml(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE_RELS}">${each((n) => `<Relationship Id="rId${n}" Type="${RELS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${RELS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

type RowSource = AsyncIterator<readonly Cell[]> | Iterator<readonly Cell[]>;
const rowsOf = (rows: Sheet['rows']): RowSource => (Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]());

/** State of a sheet in progress: the row iterator, and the next row when it belongs to a following sheet. */
interface Writing {
  readonly sheet: Sheet;
  readonly source: RowSource;
  next: IteratorResult<readonly Cell[], unknown>;
}

async function* sheetXml(writing: Writing, most: number, styles: ColumnStyles): AsyncGenerator<string> {
  const { sheet, source } = writing;
  let text = sheetStart(sheet);
  let row = headRows(sheet);
  const last = most + row - 1;
  for (; !writing.next.done && row <= last; writing.next = await source.next()) {
    text += rowXml(writing.next.value, ++row, styles);
    if (text.length < FLUSH_AT) continue;
    yield text;
    text = '';
  }
  if (sheet.footer && writing.next.done) text += `<row r="${row + 2}">${textCell(`A${row + 2}`, sheet.footer, STYLE.note)}</row>`;
  yield text + sheetEnd(sheet);
}

/**
 * Writes an .xlsx file as a stream of chunks; `Readable.from(workbook([...]))` makes the reply. A failure of `rows` breaks the stream, so a
 * truncated file is never mistaken for a complete one.
 */
export async function* workbook(sheets: readonly Sheet[], rowsPerSheet: number = ROWS_PER_SHEET): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const styles = new NumberStyles();
  const names: string[] = [];
  for (const sheet of sheets) {
    const source = rowsOf(sheet.rows);
    const writing: Writing = { sheet, source, next: await source.next() };
    try {
      for (let part = 1; part === 1 || !writing.next.done; part++) {
        names.push(part === 1 ? sheet.name : `${sheet.name.slice(0, 24)}（${part}）`);
        const entry = zip.entry(`xl/worksheets/sheet${names.length}.xml`);
        for await (const text of sheetXml(writing, rowsPerSheet, styles.of(sheet))) {
          entry.push(text);
          yield* zip.take();
        }
        entry.end();
      }
    } finally {
      // a consumer that stops early also closes the row iterator
      if (!writing.next.done) await source.return?.();
    }
  }
  // written last, because the number of sheets is known only now
  for (const [path, text] of parts(names, styles.xml())) zip.file(path, text);
  zip.end();
  yield* zip.take();
}
