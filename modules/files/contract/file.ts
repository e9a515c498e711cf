import * as z from 'zod';
import { Id, Ids, PageQuery, pageReply, Time, TimeInput } from '#kit/contract/fields.ts';
import { fileCalls } from '#kit/contract/file.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** A reference to a file: a record of another module, or an account with it as avatar. */
export const FileUse = z.object({
  /** kind of record, 知识产权 */
  label: z.string(),
  /** name of the record, null when the caller may not read it */
  name: z.string().nullable(),
  /** own path that leads to the record, null when there is none for the caller */
  path: z.string().nullable(),
  /** the record lies in the recycle bin */
  isDeleted: z.boolean(),
});
export type FileUse = z.output<typeof FileUse>;

/** 文件 */
export const FileRow = z.object({
  id: Id,
  originalFilename: z.string(),
  fileName: z.string(),
  fileSize: z.number().int(),
  contentType: z.string(),
  fileType: z.string(),
  createBy: z.string().nullable(),
  createName: z.string().nullable(),
  createDept: z.string().nullable(),
  deptName: z.string().nullable(),
  createTime: Time,
  /** when it is removed by itself, null = not */
  expireTime: Time.nullable(),
  uses: z.array(FileUse),
});
export type FileRow = z.output<typeof FileRow>;

/** 文件种类 → endings of stored names. */
export const FILE_KINDS = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp'],
  pdf: ['pdf'],
  word: ['doc', 'docx'],
  excel: ['xls', 'xlsx', 'csv'],
  slide: ['ppt', 'pptx'],
  text: ['txt'],
  apk: ['apk'],
} as const;
export type FileKind = keyof typeof FILE_KINDS;

export const FileSearch = z.object({
  originalFilename: z.string().max(100).optional(),
  kind: z.enum(Object.keys(FILE_KINDS) as [FileKind, ...FileKind[]]).optional(),
  /** name of the uploader */
  createName: z.string().max(50).optional(),
  /** referenced by a record, orphaned, or temporary */
  use: z.enum(['bound', 'orphan', 'temporary']).optional(),
  beginTime: TimeInput.optional(),
  endTime: TimeInput.optional(),
});
export type FileSearch = z.output<typeof FileSearch>;

/** Totals above the list of the file page, of files in the caller's data scope. */
export const FileFigures = z.object({
  count: z.number().int(),
  bytes: z.number(),
  /** files that nothing keeps */
  orphans: z.number().int(),
  orphanBytes: z.number(),
  /** where new files go */
  store: z.enum(['local', 's3']),
});

export const file = defineContract({
  ...fileCalls,
  page: route.get('/file/files/page', {
    summary: '文件分页',
    access: perm('file:file:list'),
    query: PageQuery.extend(FileSearch.shape),
    reply: pageReply(FileRow),
  }),
  figures: route.get('/file/files/figures', {
    summary: '文件用量',
    access: perm('file:file:list'),
    reply: FileFigures,
    timeoutMs: 30_000,
  }),
  get: route.get('/file/files/:id', {
    summary: '文件详情',
    access: perm('file:file:detail'),
    params: z.object({ id: Id }),
    reply: FileRow,
  }),
  remove: route.delete('/file/files/:id', {
    summary: '删除文件',
    access: perm('file:file:remove'),
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '删除文件',
  }),
  removeBatch: route.delete('/file/files/batch/:ids', {
    summary: '批量删除文件',
    access: perm('file:file:remove'),
    params: z.object({ ids: Ids }),
    reply: z.null(),
    audit: '批量删除文件',
  }),
});
