import { Schema, type DOMOutputSpec } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

/**
 * What the editor can hold: exactly the blocks and marks of the stored document. Nothing is parsed from foreign HTML here (there are no parse
 * rules for the clipboard): what is pasted becomes a document first.
 */
const tables = tableNodes({ tableGroup: 'block', cellContent: 'paragraph', cellAttributes: {} });
const text = (tag: string) => ({ content: 'inline*', group: 'block', toDOM: (): DOMOutputSpec => [tag, 0] });

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: text('p'),
    heading: text('h2'),
    subheading: text('h3'),
    quote: text('blockquote'),
    bullets: { content: 'item+', group: 'block', toDOM: () => ['ul', 0] },
    numbers: { content: 'item+', group: 'block', toDOM: () => ['ol', 0] },
    item: { content: 'paragraph', defining: true, toDOM: () => ['li', 0] },
    image: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { fileName: { validate: 'string' }, alt: { default: '', validate: 'string' }, width: { default: null } },
      // the address is what `documentOf` reads back from the clipboard; it shows nothing without a session
      toDOM: (node) => [
        'img',
        { src: `/sjzt-datax/file/fileView/${node.attrs['fileName']}`, alt: node.attrs['alt'], 'data-width': node.attrs['width'] ?? '' },
      ],
    },
    ...tables,
    text: { group: 'inline' },
    break: { group: 'inline', inline: true, selectable: false, toDOM: () => ['br'] },
  },
  marks: {
    link: { attrs: { href: { validate: 'string' } }, inclusive: false, toDOM: (mark) => ['a', { href: mark.attrs['href'] }, 0] },
    bold: { toDOM: () => ['b', 0] },
    italic: { toDOM: () => ['i', 0] },
    underline: { toDOM: () => ['u', 0] },
  },
});
