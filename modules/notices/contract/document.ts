import * as z from 'zod';

/*
 * The text of a notice: a document of blocks and marked pieces of text. It is never HTML; what shows it draws elements from it, so a
 * piece of text stays text whatever it contains.
 */

const MAX_BLOCKS = 500;
const MAX_PIECES = 500;
const MAX_TEXT = 20_000;

const Piece = z.object({
  text: z.string().max(MAX_TEXT),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
  link: z.string().max(500).optional(),
});
export type Piece = z.output<typeof Piece>;

const Line = z.array(Piece).max(MAX_PIECES, '段落过长，请分段');
export type Line = z.output<typeof Line>;

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['paragraph', 'heading', 'subheading', 'quote']), line: Line }),
  z.object({ type: z.enum(['bullets', 'numbers']), items: z.array(Line).max(MAX_BLOCKS) }),
]);
export type Block = z.output<typeof Block>;

/** Form 1 of the stored document. */
export const NoticeDocument = z.object({ form: z.literal(1), blocks: z.array(Block).max(MAX_BLOCKS, '正文过长，请使用附件') });
export type NoticeDocument = z.output<typeof NoticeDocument>;

/** What callers may send: a document, or simple HTML or plain text that becomes one. */
export const ContentInput = z.union([NoticeDocument, z.string().max(200_000, '正文过长，请使用附件')], { error: '正文格式不正确' });
