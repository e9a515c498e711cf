import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, StatusInput, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
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
});

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
});
