import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Ids, PageQuery, Status, Time, Version, pageReply } from '#kit/contract/fields.ts';
import { ProposalState, proposalFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { QUERY_TYPES } from './column.ts';

/** Values by the names of columns: texts; numbers too are texts, `2026-03-01`, `2026-03-01T08:00:00.000Z`. */
export const DataValues = z.record(z.string().max(64), z.unknown());

/** A record as lists show it; values that the caller may not see are masked. */
export const DataRow = z.object({
  id: Id,
  /** 1 启用, 0 禁用 */
  status: Status,
  version: z.number().int(),
  values: DataValues,
  /** what is read in place of ids of other records, by column */
  labels: z.record(z.string(), z.string()),
  createName: z.string().nullable(),
  createDeptName: z.string().nullable(),
  createTime: Time,
  updateTime: Time.nullable(),
  /** the approval that a change of it is in */
  flow: ProposalState.nullable(),
});
export type DataRow = z.output<typeof DataRow>;
export const DataDetail = DataRow.extend({
  modelId: Id,
  modelName: z.string(),
  updateName: z.string().nullable(),
  /** columns whose values are masked for the caller */
  masked: z.array(z.string()),
  /** systems that know the record */
  xrefCount: z.number().int(),
});
export type DataDetail = z.output<typeof DataDetail>;

/** How a value came: 手工, 导入, 接入, 合并, 撤销合并, 审批. */
export const ORIGINS = ['manual', 'import', 'load', 'merge', 'unmerge', 'approval'] as const;
export const Origin = z.enum(ORIGINS);
export type Origin = z.output<typeof Origin>;

/** One change of a record with the attributes that it touched. */
export const HistoryRow = z.object({
  id: Id,
  /** add, change, retire, restore, merge, unmerge */
  action: z.string(),
  origin: Origin,
  time: Time,
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  /** where a loaded value came from */
  sourceName: z.string().nullable(),
  sourceKey: z.string().nullable(),
  changes: z.array(
    z.object({
      columnName: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** rule that chose the value in a merge */
      rule: z.string().nullable(),
      isMasked: z.boolean(),
    }),
  ),
});
export type HistoryRow = z.output<typeof HistoryRow>;

/** Where the value of an attribute comes from: who or which source, when, by which rule. */
export const Provenance = z.object({
  columnName: z.string(),
  label: z.string(),
  origin: Origin,
  byName: z.string().nullable(),
  time: Time,
  sourceName: z.string().nullable(),
  sourceKey: z.string().nullable(),
  rule: z.string().nullable(),
});
export type Provenance = z.output<typeof Provenance>;
/** A row of a source that stands for the record. */
export const XrefRow = z.object({
  id: Id,
  mapId: z.string().nullable(),
  mapName: z.string().nullable(),
  sourceName: z.string().nullable(),
  tableName: z.string().nullable(),
  sourceKey: z.string(),
  /** what the source said last, masked like the record */
  values: DataValues,
  loadTime: Time,
});
export type XrefRow = z.output<typeof XrefRow>;

/** A record that is not there yet: its approval is under way. */
export const Addition = z.object({
  /** the id that the record will have */
  id: Id,
  values: DataValues,
  /** columns whose values the caller sees masked */
  masked: z.array(z.string()),
  /** the caller asked for it, and may correct it once it has come back */
  isMine: z.boolean(),
  reason: z.string().nullable(),
  createName: z.string().nullable(),
  createTime: Time,
  flow: ProposalState,
  /** who sent it back, and why, while the caller has to correct it */
  returned: z.object({ userName: z.string().nullable(), opinion: z.string().nullable(), time: Time }).nullable(),
});
export type Addition = z.output<typeof Addition>;

const params = z.object({ modelId: Id });
const ofRecord = params.extend({ id: Id });
/** Column names are sorted by too, which have underscores. */
const sort = z
  .string()
  .max(200)
  .regex(/^-?[A-Za-z][A-Za-z0-9_]*(,-?[A-Za-z][A-Za-z0-9_]*)*$/, '排序参数不正确')
  .optional();
export const DataSearch = z.object({
  status: Status.optional(),
  /** words in any text of a query field */
  keyword: z.string().max(50).optional(),
  /** conditions on columns as JSON of column → value; a column may also be a parameter of its own */
  where: z.string().max(4000).optional(),
});
const BASE = '/data/masterdata/models/:modelId/datas';
const reason = z
  .string()
  .trim()
  .max(200, '原因不能超过200个字符')
  .nullish()
  .transform((text) => text || null);

/** 主数据: the records of a model. */
export const data = defineContract({
  page: route.get(`${BASE}/page`, {
    summary: '主数据分页',
    access: perm('masterdata:data:list'),
    params,
    /** a column that is queried is a parameter: `customer_name=甲`; a range has a comma: `founded=2020-01-01,` */
    query: PageQuery.extend({ ...DataSearch.shape, sort }).catchall(z.string().max(400)),
    reply: pageReply(DataRow),
  }),
  get: route.get(`${BASE}/:id`, {
    summary: '主数据详情',
    access: perm('masterdata:data:detail', 'masterdata:data:edit'),
    params: ofRecord,
    reply: DataDetail,
  }),
  create: route.post(BASE, {
    summary: '新增主数据',
    access: perm('masterdata:data:add'),
    params,
    body: z.object({ values: DataValues, reason }),
    reply: z.object({ id: Id, ...proposalFields }),
    audit: '新增主数据',
  }),
  additions: route.get(`${BASE}/additions/page`, {
    summary: '待审批的主数据新增',
    access: perm('masterdata:data:list'),
    params,
    query: PageQuery.omit({ sort: true }),
    reply: pageReply(Addition),
  }),
  addAgain: route.put(`${BASE}/additions/:id`, {
    summary: '修改退回的主数据新增并重新提交',
    access: perm('masterdata:data:add'),
    params: ofRecord,
    /** columns that are absent stay as they were asked for */
    body: z.object({ values: DataValues, reason }),
    reply: z.object({ id: Id, ...proposalFields }),
    audit: '重新提交主数据新增',
  }),
  update: route.put(`${BASE}/:id`, {
    summary: '修改主数据',
    access: perm('masterdata:data:edit'),
    params: ofRecord,
    /** columns that are absent stay as they are */
    body: z.object({ values: DataValues, version: Version, reason }),
    reply: z.object({ version: z.number().int(), ...proposalFields }),
    audit: '修改主数据',
  }),
  retire: route.put(`${BASE}/:id/retire`, {
    summary: '禁用主数据',
    access: perm('masterdata:data:edit'),
    params: ofRecord,
    body: z.object({ version: Version, reason }),
    reply: z.object({ version: z.number().int(), ...proposalFields }),
    audit: '禁用主数据',
  }),
  restore: route.put(`${BASE}/:id/restore`, {
    summary: '启用主数据',
    access: perm('masterdata:data:edit'),
    params: ofRecord,
    body: z.object({ version: Version, reason }),
    reply: z.object({ version: z.number().int(), ...proposalFields }),
    audit: '启用主数据',
  }),
  remove: route.delete(`${BASE}/batch/:ids`, {
    summary: '删除主数据',
    access: perm('masterdata:data:remove'),
    params: params.extend({ ids: Ids }),
    reply: z.null(),
    audit: '删除主数据',
  }),
  history: route.get(`${BASE}/:id/history`, {
    summary: '主数据变更历史',
    access: perm('masterdata:data:detail', 'masterdata:data:edit'),
    params: ofRecord,
    query: PageQuery.extend({ columnName: z.string().max(40).optional() }),
    reply: pageReply(HistoryRow),
  }),
  xrefs: route.get(`${BASE}/:id/xrefs`, {
    summary: '主数据来源',
    access: perm('masterdata:data:detail', 'masterdata:data:edit'),
    params: ofRecord,
    reply: z.object({ attributes: z.array(Provenance), xrefs: z.array(XrefRow) }),
  }),
  options: route.get(`${BASE}/options`, {
    summary: '主数据选择',
    access: perm('masterdata:data:list'),
    params,
    query: z.object({ keyword: z.string().max(50).optional(), ids: z.string().max(4000).optional() }),
    reply: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
});

const books = excelRoutes(BASE, '主数据', 'masterdata:data', { search: DataSearch.extend({ sort }), updates: true, skips: true });

/** 主数据 in workbooks; the columns are those of the model. */
export const dataExcel = defineContract({
  exportRows: { ...books.exportRows, params },
  importTemplate: { ...books.importTemplate, params },
  importRows: { ...books.importRows, params },
  importErrors: { ...books.importErrors, params },
});

const tableName = z.string({ error: '缺少表名' }).max(100);
const FAMILY = '/data/masterdata/datas';
const flat = z.record(z.string(), z.unknown());
/** Names of columns come as they are called in the model; anything else is no name. */
const names = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, '列名称不正确');

/** Records by the name of their table, as the product family calls them; the name is looked up among the models and nowhere else. */
export const familyData = defineContract({
  page: route.post(`${FAMILY}/page`, {
    summary: '主数据分页（按表名）',
    access: perm('masterdata:data:list'),
    body: z.object({
      tableName,
      columns: z.array(names).max(300).optional(),
      conditions: z
        .array(
          z.object({
            column: names,
            queryType: z.enum(QUERY_TYPES),
            value: z.union([z.string(), z.number()]).nullish(),
            leftValue: z.union([z.string(), z.number()]).nullish(),
            rightValue: z.union([z.string(), z.number()]).nullish(),
          }),
        )
        .max(50)
        .nullish(),
      pageNum: z.coerce.number().int().min(1).max(1_000_000).optional(),
      pageSize: z.coerce.number().int().min(1).max(200, '每页最多200条').optional(),
    }),
    reply: pageReply(flat),
  }),
  get: route.get(`${FAMILY}/:id`, {
    summary: '主数据详情（按表名）',
    access: perm('masterdata:data:detail', 'masterdata:data:edit'),
    params: z.object({ id: Id }),
    query: z.object({ tableName }),
    reply: flat,
  }),
  add: route.post(`${FAMILY}/addData`, {
    summary: '新增主数据（按表名）',
    access: perm('masterdata:data:add'),
    body: z.object({ tableName, datas: z.record(names, z.unknown()) }),
    reply: z.object({ id: Id, ...proposalFields }),
    audit: '新增主数据',
  }),
  update: route.put(`${FAMILY}/updateData/:id`, {
    summary: '修改主数据（按表名）',
    access: perm('masterdata:data:edit'),
    params: z.object({ id: Id }),
    body: z.object({ tableName, datas: z.record(names, z.unknown()) }),
    reply: z.object({ version: z.number().int(), ...proposalFields }),
    audit: '修改主数据',
  }),
  remove: route.post(`${FAMILY}/delData/:id`, {
    summary: '删除主数据（按表名）',
    access: perm('masterdata:data:remove'),
    params: z.object({ id: Id }),
    body: z.object({ tableName }),
    reply: z.null(),
    audit: '删除主数据',
  }),
});
