import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, YesNo, optionalText, requiredText, rowFields, SortInput, StatusInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

/** 字典 */
export const DictInput = z.object({
  dictName: requiredText(50, '字典名称'),
  dictCode: z
    .string({ error: '字典编码不能为空' })
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,49}$/, '字典编码由字母、数字和下划线组成，2到50个字符'),
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
export const Dict = z.object({
  ...rowFields,
  dictName: z.string(),
  dictCode: z.string(),
  isBuiltIn: YesNo,
  status: Status,
  remark: z.string().nullable(),
});
export const DictSearch = z.object({
  dictName: z.string().max(50).optional(),
  dictCode: z.string().max(50).optional(),
  status: Status.optional(),
});

/** 字典项: `itemText` is the stored code, `itemValue` the label. */
export const DictItemInput = z.object({
  dictId: z.string({ error: '请选择所属字典' }).pipe(Id),
  itemText: requiredText(50, '字典项编码'),
  itemValue: requiredText(50, '字典项名称'),
  itemSort: SortInput,
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
export const DictItem = z.object({
  ...rowFields,
  dictId: Id,
  itemText: z.string(),
  itemValue: z.string(),
  itemSort: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
});
export const DictItemSearch = z.object({
  dictId: Id.optional(),
  itemText: z.string().max(50).optional(),
  itemValue: z.string().max(50).optional(),
  status: Status.optional(),
});
export const DictEntry = z.object({ id: Id, dictId: Id, itemText: z.string(), itemValue: z.string(), itemSort: z.number().int() });

export const dict = defineContract({
  ...crudRoutes('/system/dicts', '字典', 'system:dict', { row: Dict, input: DictInput, search: DictSearch }),
  /** enabled items in order; an unknown code has none */
  code: route.get('/system/dicts/code/:code', {
    summary: '按编码取字典项',
    access: signedIn,
    params: z.object({ code: z.string().max(100) }),
    reply: z.array(DictEntry),
  }),
  /** nothing is cached beyond a request: kept for clients of the product family */
  refresh: route.get('/system/dicts/refresh', { summary: '刷新字典缓存', access: perm('system:dict:refresh'), reply: z.null() }),
});
export const dictItem = defineContract(
  crudRoutes('/system/dict/items', '字典项', 'system:dict', { row: DictItem, input: DictItemInput, search: DictItemSearch }),
);
