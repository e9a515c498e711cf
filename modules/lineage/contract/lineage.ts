import * as z from 'zod';
import { Id, PageQuery, Time, pageReply, requiredText, optionalText, Version } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import {
  EdgeDetail,
  FoundTable,
  Impact,
  LineageGraph,
  MAX_DEPTH,
  MAX_IMPORT_MB,
  MAX_NODES,
  ManualInput,
  NodeColumns,
  Settlement,
  Unit,
  UnitDetail,
  UnitOrigin,
  UnitState,
  UnresolvedReason,
  UnresolvedRow,
  Walk,
} from './lineage-shapes.ts';

export * from './lineage-shapes.ts';

const read = perm('metadata:datablood:list');
const edit = perm('metadata:datablood:edit');
const id = z.object({ id: Id });
const base = '/data/metadata/lineage';
/** grammar of an imported text, that of the source unless given */
const Dialect = z
  .string()
  .regex(/^[a-z0-9]{0,30}$/, '方言不正确')
  .nullish()
  .transform((text) => text || null);
const ImportResult = z.object({ units: z.number().int(), edges: z.number().int(), unresolved: z.number().int(), failed: z.number().int() });

/** 血缘 */
export const lineage = defineContract({
  table: route.get(`${base}/table/:tableId`, {
    summary: '数据表血缘',
    access: read,
    params: z.object({ tableId: Id }),
    query: Walk,
    reply: LineageGraph,
  }),
  object: route.get(`${base}/object/:id`, { summary: '外部对象血缘', access: read, params: id, query: Walk, reply: LineageGraph }),
  column: route.get(`${base}/column/:columnId`, {
    summary: '字段血缘',
    access: read,
    params: z.object({ columnId: Id }),
    query: Walk,
    reply: LineageGraph,
  }),
  find: route.get(`${base}/find`, {
    summary: '搜索表与字段',
    access: read,
    query: z.object({ keyword: z.string().trim().max(100).default('') }),
    reply: z.object({
      tables: z.array(FoundTable),
      columns: z.array(FoundTable.extend({ columnId: Id, columnName: z.string(), columnComment: z.string().nullable() })),
    }),
  }),
  expand: route.post(`${base}/expand`, {
    summary: '展开血缘节点',
    access: read,
    body: z.object({
      type: z.enum(['table', 'object']),
      id: Id,
      direction: z.enum(['up', 'down']),
      offset: z.number().int().min(0).max(100_000).default(0),
      limit: z.number().int().min(1).max(MAX_NODES).default(50),
      /** ids of cards on the screen: edges to them come too */
      known: z.array(Id).max(MAX_NODES).default([]),
      columns: z.enum(['0', '1']).default('1'),
    }),
    reply: LineageGraph.extend({ total: z.number().int() }),
  }),
  cardColumns: route.get(`${base}/columns/:type/:id`, {
    summary: '血缘节点的字段',
    access: read,
    params: z.object({ type: z.enum(['table', 'object']), id: Id }),
    reply: z.object({ columns: NodeColumns, linked: z.array(z.string()) }),
  }),
  impactTable: route.get(`${base}/impact/table/:id`, { summary: '数据表影响分析', access: read, params: id, reply: Impact }),
  impactColumn: route.get(`${base}/impact/column/:id`, { summary: '字段影响分析', access: read, params: id, reply: Impact }),
  notifyOwners: route.post(`${base}/impact/notify`, {
    summary: '通知受影响对象的负责人',
    access: edit,
    body: z.object({ tableId: Id, columnId: Id.nullish(), text: requiredText(500, '通知内容') }),
    reply: z.object({ notified: z.number().int() }),
    audit: '通知受影响对象的负责人',
  }),
  edge: route.get(`${base}/edge/:id`, { summary: '血缘关系详情', access: read, params: id, reply: EdgeDetail }),
  export: route.post(`${base}/export`, {
    summary: '导出血缘关系',
    access: perm('metadata:datablood:export'),
    body: z.object({
      type: z.enum(['table', 'object']),
      id: Id,
      column: z.string().max(200).nullish(),
      direction: z.enum(['up', 'down', 'both']).default('both'),
      depth: z.number().int().min(1).max(MAX_DEPTH).default(1),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
    }),
    reply: bytes,
    replies: 'stream',
    audit: '导出血缘关系',
    timeoutMs: 60_000,
  }),
  units: route.get(`${base}/units/page`, {
    summary: '血缘解析记录分页',
    access: read,
    query: PageQuery.extend({
      unitName: z.string().max(200).optional(),
      origin: UnitOrigin.optional(),
      state: UnitState.optional(),
      sourceId: Id.optional(),
    }),
    reply: pageReply(Unit),
  }),
  unit: route.get(`${base}/units/:id`, { summary: '血缘解析记录详情', access: read, params: id, reply: UnitDetail }),
  parseUnit: route.post(`${base}/units/:id/parse`, {
    summary: '重新解析',
    access: edit,
    params: id,
    reply: Unit,
    audit: '重新解析血缘',
    timeoutMs: 60_000,
  }),
  removeUnit: route.delete(`${base}/units/:id`, {
    summary: '删除解析记录',
    access: edit,
    params: id,
    reply: z.null(),
    audit: '删除血缘解析记录',
  }),
  refresh: route.post(`${base}/refresh/:id`, {
    summary: '重新采集数据源的血缘',
    access: edit,
    params: id,
    reply: z.object({ jobId: Id }),
    audit: '重新采集血缘',
  }),
  state: route.get(`${base}/state/:id`, {
    summary: '数据源血缘采集状态',
    access: read,
    params: id,
    isPassive: true,
    reply: z.object({
      running: z.boolean(),
      percent: z.number().int(),
      text: z.string(),
      doneTime: Time.nullable(),
      unitCount: z.number().int(),
    }),
  }),
  importSql: route.post(`${base}/import`, {
    summary: '导入SQL文件',
    access: perm('metadata:datablood:import'),
    accepts: 'multipart',
    // without a file the text comes in `sql`
    body: z.object({ sourceId: Id, schemaName: optionalText(63, '默认模式'), dialect: Dialect, sql: z.string().max(60_000).optional() }),
    reply: ImportResult,
    audit: '导入SQL血缘',
    timeoutMs: 300_000,
  }),
  importText: route.post(`${base}/import/text`, {
    summary: '导入SQL文本',
    access: perm('metadata:datablood:import'),
    body: z.object({
      sourceId: Id,
      schemaName: optionalText(63, '默认模式'),
      dialect: Dialect,
      name: requiredText(200, '名称'),
      sql: z
        .string()
        .min(1, '请输入SQL')
        .max(MAX_IMPORT_MB * 1_048_576, `SQL不能超过${MAX_IMPORT_MB}MB`),
    }),
    reply: ImportResult,
    audit: '导入SQL血缘',
    timeoutMs: 300_000,
  }),
  unresolved: route.get(`${base}/unresolved/page`, {
    summary: '血缘待处理分页',
    access: edit,
    query: PageQuery.extend({
      state: z.enum(['open', 'resolved', 'ignored']).optional(),
      reason: UnresolvedReason.optional(),
      sourceId: Id.optional(),
      unitId: Id.optional(),
    }),
    reply: pageReply(UnresolvedRow),
  }),
  resolve: route.post(`${base}/unresolved/:id/resolve`, {
    summary: '处理血缘疑问',
    access: edit,
    params: id,
    body: Settlement,
    reply: z.object({ edges: z.number().int() }),
    audit: '处理血缘疑问',
  }),
  ignore: route.post(`${base}/unresolved/:id/ignore`, {
    summary: '忽略血缘疑问',
    access: edit,
    params: id,
    reply: z.null(),
    audit: '忽略血缘疑问',
  }),
  reopen: route.post(`${base}/unresolved/:id/reopen`, {
    summary: '重新打开血缘疑问',
    access: edit,
    params: id,
    reply: z.null(),
    audit: '重新打开血缘疑问',
  }),
  createManual: route.post(`${base}/manual`, {
    summary: '补充血缘关系',
    access: edit,
    body: ManualInput,
    reply: z.object({ id: Id }),
    audit: '补充血缘关系',
  }),
  manual: route.get(`${base}/manual/:id`, {
    summary: '人工血缘关系',
    access: edit,
    params: id,
    reply: z.object({ id: Id, ...ManualInput.shape, version: z.number().int() }),
  }),
  updateManual: route.put(`${base}/manual/:id`, {
    summary: '修改人工血缘关系',
    access: edit,
    params: id,
    body: ManualInput.extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改人工血缘关系',
  }),
  removeManual: route.delete(`${base}/manual/:id`, {
    summary: '删除人工血缘关系',
    access: edit,
    params: id,
    reply: z.null(),
    audit: '删除人工血缘关系',
  }),
});
