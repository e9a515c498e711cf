import * as z from 'zod';
import { Id, PageQuery, Time, TimeInput, YesNo, pageReply, requiredText } from '#kit/contract/fields.ts';
import { ComingStep, FlowState, FlowStatus } from '#kit/contract/flow.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { GrantAction } from './authorize.ts';

/** `withdrawn`: given up before a decision; `ended`: granted, and given back or taken away before its day. */
export const RequestState = z.enum(['open', 'granted', 'refused', 'withdrawn', 'ended'], '申请状态不正确');
export const REQUEST_LABELS: Record<z.output<typeof RequestState>, string> = {
  open: '待处理',
  granted: '已授权',
  refused: '已拒绝',
  withdrawn: '已撤销',
  ended: '已收回',
};
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
/** The longest that can be asked for at once. */
export const MAX_DAYS = 365;
const Days = z.number('请选择期限').int('期限应为整数天').min(1, '期限至少 1 天').max(MAX_DAYS, `期限最多 ${MAX_DAYS} 天`);
const reason = requiredText(500, '用途');
const MAX_COLUMNS = 200;
const tooMany = `一次最多申请${MAX_COLUMNS}个字段`;

export const AccessRequest = z.object({
  id: Id,
  version: z.number().int(),
  sourceId: Id,
  sourceName: z.string(),
  /** null: the whole source */
  tableId: Id.nullable(),
  tableName: z.string().nullable(),
  userId: Id,
  userName: z.string(),
  deptName: z.string().nullable(),
  columnIds: z.array(z.string()),
  columnNames: z.array(z.string()),
  actions: z.array(GrantAction),
  purpose: z.string(),
  days: z.number().int().nullable(),
  /** end of the grants, of a granted request */
  endTime: Time.nullable(),
  state: RequestState,
  /** null: decided by those who grant, without a process */
  flowStatus: FlowStatus.nullable(),
  processInstanceId: z.string().nullable(),
  reason: z.string().nullable(),
  decidedName: z.string().nullable(),
  decidedTime: Time.nullable(),
  createTime: Time,
});
export type AccessRequest = z.output<typeof AccessRequest>;
type Submitted = Pick<AccessRequest, 'flowStatus' | 'processInstanceId'>;
/** The approval that a request is in; null where those who grant decide by hand. */
export const flowOf = ({ flowStatus, processInstanceId }: Submitted): FlowState | null =>
  flowStatus === null ? null : { flowStatus, processInstanceId };
/** Waits for somebody who grants, not for an approval. */
export const isByHand = ({ state, flowStatus }: Pick<AccessRequest, 'state' | 'flowStatus'>): boolean =>
  state === 'open' && flowStatus === null;

const BASE = '/data/metadata/authorizes/requests';
const MAY_GRANT = perm('metadata:dataauthorize:edit');
const params = z.object({ id: Id });
/** What came of asking: `flow` is null where no process decides, but those who grant. */
export const Asking = z.object({ id: Id, flowStatus: FlowStatus.nullable(), processInstanceId: z.string().nullable() });
const Terms = z.object({ actions: Asked, days: Days, reason });
/** Who is asked in turn; null where no process decides. */
const Steps = z.array(z.object({ name: z.string(), people: z.array(z.string()) })).nullable();
const ComingSteps = z.array(ComingStep).nullable();

/** 数据权限申请 */
export const accessRequest = defineContract({
  create: route.post(BASE, {
    summary: '申请数据权限',
    access: signedIn,
    body: z.object({
      tableId: Id,
      columnIds: z.array(Id).max(MAX_COLUMNS, tooMany).default([]),
      actions: Asked,
      purpose: reason,
      days: Days.optional(),
      endTime,
    }),
    reply: Asking,
    audit: '申请数据权限',
  }),
  /** of columns by their names, none for the whole table: noted and submitted at once */
  ofTable: route.post('/data/metadata/tables/:tableId/requests', {
    summary: '申请一张表或其字段的权限',
    access: signedIn,
    params: z.object({ tableId: Id }),
    body: Terms.extend({ columns: z.array(z.string().min(1).max(200)).max(MAX_COLUMNS, tooMany).default([]) }),
    reply: Asking,
    audit: '申请数据权限',
  }),
  ofSource: route.post('/data/metadata/sources/:sourceId/requests', {
    summary: '申请一个数据源的权限',
    access: signedIn,
    params: z.object({ sourceId: Id }),
    body: Terms,
    reply: Asking,
    audit: '申请数据源权限',
  }),
  /** who would decide on a request for a table, before it is made */
  steps: route.post('/data/metadata/tables/:tableId/requests/steps', {
    summary: '数据权限申请由谁审批',
    access: signedIn,
    params: z.object({ tableId: Id }),
    body: z.object({
      columns: z.array(z.string().min(1).max(200)).max(MAX_COLUMNS, tooMany).default([]),
      actions: Asked,
      days: Days,
    }),
    reply: ComingSteps,
  }),
  /** who would decide on a request for a source, before it is made */
  stepsOfSource: route.post('/data/metadata/sources/:sourceId/requests/steps', {
    summary: '数据源权限申请由谁审批',
    access: signedIn,
    params: z.object({ sourceId: Id }),
    body: z.object({ actions: Asked, days: Days }),
    reply: ComingSteps,
  }),
  own: route.get(`${BASE}/own`, {
    summary: '我的数据权限申请分页',
    access: signedIn,
    query: PageQuery.extend({ state: RequestState.optional(), tableId: Id.optional() }),
    reply: pageReply(AccessRequest.extend({ waiting: Steps })),
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
    query: PageQuery.extend({
      state: RequestState.optional(),
      id: Id.optional(),
      /** 1 = only those that a process decides, 0 = only those without */
      hasProcess: YesNo.optional().meta({ title: '是否有审批流程' }),
    }),
    reply: pageReply(AccessRequest),
  }),
  get: route.get(`${BASE}/:id`, { summary: '数据权限申请详情', access: signedIn, params, reply: AccessRequest }),
  update: route.put(`${BASE}/:id`, {
    summary: '修改数据权限申请',
    access: signedIn,
    params,
    body: Terms.extend({ columnIds: z.array(Id).max(MAX_COLUMNS, tooMany).default([]), version: z.number().int() }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改数据权限申请',
  }),
  submit: route.post(`${BASE}/:id/submit`, {
    summary: '重新提交数据权限申请',
    access: signedIn,
    params,
    body: z.object({}),
    reply: FlowState,
    audit: '重新提交数据权限申请',
  }),
  withdraw: route.post(`${BASE}/:id/withdraw`, {
    summary: '撤销数据权限申请',
    access: signedIn,
    params,
    body: z.object({}),
    reply: z.null(),
    audit: '撤销数据权限申请',
  }),
  /** ends what was granted before its day: by who asked, or by those who may grant */
  end: route.post(`${BASE}/:id/end`, {
    summary: '提前收回申请的授权',
    access: signedIn,
    params,
    body: z.object({}),
    reply: z.object({ grants: z.number().int() }),
    audit: '提前收回申请的授权',
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
      .refine(({ decision, reason: why }) => decision === 'grant' || why !== '', { path: ['reason'], message: '请填写拒绝的原因' }),
    reply: z.object({ grants: z.number().int() }),
    audit: '处理数据权限申请',
  }),
});
