import * as z from 'zod';
import { Day, Id, PageQuery, Time, optionalText, pageReply } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';

const text = z.string().nullable();
const Reason = z.object({ label: z.string(), share: z.number() });
const place = {
  sourceId: Id,
  sourceName: z.string(),
  tableId: Id,
  schemaName: z.string(),
  tableName: z.string(),
  tableLabel: text,
  /** layer of the warehouse */
  tier: text,
  columnId: Id,
  columnName: z.string(),
  columnLabel: text,
  dataType: z.string(),
  dataLength: text,
};
const element = { elementId: Id, elementCode: z.string(), elementName: z.string() };

/** 落标建议: an element that a column may follow, and what speaks for it. */
const Proposal = z.object({
  id: Id,
  ...place,
  ...element,
  score: z.number(),
  reasons: z.array(Reason),
  state: z.enum(['open', 'rejected']),
  /** further open proposals of the same column */
  rivals: z.number().int(),
});
const ProposalSearch = z.object({
  elementId: Id.optional(),
  sourceId: Id.optional(),
  tableId: Id.optional(),
  keyword: z.string().max(100).optional(),
  state: z.enum(['open', 'rejected']).optional(),
  minScore: z.coerce.number().min(0).max(1).optional(),
});

/** conform 合标, partial 部分合标, bad 不合标, retired 标准已废止, exempt 豁免, unread 无法核对; open = not compared yet. */
export const BindingState = z.enum(['conform', 'partial', 'bad', 'retired', 'exempt', 'unread', 'open']);
/** `isConform` null: 未核对, `say` tells why; `rows` that differ, for who reads the whole column in the clear */
const Result = z.object({ attribute: z.string(), isConform: z.boolean().nullable(), say: text, rows: z.number().nullable() });
const Binding = z.object({
  id: Id,
  ...place,
  ...element,
  method: z.enum(['proposal', 'manual']),
  score: z.number().nullable(),
  reasons: z.array(Reason),
  state: BindingState,
  results: z.array(Result),
  exemptReason: text,
  exemptUntil: text,
  checkTime: Time.nullable(),
});
const BindingSearch = z.object({
  elementId: Id.optional(),
  sourceId: Id.optional(),
  tableId: Id.optional(),
  domainId: Id.optional(),
  deptId: Id.optional(),
  ownerId: Id.optional(),
  layer: z.string().max(200).optional().meta({ title: '分层' }),
  keyword: z.string().max(100).optional(),
  state: BindingState.optional(),
  /** partly or not conforming, or after a standard that is no longer in force */
  isToDo: z.enum(['0', '1']).optional().meta({ title: '需处理' }),
});
/** 未映射: a column that follows no element yet, with the best of what was proposed. */
const Unbound = z.object({ ...place, proposal: text, proposalId: Id.nullable(), score: z.number().nullable() });
const UnboundSearch = BindingSearch.omit({ elementId: true, state: true, isToDo: true });
const counts = {
  bound: z.number().int(),
  conform: z.number().int(),
  partial: z.number().int(),
  bad: z.number().int(),
  retired: z.number().int(),
  exempt: z.number().int(),
  /** not counted as bound: the source keeps their table shut */
  unread: z.number().int(),
};
const Impact = z.object({
  ...place,
  before: BindingState,
  after: BindingState,
  /** what the draft makes differ */
  says: z.array(z.string()),
});
export const STAT_VIEWS = ['source', 'domain', 'dept', 'element', 'layer', 'owner'] as const;
const reads = perm('standard:binding:list');

export const binding = defineContract({
  propose: route.post('/data/standard/bindings/propose', {
    summary: '生成落标建议',
    access: perm('standard:binding:propose'),
    // without a source: every source that the caller sees
    body: z.object({ sourceId: Id.nullish() }),
    reply: z.object({ jobId: Id }),
    audit: '生成落标建议',
  }),
  proposing: route.get('/data/standard/bindings/propose/:id', {
    summary: '落标建议的进度',
    access: reads,
    params: z.object({ id: Id }),
    reply: z.object({ state: z.string(), percent: z.number(), text: z.string() }),
    isPassive: true,
  }),
  proposals: route.get('/data/standard/proposals/page', {
    summary: '落标建议分页',
    access: reads,
    query: PageQuery.extend(ProposalSearch.shape),
    reply: pageReply(Proposal),
  }),
  exportProposals: route.post('/data/standard/proposals/export', {
    summary: '导出落标建议',
    access: perm('standard:binding:export'),
    body: ProposalSearch,
    reply: bytes,
    replies: 'stream',
    audit: '导出落标建议',
    timeoutMs: 60_000,
  }),
  decide: route.post('/data/standard/proposals/decide', {
    summary: '处理落标建议',
    access: perm('standard:binding:decide'),
    body: z
      .object({
        ids: z.array(Id).min(1, '请选择建议').max(1000, '一次最多处理1000条建议'),
        decision: z.enum(['accept', 'reject', 'exempt']).meta({ title: '处理' }),
        reason: optionalText(500, '豁免原因'),
        until: Day.nullish(),
      })
      .refine((body) => body.decision !== 'exempt' || (body.reason !== null && body.until), {
        path: ['until'],
        message: '豁免须填写原因和到期日期',
      }),
    reply: z.object({ decided: z.number().int() }),
    audit: '处理落标建议',
  }),
  page: route.get('/data/standard/bindings/page', {
    summary: '落标绑定分页',
    access: reads,
    query: PageQuery.extend(BindingSearch.shape),
    reply: pageReply(Binding),
  }),
  stat: route.get('/data/standard/bindings/stat', {
    summary: '落标率',
    access: reads,
    query: BindingSearch.omit({ state: true, isToDo: true }),
    reply: z.object({
      ...counts,
      percent: z.number().nullable(),
      columns: z.number().int(),
      /** open proposals; the last contrast */
      proposals: z.number().int(),
      checkTime: Time.nullable(),
    }),
  }),
  unbound: route.get('/data/standard/bindings/unbound', {
    summary: '未映射字段分页',
    access: reads,
    query: PageQuery.omit({ sort: true }).extend(UnboundSearch.shape),
    reply: pageReply(Unbound),
  }),
  exportStat: route.post('/data/standard/bindings/export', {
    summary: '导出落标统计',
    access: perm('standard:stat:export'),
    body: BindingSearch,
    reply: bytes,
    replies: 'stream',
    audit: '导出落标统计',
    timeoutMs: 60_000,
  }),
  summary: route.get('/data/standard/bindings/summary', {
    summary: '落标统计',
    access: reads,
    query: z.object({ by: z.enum(STAT_VIEWS).meta({ title: '统计口径' }) }),
    reply: z.array(
      z.object({
        id: Id.nullable(),
        name: z.string(),
        columns: z.number().int(),
        ...counts,
        percent: z.number().nullable(),
        boundPercent: z.number().nullable(),
        /** points of the rate against 30 days ago, or the first day since; null without one */
        change: z.number().nullable(),
        owner: text,
      }),
    ),
  }),
  trend: route.get('/data/standard/bindings/trend', {
    summary: '落标趋势',
    access: reads,
    reply: z.array(z.object({ day: Day, columns: z.number(), bound: z.number(), conform: z.number(), exempt: z.number() })),
  }),
  exempt: route.post('/data/standard/bindings/:id/exempt', {
    summary: '豁免落标',
    access: perm('standard:binding:decide'),
    params: z.object({ id: Id }),
    // without an end the exemption is over
    body: z
      .object({ reason: optionalText(500, '豁免原因'), until: Day.nullable().meta({ title: '到期日期' }) })
      .refine((body) => body.until === null || body.reason !== null, { path: ['reason'], message: '请填写豁免原因' }),
    reply: z.null(),
    audit: '豁免落标',
  }),
  release: route.delete('/data/standard/bindings/:id', {
    summary: '解除绑定',
    access: perm('standard:binding:remove'),
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '解除绑定',
  }),
  run: route.post('/data/standard/contrasts/run', {
    summary: '核对落标',
    access: perm('standard:binding:run'),
    body: z.object({ sourceId: Id }),
    // reads the source first, so it is no single transaction; it writes its log row itself
    reply: z.object({ checked: z.number().int(), changed: z.number().int(), measured: z.number().int(), left: z.number().int() }),
    timeoutMs: 100_000,
  }),
  impact: route.get('/data/standard/elements/:id/impact', {
    summary: '发布影响',
    access: perm('standard:element:list'),
    params: z.object({ id: Id }),
    query: z.object({ action: z.enum(['publish', 'retire']).optional().meta({ title: '操作' }) }),
    reply: z.object({
      columns: z.array(Impact),
      sources: z.array(
        z.object({
          sourceId: Id,
          sourceName: z.string(),
          columns: z.number().int(),
          worse: z.number().int(),
          better: z.number().int(),
        }),
      ),
      hidden: z.number().int(),
      worse: z.number().int(),
      better: z.number().int(),
    }),
  }),
});
