import type { Block, Line, NoticeDocument, Piece } from '../../contract/document.ts';
import { tidy } from '../../core/document.ts';
import { linkKind } from '../../core/link.ts';

/* Between the document and the elements of the editor. Elements are made one by one; no text is ever parsed as HTML. */

type Marks = Omit<Piece, 'text'>;

function pieceNode(piece: Piece): Node {
  let node: Node = document.createTextNode(piece.text);
  const wrap = (tag: string, attributes: Readonly<Record<string, string>> = {}) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(node);
    node = element;
  };
  if (piece.underline) wrap('u');
  if (piece.italic) wrap('i');
  if (piece.bold) wrap('b');
  if (piece.link !== undefined && linkKind(piece.link) !== null) wrap('a', { href: piece.link });
  return node;
}

const TAGS = { heading: 'h2', subheading: 'h3', quote: 'blockquote', paragraph: 'p', bullets: 'ul', numbers: 'ol' } as const;

function lineElement(tag: string, line: Line): HTMLElement {
  const element = document.createElement(tag);
  element.append(...line.map(pieceNode));
  // an empty block has no height without it
  if (line.length === 0) element.append(document.createElement('br'));
  return element;
}

/** The elements of a document, for an editor to start with. */
export const elementsOf = ({ blocks }: NoticeDocument): HTMLElement[] =>
  blocks.map((block) => {
    if (!('items' in block)) return lineElement(TAGS[block.type], block.line);
    const list = document.createElement(TAGS[block.type]);
    list.append(...block.items.map((line) => lineElement('li', line)));
    return list;
  });

const BLOCKS: Readonly<Record<string, 'paragraph' | 'heading' | 'subheading' | 'quote'>> = {
  P: 'paragraph',
  DIV: 'paragraph',
  H1: 'heading',
  H2: 'heading',
  H3: 'subheading',
  H4: 'subheading',
  H5: 'subheading',
  H6: 'subheading',
  BLOCKQUOTE: 'quote',
};

function marksOf(element: HTMLElement, marks: Marks): Marks {
  const { fontWeight, fontStyle, textDecorationLine } = element.style;
  const tag = element.tagName;
  const href = tag === 'A' ? (element.getAttribute('href') ?? '') : '';
  return {
    ...marks,
    ...((tag === 'B' || tag === 'STRONG' || fontWeight === 'bold' || Number(fontWeight) >= 600) && { bold: true as const }),
    ...((tag === 'I' || tag === 'EM' || fontStyle === 'italic') && { italic: true as const }),
    ...((tag === 'U' || textDecorationLine === 'underline') && { underline: true as const }),
    ...(linkKind(href) !== null && { link: href }),
  };
}

/** What stands in the editor as a document. */
export function documentFrom(root: HTMLElement): NoticeDocument {
  const blocks: Block[] = [];
  let line: Piece[] = [];
  let type: 'paragraph' | 'heading' | 'subheading' | 'quote' = 'paragraph';
  const flush = (isBlock: boolean) => {
    if (line.length > 0 || isBlock) blocks.push({ type, line });
    line = [];
  };
  const pieces = (node: Node, marks: Marks, into: Piece[]) => {
    if (node instanceof Text) into.push({ text: node.data.replace(/\u00a0/g, ' '), ...marks });
    else if (node instanceof HTMLElement) {
      if (node.tagName === 'BR') {
        // the break that only gives an empty block its height is none
        if (node.nextSibling !== null || node.parentElement === root) into.push({ text: '\n' });
        return;
      }
      const inner = marksOf(node, marks);
      node.childNodes.forEach((child) => pieces(child, inner, into));
    }
  };
  const items = (list: HTMLElement): Line[] =>
    [...list.children].flatMap((item): Line[] => {
      if (item.tagName === 'UL' || item.tagName === 'OL') return items(item as HTMLElement);
      const own: Piece[] = [];
      const nested: Line[] = [];
      item.childNodes.forEach((child) => {
        if (child instanceof HTMLElement && (child.tagName === 'UL' || child.tagName === 'OL')) nested.push(...items(child));
        else pieces(child, {}, own);
      });
      return [own, ...nested];
    });
  const visit = (parent: HTMLElement) =>
    parent.childNodes.forEach((node) => {
      const tag = node instanceof HTMLElement ? node.tagName : '';
      if (node instanceof HTMLElement && (tag === 'UL' || tag === 'OL')) {
        flush(false);
        blocks.push({ type: tag === 'UL' ? 'bullets' : 'numbers', items: items(node) });
      } else if (node instanceof HTMLElement && BLOCKS[tag]) {
        flush(false);
        type = BLOCKS[tag];
        // a quote or a division around other blocks
        if ([...node.children].some((child) => BLOCKS[child.tagName] || child.tagName === 'UL' || child.tagName === 'OL')) visit(node);
        else {
          node.childNodes.forEach((child) => pieces(child, {}, line));
          flush(true);
        }
        type = 'paragraph';
      } else if (tag === 'BR') flush(true);
      else pieces(node, {}, line);
    });
  visit(root);
  flush(false);
  return tidy({ form: 1, blocks });
}
