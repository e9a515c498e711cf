import * as z from 'zod';
import { Id, PageQuery, Time, TimeInput, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** One row that a write changed: only the fields that differ. */
export const StoredChange = z.object({
  entity: z.string(),
  id: z.string(),
  name: z.string().nullable(),
  kind: z.enum(['create', 'update', 'remove']),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});

/** 操作日志 */
export const OperLog = z.object({
  id: Id,
  module: z.string(),
  title: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  remoteAddr: z.string().nullable(),
  requestUri: z.string(),
  methodName: z.string(),
  time: z.number(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  /** 1 成功, 0 失败 (sys_normal_status) */
  result: z.enum(['0', '1']),
  exCode: z.string().nullable(),
  exMsg: z.string().nullable(),
  requestId: z.string(),
  createTime: Time,
});
export const OperLogDetail = OperLog.extend({ params: z.string().nullable(), note: z.string().nullable(), changes: z.array(StoredChange) });
export const OperLogSearch = z.object({
  module: z.string().max(50).optional(),
  title: z.string().max(50).optional(),
  userName: z.string().max(50).optional(),
  result: z.enum(['0', '1']).optional(),
  requestId: z.string().max(64).optional(),
  /** the last seven days unless given */
  beginTime: TimeInput.optional(),
  endTime: TimeInput.optional(),
});

/** No call deletes: the log is evidence. */
export const operLog = defineContract({
  page: route.get('/system/logs/page', {
    summary: '操作日志分页',
    access: perm('monitor:operlog:list'),
    query: PageQuery.extend(OperLogSearch.shape),
    reply: pageReply(OperLog),
  }),
  changes: route.get('/system/logs/changes', {
    summary: '数据变更记录',
    access: perm('monitor:operlog:list', 'monitor:operlog:detail'),
    query: z.object({ entityId: Id }),
    reply: z.array(
      z.object({ logId: Id, title: z.string(), userName: z.string().nullable(), createTime: Time, changes: z.array(StoredChange) }),
    ),
  }),
  get: route.get('/system/logs/:id', {
    summary: '操作日志详情',
    access: perm('monitor:operlog:detail'),
    params: z.object({ id: Id }),
    reply: OperLogDetail,
  }),
});
