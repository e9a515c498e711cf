/** Colours of the printed page: those of the light theme. */
export const HEADER_FILL = 'EEF2FF';
export const LINE = 'D3D8E1';
const INK = '161B26';
const QUIET = '626C81';

const FONTS = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="微软雅黑" w:cs="Calibri"/>';

interface Style {
  readonly id: string;
  readonly name: string;
  /** half points */
  readonly size: number;
  readonly isBold?: boolean;
  readonly color?: string;
  /** twentieths of a point */
  readonly before?: number;
  readonly after?: number;
  readonly outline?: number;
  readonly fonts?: string;
  readonly isCentred?: boolean;
}

const styleXml = ({ id, name, size, isBold, color = INK, before = 0, after = 0, outline, fonts = FONTS, isCentred }: Style): string =>
  `<w:style w:type="paragraph" ${id === 'Normal' ? 'w:default="1" ' : ''}w:styleId="${id}"><w:name w:val="${name}"/>${id === 'Normal' ? '' : '<w:basedOn w:val="Normal"/>'}<w:qFormat/>` +
  `<w:pPr>${outline === undefined ? '' : '<w:keepNext/>'}<w:spacing w:before="${before}" w:after="${after}"/>${isCentred ? '<w:jc w:val="center"/>' : ''}${outline === undefined ? '' : `<w:outlineLvl w:val="${outline}"/>`}</w:pPr>` +
  `<w:rPr>${fonts}${isBold ? '<w:b/>' : ''}<w:color w:val="${color}"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;

const PARAGRAPHS: readonly Style[] = [
  { id: 'Normal', name: 'Normal', size: 20, after: 80 },
  { id: 'Title', name: 'Title', size: 52, isBold: true, before: 2400, after: 240, isCentred: true },
  { id: 'Heading1', name: 'heading 1', size: 32, isBold: true, before: 360, after: 160, outline: 0 },
  { id: 'Heading2', name: 'heading 2', size: 26, isBold: true, before: 280, after: 120, outline: 1 },
  { id: 'Heading3', name: 'heading 3', size: 22, isBold: true, before: 160, after: 80, outline: 2 },
  { id: 'Quiet', name: 'Quiet', size: 18, color: QUIET, after: 80 },
  { id: 'Cell', name: 'Cell', size: 18 },
  { id: 'CellHead', name: 'Cell head', size: 18, isBold: true },
  { id: 'Gap', name: 'Gap', size: 8 },
  {
    id: 'Code',
    name: 'Code',
    size: 17,
    after: 80,
    fonts: '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:eastAsia="微软雅黑" w:cs="Consolas"/>',
  },
];

/** Content of `word/styles.xml`. */
export const STYLES = PARAGRAPHS.map(styleXml).join('');
