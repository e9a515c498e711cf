import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, PageQuery, Time, TimeInput, optionalText, pageReply, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const CHANGE_OBJECTS = { table: '数据表', column: '字段', key: '键', index: '索引', view: '视图', routine: '存储过程' } as const;
export const CHANGE_KINDS = { added: '新增', removed: '移除', changed: '修改', renamed: '更名' } as const;
/** Names of the changed attribute → what people call it; those of columns are the field names of the family. */
export const CHANGE_FIELDS: Readonly<Record<string, string>> = {
  tableName: '数据表',
  tableComment: '表注释',
  tableKind: '表类型',
  columnName: '字段名',
  columnComment: '字段注释',
  dataType: '数据类型',
  dataLength: '长度',
  dataPrecision: '精度',
  columnNullable: '可空',
  dataDefault: '默认值',
  columnPosition: '字段顺序',
  key: '键',
  index: '索引',
  viewSql: '视图定义',
  brokenReason: '视图失效',
  routineName: '存储过程',
  routineBody: '过程定义',
  routineComment: '过程注释',
};
/** What people may register about a column; the same three as in the family. */
export const MANUAL_FIELDS = ['columnName', 'columnComment', 'dataDefault'] as const;

export const ChangeObject = z.enum(['table', 'column', 'key', 'index', 'view', 'routine']);
export const ChangeKind = z.enum(['added', 'removed', 'changed', 'renamed']);
export const ChangeOrigin = z.enum(['sync', 'manual']);
/** 待确认, 已确认 */
export const ChangeStatus = z.enum(['0', '1']);

/** 变更记录 */
export const Change = z.object({
  ...rowFields,
  origin: ChangeOrigin,
  runId: z.string().nullable(),
  sourceId: Id,
  sourceName: z.string(),
  tableId: z.string().nullable(),
  /** `schema.table`; null for routines */
  tableName: z.string().nullable(),
  objectType: ChangeObject,
  objectId: z.string(),
  objectName: z.string(),
  changeKind: ChangeKind,
  fieldName: z.string(),
  fieldOldValue: z.string().nullable(),
  fieldNewValue: z.string().nullable(),
  /** version of the structure that the change made */
  changeVersion: z.number().int(),
  /** objects further down the lineage when it was found */
  impactCount: z.number().int(),
  status: ChangeStatus,
  ackBy: z.string().nullable(),
  ackByName: z.string().nullable(),
  ackTime: Time.nullable(),
  ackNote: z.string().nullable(),
  remark: z.string().nullable(),
});
export type Change = z.output<typeof Change>;
/** `canAck`: the caller may confirm it. */
export const ChangeDetail = Change.extend({ canAck: z.boolean() });

/** What a person registers; the old value comes from the catalogue, nothing in the catalogue changes. */
export const ChangeInput = z.object({
  objectId: Id,
  fieldName: z.enum(MANUAL_FIELDS, '只能登记字段名、字段注释和默认值的变更'),
  fieldNewValue: optionalText(2000, '新值'),
  remark: optionalText(500, '备注'),
});
/** A row read back is accepted; of a row that a sync wrote only the remark may differ. */
const ChangeUpdate = z.object({
  version: z.number({ error: '缺少版本号，请刷新后重试' }).int().min(0),
  objectId: z.string().optional(),
  fieldName: z.string().max(50).optional(),
  fieldNewValue: z.string().max(20_000, '新值不能超过20000个字符').nullish(),
  remark: optionalText(500, '备注'),
});
export const ChangeSearch = z.object({
  objectId: z.string().max(64).optional(),
  fieldName: z.string().max(50).optional(),
  sourceId: Id.optional(),
  tableId: Id.optional(),
  runId: Id.optional(),
  keyword: z.string().max(140).optional(),
  objectType: ChangeObject.optional(),
  origin: ChangeOrigin.optional(),
  changeKind: ChangeKind.optional(),
  status: ChangeStatus.optional(),
  beginTime: TimeInput.optional(),
  endTime: TimeInput.optional(),
});

const base = '/data/metadata/changeRecords';
const crud = crudRoutes(base, '变更记录', 'metadata:changerecord', {
  row: Change,
  input: ChangeInput,
  search: ChangeSearch,
  detail: ChangeDetail,
});
const { exportRows, exportJob } = excelRoutes(base, '变更记录', 'metadata:changerecord', { search: ChangeSearch });
const read = perm('metadata:changerecord:list');
const params = z.object({ id: Id });

/** 变更记录 */
export const change = defineContract({
  ...crud,
  update: route.put(`${base}/:id`, {
    summary: '修改变更记录',
    access: perm('metadata:changerecord:edit'),
    params,
    body: ChangeUpdate,
    reply: z.object({ version: z.number().int() }),
    audit: '修改变更记录',
  }),
  list: route.get(`${base}/list`, {
    summary: '变更记录列表',
    access: read,
    query: ChangeSearch.pick({ objectId: true, fieldName: true, tableId: true }),
    reply: z.array(Change),
  }),
  exportRows,
  exportJob,
  ack: route.post(`${base}/ack`, {
    summary: '确认变更',
    access: perm('metadata:changerecord:edit', 'metadata:changerecord:list'),
    body: z.object({ ids: z.array(Id).min(1, '请选择要确认的变更').max(500, '一次最多处理500条'), note: optionalText(500, '确认说明') }),
    reply: z.object({ count: z.number().int() }),
    audit: '确认元数据变更',
  }),
  stats: route.get(`${base}/stats`, {
    summary: '变更统计',
    access: read,
    isPassive: true,
    query: z.object({ days: z.coerce.number().int().min(1).max(90).default(14), sourceId: Id.optional() }),
    reply: z.object({
      days: z.array(z.object({ day: z.string(), added: z.number(), removed: z.number(), changed: z.number(), renamed: z.number() })),
      total: z.number().int(),
      open: z.number().int(),
      affecting: z.number().int(),
      tables: z.number().int(),
    }),
  }),
});

/** A column as a structure version keeps it. */
const VersionColumn = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  isKey: z.boolean(),
  isNullable: z.boolean(),
  position: z.number(),
  type: z.string(),
  length: z.string().nullable(),
  precision: z.string().nullable(),
  scale: z.string().nullable(),
  defaultText: z.string().nullable(),
});
export const TableVersion = z.object({
  versionNo: z.number().int(),
  /** when it came to be as far as it is known */
  createTime: Time,
  isPresent: z.boolean(),
  columnCount: z.number().int(),
  /** changes that led to it */
  changes: z.number().int(),
});
const VersionContent = z.object({
  versionNo: z.number().int(),
  comment: z.string().nullable(),
  kind: z.string(),
  columns: z.array(VersionColumn),
  keys: z.array(z.string()),
  indexes: z.array(z.string()),
  viewSql: z.string().nullable(),
});
const FieldChange = z.object({
  objectType: z.string(),
  objectName: z.string().nullable(),
  changeKind: ChangeKind,
  field: z.string(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
});
const versionNo = z.coerce.number({ error: '版本号不正确' }).int().min(1);
const readTables = perm('metadata:datacolumn:list', 'metadata:datacolumn:detail', 'metadata:changerecord:list');

/** 表结构版本 */
export const tableVersion = defineContract({
  list: route.get('/data/metadata/tables/:id/versions', {
    summary: '表结构版本',
    access: readTables,
    params,
    reply: z.array(TableVersion),
  }),
  compare: route.get('/data/metadata/tables/:id/compare', {
    summary: '比较两个结构版本',
    access: readTables,
    params,
    query: z.object({ from: versionNo, to: versionNo }),
    reply: z.object({ from: VersionContent, to: VersionContent, changes: z.array(FieldChange) }),
  }),
});

const Followed = z.object({ objectType: z.enum(['source', 'table']), objectId: Id });
const mayFollow = perm('metadata:changerecord:list', 'metadata:datacolumn:list', 'metadata:datasource:list');
/** 关注: whoever follows a source or table is told of its changes */
export const follow = defineContract({
  get: route.get('/data/metadata/follows/:objectType/:objectId', {
    summary: '关注情况',
    access: mayFollow,
    params: Followed,
    reply: z.object({
      isFollowing: z.boolean(),
      followers: z.array(z.object({ id: Id, nickname: z.string(), createTime: Time })),
    }),
  }),
  mine: route.get('/data/metadata/follows/mine', {
    summary: '我的关注',
    access: mayFollow,
    reply: z.array(
      z.object({ objectType: z.enum(['source', 'table']), objectId: Id, name: z.string(), sourceName: z.string(), createTime: Time }),
    ),
  }),
  follow: route.post('/data/metadata/follows', {
    summary: '关注',
    access: mayFollow,
    body: Followed,
    reply: z.null(),
    audit: '关注元数据',
  }),
  unfollow: route.delete('/data/metadata/follows/:objectType/:objectId', {
    summary: '取消关注',
    access: mayFollow,
    params: Followed,
    reply: z.null(),
    audit: '取消关注元数据',
  }),
});

/** 同步记录 */
export const SyncRunRow = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  triggerKind: z.enum(['manual', 'plan', 'api']),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  columnsAdded: z.number().int(),
  columnsChanged: z.number().int(),
  columnsRemoved: z.number().int(),
  unreadable: z.number().int(),
  /** milliseconds: read, compare, write, lineage */
  phases: z.record(z.string(), z.number()),
  message: z.string().nullable(),
  createBy: z.string().nullable(),
  createByName: z.string().nullable(),
  startTime: Time,
  endTime: Time.nullable(),
  changes: z.number().int(),
});
export const syncRun = defineContract({
  page: route.get('/data/metadata/syncRuns/page', {
    summary: '同步记录分页',
    access: perm('metadata:datasource:list', 'metadata:datasource:detail', 'metadata:datasource:sync'),
    query: PageQuery.omit({ sort: true }).extend({ sourceId: Id.optional(), state: SyncRunRow.shape.state.optional() }),
    reply: pageReply(SyncRunRow),
  }),
});
