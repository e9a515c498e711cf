import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Time, Status, StatusInput, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { flowFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** 标准类别: a code set. */
export const StandardTypeInput = z.object({
  gbTypeCode: requiredText(100, '标准类别编码'),
  gbTypeName: requiredText(100, '标准类别名称'),
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
export const StandardType = z.object({
  ...rowFields,
  gbTypeCode: z.string(),
  gbTypeName: z.string(),
  isBuiltIn: YesNo,
  /** `areas`: the items follow the table of areas and are not edited here */
  keptBy: z.enum(['people', 'areas']),
  status: Status,
  remark: z.string().nullable(),
});
export const StandardTypeSearch = z.object({
  gbTypeCode: z.string().max(100).optional(),
  gbTypeName: z.string().max(100).optional(),
  status: Status.optional(),
});
/** A set with the number of its enabled items, for choices and the tree. */
export const StandardTypeOption = z.object({
  id: Id,
  gbTypeCode: z.string(),
  gbTypeName: z.string(),
  isBuiltIn: YesNo,
  keptBy: z.enum(['people', 'areas']),
  status: Status,
  dictCount: z.number().int(),
  /** null: without versions, items are in force as they are edited */
  versionNo: z.number().int().nullable(),
  publishTime: Time.nullable(),
  /** items were edited since the version in force */
  isEdited: z.boolean(),
  ...flowFields,
});
const text = z.string().nullable();
const Item = z.object({ gbCode: z.string(), gbName: z.string(), parentCode: text, validFrom: text, validTo: text, status: z.string() });
const sourceCounts = z.object({ sourceId: Id, sourceName: z.string(), contrasts: z.number().int(), bound: z.number().int() });
const place = { sourceName: z.string(), tableId: Id, schemaName: text, tableName: text, columnId: Id, columnName: text };
const params = z.object({ id: Id });
const reads = perm('standard:dict:list');

const crud = crudRoutes('/data/standard/types', '标准类别', 'standard:type', {
  row: StandardType,
  input: StandardTypeInput,
  search: StandardTypeSearch,
});

export const standardType = defineContract({
  ...crud,
  page: { ...crud.page, access: perm('standard:dict:list', 'standard:type:list') },
  list: route.get('/data/standard/types/list', {
    summary: '标准类别列表',
    access: perm('standard:dict:list', 'standard:contrast:list', 'standard:mapping:list', 'standard:element:list'),
    reply: z.array(StandardTypeOption),
  }),
  changes: route.get('/data/standard/types/:id/changes', {
    summary: '标准字典的待发布修改',
    access: reads,
    params,
    reply: z.object({
      versionNo: z.number().int().nullable(),
      added: z.number().int(),
      changed: z.number().int(),
      removed: z.number().int(),
      items: z.array(z.object({ what: z.enum(['added', 'changed', 'removed']), before: Item.nullable(), after: Item.nullable() })),
      sources: z.array(sourceCounts),
      hidden: z.number().int(),
    }),
  }),
  submit: route.post('/data/standard/types/:id/submit', {
    summary: '提交发布标准字典',
    access: perm('standard:dict:submit'),
    params,
    reply: z.object({ versionNo: z.number().int().nullable(), ...flowFields }),
    audit: '提交发布标准字典',
  }),
  used: route.get('/data/standard/types/:id/used', {
    summary: '标准字典的引用',
    access: reads,
    params,
    reply: z.object({
      contrasts: z.array(z.object({ id: Id, ...place, values: z.number(), mapped: z.number() })),
      elements: z.array(z.object({ id: Id, elementCode: z.string(), elementName: z.string(), state: z.string() })),
      columns: z.array(z.object({ ...place, elementName: z.string() })),
      /** columns that the caller does not see */
      hidden: z.number().int(),
    }),
  }),
});
