import * as z from 'zod';
import { Id, Ids, PageQuery, pageReply, Time } from '#kit/contract/fields.ts';
import { bytes, defineContract, open, perm, route, signedIn } from '#kit/contract/route.ts';

/** 文件 */
export const FileRow = z.object({
  id: Id,
  originalFilename: z.string(),
  fileName: z.string(),
  fileSize: z.number().int(),
  contentType: z.string(),
  fileType: z.string(),
  createBy: z.string().nullable(),
  createTime: Time,
});
export type FileRow = z.output<typeof FileRow>;

/** What an upload answers; clients keep `fileName`. */
export const Uploaded = z.object({ fileName: z.string(), originalFilename: z.string() });

const Signature = z.object({
  /** end of validity, seconds since 1970 */
  e: z.string().max(20).optional(),
  /** account the signature was given to */
  u: z.string().max(32).optional(),
  s: z.string().max(100).optional(),
  /** 1 = save instead of show */
  download: z.enum(['0', '1']).optional(),
});

export const file = defineContract({
  uploadImg: route.post('/file/files/uploadImg', {
    summary: '上传文件',
    access: signedIn,
    accepts: 'multipart',
    reply: Uploaded,
    audit: '上传文件',
    timeoutMs: 300_000,
  }),
  // open only to the guard: the handler takes a session or a signature, because <img> cannot send a header
  view: route.get('/file/fileView/:fileName', {
    summary: '查看文件（需登录或有效签名）',
    access: open,
    params: z.object({ fileName: z.string() }),
    query: Signature,
    replies: 'stream',
    reply: bytes,
  }),
  sign: route.post('/file/files/sign', {
    summary: '文件临时访问地址',
    access: signedIn,
    body: z.object({ fileNames: z.array(z.string().max(60)).min(1, '请给出文件名').max(100, '一次最多100个文件') }),
    reply: z.array(z.object({ fileName: z.string(), originalFilename: z.string(), url: z.string() })),
  }),
  page: route.get('/file/files/page', {
    summary: '文件分页',
    access: perm('file:file:list'),
    query: PageQuery.extend({ originalFilename: z.string().max(100).optional() }),
    reply: pageReply(FileRow),
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
