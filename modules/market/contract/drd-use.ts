import * as z from 'zod';
import { Day, Id, optionalText, PageQuery, pageReply, requiredText, Time } from '#kit/contract/fields.ts';
import { FlowStatus } from '#kit/contract/flow.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { DRD_LIST } from './drd.ts';

/** 1 查询, 2 API, 3 下载, 4 查看 a data set or a board (dictionary market_drd_usage) */
export const UsageType = z.enum(['1', '2', '3', '4'], { error: '使用方式不正确' });
export type UsageType = z.output<typeof UsageType>;
/** 1 待审批, 2 生效, 3 已拒绝, 4 已撤回, 5 已结束 (dictionary data_apply_status) */
export const ApplyState = z.enum(['1', '2', '3', '4', '5']);
export type ApplyState = z.output<typeof ApplyState>;
export const DrdApplyInput = z.object({
  usageType: UsageType.meta({ title: '使用方式' }),
  /** what of the resource, where it has several of the kind */
  refId: z.string().max(60).nullish().meta({ title: '挂接对象' }),
  /** the application that will call an API */
  appId: Id.or(z.literal(''))
    .nullish()
    .transform((id) => id || null)
    .meta({ title: '应用' }),
  /** codes of items; all unless given */
  columns: z.array(z.string().min(1).max(200)).max(500).default([]).meta({ title: '信息项' }),
  purpose: requiredText(500, '申请用途').meta({ title: '申请用途' }),
  /** the last day */
  validTo: Day.meta({ title: '使用截止日' }),
});
export const DrdApplyRow = z.object({
  id: Id,
  drdId: Id,
  resName: z.string(),
  resCode: z.string(),
  usageType: UsageType,
  refId: z.string(),
  refName: z.string().nullable(),
  /** where the caller, who asked, finds what is in force */
  path: z.string().nullable(),
  appName: z.string().nullable(),
  columns: z.array(z.string()),
  /** of the resource; null = its provider has not said one */
  classifyLevel: z.string().nullable(),
  purpose: z.string(),
  validTo: z.string(),
  applyBy: Id,
  applicant: z.string().nullable(),
  deptName: z.string().nullable(),
  applyTime: Time,
  state: ApplyState,
  flowStatus: FlowStatus.nullable(),
  processInstanceId: z.string().nullable(),
  decider: z.string().nullable(),
  decideTime: Time.nullable(),
  opinion: z.string().nullable(),
  /** a file of a download is there to be fetched */
  hasFile: z.boolean(),
  fileRows: z.number().nullable(),
  fileProblem: z.string().nullable(),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
  mayEnd: z.boolean(),
});
export type DrdApplyRow = z.output<typeof DrdApplyRow>;

/** 1 评价, 2 提问, 3 纠错 (dictionary market_drd_feedback) */
export const FeedbackKind = z.enum(['1', '2', '3'], { error: '反馈类型不正确' });
const FeedbackRow = z.object({
  id: Id,
  kind: FeedbackKind,
  rating: z.number().int().nullable(),
  content: z.string(),
  author: z.string().nullable(),
  createTime: Time,
  reply: z.string().nullable(),
  replier: z.string().nullable(),
  replyTime: Time.nullable(),
});
/** 1 待处理, 2 处理中, 3 已满足, 4 已关闭 (dictionary market_drd_demand) */
export const DemandState = z.enum(['1', '2', '3', '4'], { error: '需求状态不正确' });
const DemandRow = z.object({
  id: Id,
  demandTitle: z.string(),
  demandDesc: z.string(),
  expectDate: z.string().nullable(),
  handleDept: Id.nullable(),
  handleDeptName: z.string().nullable(),
  state: DemandState,
  result: z.string().nullable(),
  drdId: Id.nullable(),
  resName: z.string().nullable(),
  author: z.string().nullable(),
  createTime: Time,
  handler: z.string().nullable(),
  handleTime: Time.nullable(),
  mayHandle: z.boolean(),
});

const base = '/data/market/drds';
const params = z.object({ id: Id });
const DEPT = Id.or(z.literal(''))
  .nullish()
  .transform((id) => id || null)
  .meta({ title: '处理部门' });
/** 资源使用: requests to use resources, what is said about them, and what is still missing */
export const drdUse = defineContract({
  apply: route.post(`${base}/:id/apply`, {
    summary: '申请使用资源',
    access: perm('market:drd:apply'),
    params,
    body: DrdApplyInput,
    reply: z.object({ id: Id, flowStatus: FlowStatus.nullable(), processInstanceId: z.string().nullable() }),
    audit: '申请使用资源',
  }),
  applies: route.get(`${base}/applies/page`, {
    summary: '资源申请分页',
    access: DRD_LIST,
    query: PageQuery.omit({ sort: true }).extend({
      drdId: Id.optional().meta({ title: '资源编号' }),
      state: ApplyState.optional().meta({ title: '申请状态' }),
      /** `mine`: of the caller, `decide`: that the caller may decide about */
      scope: z.enum(['mine', 'decide']).optional().meta({ title: '范围' }),
    }),
    reply: pageReply(DrdApplyRow),
  }),
  approve: route.post(`${base}/applies/:id/approve`, {
    summary: '审批资源申请',
    access: perm('market:drd:approve'),
    params,
    body: z.object({
      approved: z.boolean({ error: '请选择同意或拒绝' }).meta({ title: '是否同意' }),
      opinion: optionalText(500, '意见').meta({ title: '意见' }),
    }),
    reply: z.null(),
    audit: '审批资源申请',
  }),
  withdraw: route.post(`${base}/applies/:id/withdraw`, {
    summary: '撤回资源申请',
    access: perm('market:drd:apply'),
    params,
    reply: z.null(),
    audit: '撤回资源申请',
  }),
  end: route.post(`${base}/applies/:id/end`, {
    summary: '提前结束资源使用',
    access: perm('market:drd:apply', 'market:drd:approve'),
    params,
    reply: z.null(),
    audit: '提前结束资源使用',
  }),
  file: route.get(`${base}/applies/:id/file`, {
    summary: '下载申请到的文件',
    access: perm('market:drd:apply'),
    params,
    reply: bytes,
    replies: 'stream',
    timeoutMs: 600_000,
  }),
  feedbacks: route.get(`${base}/:id/feedbacks/page`, {
    summary: '资源反馈分页',
    access: DRD_LIST,
    params,
    query: PageQuery.omit({ sort: true }),
    reply: pageReply(FeedbackRow),
  }),
  giveFeedback: route.post(`${base}/:id/feedbacks`, {
    summary: '反馈资源',
    access: DRD_LIST,
    params,
    body: z
      .object({
        kind: FeedbackKind.meta({ title: '反馈类型' }),
        rating: z.number().int().min(1, '评分为1到5').max(5, '评分为1到5').nullish().meta({ title: '评分' }),
        content: requiredText(1000, '内容').meta({ title: '内容' }),
      })
      .refine(({ kind, rating }) => (kind === '1') === (rating !== null && rating !== undefined), {
        path: ['rating'],
        message: '评价需要评分，提问与纠错没有评分',
      }),
    reply: z.object({ id: Id }),
    audit: '反馈资源',
  }),
  answerFeedback: route.post(`${base}/feedbacks/:id/reply`, {
    summary: '回复资源反馈',
    access: perm('market:drd:approve', 'market:drd:edit'),
    params,
    body: z.object({ reply: requiredText(1000, '回复').meta({ title: '回复' }) }),
    reply: z.null(),
    audit: '回复资源反馈',
  }),
  demands: route.get(`${base}/demands/page`, {
    summary: '数据需求分页',
    access: DRD_LIST,
    query: PageQuery.omit({ sort: true }).extend({
      state: DemandState.optional().meta({ title: '需求状态' }),
      mine: z.enum(['0', '1']).optional().meta({ title: '只看自己的' }),
    }),
    reply: pageReply(DemandRow),
  }),
  createDemand: route.post(`${base}/demands`, {
    summary: '提出数据需求',
    access: perm('market:drd:apply'),
    body: z.object({
      demandTitle: requiredText(100, '需求标题').meta({ title: '需求标题' }),
      demandDesc: requiredText(2000, '需求说明').meta({ title: '需求说明' }),
      expectDate: Day.or(z.literal(''))
        .nullish()
        .transform((day) => day || null)
        .meta({ title: '期望日期' }),
      handleDept: DEPT,
    }),
    reply: z.object({ id: Id }),
    audit: '提出数据需求',
  }),
  handleDemand: route.post(`${base}/demands/:id/handle`, {
    summary: '处理数据需求',
    access: perm('market:drd:demand'),
    params,
    body: z
      .object({
        state: DemandState.exclude(['1'], '请选择处理状态').meta({ title: '需求状态' }),
        result: optionalText(1000, '处理结果').meta({ title: '处理结果' }),
        handleDept: DEPT,
        drdId: Id.or(z.literal(''))
          .nullish()
          .transform((id) => id || null)
          .meta({ title: '资源编号' }),
      })
      .refine(({ state, result }) => state === '2' || result !== null, { path: ['result'], message: '请填写处理结果' }),
    reply: z.null(),
    audit: '处理数据需求',
  }),
});
