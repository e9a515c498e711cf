import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';

/** Name and version of the form of definition files. */
export const FILE_FORMAT = 'databrain.visual';
export const FILE_VERSION = 1;
/** Documents of one file, and the size of its text, at most. */
export const MAX_DOCUMENTS = 500;
export const MAX_FILE_CHARS = 10_000_000;
/** Bytes of one picture, and of all pictures of a file, at most. */
export const MAX_ASSET_BYTES = 1_048_576;
export const MAX_ASSETS_BYTES = 4_194_304;

export const TRANSFER_KINDS = ['dataset', 'chart', 'board', 'screen'] as const;
export const TransferKind = z.enum(TRANSFER_KINDS);
export type TransferKind = z.output<typeof TransferKind>;

const Name = z.string().trim().min(1, '名称不能为空').max(64, '名称不能超过64个字符');
const Key = z.string().min(1).max(64);
const common = {
  /** id where it was exported: tells documents apart inside of the file, and finds what an earlier import made of it */
  id: Id,
  /** id where it came from, of a document that was itself imported */
  origin: Id.optional(),
  name: Name,
  /** folders from the top */
  folder: z.array(Name).max(5),
  remark: z.string().max(500).nullable(),
};

/** A data set: its model without its rows. One that comes with the product stands by its code alone. */
export const FileSet = z.strictObject({
  kind: z.literal('dataset'),
  ...common,
  /** of a data set of the product */
  code: z.string().max(64).optional(),
  /** key of its source; null of uploaded files and of the product's own */
  source: Key.nullable(),
  /** checked where it is read: what is wrong is told beside the document, not of the whole file */
  model: z.json().optional(),
});
/** A chart, board or screen. */
export const FileItem = z.strictObject({
  kind: z.enum(['chart', 'board', 'screen']),
  ...common,
  /** of a screen that comes with the product */
  code: z.string().max(64).optional(),
  doc: z.record(z.string(), z.json()),
});
export const FileDocument = z.discriminatedUnion('kind', [FileSet, FileItem], { error: '内容的类型不正确' });
export type FileSet = z.output<typeof FileSet>;
export type FileItem = z.output<typeof FileItem>;
export type FileDocument = z.output<typeof FileDocument>;

/** A source by its name and kind: nothing of its connection. */
export const FileSource = z.strictObject({ key: Key, name: z.string().max(200), kind: z.string().max(40) });
/** A picture that documents show. `data` is base64. */
export const FileAsset = z.strictObject({
  fileName: z.string().max(200),
  originalName: z.string().min(1).max(200),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().min(1).max(MAX_ASSET_BYTES, '图片超过1 MB'),
  data: z.base64(),
});
export type FileAsset = z.output<typeof FileAsset>;
/** A board or screen that clicks lead to and that is not in the file. */
export const FileLink = z.strictObject({ kind: z.enum(['board', 'screen']), id: Id, name: Name, folder: z.array(Name).max(5) });

/** What a file says of itself; read first, so that a file of another kind or a later program is told as such. */
export const FileHead = z.looseObject({
  format: z.literal(FILE_FORMAT, { error: '不是可视化定义的导出文件' }),
  v: z.number({ error: '不是可视化定义的导出文件' }).int(),
});
export const TransferFile = z.strictObject({
  format: z.literal(FILE_FORMAT),
  v: z.literal(FILE_VERSION),
  exportTime: z.string().max(40),
  /** version of the program that wrote it */
  program: z.string().max(40),
  sources: z.array(FileSource).max(200, '文件中的数据源过多，最多200个'),
  documents: z.array(FileDocument).min(1, '文件中没有内容').max(MAX_DOCUMENTS, `一个文件最多${MAX_DOCUMENTS}个内容，请分批导出`),
  links: z.array(FileLink).max(2000).default([]),
  assets: z.array(FileAsset).max(500, '文件中的图片过多，最多500个').default([]),
});
export type TransferFile = z.output<typeof TransferFile>;

/** By which calls name a document of a file. */
export const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`;
