import { PICTURE_NAME, type Block, type Line, type NoticeDocument, type Piece } from '../contract/document.ts';
import { tidy } from './document.ts';
import { TableReader } from './html-table.ts';

/*
 * Simple HTML → document. Nothing that this reader misunderstands can do harm: its result is text with marks, and text is shown as text.
 */

/** Their content is no text for readers. */
const SKIPPED = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'textarea',
  'title',
  'head',
  'select',
  'xmp',
  'plaintext',
  'canvas',
  'audio',
  'video',
]);
const HEADINGS: Readonly<Record<string, 'heading' | 'subheading'>> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'subheading',
  h4: 'subheading',
  h5: 'subheading',
  h6: 'subheading',
};
const BREAKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'caption',
  'pre',
  'address',
  'figure',
  'hr',
  'dl',
  'dt',
  'dd',
]);
const MARKS: Readonly<Record<string, 'bold' | 'italic' | 'underline'>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
};
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  tab: '\t',
  newline: '\n',
  ldquo: '“',
  rdquo: '”',
  mdash: '—',
  hellip: '…',
  middot: '·',
};
const MAX_CODE_POINT = 0x10ffff;

/** Character references of HTML that people meet; others stay as they are written. */
export const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z]{2,8}));?/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= MAX_CODE_POINT && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });

type Token = { kind: 'text'; text: string } | { kind: 'open' | 'close'; name: string; attributes: string };

const NAME = /^[a-z][a-z0-9:-]*/i;

/** Where a tag that starts at `from` ends: quotes hide a `>`; -1 when it never does. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at++) {
    const c = html.charAt(at);
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '>') return at;
    else if ((c === '"' || c === "'") && html.charAt(at - 1) === '=') quote = c;
  }
  return -1;
}

function* tokens(html: string): Generator<Token> {
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<', at);
    if (start < 0) return yield { kind: 'text', text: html.slice(at) };
    if (start > at) yield { kind: 'text', text: html.slice(at, start) };
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const isClose = html.charAt(start + 1) === '/';
    const name = NAME.exec(html.slice(start + (isClose ? 2 : 1), start + 40))?.[0]?.toLowerCase();
    if (name === undefined) {
      const isMarkup = /[!?/]/.test(html.charAt(start + 1));
      const end = isMarkup ? html.indexOf('>', start) : start;
      if (!isMarkup) yield { kind: 'text', text: '<' };
      at = end < 0 ? html.length : end + 1;
      continue;
    }
    const from = start + (isClose ? 2 : 1) + name.length;
    const end = endOfTag(html, from);
    yield { kind: isClose ? 'close' : 'open', name, attributes: end < 0 ? '' : html.slice(from, end) };
    at = end < 0 ? html.length : end + 1;
  }
}

const attributeOf = (name: 'href' | 'src' | 'alt' | 'data-width' | 'colspan' | 'rowspan', attributes: string): string | undefined => {
  const found = new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : decode(value).trim();
};

/** The address of a picture that was uploaded here, with or without its signature. */
const OWN_PICTURE = /^(?:\/sjzt-datax)?\/file\/fileView\/([0-9a-f]{32}\.[a-z]{3,4})(?:\?[^\s"'<>]*)?$/;
const WIDTHS = { '25': 25, '50': 50, '75': 75, '100': 100 } as const;

/** Stored name of an uploaded picture; null for any other address, since loading it would reveal the reader to another server. */
function pictureOf(attributes: string): Block | null {
  const fileName = OWN_PICTURE.exec(attributeOf('src', attributes) ?? '')?.[1];
  if (fileName === undefined || !PICTURE_NAME.test(fileName)) return null;
  const width = WIDTHS[attributeOf('data-width', attributes) as keyof typeof WIDTHS] as (typeof WIDTHS)[keyof typeof WIDTHS] | undefined;
  return { type: 'image', fileName, alt: (attributeOf('alt', attributes) ?? '').slice(0, 200), ...(width && { width }) };
}

/** Builds the document while the tokens go by. */
class Reader {
  private readonly blocks: Block[] = [];
  private readonly counts = { bold: 0, italic: 0, underline: 0 };
  private readonly links: (string | undefined)[] = [];
  private readonly lists: ('bullets' | 'numbers')[] = [];
  private line: Piece[] = [];
  private quotes = 0;
  private heading: 'heading' | 'subheading' | null = null;
  private isItem = false;
  private readonly tables: TableReader[] = [];

  text(raw: string): void {
    const text = decode(raw).replace(/[\s\u00a0]+/g, ' ');
    const before = this.line.at(-1)?.text.at(-1);
    const cut = before === undefined || before === ' ' || before === '\n' ? text.trimStart() : text;
    const link = this.links.at(-1);
    if (cut !== '')
      this.line.push({
        text: cut,
        ...(this.counts.bold > 0 && { bold: true }),
        ...(this.counts.italic > 0 && { italic: true }),
        ...(this.counts.underline > 0 && { underline: true }),
        ...(link !== undefined && { link }),
      });
  }

  open(name: string, attributes: string): void {
    const mark = MARKS[name];
    if (mark) this.counts[mark]++;
    else if (name === 'a') this.links.push(attributeOf('href', attributes));
    else if (name === 'br') this.line.push({ text: '\n' });
    else if (name === 'img') this.picture(attributes);
    else if (name === 'table') {
      this.flush();
      this.tables.push(new TableReader());
    } else if (name === 'tr' || name === 'td' || name === 'th') this.openCell(name, attributes);
    else if (name === 'ul' || name === 'ol') {
      this.flush();
      this.lists.push(name === 'ul' ? 'bullets' : 'numbers');
      this.startList();
    } else if (name === 'li') {
      this.flush();
      this.isItem = true;
    } else if (name === 'blockquote') {
      this.flush();
      this.quotes++;
    } else if (HEADINGS[name]) {
      this.flush();
      this.heading = HEADINGS[name];
    } else if (BREAKS.has(name)) this.flush();
  }

  close(name: string): void {
    const mark = MARKS[name];
    if (mark) this.counts[mark] = Math.max(0, this.counts[mark] - 1);
    else if (name === 'a') this.links.pop();
    else if (name === 'td' || name === 'th' || name === 'tr') this.flush();
    else if (name === 'table') this.closeTable();
    else if (name === 'ul' || name === 'ol') {
      this.flush();
      this.lists.pop();
    } else if (name === 'li') {
      this.flush();
      this.isItem = false;
    } else if (name === 'blockquote') {
      this.flush();
      this.quotes = Math.max(0, this.quotes - 1);
    } else if (HEADINGS[name]) {
      this.flush();
      this.heading = null;
    } else if (BREAKS.has(name)) this.flush();
  }

  end(): NoticeDocument {
    while (this.tables.length > 0) this.closeTable();
    this.flush();
    return tidy({ form: 1, blocks: this.blocks });
  }

  private picture(attributes: string): void {
    const picture = pictureOf(attributes);
    // inside a table or a list a picture has no place of its own
    if (!picture || this.tables.length > 0 || this.lists.length > 0) return;
    this.flush();
    this.blocks.push(picture);
  }

  private openCell(name: string, attributes: string): void {
    this.flush();
    const table = this.tables.at(-1);
    // a table in a cell is written out as text of that cell
    if (!table || this.tables.length > 1) return;
    if (name === 'tr') table.openRow();
    else table.openCell(name === 'th', { colspan: attributeOf('colspan', attributes), rowspan: attributeOf('rowspan', attributes) });
  }

  private closeTable(): void {
    this.flush();
    const table = this.tables.pop();
    if (table && this.tables.length === 0) this.blocks.push(...table.end());
  }

  private startList(): void {
    this.blocks.push({ type: this.lists.at(-1) ?? 'bullets', items: [] });
  }

  private flush(): void {
    const line = trimLine(this.line);
    this.line = [];
    if (line.length === 0) return;
    const [table] = this.tables;
    if (table) return table.add(line);
    if (this.isItem || this.lists.length > 0) {
      const last = this.blocks.at(-1);
      if (!last || !('items' in last)) this.startList();
      const list = this.blocks.at(-1);
      if (list && 'items' in list) list.items.push(line);
      return;
    }
    this.blocks.push({ type: this.heading ?? (this.quotes > 0 ? 'quote' : 'paragraph'), line });
  }
}

/** Without white space and line breaks at its ends. */
function trimLine(line: readonly Piece[]): Line {
  const pieces = line.filter((piece) => piece.text !== '').map((piece) => ({ ...piece }));
  while (pieces[0] && pieces[0].text.trim() === '') pieces.shift();
  while (pieces.at(-1)?.text.trim() === '') pieces.pop();
  const last = pieces.at(-1);
  if (last) last.text = last.text.trimEnd();
  return pieces;
}

const LOOKS_LIKE_HTML = /<\/?[a-z][^<]*>|&(?:#\d+|#x[0-9a-f]+|[a-z]{2,8});/i;

/** Paragraphs of plain text. */
const fromPlain = (text: string): NoticeDocument =>
  tidy({ form: 1, blocks: text.split(/\r?\n/).map((line) => ({ type: 'paragraph', line: [{ text: line }] })) });

/**
 * Simple HTML or plain text as a document. Scripts, styles, frames and the like are left out with their content, unknown elements keep
 * their text, links that are not allowed keep only their text.
 */
export function documentOf(html: string): NoticeDocument {
  if (!LOOKS_LIKE_HTML.test(html)) return fromPlain(html);
  const reader = new Reader();
  let skipping: string | null = null;
  for (const token of tokens(html)) {
    if (skipping !== null) {
      if (token.kind === 'close' && token.name === skipping) skipping = null;
    } else if (token.kind === 'text') reader.text(token.text);
    else if (token.kind === 'close') reader.close(token.name);
    else if (SKIPPED.has(token.name) && !/\/\s*$/.test(token.attributes)) skipping = token.name;
    else if (!SKIPPED.has(token.name)) reader.open(token.name, token.attributes);
  }
  return reader.end();
}
