import * as z from 'zod';
import { Id, Ids, PageQuery, Version, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { ColumnInput, ModelColumnRow } from './column.ts';

/** A column with the version of its model: changing a column is a change of the draft that it belongs to. */
export const ColumnRow = ModelColumnRow.extend({ modelName: z.string(), version: z.number().int() });
export type ColumnRow = z.output<typeof ColumnRow>;

const params = z.object({ id: Id });
const BASE = '/data/masterdata/columns';
const EDIT = perm('masterdata:model:edit');

/** 模型列 one by one; the designer saves the columns of a model together. */
export const modelColumn = defineContract({
  page: route.get(`${BASE}/page`, {
    summary: '主数据模型列分页',
    access: perm('masterdata:model:list'),
    query: PageQuery.extend({
      modelId: Id.optional(),
      columnName: z.string().max(50).optional(),
      columnComment: z.string().max(50).optional(),
    }),
    reply: pageReply(ColumnRow),
  }),
  get: route.get(`${BASE}/:id`, {
    summary: '主数据模型列详情',
    access: perm('masterdata:model:detail', 'masterdata:model:edit'),
    params,
    reply: ColumnRow,
  }),
  create: route.post(BASE, {
    summary: '新增主数据模型列',
    access: EDIT,
    body: z.object({ modelId: z.string({ error: '请选择数据模型' }).pipe(Id) }).and(ColumnInput),
    reply: z.object({ id: Id }),
    audit: '新增主数据模型列',
  }),
  update: route.put(`${BASE}/:id`, {
    summary: '修改主数据模型列',
    access: EDIT,
    params,
    body: z.object({ version: Version }).and(ColumnInput),
    reply: z.object({ version: z.number().int() }),
    audit: '修改主数据模型列',
  }),
  remove: route.delete(`${BASE}/:id`, {
    summary: '删除主数据模型列',
    access: EDIT,
    params,
    reply: z.null(),
    audit: '删除主数据模型列',
  }),
  removeBatch: route.delete(`${BASE}/batch/:ids`, {
    summary: '批量删除主数据模型列',
    access: EDIT,
    params: z.object({ ids: Ids }),
    reply: z.null(),
    audit: '批量删除主数据模型列',
  }),
});
