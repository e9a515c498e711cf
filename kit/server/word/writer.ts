import { xmlText as xml } from '../xml-text.ts';
import { ZipStream } from '../zip-stream.ts';
import { HEADER_FILL, LINE, STYLES } from './styles.ts';

/** A column of a table in a document; widths are shares of the page. */
export interface WordColumn {
  readonly title: string;
  readonly width: number;
}
/** A block of a document, in reading order. Table rows are pulled on demand (backpressure). */
export type WordBlock =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly isQuiet?: boolean }
  /** table of contents; the word processor fills in page numbers when it opens the file */
  | { readonly kind: 'contents' }
  | { readonly kind: 'pageBreak' }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly columns: readonly WordColumn[];
      readonly rows: AsyncIterable<readonly (string | null)[]> | Iterable<readonly (string | null)[]>;
    };
type Table = Extract<WordBlock, { kind: 'table' }>;

const FLUSH_AT = 65_536;
/** A4 landscape in twentieths of a point, margins of 2 cm. */
const PAGE = { width: 16_838, height: 11_906, margin: 1_134 };
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const run = (text: string): string =>
  text
    .split('\n')
    .map((line, i) => `${i > 0 ? '<w:br/>' : ''}<w:t xml:space="preserve">${xml(line)}</w:t>`)
    .join('');
const paragraph = (style: string, text: string): string => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r>${run(text)}</w:r></w:p>`;

const cell = (text: string | null, width: number, isHeader: boolean): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${isHeader ? `<w:shd w:val="clear" w:color="auto" w:fill="${HEADER_FILL}"/>` : ''}</w:tcPr>` +
  `${paragraph(isHeader ? 'CellHead' : 'Cell', text ?? '')}</w:tc>`;
const row = (cells: readonly (string | null)[], widths: readonly number[], isHeader = false): string =>
  `<w:tr>${isHeader ? '<w:trPr><w:tblHeader/></w:trPr>' : '<w:trPr><w:cantSplit/></w:trPr>'}${widths.map((width, i) => cell(cells[i] ?? null, width, isHeader)).join('')}</w:tr>`;

async function* tableXml({ columns, rows }: Table): AsyncGenerator<string> {
  const all = columns.reduce((sum, column) => sum + column.width, 0);
  const widths = columns.map((column) => Math.round((TEXT_WIDTH * column.width) / all));
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${LINE}"/>`;
  let text =
    `<w:tbl><w:tblPr><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('')}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr>` +
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
    row(
      columns.map((column) => column.title),
      widths,
      true,
    );
  for await (const cells of rows) {
    text += row(cells, widths);
    if (text.length < FLUSH_AT) continue;
    yield text;
    text = '';
  }
  // two adjacent tables would merge without a paragraph between them
  yield `${text}</w:tbl><w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr></w:p>`;
}

const CONTENTS =
  '<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-2" \\h \\z \\u </w:instrText></w:r>' +
  '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>打开文档后按提示更新目录</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';

async function* blockXml(block: WordBlock): AsyncGenerator<string> {
  switch (block.kind) {
    case 'title':
      return yield paragraph('Title', block.text);
    case 'heading':
      return yield paragraph(`Heading${block.level}`, block.text);
    case 'text':
      return yield paragraph(block.isQuiet ? 'Quiet' : 'Normal', block.text);
    case 'code':
      return yield paragraph('Code', block.text);
    case 'contents':
      return yield CONTENTS;
    case 'pageBreak':
      return yield '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    case 'table':
      yield* tableXml(block);
  }
}

const override = (part: string, type: string) => `<Override PartName="/word/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`;
const relation = (n: number, type: string, target: string) => `<Relationship Id="rId${n}" Type="${RELS}/${type}" Target="${target}"/>`;

function parts(footer: string): [path: string, text: string][] {
  const number = ['begin', ' PAGE ', 'end']
    .map((piece) =>
      piece === ' PAGE '
        ? `<w:r><w:instrText xml:space="preserve">${piece}</w:instrText></w:r>`
        : `<w:r><w:fldChar w:fldCharType="${piece}"/></w:r>`,
    )
    .join('');
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('document', 'document.main')}${override('styles', 'styles')}${override('settings', 'settings')}${override('footer', 'footer')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'word/document.xml')}</Relationships>`,
    ],
    [
      'word/_rels/document.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'styles', 'styles.xml')}${relation(2, 'settings', 'settings.xml')}${relation(3, 'footer', 'footer.xml')}</Relationships>`,
    ],
    ['word/styles.xml', `${HEAD}<w:styles xmlns:w="${WORD}">${STYLES}</w:styles>`],
    ['word/settings.xml', `${HEAD}<w:settings xmlns:w="${WORD}"><w:updateFields w:val="true"/></w:settings>`],
    [
      'word/footer.xml',
      `${HEAD}<w:ftr xmlns:w="${WORD}"><w:p><w:pPr><w:pStyle w:val="Quiet"/><w:tabs><w:tab w:val="right" w:pos="${TEXT_WIDTH}"/></w:tabs></w:pPr><w:r><w:t xml:space="preserve">${xml(footer)}</w:t></w:r><w:r><w:tab/></w:r>${number}</w:p></w:ftr>`,
    ],
  ];
}

/**
 * Writes a .docx file (WordprocessingML, ECMA-376) as a stream of chunks; `Readable.from(wordDocument(...))` makes the reply. Memory is
 * constant whatever the length of the tables. `footer` is printed on every page beside its number. A failure of the blocks breaks the
 * stream, so a truncated file is never mistaken for a complete one.
 */
export async function* wordDocument(footer: string, blocks: AsyncIterable<WordBlock> | Iterable<WordBlock>): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  for (const [path, text] of parts(footer)) zip.file(path, text);
  const entry = zip.entry('word/document.xml');
  entry.push(`${HEAD}<w:document xmlns:w="${WORD}" xmlns:r="${RELS}"><w:body>`);
  for await (const block of blocks)
    for await (const text of blockXml(block)) {
      entry.push(text);
      yield* zip.take();
    }
  entry.push(
    `<w:sectPr><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}" w:orient="landscape"/>` +
      `<w:pgMar w:top="${PAGE.margin}" w:right="${PAGE.margin}" w:bottom="${PAGE.margin}" w:left="${PAGE.margin}" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  );
  entry.end();
  zip.end();
  yield* zip.take();
}
