import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, StatusInput, Time, Version, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { FlowStatus, flowFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { ColumnInput, HTML_TYPES, ModelColumn, ModelColumnRow, QUERY_TYPES } from './column.ts';

const MAX_COLUMNS = 200;

/** 主数据模型: what records of a kind look like. */
export const ModelInput = z.object({
  modelName: requiredText(50, '模型名称'),
  modelLogicTable: z
    .string({ error: '逻辑表不能为空' })
    .trim()
    .regex(/^[a-z][a-z0-9_]{1,39}$/, '逻辑表由小写字母、数字和下划线组成，以字母开头，2到40个字符'),
  status: StatusInput,
  remark: optionalText(500, '备注'),
  /** absent: the columns stay as they are */
  modelColumns: z.array(ColumnInput).max(MAX_COLUMNS, `一个模型最多${MAX_COLUMNS}列`).optional(),
});
export type ModelInput = z.output<typeof ModelInput>;

export const ModelRow = z.object({
  ...rowFields,
  ...flowFields,
  modelName: z.string(),
  modelLogicTable: z.string(),
  /** `managed.md_customer`; null before it is made */
  modelPhysicalTable: z.string().nullable(),
  /** 1 = the table is what the model asks for */
  isSync: YesNo,
  status: Status,
  remark: z.string().nullable(),
  /** version in force; null before the table is made */
  versionNo: z.number().int().nullable(),
  /** the draft differs from the version in force */
  isChanged: z.boolean(),
  createName: z.string().nullable(),
});
export type ModelRow = z.output<typeof ModelRow>;
/** A code rule numbers a column: `KH{yyyy}-{0001}`. */
export const CodeRule = z.object({
  id: Id,
  columnId: Id,
  columnName: z.string(),
  pattern: z.string(),
  /** 不留空号: numbers of what was undone are given again; adding waits its turn */
  gapless: YesNo,
  /** what the next record would get */
  nextCode: z.string(),
});
export type CodeRule = z.output<typeof CodeRule>;
export const Model = ModelRow.extend({
  /** the draft, system columns first */
  modelColumns: z.array(ModelColumnRow),
  codeRules: z.array(CodeRule),
});
export type Model = z.output<typeof Model>;
export const ModelSearch = z.object({
  modelName: z.string().max(50).optional(),
  modelLogicTable: z.string().max(50).optional(),
  flowStatus: FlowStatus.optional(),
  isSync: YesNo.optional(),
});

/** A model in choices and beside the list of records. */
export const ModelOption = z.object({
  id: Id,
  modelName: z.string(),
  modelLogicTable: z.string(),
  modelPhysicalTable: z.string().nullable(),
  isSync: YesNo,
  flowStatus: FlowStatus,
  /** records that the caller may see; null where the model has no table or the caller does not see records */
  recordCount: z.number().int().nullable(),
});
export type ModelOption = z.output<typeof ModelOption>;

export const ModelVersion = z.object({
  versionNo: z.number().int(),
  modelName: z.string(),
  columns: z.array(ModelColumn),
  /** what became of the version before, as sentences */
  changes: z.array(z.string()),
  authorName: z.string().nullable(),
  createTime: Time,
  isCurrent: z.boolean(),
});
export type ModelVersion = z.output<typeof ModelVersion>;

/** What making the table of the draft would do. */
export const TablePlanReply = z.object({
  /** 新增列“手机”, 加长“名称”到 300 个字符 … */
  steps: z.array(z.string()),
  /** what existing rows forbid, with the number of rows */
  problems: z.array(z.object({ columnId: z.string(), rows: z.number().int(), message: z.string() })),
});
export type TablePlanReply = z.output<typeof TablePlanReply>;

/** An item of the code set that a column follows. */
export const DictChoice = z.object({ id: z.string(), value: z.string(), label: z.string() });
/** What the list of records needs (the shape is that of the product family). */
export const TableParam = z.object({
  modelId: Id,
  modelName: z.string(),
  tableName: z.string(),
  columnList: z.array(
    z.object({
      prop: z.string(),
      label: z.string(),
      columnType: z.string(),
      htmlType: z.enum(HTML_TYPES),
      dictList: z.array(DictChoice).optional(),
      refModelId: z.string().nullable(),
      /** the caller sees its values masked */
      isMasked: z.boolean(),
    }),
  ),
  queryList: z.array(
    z.object({
      column: z.string(),
      columnName: z.string(),
      columnType: z.string(),
      columnScale: z.string().nullable(),
      queryType: z.enum(QUERY_TYPES),
      htmlType: z.enum(HTML_TYPES),
      dictList: z.array(DictChoice).optional(),
      refModelId: z.string().nullable(),
    }),
  ),
});
export type TableParam = z.output<typeof TableParam>;
/** What the form and the page of a record need. */
export const FormParam = z.object({
  modelId: Id,
  modelName: z.string(),
  tableName: z.string(),
  columnList: z.array(
    ModelColumn.extend({
      dictList: z.array(DictChoice).optional(),
      isMasked: z.boolean(),
      /** of the levels L3 and L4: leaves masked unless a target is told otherwise */
      isSensitive: z.boolean(),
      /** given by a code rule: nobody types it */
      isCoded: z.boolean(),
    }),
  ),
});
export type FormParam = z.output<typeof FormParam>;

const params = z.object({ id: Id });
const BASE = '/data/masterdata/models';
const ROUTES = crudRoutes(BASE, '主数据模型', 'masterdata:model', {
  row: ModelRow,
  input: ModelInput,
  search: ModelSearch,
  detail: Model,
});
const seen = perm('masterdata:data:list', 'masterdata:model:detail');

/** 主数据模型: drawn up, submitted, approved, and only then made a table. */
export const model = defineContract({
  ...ROUTES,
  list: route.get(`${BASE}/list`, { summary: '主数据模型下拉', access: signedIn, reply: z.array(ModelOption) }),
  submit: route.post(`${BASE}/submit/:id`, {
    summary: '提交主数据模型',
    access: perm('masterdata:model:submit'),
    params,
    reply: z.object(flowFields),
    audit: '提交主数据模型',
  }),
  revise: route.post(`${BASE}/revise/:id`, {
    summary: '变更主数据模型',
    access: perm('masterdata:model:edit'),
    params,
    body: z.object({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '变更主数据模型',
  }),
  plan: route.get(`${BASE}/table/plan/:id`, {
    summary: '建模预览',
    access: perm('masterdata:model:create', 'masterdata:model:edit', 'masterdata:model:submit'),
    params,
    reply: TablePlanReply,
  }),
  createTable: route.post(`${BASE}/table/create/:id`, {
    summary: '主数据建模',
    access: perm('masterdata:model:create'),
    params,
    reply: z.object({ modelPhysicalTable: z.string(), isSync: YesNo, versionNo: z.number().int() }),
    audit: '主数据建模',
  }),
  dropTable: route.delete(`${BASE}/table/drop/:id`, {
    summary: '删除主数据表',
    access: perm('masterdata:model:create'),
    params,
    query: z.object({ modelName: z.string().max(50).meta({ title: '模型名称，用于确认' }) }),
    reply: z.null(),
    audit: '删除主数据表',
  }),
  tableParam: route.get(`${BASE}/table/param/:id`, { summary: '主数据列表参数', access: seen, params, reply: TableParam }),
  formParam: route.get(`${BASE}/form/param/:id`, { summary: '主数据表单参数', access: seen, params, reply: FormParam }),
  versions: route.get(`${BASE}/:id/versions`, {
    summary: '主数据模型版本',
    access: perm('masterdata:model:detail', 'masterdata:model:edit'),
    params,
    reply: z.array(ModelVersion),
  }),
  saveCodeRule: route.put(`${BASE}/:id/codeRule`, {
    summary: '保存编码规则',
    access: perm('masterdata:model:edit'),
    params,
    body: z.object({
      columnName: z.string().max(40),
      pattern: requiredText(60, '编码规则'),
      gapless: YesNo.nullish().transform((value) => value ?? '0'),
    }),
    reply: CodeRule,
    audit: '保存编码规则',
  }),
  removeCodeRule: route.delete(`${BASE}/:id/codeRule/:columnName`, {
    summary: '删除编码规则',
    access: perm('masterdata:model:edit'),
    params: params.extend({ columnName: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, '列名称不正确') }),
    reply: z.null(),
    audit: '删除编码规则',
  }),
});
