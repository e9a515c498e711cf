import * as z from 'zod';
import {
  Id,
  PageQuery,
  Status,
  StatusInput,
  Time,
  Version,
  YesNo,
  optionalText,
  pageReply,
  requiredText,
  rowFields,
} from '#kit/contract/fields.ts';
import { FlowState } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** What is done to a value of a source before it is kept. */
export const STEPS = ['trim', 'half', 'upper', 'digits', 'blank'] as const;

export const MapColumn = z.object({
  /** column of the source table */
  from: requiredText(128, '来源字段'),
  /** column of the model */
  to: requiredText(40, '目标列'),
  steps: z
    .array(z.enum(STEPS))
    .max(STEPS.length)
    .nullish()
    .transform((steps) => steps ?? []),
});
export type MapColumn = z.output<typeof MapColumn>;

export const MapInput = z.object({
  mapName: z
    .string()
    .trim()
    .max(50, '名称不能超过50个字符')
    .nullish()
    .transform((text) => text || null),
  sourceId: z.string({ error: '请选择数据源' }).pipe(Id),
  tableId: z.string({ error: '请选择数据表' }).pipe(Id),
  /** column that tells the rows of the source apart */
  keyColumn: requiredText(128, '主键字段'),
  /** smaller goes first where sources disagree */
  priority: z
    .number()
    .int()
    .min(1)
    .max(99)
    .nullish()
    .transform((value) => value ?? 50),
  status: StatusInput,
  /** column of the source that grows with new and changed rows: later loads read from its last value on */
  watermarkColumn: optionalText(128, '增量字段'),
  /** how far back it is read again, in seconds, of a number in its own unit */
  overlap: z
    .number({ error: '回看范围应为数字' })
    .int('回看范围应为整数')
    .min(0, '回看范围不能小于0')
    .max(31_536_000, '回看范围不能大于31536000')
    .nullish()
    .transform((value) => value ?? 0)
    .meta({ title: '回看范围' }),
  /** when it loads by itself: six parts, 秒 分 时 日 月 周; null = by hand only */
  cronExpression: optionalText(100, '接入计划'),
  columns: z.array(MapColumn).min(1, '请至少映射一列').max(200),
});
export type MapInput = z.output<typeof MapInput>;

/** What a load did: rows of the source by what became of them. */
export const LastLoad = z.object({
  /** approval: what it brings waits for an approval; refused: it did not pass */
  state: z.enum(['waiting', 'running', 'approval', 'refused', 'done', 'failed', 'cancelled']),
  read: z.number().int(),
  inserted: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  /** the key stood in the source more than once; the first row counts */
  repeated: z.number().int(),
  rejected: z.number().int(),
  startTime: Time.nullable(),
  endTime: Time.nullable(),
  message: z.string().nullable(),
  /** false: it read from the last value of the column that grows on */
  isFull: z.boolean().optional(),
});
export type LastLoad = z.output<typeof LastLoad>;

export const SourceMap = z.object({
  ...rowFields,
  modelId: Id,
  mapName: z.string(),
  sourceId: Id,
  sourceName: z.string().nullable(),
  tableId: Id,
  tableName: z.string().nullable(),
  tableComment: z.string().nullable(),
  keyColumn: z.string(),
  priority: z.number().int(),
  status: Status,
  watermarkColumn: z.string().nullable(),
  overlap: z.number().int(),
  /** up to where the last load took everything; null: the next one reads all */
  watermark: z.string().nullable(),
  cronExpression: z.string().nullable(),
  nextTime: Time.nullable(),
  columns: z.array(MapColumn),
  /** with whose rights it loads */
  ownerId: Id,
  ownerName: z.string().nullable(),
  /** why it cannot be loaded any more */
  problem: z.string().nullable(),
  lastLoad: LastLoad.nullable(),
  /** the approval that the last load is in; null where it needs none or passed */
  flow: FlowState.nullable(),
  /** records that it knows */
  xrefCount: z.number().int(),
});
export type SourceMap = z.output<typeof SourceMap>;
/** A row of the source that was not taken, with the reason. */
export const RejectedRow = z.object({ sourceKey: z.string(), column: z.string().nullable(), message: z.string() });
export type RejectedRow = z.output<typeof RejectedRow>;

/** A load that was, with what it did. */
export const LoadRow = LastLoad.omit({ isFull: true }).extend({
  id: Id,
  cause: z.enum(['manual', 'plan']),
  isFull: YesNo,
  watermarkFrom: z.string().nullable(),
  flow: FlowState.nullable(),
  createName: z.string().nullable(),
  createTime: Time,
});
export type LoadRow = z.output<typeof LoadRow>;

const params = z.object({ id: Id });
const BASE = '/data/masterdata/maps';
const OF_MODEL = '/data/masterdata/models/:modelId/maps';

/** 接入: from which table of a source the records of a model come. */
export const map = defineContract({
  list: route.get(OF_MODEL, {
    summary: '主数据接入',
    access: perm('masterdata:map:list'),
    params: z.object({ modelId: Id }),
    reply: z.array(SourceMap),
  }),
  create: route.post(OF_MODEL, {
    summary: '新增主数据接入',
    access: perm('masterdata:map:edit'),
    params: z.object({ modelId: Id }),
    body: MapInput,
    reply: z.object({ id: Id }),
    audit: '新增主数据接入',
  }),
  get: route.get(`${BASE}/:id`, { summary: '主数据接入详情', access: perm('masterdata:map:list'), params, reply: SourceMap }),
  update: route.put(`${BASE}/:id`, {
    summary: '修改主数据接入',
    access: perm('masterdata:map:edit'),
    params,
    body: MapInput.extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改主数据接入',
  }),
  remove: route.delete(`${BASE}/:id`, {
    summary: '删除主数据接入',
    access: perm('masterdata:map:edit'),
    params,
    reply: z.null(),
    audit: '删除主数据接入',
  }),
  load: route.post(`${BASE}/:id/load`, {
    summary: '接入主数据',
    access: perm('masterdata:map:load'),
    params,
    /** 1: all rows of the source, also where a column tells which are new */
    query: z.object({ isFull: YesNo.optional() }),
    reply: z.object({ jobId: Id }),
    audit: '接入主数据',
  }),
  cancel: route.post(`${BASE}/:id/cancel`, {
    summary: '停止接入主数据',
    access: perm('masterdata:map:load'),
    params,
    reply: z.null(),
    audit: '停止接入主数据',
  }),
  loads: route.get(`${BASE}/:id/loads/page`, {
    summary: '主数据接入记录分页',
    access: perm('masterdata:map:list'),
    params,
    query: PageQuery.omit({ sort: true }),
    reply: pageReply(LoadRow),
  }),
  rejected: route.get(`${BASE}/:id/rejected`, {
    summary: '未接入的行',
    access: perm('masterdata:map:list'),
    params,
    reply: z.array(RejectedRow),
  }),
});
