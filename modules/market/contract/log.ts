import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Ids, PageQuery, pageReply, Time, TimeInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const LogRow = z.object({
  id: Id,
  apiId: Id.nullable(),
  apiName: z.string().nullable(),
  apiVersion: z.string().nullable(),
  callerId: Id.nullable(),
  /** application that called */
  appName: z.string().nullable(),
  callerIp: z.string(),
  callerUrl: z.string(),
  callerParams: z.string(),
  callerDate: Time,
  /** rows of the answer */
  callerSize: z.number().int(),
  /** milliseconds */
  time: z.number(),
  msg: z.string(),
  /** 0 失败, 1 成功 */
  status: z.enum(['0', '1']),
  httpStatus: z.number().int(),
  requestId: z.string(),
  reqMethod: z.string(),
  /** key of the error, as the caller got it */
  errorKey: z.string().nullable(),
  keyId: Id.nullable(),
  /** milliseconds for the rows, waiting for the source included */
  queryTime: z.number().nullable(),
  /** of the whole: key, subscription, limits, parameters, and writing the answer */
  gateTime: z.number(),
  /** of `queryTime`: waiting for a place at the source, the source itself, masking and writing the rows; null where it was not measured */
  queueTime: z.number().nullable(),
  sourceTime: z.number().nullable(),
  encodeTime: z.number().nullable(),
  /** bytes of the answer */
  bytes: z.number().int(),
  isCached: z.boolean(),
});
export const LogSearch = z.object({
  apiName: z.string().max(100).optional(),
  apiId: Id.optional(),
  appId: Id.optional(),
  status: z.enum(['0', '1']).optional(),
  httpStatus: z.coerce.number().int().min(100).max(599).optional(),
  requestId: z.string().max(64).optional(),
  /** calls that took so many milliseconds at least */
  minTime: z.coerce.number().min(0).max(3_600_000).optional(),
  /** the last 24 hours unless given */
  beginTime: TimeInput.optional(),
  endTime: TimeInput.optional(),
});
const base = '/data/api/apiLogs';
const refuse = { access: perm('market:api:log:remove'), reply: z.null(), audit: '删除接口日志' };
const exports = excelRoutes(base, '接口日志', 'market:api:log', { search: LogSearch });
/** 接口日志 */
export const apiLog = defineContract({
  exportRows: exports.exportRows,
  exportJob: exports.exportJob,
  page: route.get(`${base}/page`, {
    summary: '接口日志分页',
    access: perm('market:api:log:list'),
    query: PageQuery.omit({ sort: true }).extend(LogSearch.shape),
    reply: pageReply(LogRow),
  }),
  get: route.get(`${base}/:id`, {
    summary: '接口日志详情',
    access: perm('market:api:log:detail'),
    params: z.object({ id: Id }),
    reply: LogRow,
  }),
  remove: route.delete(`${base}/:id`, { summary: '删除接口日志', params: z.object({ id: Id }), ...refuse }),
  removeBatch: route.delete(`${base}/batch/:ids`, {
    summary: '批量删除接口日志',
    params: z.object({ ids: Ids }),
    ...refuse,
  }),
});
