import type { Block, Line, NoticeDocument, Piece } from '../contract/document.ts';
import { linkKind } from './link.ts';

export const emptyDocument: NoticeDocument = { form: 1, blocks: [] };

type Marks = Omit<Piece, 'text'>;
const sameMarks = (a: Marks, b: Marks): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.underline === b.underline && a.link === b.link;

/** A line without empty pieces, equal neighbours joined, links that lead nowhere dropped (their text stays). */
function tidyLine(line: Line): Line {
  const pieces: Piece[] = [];
  for (const { text, bold, italic, underline, link } of line) {
    if (text === '') continue;
    const marks: Marks = {
      ...(bold && { bold }),
      ...(italic && { italic }),
      ...(underline && { underline }),
      ...(link !== undefined && linkKind(link) !== null && { link: link.trim() }),
    };
    const last = pieces.at(-1);
    if (last && sameMarks(last, marks)) last.text += text;
    else pieces.push({ text, ...marks });
  }
  return pieces;
}

const isBlank = (line: Line): boolean => line.every((piece) => piece.text.trim() === '');

/** Rows of equal length; a table without a word is none. */
function tidyTable({ rows }: Extract<Block, { type: 'table' }>): Block[] {
  const columns = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const filled = rows.map(({ isHead, cells }) => ({
    isHead,
    cells: Array.from({ length: columns }, (_, at) => tidyLine(cells[at] ?? [])),
  }));
  return filled.some(({ cells }) => cells.some((cell) => !isBlank(cell))) ? [{ type: 'table', rows: filled }] : [];
}

/** The document as it is stored: only allowed links, no empty lists, no empty blocks at its ends. */
export function tidy(document: NoticeDocument): NoticeDocument {
  const blocks = document.blocks.flatMap((block): Block[] => {
    if ('line' in block) return [{ type: block.type, line: tidyLine(block.line) }];
    if (block.type === 'image') return [{ ...block, alt: block.alt.trim() }];
    if (block.type === 'table') return tidyTable(block);
    const items = block.items.map(tidyLine).filter((line) => !isBlank(line));
    return items.length === 0 ? [] : [{ type: block.type, items }];
  });
  const hasText = (block: Block): boolean => !('line' in block) || !isBlank(block.line);
  const first = blocks.findIndex(hasText);
  return { form: 1, blocks: first < 0 ? [] : blocks.slice(first, blocks.findLastIndex(hasText) + 1) };
}

const textOfLine = (line: Line): string => line.map((piece) => piece.text).join('');

/** The text without marks, one line per block or item: what is searched and what summaries are cut from. */
export const plainText = (document: NoticeDocument): string => document.blocks.flatMap(textOfBlock).join('\n').trim();

function textOfBlock(block: Block): string[] {
  if (block.type === 'image') return [block.alt === '' ? '[图片]' : `[图片：${block.alt}]`];
  if (block.type === 'table') return block.rows.map(({ cells }) => cells.map(textOfLine).join('　'));
  return 'items' in block ? block.items.map(textOfLine) : [textOfLine(block.line)];
}

/** Stored names of the pictures in the text. */
export const picturesOf = (document: NoticeDocument): string[] => [
  ...new Set(document.blocks.flatMap((block) => (block.type === 'image' ? [block.fileName] : []))),
];

/** The beginning of a text on one line. */
export function summaryOf(text: string, length: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const characters = [...flat];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : flat;
}
