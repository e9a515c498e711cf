import * as z from 'zod';

/*
 * The text of a notice: a document of blocks and marked pieces of text. It is never HTML; what shows it draws elements from it, so a
 * piece of text stays text whatever it contains.
 */

const MAX_BLOCKS = 500;
const MAX_PIECES = 500;
const MAX_TEXT = 20_000;
const MAX_ROWS = 200;
const MAX_COLUMNS = 20;
const MAX_ALT = 200;
/** Stored names of pictures that a browser can show inside a text. */
export const PICTURE_NAME = /^[0-9a-f]{32}\.(?:png|jpe?g|gif|webp)$/;

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
  /** a picture that was uploaded here; an address of another server has no place */
  z.object({
    type: z.literal('image'),
    fileName: z.string().regex(PICTURE_NAME, '图片不正确，请重新上传'),
    alt: z.string().max(MAX_ALT, '图片说明不能超过200个字符'),
    /** part of the width of the text, in per cent; as large as it is, at most the whole width, unless given */
    width: z.union([z.literal(25), z.literal(50), z.literal(75), z.literal(100)]).optional(),
  }),
  z.object({
    type: z.literal('table'),
    rows: z
      .array(z.object({ isHead: z.boolean(), cells: z.array(Line).min(1).max(MAX_COLUMNS, `表格最多${MAX_COLUMNS}列`) }))
      .min(1)
      .max(MAX_ROWS, `表格最多${MAX_ROWS}行，请使用附件`),
  }),
]);
export type Block = z.output<typeof Block>;

/** Form 1 of the stored document. */
export const NoticeDocument = z.object({ form: z.literal(1), blocks: z.array(Block).max(MAX_BLOCKS, '正文过长，请使用附件') });
export type NoticeDocument = z.output<typeof NoticeDocument>;

/** What callers may send: a document, or simple HTML or plain text that becomes one. */
export const ContentInput = z.union([NoticeDocument, z.string().max(200_000, '正文过长，请使用附件')], { error: '正文格式不正确' });
