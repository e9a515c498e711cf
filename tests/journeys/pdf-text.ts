import { inflateSync } from 'node:zlib';

const OBJECT = /\n(\d+) 0 obj\s*(<<.*?>>)\s*(?:stream\r?\n|endobj)/gs;
const number = (text: string | undefined): number => Number.parseInt(text ?? '', 16);
const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** What the numbers of a font's glyphs mean, and how many digits each has. */
interface Table {
  readonly digits: number;
  readonly by: Map<number, string>;
}
function tableOf(cmap: string): Table {
  const by = new Map<number, string>();
  for (const [, block] of cmap.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, glyph, text] of block!.matchAll(/<(\w+)> <(\w+)>/g)) by.set(number(glyph), utf16(text!));
  for (const [, block] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from, to, text] of block!.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = number(from); glyph <= number(to); glyph += 1)
        by.set(glyph, String.fromCharCode(number(text) + glyph - number(from)));
  return { digits: /begincodespacerange\s*<(\w+)>/.exec(cmap)?.[1]?.length ?? 4, by };
}

/**
 * The words of a PDF as Chromium writes it, page by page, as a reader would select them; what is a picture is not among them. Some signs come as
 * their look-alikes of the radicals block and are turned back.
 */
export function pdfText(file: Buffer): string {
  const text = file.toString('latin1');
  const heads = new Map<string, string>();
  const bodies = new Map<string, string>();
  for (const found of text.matchAll(OBJECT)) {
    const [whole, id, head] = found as unknown as [string, string, string];
    heads.set(id, head);
    if (!/stream\r?\n$/.test(whole)) continue;
    const start = found.index + whole.length;
    const bytes = file.subarray(start, start + Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0));
    bodies.set(id, (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1'));
  }
  const tables = new Map<string, Table>();
  for (const [id, head] of heads) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
    if (cmap) tables.set(id, tableOf(bodies.get(cmap) ?? ''));
  }
  const pages = [...heads.values()].filter((head) => /\/Type\s*\/Page\b/.test(head));
  return pages
    .map((head) => {
      const fonts = new Map([...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, tables.get(id!)]));
      let table: Table | undefined;
      let words = '';
      const content = bodies.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '') ?? '';
      for (const [, font, one, several] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)> ?Tj|\[(.*?)\] ?TJ|\bET\b/gs)) {
        if (font) table = fonts.get(font);
        else if (one === undefined && several === undefined) words += ' ';
        const glyphs = one ?? [...(several ?? '').matchAll(/<(\w+)>/g)].map(([, hex]) => hex).join('');
        for (let i = 0; table && i < glyphs.length; i += table.digits)
          words += table.by.get(number(glyphs.slice(i, i + table.digits))) ?? '';
      }
      return words;
    })
    .join('\n')
    .normalize('NFKC');
}
