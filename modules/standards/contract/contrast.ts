import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import {
  Id,
  PageQuery,
  Status,
  StatusInput,
  Time,
  YesNo,
  optionalText,
  pageReply,
  requiredText,
  rowFields,
  secret,
} from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';

/** What the values of a column are compared with: the code or the name of an item. */
export const BindColumn = z.enum(['gb_code', 'gb_name']);

/** 对照表: a column and the code set that its values come from. */
export const ContrastInput = z.object({
  sourceId: z.string({ error: '请选择数据源' }).pipe(Id),
  tableId: z.string({ error: '请选择数据表' }).pipe(Id),
  columnId: z.string({ error: '请选择字段' }).pipe(Id),
  gbTypeId: z.string({ error: '请选择标准类别' }).pipe(Id),
  bindGbColumn: BindColumn.nullish().transform((value) => value ?? 'gb_code'),
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
const names = {
  sourceName: z.string().nullable(),
  schemaName: z.string().nullable(),
  tableName: z.string().nullable(),
  tableComment: z.string().nullable(),
  columnName: z.string().nullable(),
  columnComment: z.string().nullable(),
  dataType: z.string().nullable(),
  level: z.string().nullable(),
  gbTypeCode: z.string(),
  gbTypeName: z.string(),
};
export const Contrast = z.object({
  ...rowFields,
  sourceId: Id,
  tableId: Id,
  columnId: Id,
  gbTypeId: Id,
  bindGbColumn: BindColumn,
  status: Status,
  remark: z.string().nullable(),
  ...names,
  /** the column is no longer in its source */
  isColumnGone: z.boolean(),
  collectTime: Time.nullable(),
  collectName: z.string().nullable(),
  rowCount: z.number().nullable(),
  nullCount: z.number().nullable(),
});
export const ContrastSearch = z.object({
  sourceId: Id.optional(),
  tableId: Id.optional(),
  columnId: Id.optional(),
  gbTypeId: Id.optional(),
  keyword: z.string().max(100).optional(),
});

/** How far the values of a column are mapped; shares in percent. */
const ContrastStat = Contrast.pick({
  id: true,
  sourceId: true,
  sourceName: true,
  schemaName: true,
  tableId: true,
  tableName: true,
  tableComment: true,
  columnId: true,
  columnName: true,
  columnComment: true,
  gbTypeId: true,
  gbTypeCode: true,
  gbTypeName: true,
  isColumnGone: true,
  collectTime: true,
}).extend({
  mappingCount: z.number().int(),
  unMappingCount: z.number().int(),
  proposedCount: z.number().int(),
  newCount: z.number().int(),
  mappingPercent: z.number().nullable(),
  /** null for who may not see the values: rows per mapping would tell how they are spread */
  mappedRows: z.number().nullable(),
  valueRows: z.number().nullable(),
  mappingRowPercent: z.number().nullable(),
});
export type ContrastStat = z.output<typeof ContrastStat>;

const Leaf = z.object({ id: Id, label: z.string(), name: z.string(), type: z.literal('column'), data: Contrast });
const TableNode = z.object({ id: Id, label: z.string(), name: z.string(), type: z.literal('table'), children: z.array(Leaf) });
const SourceNode = z.object({ id: Id, label: z.string(), name: z.string(), type: z.literal('database'), children: z.array(TableNode) });

const crud = crudRoutes('/data/standard/contrasts', '对照表', 'standard:contrast', {
  row: Contrast,
  input: ContrastInput,
  search: ContrastSearch,
});
const reads = perm('standard:contrast:list', 'standard:mapping:list');

export const contrast = defineContract({
  ...crud,
  page: { ...crud.page, access: perm('standard:contrast:list', 'standard:mapping:list') },
  get: { ...crud.get, access: perm('standard:contrast:detail', 'standard:contrast:list', 'standard:mapping:list') },
  exportContrasts: route.post('/data/standard/contrasts/export', {
    summary: '导出对照表',
    access: perm('standard:contrast:export'),
    body: ContrastSearch,
    reply: bytes,
    replies: 'stream',
    audit: '导出对照表',
    timeoutMs: 60_000,
  }),
  tree: route.get('/data/standard/contrasts/tree', { summary: '对照表树', access: reads, reply: z.array(SourceNode) }),
  stat: route.get('/data/standard/contrasts/stat', {
    summary: '对照统计',
    access: perm('standard:stat:list', 'standard:mapping:list'),
    query: PageQuery.omit({ sort: true }).extend(ContrastSearch.shape),
    reply: pageReply(ContrastStat),
  }),
});

/** 对照字典: a value of the column. Values of a column that the caller may not see in the clear are null. */
export const ContrastDictInput = z.object({
  contrastId: z.string({ error: '请选择对照表' }).pipe(Id),
  // values of a column: no log keeps them
  colCode: secret(requiredText(500, '取值')),
  colName: secret(optionalText(200, '取值名称')),
  remark: optionalText(1000, '备注'),
});
export const ContrastDict = z.object({
  ...rowFields,
  contrastId: Id,
  colCode: z.string().nullable(),
  colName: z.string().nullable(),
  isMasked: z.boolean(),
  rowCount: z.number().nullable(),
  firstSeen: Time,
  isNew: z.boolean(),
  status: YesNo,
  contrastGbId: Id.nullable(),
  gbCode: z.string().nullable(),
  gbName: z.string().nullable(),
  remark: z.string().nullable(),
});
export const ContrastDictSearch = z.object({
  contrastId: Id.optional(),
  colCode: z.string().max(100).optional(),
  status: YesNo.optional(),
});
const dictCrud = crudRoutes('/data/standard/contrastDicts', '对照字典', 'standard:contrast:dict', {
  row: ContrastDict,
  input: ContrastDictInput,
  search: ContrastDictSearch,
});

export const contrastDict = defineContract({
  ...dictCrud,
  page: { ...dictCrud.page, access: perm('standard:contrast:list', 'standard:mapping:list') },
  collect: route.post('/data/standard/contrastDicts/collect/:contrastId', {
    summary: '采集字段取值',
    access: perm('standard:contrast:dict:collect'),
    params: z.object({ contrastId: Id }),
    reply: z.object({
      values: z.number().int(),
      added: z.number().int(),
      gone: z.number().int(),
      rowCount: z.number(),
      nullCount: z.number(),
    }),
    timeoutMs: 120_000,
  }),
});
