import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, PageQuery, Time, TimeInput, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** What people call the part of an address that names a module. */
export const OPER_MODULES: Readonly<Record<string, string>> = {
  system: '系统管理',
  monitor: '系统监控',
  auth: '登录',
  file: '文件',
  quartz: '任务调度',
  metadata: '元数据',
  console: 'SQL工作台',
  visual: '可视化',
  api: '项目档案',
};
/** The module of a row as people call it; `isNamed` false for a part of the address without a name. Old rows name the area 数据 only. */
export function operModule({ module, requestUri }: { module: string; requestUri: string }): { name: string; isNamed: boolean } {
  const part = module === 'data' ? (requestUri.split('/')[2] ?? module) : module;
  const name = OPER_MODULES[part];
  return { name: name ?? part, isNamed: name !== undefined };
}

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
  /** where the address belongs, as far as the data at hand knows; made when it is read */
  region: z.string().nullable(),
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

const exports = excelRoutes('/system/logs', '操作日志', 'monitor:operlog', { search: OperLogSearch });

/** No call deletes: the log is evidence. */
export const operLog = defineContract({
  page: route.get('/system/logs/page', {
    summary: '操作日志分页',
    access: perm('monitor:operlog:list'),
    query: PageQuery.extend(OperLogSearch.shape),
    reply: pageReply(OperLog),
  }),
  exportRows: exports.exportRows,
  exportJob: exports.exportJob,
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
