import { Fragment, type Mark, type Node } from 'prosemirror-model';
import type { Block, Line, NoticeDocument, Piece } from '../../contract/document.ts';
import { tidy } from '../../core/document.ts';
import { linkKind } from '../../core/link.ts';
import { schema } from './schema.ts';

/* Between the stored document and what the editor holds. */

const { nodes, marks } = schema;

const marksOf = ({ bold, italic, underline, link }: Piece): Mark[] => [
  ...(link !== undefined && linkKind(link) !== null ? [marks.link.create({ href: link })] : []),
  ...(bold ? [marks.bold.create()] : []),
  ...(italic ? [marks.italic.create()] : []),
  ...(underline ? [marks.underline.create()] : []),
];

/** A line as text and breaks. */
const inlineOf = (line: Line): Node[] =>
  line.flatMap((piece) =>
    piece.text.split('\n').flatMap((text, at) => [
      ...(at > 0 ? [nodes.break.create(null, null, marksOf(piece))] : []),
      // text without a character is no node
      ...(text === '' ? [] : [schema.text(text, marksOf(piece))]),
    ]),
  );

function nodeOf(block: Block): Node {
  if (block.type === 'image') return nodes.image.create({ fileName: block.fileName, alt: block.alt, width: block.width ?? null });
  if (block.type === 'table')
    return nodes['table']!.create(
      null,
      block.rows.map(({ isHead, cells }) =>
        nodes['table_row']!.create(
          null,
          cells.map((cell) => nodes[isHead ? 'table_header' : 'table_cell']!.create(null, nodes.paragraph.create(null, inlineOf(cell)))),
        ),
      ),
    );
  if ('line' in block) return nodes[block.type].create(null, inlineOf(block.line));
  return nodes[block.type].create(
    null,
    block.items.map((item) => nodes.item.create(null, nodes.paragraph.create(null, inlineOf(item)))),
  );
}

/** What the editor starts with: a document without a block is one empty paragraph. */
export const editorDoc = ({ blocks }: NoticeDocument): Node =>
  nodes.doc.create(null, blocks.length === 0 ? nodes.paragraph.create() : blocks.map(nodeOf));

/** Blocks to be put in at a place. */
export const fragmentOf = ({ blocks }: NoticeDocument): Fragment => Fragment.from(blocks.map(nodeOf));

function pieceOf(node: Node): Piece {
  const has = (name: 'bold' | 'italic' | 'underline') => marks[name].isInSet(node.marks) !== undefined;
  const link = marks.link.isInSet(node.marks)?.attrs['href'] as string | undefined;
  return {
    text: node.isText ? (node.text ?? '') : '\n',
    ...(has('bold') && { bold: true as const }),
    ...(has('italic') && { italic: true as const }),
    ...(has('underline') && { underline: true as const }),
    ...(link !== undefined && { link }),
  };
}

const lineOf = (node: Node | null | undefined): Line => node?.children.map(pieceOf) ?? [];

function blockOf(node: Node): Block {
  switch (node.type.name) {
    case 'image': {
      const { fileName, alt, width } = node.attrs as { fileName: string; alt: string; width: 25 | 50 | 75 | 100 | null };
      return { type: 'image', fileName, alt, ...(width !== null && { width }) };
    }
    case 'table':
      return {
        type: 'table',
        rows: node.children.map((row) => ({
          isHead: row.childCount > 0 && row.children.every((cell) => cell.type.name === 'table_header'),
          cells: row.children.map((cell) => lineOf(cell.firstChild)),
        })),
      };
    case 'bullets':
    case 'numbers':
      return { type: node.type.name, items: node.children.map((item) => lineOf(item.firstChild)) };
    case 'heading':
    case 'subheading':
    case 'quote':
      return { type: node.type.name, line: lineOf(node) };
    default:
      return { type: 'paragraph', line: lineOf(node) };
  }
}

/** Content of the editor in its stored form. */
export const storedDocument = (doc: Node): NoticeDocument => tidy({ form: 1, blocks: doc.children.map(blockOf) });
