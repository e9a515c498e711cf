import * as z from 'zod';
import { ImportResult } from '#kit/contract/excel.ts';
import { Id, Ids, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { bytes, defineContract, route, signedIn } from '#kit/contract/route.ts';

/** Permission to see transfers of accounts in the caller's data scope; one's own need none. */
export const SEES_ALL = 'system:export:list';
/** Cancels and deletes the transfers of others; their files stay their makers'. */
export const REMOVES_ALL = 'system:export:remove';

export const TransferKind = z.enum(['export', 'import']);
export const TransferState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);

/** 导出导入任务 */
export const Transfer = z.object({
  id: Id,
  kind: TransferKind,
  entity: z.string(),
  entityLabel: z.string(),
  state: TransferState,
  /** expected number of rows, null when unknown */
  expectedRows: z.number().int().nullable(),
  doneRows: z.number().int(),
  percent: z.number().int(),
  /** progress or reason of the end, as a sentence */
  text: z.string(),
  sourceName: z.string().nullable(),
  /** name of the file that can be downloaded, null when there is none (any more) */
  resultName: z.string().nullable(),
  resultSize: z.number().int().nullable(),
  isOwn: z.boolean(),
  createBy: z.string(),
  createName: z.string().nullable(),
  createTime: Time,
  startTime: Time.nullable(),
  endTime: Time.nullable(),
  expireTime: Time.nullable(),
});
export const TransferDetail = Transfer.extend({ result: ImportResult.nullable() });

export const TransferSearch = z.object({
  kind: TransferKind.optional(),
  state: TransferState.optional(),
  entityLabel: z.string().max(50).optional(),
  /** 1 = those of everybody whom the caller may see, else one's own */
  everybody: z.enum(['0', '1']).optional(),
});

const params = z.object({ id: Id });

/** Own transfers need no permission; another person's are not found without one. */
export const transfer = defineContract({
  page: route.get('/system/exports/page', {
    summary: '导出导入任务分页',
    access: signedIn,
    query: PageQuery.extend(TransferSearch.shape),
    reply: pageReply(Transfer),
  }),
  get: route.get('/system/exports/:id', { summary: '导出导入任务详情', access: signedIn, params, reply: TransferDetail }),
  download: route.post('/system/exports/:id/download', {
    summary: '下载导出文件',
    access: signedIn,
    params,
    replies: 'stream',
    reply: bytes,
    audit: '下载导出文件',
  }),
  cancel: route.post('/system/exports/:id/cancel', {
    summary: '取消导出导入任务',
    access: signedIn,
    params,
    reply: z.null(),
    audit: '取消导出导入任务',
  }),
  retry: route.post('/system/exports/:id/retry', {
    summary: '重试导出导入任务',
    access: signedIn,
    params,
    reply: z.null(),
    audit: '重试导出导入任务',
  }),
  remove: route.delete('/system/exports/:id', {
    summary: '删除导出导入任务',
    access: signedIn,
    params,
    reply: z.null(),
    audit: '删除导出导入任务',
  }),
  removeBatch: route.delete('/system/exports/batch/:ids', {
    summary: '批量删除导出导入任务',
    access: signedIn,
    params: z.object({ ids: Ids }),
    reply: z.null(),
    audit: '批量删除导出导入任务',
  }),
});
