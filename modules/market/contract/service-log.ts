import * as z from 'zod';
import { Id, Ids, PageQuery, pageReply, Time, TimeInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const ServiceLogRow = z.object({
  id: Id,
  serviceId: Id.nullable(),
  serviceName: z.string().nullable(),
  serviceNo: z.string().nullable(),
  serviceVersion: z.number().int().nullable(),
  callerId: Id.nullable(),
  /** application that called; null for who tried the service */
  appName: z.string().nullable(),
  callerIp: z.string(),
  callerDate: Time,
  callerHeader: z.string(),
  callerParam: z.string(),
  callerSoap: z.string(),
  /** milliseconds */
  time: z.number(),
  msg: z.string(),
  /** 0 失败, 1 成功 */
  status: z.enum(['0', '1']),
  httpStatus: z.number().int(),
  upstreamStatus: z.number().int().nullable(),
  step: z.string().nullable(),
  target: z.string().nullable(),
  requestId: z.string(),
  traceId: z.string().nullable(),
});
const base = '/data/service/serviceLogs';
const refuse = { access: perm('market:service:log:remove'), reply: z.null(), audit: '删除服务日志' };
/** 服务日志 */
export const serviceLog = defineContract({
  page: route.get(`${base}/page`, {
    summary: '服务日志分页',
    access: perm('market:service:log:list'),
    query: PageQuery.omit({ sort: true }).extend({
      serviceName: z.string().max(100).optional(),
      serviceId: Id.optional(),
      appId: Id.optional(),
      status: z.enum(['0', '1']).optional(),
      traceId: z.string().max(64).optional(),
      beginTime: TimeInput.optional(),
      endTime: TimeInput.optional(),
    }),
    reply: pageReply(ServiceLogRow),
  }),
  get: route.get(`${base}/:id`, {
    summary: '服务日志详情',
    access: perm('market:service:log:detail'),
    params: z.object({ id: Id }),
    /** with the lines of the steps of the same call, in their order */
    reply: ServiceLogRow.extend({ steps: z.array(ServiceLogRow) }),
  }),
  remove: route.delete(`${base}/:id`, { summary: '删除服务日志', params: z.object({ id: Id }), ...refuse }),
  removeBatch: route.delete(`${base}/batch/:ids`, { summary: '批量删除服务日志', params: z.object({ ids: Ids }), ...refuse }),
});
