import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { Id, optionalText, PageQuery, pageReply, requiredText, rowFields, Status, Time, YesNo } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { SetModel, SetOrigin } from './data-set-model.ts';
import { itemSearch } from '#modules/library/contract/item.ts';
import { Aggregate, Field, FieldId, FieldType, Format, Hierarchy, SetParam } from './field.ts';
import { Scalar } from './query.ts';

/** Permissions of those who make something out of data sets: they may look at the fields of the sets that they see. */
export const USES_SETS = [
  'visual:set:list',
  'visual:set:detail',
  'visual:set:edit',
  'visual:chart:add',
  'visual:chart:edit',
  'visual:chart:build',
  'visual:board:edit',
  'visual:board:build',
  'visual:screen:edit',
  'visual:screen:build',
] as const;

export const SetKind = z.enum(['table', 'join', 'sql', 'file', 'platform']);
export type SetKind = z.output<typeof SetKind>;
/** `none` = live; the others say what the extract of the set is doing */
export const ExtractState = z.enum(['none', 'running', 'ready', 'failed']);

const Column = z.object({ col: FieldId, alias: z.string().trim().max(64, '别名不能超过64个字符').nullish() });
/** The model in the form of the family: columns, dimensions and measures by name. */
export const SchemaConfig = z.object({
  columns: z.array(z.string().max(128)).max(500).default([]),
  dimensions: z.array(Column).max(500).default([]),
  measures: z
    .array(Column.extend({ aggregateType: Aggregate.nullish() }))
    .max(500)
    .default([]),
});
export type SchemaConfig = z.output<typeof SchemaConfig>;

/** A row of the list. */
export const DataSetRow = z.object({
  ...rowFields,
  setName: z.string(),
  setKind: SetKind,
  folderId: Id.nullable(),
  folderName: z.string().nullable(),
  sourceId: Id.nullable(),
  sourceName: z.string().nullable(),
  fieldCount: z.number().int(),
  extractState: ExtractState,
  /** when the extract that answers now was made */
  extractTime: Time.nullable(),
  extractMessage: z.string().nullable(),
  /** how many charts, boards and screens read it */
  useCount: z.number().int(),
  rowCount: z.string().nullable(),
  isShared: YesNo,
  isSystem: YesNo,
  code: z.string().nullable(),
  status: Status,
  remark: z.string().nullable(),
  ownerName: z.string().nullable(),
  isStarred: z.boolean(),
  canEdit: z.boolean(),
  /** approval of the sharing that somebody asked for */
  ...proposalFields,
});

/** A field that the catalogue no longer has, and why. */
export const BrokenField = z.object({ field: z.string(), reason: z.string() });
export type BrokenField = z.output<typeof BrokenField>;

export const DataSetDetail = DataSetRow.extend({
  /** text of an SQL data set; of tables and joins the query they stand for; null of files and the platform's own tables */
  setSql: z.string().nullable(),
  schemaConfig: SchemaConfig,
  model: SetModel,
  broken: z.array(BrokenField),
});

/** What POST and PUT take: the fields of the family alone, or the full model. The model wins where both say something. */
export const DataSetInput = z.object({
  setName: requiredText(50, '数据集名称'),
  sourceId: Id.nullish().transform((value) => value || null),
  folderId: Id.nullish().transform((value) => value || null),
  setSql: z.string().max(200_000, 'SQL语句过长，最多200000个字符').nullish(),
  schemaConfig: SchemaConfig.nullish(),
  model: SetModel.nullish(),
  isShared: YesNo.default('0'),
  status: Status.default('1'),
  remark: optionalText(500, '备注'),
  /** of a change: fields of the stored model that go by another id in this one, old → new; charts, boards and screens follow */
  renames: z.record(FieldId, FieldId).optional(),
  /** of a change: fields that documents use and that go all the same; without their names such a change is refused */
  lostFields: z.array(FieldId).max(500).optional(),
});

/** A column that a data set could have, with what the platform knows of it. */
export const AnalysedColumn = z.object({
  id: FieldId,
  name: z.string(),
  role: z.enum(['dimension', 'measure']),
  type: FieldType,
  agg: Aggregate.nullable(),
  format: Format.nullable(),
  dict: z.string().nullable(),
  geo: z.enum(['province', 'city', 'lng', 'lat']).nullable(),
  remark: z.string().nullable(),
  /** type as the source names it */
  sourceType: z.string(),
  /** table column that it is, `schema.table.column` */
  from: z.string().nullable(),
  masked: z.boolean(),
});
export type AnalysedColumn = z.output<typeof AnalysedColumn>;

const Values = z.record(z.string().max(40), z.union([Scalar, z.array(Scalar).max(1000)])).default({});
const Origin = z.object({ sourceId: Id.nullish(), origin: SetOrigin, params: z.array(SetParam).max(30).default([]), values: Values });

export const PreviewReply = z.object({
  columns: z.array(
    z.object({ id: z.string(), name: z.string(), type: FieldType, role: z.enum(['dimension', 'measure']), masked: z.boolean() }),
  ),
  rows: z.array(z.array(Scalar)),
  /** what is read in place of codes that are of no dictionary, and of lists of codes, by column and value */
  names: z.record(z.string(), z.record(z.string(), z.string())),
  truncated: z.boolean(),
  ms: z.number(),
});

export const SetUser = z.object({
  type: z.enum(['chart', 'board', 'screen']),
  id: Id,
  name: z.string(),
  /** own page, null when the caller cannot open it */
  path: z.string().nullable(),
  ownerName: z.string().nullable(),
  updateTime: Time,
  isPublished: YesNo,
  /** fields of the set that it names */
  fields: z.array(z.string()),
});

export const ExtractRun = z.object({
  id: Id,
  mode: z.string(),
  state: z.enum(['running', 'success', 'failed', 'cancelled']),
  rowRead: z.string(),
  rowCount: z.string().nullable(),
  sizeBytes: z.string().nullable(),
  message: z.string().nullable(),
  triggerBy: z.string(),
  createByName: z.string().nullable(),
  startTime: Time,
  endTime: Time.nullable(),
});
export const ExtractView = z.object({
  state: ExtractState,
  /** the file is on this node and fits the data set as it is now */
  isUsable: z.boolean(),
  rowCount: z.string().nullable(),
  sizeBytes: z.string().nullable(),
  watermark: z.string().nullable(),
  lastStart: Time.nullable(),
  lastEnd: Time.nullable(),
  nextTime: Time.nullable(),
  runAsName: z.string().nullable(),
  message: z.string().nullable(),
  percent: z.number(),
  progress: z.string(),
});

const base = '/data/visual/dataSets';
const params = z.object({ id: Id });
const makes = perm('visual:set:add', 'visual:set:edit');

/** 数据集 */
export const dataSet = defineContract({
  ...crudRoutes(base, '数据集', 'visual:set', {
    row: DataSetRow,
    detail: DataSetDetail,
    input: DataSetInput,
    search: z.object({
      setName: z.string().max(100).optional(),
      setKind: SetKind.optional(),
      sourceId: Id.optional(),
      /** a folder with those below it; `none` = sets outside of folders */
      folderId: itemSearch.folderId,
      view: itemSearch.view,
      extractState: ExtractState.optional(),
      status: Status.optional(),
      /** sets of one's own */
      mine: YesNo.optional(),
    }),
  }),
  list: route.get(`${base}/list`, {
    summary: '数据集下拉',
    access: perm(...USES_SETS),
    query: z.object({ setName: z.string().max(100).optional(), id: Id.optional() }),
    reply: z.array(
      z.object({
        id: Id,
        setName: z.string(),
        setKind: SetKind,
        folderId: Id.nullable(),
        folderName: z.string().nullable(),
        sourceName: z.string().nullable(),
        fieldCount: z.number().int(),
      }),
    ),
  }),
  fields: route.get(`${base}/:id/fields`, {
    summary: '数据集字段',
    access: perm(...USES_SETS),
    params,
    reply: z.object({
      id: Id,
      setName: z.string(),
      setKind: SetKind,
      sourceId: Id.nullable(),
      version: z.number().int(),
      status: Status,
      fields: z.array(Field),
      hierarchies: z.array(Hierarchy),
      params: z.array(SetParam),
      broken: z.array(BrokenField),
    }),
  }),
  copy: route.post(`${base}/copy/:id`, {
    summary: '复制数据集',
    access: perm('visual:set:add'),
    params,
    reply: z.object({ id: Id }),
    audit: '复制数据集',
  }),
  columnNames: route.post(`${base}/sql/analyse`, {
    summary: '解析SQL字段',
    access: makes,
    body: z.object({
      sqlText: z.string('请输入SQL语句').trim().min(1, '请输入SQL语句').max(200_000, 'SQL语句过长，最多200000个字符'),
      sourceId: Id.nullish(),
      params: z.array(SetParam).max(30).default([]),
    }),
    reply: z.array(z.string()),
    timeoutMs: 60_000,
  }),
  analyse: route.post(`${base}/analyse`, {
    summary: '解析数据集字段',
    access: makes,
    body: Origin.extend({ id: Id.nullish(), fields: z.array(Field).max(500).default([]) }),
    reply: z.object({
      columns: z.array(AnalysedColumn),
      /** fields of the request that the columns no longer carry */
      broken: z.array(BrokenField),
      /** names of `:name` in an SQL text, in order */
      paramNames: z.array(z.string()),
      /** the query behind tables and joins */
      sql: z.string().nullable(),
      sheets: z.array(z.string()),
      problems: z.array(z.string()),
    }),
    timeoutMs: 120_000,
  }),
  preview: route.post(`${base}/preview`, {
    summary: '预览数据集',
    access: perm('visual:set:preview'),
    body: z.object({
      /** a stored set; its stored model unless one is given */
      id: Id.nullish(),
      sourceId: Id.nullish(),
      model: SetModel.nullish(),
      values: Values,
      limit: z.number().int().min(1).max(200, '最多预览200行').default(100),
    }),
    reply: PreviewReply,
    timeoutMs: 120_000,
  }),
  catalogue: route.get(`${base}/catalogue/:sourceId`, {
    summary: '数据集可用的表和字段',
    access: makes,
    params: z.object({ sourceId: Id }),
    reply: z.object({
      dialect: z.string(),
      searchPath: z.array(z.string()),
      tables: z.array(
        z.object({
          id: Id,
          schemaName: z.string(),
          tableName: z.string(),
          tableComment: z.string().nullable(),
          columns: z.array(z.object({ name: z.string(), type: z.string(), comment: z.string().nullable(), isKey: z.boolean() })),
        }),
      ),
    }),
  }),
  sources: route.get(`${base}/sources`, {
    summary: '数据集可用的数据源',
    access: makes,
    reply: z.array(z.object({ id: Id, sourceName: z.string(), dbType: z.string(), isReady: z.boolean() })),
  }),
  /** dictionaries whose texts a field may show instead of its codes */
  dicts: route.get(`${base}/dicts`, {
    summary: '数据集可用的字典',
    access: makes,
    reply: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  impact: route.get(`${base}/impact/:id`, {
    summary: '数据集影响分析',
    access: perm('visual:set:list', 'visual:set:detail'),
    params,
    reply: z.array(SetUser),
  }),
  upload: route.post(`${base}/files`, {
    summary: '上传数据集文件',
    access: makes,
    accepts: 'multipart',
    reply: z.object({ fileName: z.string(), originalFilename: z.string(), size: z.number().int() }),
    audit: '上传数据集文件',
    timeoutMs: 3_600_000,
  }),
  extract: route.get(`${base}/:id/extract`, {
    summary: '数据集抽取状态',
    access: perm('visual:set:list', 'visual:set:detail', 'visual:set:edit'),
    params,
    reply: ExtractView,
  }),
  extractRuns: route.get(`${base}/:id/extract/runs`, {
    summary: '数据集抽取记录',
    access: perm('visual:set:list', 'visual:set:detail', 'visual:set:edit'),
    params,
    query: PageQuery,
    reply: pageReply(ExtractRun),
  }),
  extractStart: route.post(`${base}/:id/extract/run`, {
    summary: '立即抽取数据集',
    access: perm('visual:set:edit'),
    params,
    body: z.object({
      /** reads everything again, also of an incremental plan */
      full: z.boolean().default(false),
    }),
    reply: z.object({ jobId: Id }),
    audit: '立即抽取数据集',
  }),
  extractStop: route.post(`${base}/:id/extract/cancel`, {
    summary: '取消抽取',
    access: perm('visual:set:edit'),
    params,
    reply: z.null(),
    audit: '取消抽取',
  }),
});
