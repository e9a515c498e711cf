import * as z from 'zod';
import { Id, Status, StatusInput, Time, Version, requiredText, rowFields } from '#kit/contract/fields.ts';
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
  columns: z.array(MapColumn).min(1, '请至少映射一列').max(200),
});
export type MapInput = z.output<typeof MapInput>;

/** What a load did: rows of the source by what became of them. */
export const LastLoad = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
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
  columns: z.array(MapColumn),
  /** with whose rights it loads */
  ownerId: Id,
  ownerName: z.string().nullable(),
  /** why it cannot be loaded any more */
  problem: z.string().nullable(),
  lastLoad: LastLoad.nullable(),
  /** records that it knows */
  xrefCount: z.number().int(),
});
export type SourceMap = z.output<typeof SourceMap>;
/** A row of the source that was not taken, with the reason. */
export const RejectedRow = z.object({ sourceKey: z.string(), column: z.string().nullable(), message: z.string() });
export type RejectedRow = z.output<typeof RejectedRow>;

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
  rejected: route.get(`${BASE}/:id/rejected`, {
    summary: '未接入的行',
    access: perm('masterdata:map:list'),
    params,
    reply: z.array(RejectedRow),
  }),
});
