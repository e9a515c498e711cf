import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import {
  Id,
  optionalText,
  pageReply,
  PageQuery,
  requiredText,
  rowFields,
  Status,
  StatusInput,
  Time,
  TimeInput,
} from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { Facet, Hit } from '#modules/catalogue/contract/search.ts';

/** 1 关系库, 2 文件, 3 对象存储, 4 内嵌 (dictionary market_store_type) */
export const StoreType = z.enum(['1', '2', '3', '4'], { error: '存储类型不正确' });
export type StoreType = z.output<typeof StoreType>;
/** 0 未扫描, 1 正常, 2 告警, 3 异常 (dictionary market_store_health) */
export const StoreHealth = z.enum(['0', '1', '2', '3']);
export type StoreHealth = z.output<typeof StoreHealth>;

/** The largest quota: an exabyte is kept exactly by JavaScript's numbers no more. */
const MAX_BYTES = 2 ** 52;
export const StoreInput = z.object({
  storeName: requiredText(100, '存储名称').meta({ title: '存储名称' }),
  storeType: StoreType.meta({ title: '存储类型' }),
  /** none for what the platform itself keeps: its file store, its own database */
  sourceId: Id.or(z.literal(''))
    .nullish()
    .transform((id) => id || null)
    .meta({ title: '数据源' }),
  domainId: Id.or(z.literal(''))
    .nullish()
    .transform((id) => id || null)
    .meta({ title: '主题域' }),
  ownerId: Id.or(z.literal(''))
    .nullish()
    .transform((id) => id || null)
    .meta({ title: '负责人' }),
  capacityBytes: z
    .number({ error: '容量应为数字' })
    .int('容量应为整数')
    .min(1, '容量应大于0')
    .max(MAX_BYTES, '容量过大')
    .nullish()
    .transform((bytes) => bytes ?? null)
    .meta({ title: '容量（字节）' }),
  warnPercent: z
    .number({ error: '告警阈值应为数字' })
    .int('告警阈值应为整数')
    .min(1, '告警阈值应在 1 到 100 之间')
    .max(100, '告警阈值应在 1 到 100 之间')
    .default(80)
    .meta({ title: '告警阈值（%）' }),
  status: StatusInput.meta({ title: '状态' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export const StoreRow = z.object({
  ...rowFields,
  status: Status,
  storeName: z.string(),
  storeType: StoreType,
  sourceId: Id.nullable(),
  sourceName: z.string().nullable(),
  domainId: Id.nullable(),
  domainName: z.string().nullable(),
  ownerId: Id.nullable(),
  ownerName: z.string().nullable(),
  capacityBytes: z.number().nullable(),
  warnPercent: z.number().int(),
  remark: z.string().nullable(),
  healthStatus: StoreHealth,
  healthReason: z.string().nullable(),
  usedBytes: z.number().nullable(),
  /** part of the quota that is taken, in percent; null without a quota or a measurement */
  usedPercent: z.number().nullable(),
  tableCount: z.number().int().nullable(),
  rowCount: z.number().nullable(),
  /** whether rows were counted one by one or taken from the statistics of the source */
  isExact: z.enum(['0', '1']),
  connections: z.number().int().nullable(),
  latencyMs: z.number().nullable(),
  lastScanTime: Time.nullable(),
});
export type StoreRow = z.output<typeof StoreRow>;
export const StoreSearch = z.object({
  storeName: z.string().max(100).optional().meta({ title: '存储名称' }),
  storeType: StoreType.optional().meta({ title: '存储类型' }),
  healthStatus: StoreHealth.optional().meta({ title: '健康状态' }),
  status: Status.optional(),
});

const StorePoint = z.object({
  snapTime: Time,
  usedBytes: z.number().nullable(),
  rowCount: z.number().nullable(),
  tableCount: z.number().int().nullable(),
  connections: z.number().int().nullable(),
  latencyMs: z.number().nullable(),
  isAvailable: z.boolean(),
});
const StoreMonitor = z.object({
  store: StoreRow,
  points: z.array(StorePoint),
  /** part of the samples in which the store could be reached, in percent; null without samples */
  availability: z.number().nullable(),
  growth: z.object({
    /** bytes and rows that come with a day, by the last 30 days; null while there are samples of less than two days */
    bytesPerDay: z.number().nullable(),
    rowsPerDay: z.number().nullable(),
    /** until the quota is full at this pace; null without quota or growth */
    daysToFull: z.number().int().nullable(),
    /** what will be taken in 30 days */
    bytesIn30Days: z.number().nullable(),
  }),
  /** the largest tables, as the last measurement found them; without those that the caller may not know of */
  items: z.array(
    z.object({
      schemaName: z.string(),
      itemName: z.string(),
      rowCount: z.number().nullable(),
      usedBytes: z.number().nullable(),
      isExact: z.enum(['0', '1']),
      tableId: Id.nullable(),
    }),
  ),
  scan: z
    .object({ state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']), percent: z.number(), text: z.string() })
    .nullable(),
});

const base = '/data/market/stores';
const params = z.object({ id: Id });
/** 数据存储: registered stores with their size, growth and health */
export const store = defineContract({
  ...crudRoutes(base, '数据存储', 'market:store', { row: StoreRow, input: StoreInput, search: StoreSearch }),
  page: route.get(`${base}/page`, {
    summary: '数据存储分页',
    access: perm('market:store:list', 'market:store:monitor'),
    query: PageQuery.extend(StoreSearch.shape),
    reply: pageReply(StoreRow),
  }),
  list: route.get(`${base}/list`, {
    summary: '数据存储下拉',
    access: perm('market:store:list', 'market:store:monitor', 'market:store:search'),
    reply: z.array(StoreRow.pick({ id: true, storeName: true, storeType: true, sourceId: true, healthStatus: true })),
  }),
  figures: route.get(`${base}/figures`, {
    summary: '数据存储概览',
    access: perm('market:store:list', 'market:store:monitor'),
    reply: z.object({
      stores: z.number().int(),
      unhealthy: z.number().int(),
      usedBytes: z.number(),
      capacityBytes: z.number(),
      tableCount: z.number().int(),
      rowCount: z.number(),
    }),
  }),
  scan: route.post(`${base}/:id/scan`, {
    summary: '扫描数据存储',
    access: perm('market:store:scan'),
    params,
    reply: z.object({ jobId: Id }),
    audit: '扫描数据存储',
  }),
  monitor: route.get(`${base}/:id/monitor`, {
    summary: '数据存储监控',
    access: perm('market:store:monitor', 'market:store:list'),
    params,
    query: z.object({ from: TimeInput.optional(), to: TimeInput.optional() }),
    reply: StoreMonitor,
  }),
  search: route.post(`${base}/search`, {
    summary: '跨存储检索',
    access: perm('market:store:search'),
    body: z.object({
      keyword: z.string().max(20_000).default('').meta({ title: '关键词' }),
      storeIds: z.array(Id).max(200).default([]).meta({ title: '数据存储' }),
      types: z
        .array(z.enum(['table', 'column']))
        .max(2)
        .default([])
        .meta({ title: '对象类型' }),
      level: z.array(z.string().max(10)).max(10).default([]).meta({ title: '敏感级别' }),
      domainId: z.array(Id).max(100).default([]).meta({ title: '主题域' }),
      pageNum: z.number().int().min(1).max(1_000_000).default(1).meta({ title: '页码' }),
      pageSize: z.number().int().min(1).max(200).default(20).meta({ title: '每页条数' }),
    }),
    reply: pageReply(Hit.extend({ storeId: Id, storeName: z.string() })).extend({
      facets: z.array(Facet),
      corrected: z.array(z.string()),
      ms: z.number().int(),
    }),
  }),
});
