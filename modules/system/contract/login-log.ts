import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, PageQuery, Time, TimeInput, optionalText, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

/** 登录日志 */
export const LoginLog = z.object({
  id: Id,
  event: z.enum(['login', 'logout', 'kick', 'unlock', 'reset']),
  result: z.enum(['0', '1']),
  reason: z.string().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  opIp: z.string().nullable(),
  /** where the address belongs, as far as the data at hand knows; made when it is read */
  region: z.string().nullable(),
  opOs: z.string().nullable(),
  opBrowser: z.string().nullable(),
  opDevice: z.string().nullable(),
  opDate: Time,
});
export const LoginLogDetail = LoginLog.extend({ details: z.record(z.string(), z.unknown()).nullable() });

export const LoginLogSearch = z.object({
  userName: z.string().trim().max(50).optional(),
  opIp: z.string().trim().max(64).optional(),
  event: LoginLog.shape.event.optional(),
  result: LoginLog.shape.result.optional(),
  startTime: TimeInput.optional(),
  endTime: TimeInput.optional(),
});

/** Client details that the browser reports after signing in; unverified. */
export const DeviceDetails = z.object({
  opOs: optionalText(100, '操作系统'),
  opBrowser: optionalText(100, '浏览器'),
  screen: optionalText(50, '屏幕'),
  language: optionalText(50, '语言'),
  timeZone: optionalText(50, '时区'),
});

const exports = excelRoutes('/system/login/logs', '登录日志', 'monitor:loginlog', { search: LoginLogSearch });

export const loginLog = defineContract({
  page: route.get('/system/login/logs/page', {
    summary: '登录日志分页',
    access: perm('monitor:loginlog:list'),
    query: PageQuery.extend(LoginLogSearch.shape),
    reply: pageReply(LoginLog),
  }),
  exportRows: exports.exportRows,
  exportJob: exports.exportJob,
  get: route.get('/system/login/logs/:id', {
    summary: '登录日志详情',
    access: perm('monitor:loginlog:detail'),
    params: z.object({ id: Id }),
    reply: LoginLogDetail,
  }),
  /** The row itself is written by the server at sign-in; this adds to the caller's own row and creates nothing. */
  details: route.post('/system/login/logs', {
    summary: '补充本次登录的设备信息',
    access: signedIn,
    body: DeviceDetails,
    reply: z.null(),
  }),
});
