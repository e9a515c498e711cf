import * as z from 'zod';
import { Id, PageQuery, Time, TimeInput, pageReply, requiredText } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { GrantAction } from './authorize.ts';

export const RequestState = z.enum(['open', 'granted', 'refused'], '申请状态不正确');
export const REQUEST_LABELS: Record<z.output<typeof RequestState>, string> = { open: '待处理', granted: '已授权', refused: '已拒绝' };
/** Actions that can be requested; `meta` is not among them, since only visible tables can be requested. */
export const ASKED_ACTIONS = ['preview', 'query', 'export', 'unmask'] as const;
const Asked = z
  .array(GrantAction.exclude(['meta'], '不支持的授权动作'))
  .min(1, '请至少选择一个动作')
  .max(4)
  .transform((chosen) => ASKED_ACTIONS.filter((action) => chosen.includes(action)));
const endTime = TimeInput.nullish()
  .or(z.literal(''))
  .transform((text) => text || null);

export const AccessRequest = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  tableId: Id,
  tableName: z.string(),
  userId: Id,
  userName: z.string(),
  deptName: z.string().nullable(),
  columnIds: z.array(z.string()),
  columnNames: z.array(z.string()),
  actions: z.array(GrantAction),
  purpose: z.string(),
  endTime: Time.nullable(),
  state: RequestState,
  reason: z.string().nullable(),
  decidedName: z.string().nullable(),
  decidedTime: Time.nullable(),
  createTime: Time,
});
export type AccessRequest = z.output<typeof AccessRequest>;

const BASE = '/data/metadata/authorizes/requests';
const MAY_GRANT = perm('metadata:dataauthorize:edit');

/** 数据权限申请 */
export const accessRequest = defineContract({
  create: route.post(BASE, {
    summary: '申请数据权限',
    access: signedIn,
    body: z.object({
      tableId: Id,
      columnIds: z.array(Id).max(200, '一次最多申请200个字段').default([]),
      actions: Asked,
      purpose: requiredText(500, '用途'),
      endTime,
    }),
    reply: z.object({ id: Id }),
    audit: '申请数据权限',
  }),
  mine: route.get(`${BASE}/mine/:tableId`, {
    summary: '我对一张表的最近申请',
    access: signedIn,
    params: z.object({ tableId: Id }),
    reply: AccessRequest.nullable(),
  }),
  page: route.get(`${BASE}/page`, {
    summary: '数据权限申请分页',
    access: MAY_GRANT,
    query: PageQuery.extend({ state: RequestState.optional(), id: Id.optional() }),
    reply: pageReply(AccessRequest),
  }),
  decide: route.post(`${BASE}/decide`, {
    summary: '处理数据权限申请',
    access: MAY_GRANT,
    body: z
      .object({
        id: Id,
        decision: z.enum(['grant', 'refuse'], '处理方式不正确'),
        actions: Asked.optional(),
        endTime,
        reason: z.string().trim().max(500, '原因不能超过500个字符').default(''),
      })
      .refine(({ decision, reason }) => decision === 'grant' || reason !== '', { path: ['reason'], message: '请填写拒绝的原因' }),
    reply: z.object({ grants: z.number().int() }),
    audit: '处理数据权限申请',
  }),
});
