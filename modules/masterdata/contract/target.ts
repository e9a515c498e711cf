import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, PageQuery, pageReply, requiredText, rowFields, secret, Time, YesNo } from '#kit/contract/fields.ts';
import { apiKey, defineContract, perm, route } from '#kit/contract/route.ts';

/** http: records are sent to an address; table: written into a table of a source; api: an application fetches them with its key. */
export const TargetKind = z.enum(['http', 'table', 'api'], { error: '请选择分发方式' });
export type TargetKind = z.output<typeof TargetKind>;
/** running; paused by a person; stopped by a problem that a person has to mend. */
export const TargetState = z.enum(['running', 'paused', 'stopped']);
export type TargetState = z.output<typeof TargetState>;

/** Values that every record has besides its columns. */
export const RECORD_VALUES = ['$id', '$status', '$version', '$time'] as const;
export type RecordValue = (typeof RECORD_VALUES)[number];
export const TargetColumn = z.object({
  /** column of the model, or one of RECORD_VALUES */
  from: requiredText(40, '主数据列'),
  /** what the target calls it */
  to: requiredText(128, '目标字段'),
  /** 1: a sensitive column leaves as it is; otherwise it leaves masked */
  isClear: YesNo.nullish().transform((flag): '0' | '1' => flag ?? '0'),
});
export type TargetColumn = z.output<typeof TargetColumn>;
export const CONDITION_KINDS = ['eq', 'ne', 'in', 'like', 'gt', 'ge', 'lt', 'le', 'empty', 'filled'] as const;
export const TargetCondition = z.object({
  column: requiredText(40, '条件列'),
  kind: z.enum(CONDITION_KINDS, { error: '请选择条件' }),
  value: z
    .string()
    .trim()
    .max(1000, '条件的值不能超过1000个字符')
    .nullish()
    .transform((text) => text ?? ''),
});
export type TargetCondition = z.output<typeof TargetCondition>;

const hidden = (max: number, name: string) =>
  secret(
    z
      .string()
      .trim()
      .max(max, `${name}不能超过${max}个字符`)
      .nullish()
      .transform((text) => text || null),
  );
const optionalId = z
  .literal('')
  .transform(() => null)
  .or(Id)
  .nullish()
  .transform((id) => id ?? null);

export const TargetInput = z.object({
  modelId: z.string({ error: '请选择数据模型' }).pipe(Id).meta({ title: '数据模型' }),
  targetName: requiredText(50, '名称').meta({ title: '名称' }),
  kind: TargetKind.meta({ title: '分发方式' }),
  columns: z.array(TargetColumn).min(1, '请至少选择一个字段').max(200).meta({ title: '字段' }),
  conditions: z
    .array(TargetCondition)
    .max(20, '最多20个条件')
    .nullish()
    .transform((all) => all ?? [])
    .meta({ title: '条件' }),
  batchSize: z
    .number({ error: '每批条数应为数字' })
    .int('每批条数应为整数')
    .min(1, '每批条数不能小于1')
    .max(500, '每批条数不能大于500')
    .nullish()
    .transform((count) => count ?? 100)
    .meta({ title: '每批条数' }),
  address: hidden(2000, '推送地址').meta({ title: '推送地址' }),
  secret: hidden(500, '签名密钥').meta({ title: '签名密钥' }),
  sourceId: optionalId.meta({ title: '数据源' }),
  tableId: optionalId.meta({ title: '数据表' }),
  keyColumn: optionalText(128, '主键字段').meta({ title: '主键字段' }),
  appId: optionalId.meta({ title: '应用' }),
  /** all: begins with every record there is; now: with what changes from now on. Only when it is made */
  startFrom: z
    .enum(['all', 'now'])
    .nullish()
    .transform((start) => start ?? 'all')
    .meta({ title: '起点' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export type TargetInput = z.output<typeof TargetInput>;

export const TargetRow = z.object({
  ...rowFields,
  modelId: Id,
  modelName: z.string().nullable(),
  targetName: z.string(),
  kind: TargetKind,
  state: TargetState,
  /** `label` is what people call the column; null where it is one of RECORD_VALUES */
  columns: z.array(TargetColumn.extend({ label: z.string().nullable() })),
  conditions: z.array(TargetCondition.extend({ label: z.string() })),
  batchSize: z.number().int(),
  /** the mask when one is stored */
  address: z.string().nullable(),
  addressHost: z.string().nullable(),
  secret: z.string().nullable(),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  tableId: z.string().nullable(),
  tableName: z.string().nullable(),
  keyColumn: z.string().nullable(),
  appId: z.string().nullable(),
  appName: z.string().nullable(),
  /** where an application fetches */
  feedPath: z.string().nullable(),
  ownerId: Id,
  ownerName: z.string().nullable(),
  /** number of the feed up to which everything was handled, and the latest one */
  position: z.string(),
  lastSeq: z.string(),
  /** changes that wait */
  backlog: z.number().int(),
  dead: z.number().int(),
  /** records that the target has */
  records: z.number().int(),
  isStarting: z.boolean(),
  problem: z.string().nullable(),
  tries: z.number().int(),
  retryTime: Time.nullable(),
  lastTime: Time.nullable(),
  remark: z.string().nullable(),
});
export type TargetRow = z.output<typeof TargetRow>;
export const TargetSearch = z.object({
  targetName: z.string().max(50).optional().meta({ title: '名称' }),
  modelId: Id.optional(),
  kind: TargetKind.optional().meta({ title: '分发方式' }),
  state: TargetState.optional().meta({ title: '状态' }),
});

export const DELIVERY_STATES = ['done', 'retry', 'dead', 'superseded'] as const;
const DeliveryState = z.enum(DELIVERY_STATES);
const Delivery = z.object({
  id: Id,
  seq: z.string(),
  recordId: z.string(),
  /** what the record is called; null where the caller does not see it, and where it is gone */
  title: z.string().nullable(),
  recordVersion: z.string(),
  action: z.string(),
  state: DeliveryState,
  tries: z.number().int(),
  message: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  timeMs: z.number().int().nullable(),
  nextTime: Time.nullable(),
  createTime: Time,
  sendTime: Time,
});
/** One change as targets receive it. */
export const FeedMessage = z.object({
  /** number of the change in the feed of the model */
  seq: z.string(),
  id: z.string(),
  /** grows with every change of the record: what is known with the same or a higher one is left alone */
  version: z.string(),
  /** remove: the record is gone, was merged into another one or is no longer for this target */
  action: z.enum(['upsert', 'remove']),
  /** add, change, retire, restore, remove, merge, unmerge, snapshot, resend */
  reason: z.string(),
  time: Time,
  values: z.record(z.string(), z.string().nullable()).nullable(),
});
export type FeedMessage = z.output<typeof FeedMessage>;

const Difference = z.object({
  recordId: z.string(),
  title: z.string().nullable(),
  state: z.enum(['missing', 'behind', 'surplus']),
  recordVersion: z.string(),
  sentVersion: z.string().nullable(),
});
const Comparison = z.object({
  /** records that the target should have */
  records: z.number().int(),
  current: z.number().int(),
  missing: z.number().int(),
  behind: z.number().int(),
  surplus: z.number().int(),
  /** more records were there than are compared at once */
  isCapped: z.boolean(),
  differences: z.array(Difference),
});

const BASE = '/data/masterdata/targets';
const params = z.object({ id: Id });
const SEND = perm('masterdata:target:send');
const seq = z.string().regex(/^\d{1,18}$/, '序号应为整数');

/** 数据分发: to whom records of a model go. */
export const target = defineContract({
  ...crudRoutes(BASE, '主数据分发', 'masterdata:target', { row: TargetRow, input: TargetInput, search: TargetSearch }),
  pause: route.post(`${BASE}/:id/pause`, { summary: '暂停主数据分发', access: SEND, params, reply: z.null(), audit: '暂停主数据分发' }),
  resume: route.post(`${BASE}/:id/resume`, { summary: '恢复主数据分发', access: SEND, params, reply: z.null(), audit: '恢复主数据分发' }),
  replay: route.post(`${BASE}/:id/replay`, {
    summary: '重放主数据分发',
    access: SEND,
    params,
    /** the changes after this number once more; without it all records anew */
    body: z.object({ after: seq.nullish().meta({ title: '从该序号之后重放，不填为全部记录' }) }),
    reply: z.null(),
    audit: '重放主数据分发',
  }),
  test: route.post(`${BASE}/:id/test`, {
    summary: '测试主数据分发目标',
    access: SEND,
    params,
    reply: z.object({ isReached: z.boolean(), message: z.string() }),
    timeoutMs: 30_000,
  }),
  preview: route.get(`${BASE}/:id/preview`, {
    summary: '主数据分发预览',
    access: perm('masterdata:target:detail'),
    params,
    reply: z.array(FeedMessage),
  }),
  deliveries: route.get(`${BASE}/:id/deliveries`, {
    summary: '主数据分发日志分页',
    access: perm('masterdata:target:list'),
    params,
    query: PageQuery.omit({ sort: true }).extend({
      state: DeliveryState.optional().meta({ title: '状态' }),
      recordId: Id.optional().meta({ title: '记录编号' }),
    }),
    reply: pageReply(Delivery),
  }),
  retry: route.post(`${BASE}/:id/retry`, {
    summary: '重试主数据分发',
    access: SEND,
    params,
    /** deliveries that failed for good; all of them when none is named */
    body: z.object({ ids: z.array(Id).max(500, '一次最多重试500条').nullish().meta({ title: '分发日志编号，不填为全部' }) }),
    reply: z.object({ count: z.number().int() }),
    audit: '重试主数据分发',
  }),
  compare: route.get(`${BASE}/:id/compare`, {
    summary: '主数据分发核对',
    access: perm('masterdata:target:detail'),
    params,
    reply: Comparison,
    timeoutMs: 60_000,
  }),
  resend: route.post(`${BASE}/:id/resend`, {
    summary: '补发主数据',
    access: SEND,
    params,
    reply: z.object({ count: z.number().int() }),
    audit: '补发主数据',
    timeoutMs: 60_000,
  }),
  ofRecord: route.get('/data/masterdata/models/:modelId/datas/:id/targets', {
    summary: '主数据的分发情况',
    access: perm('masterdata:data:detail'),
    params: z.object({ modelId: Id, id: Id }),
    reply: z.array(
      z.object({
        targetId: Id,
        targetName: z.string(),
        state: TargetState,
        recordVersion: z.string(),
        sentVersion: z.string().nullable(),
        sendTime: Time.nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
  feed: route.get('/data/masterdata/feeds/:id', {
    summary: '拉取主数据变更（凭应用密钥）',
    access: apiKey,
    params,
    /** the number up to which the application has everything; asking for what comes after says so */
    query: z.object({
      after: seq.optional().meta({ title: '已收到的最后一个序号' }),
      limit: z.coerce.number().int().min(1).max(500, '每次最多500条').optional(),
    }),
    reply: z.object({ messages: z.array(FeedMessage), position: z.string(), hasMore: z.boolean() }),
  }),
});
