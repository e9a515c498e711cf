import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, SortInput, Status, StatusInput, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const OptionalDay = z
  .literal('')
  .transform(() => null)
  .or(Day)
  .nullish()
  .transform((day) => day ?? null);

const fields = {
  // text: leading zeros and letters belong to a code
  gbCode: requiredText(100, '标准编码'),
  gbName: requiredText(200, '标准名称'),
  parentCode: optionalText(100, '上级编码'),
  validFrom: OptionalDay,
  validTo: OptionalDay,
  sortNo: SortInput,
  status: StatusInput,
  remark: optionalText(1000, '备注'),
};
const inOrder = ({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }) =>
  validFrom === null || validTo === null || validFrom <= validTo;

/** 标准字典: an item of a code set. */
export const StandardDictInput = z.object({ typeId: z.string({ error: '请选择所属类别' }).pipe(Id), ...fields });
/** A row of the workbook, which names the set by its code. */
export const StandardDictBookRow = z
  .object({ gbTypeCode: requiredText(100, '标准类别编码'), ...fields })
  .refine(inOrder, { path: ['validTo'], message: '失效日期不能早于生效日期' });
export type StandardDictBookRow = z.output<typeof StandardDictBookRow>;
/** True when the end of an item does not lie before its beginning. */
export const isValidSpan = inOrder;

export const StandardDict = z.object({
  ...rowFields,
  typeId: Id,
  gbCode: z.string(),
  gbName: z.string(),
  parentCode: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  sortNo: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
});
export const StandardDictRow = StandardDict.extend({
  gbTypeCode: z.string(),
  gbTypeName: z.string(),
  parentName: z.string().nullable(),
  /** items right below */
  childCount: z.number().int(),
});
export type StandardDictRow = z.output<typeof StandardDictRow>;
export const StandardDictSearch = z.object({
  typeId: Id.optional(),
  gbCode: z.string().max(100).optional(),
  gbName: z.string().max(100).optional(),
  /** code, name or first letters of the name */
  keyword: z.string().max(100).optional(),
  parentCode: z.string().max(100).optional(),
  status: Status.optional(),
});

const shape = { row: StandardDictRow, input: StandardDictInput, search: StandardDictSearch };
const crud = crudRoutes('/data/standard/dicts', '标准字典', 'standard:dict', shape);

export const standardDict = defineContract({
  ...crud,
  page: { ...crud.page, access: perm('standard:dict:list', 'standard:mapping:list') },
  ...excelRoutes('/data/standard/dicts', '标准字典', 'standard:dict', { search: StandardDictSearch, skips: true }),
  refresh: route.get('/data/standard/dicts/refresh', {
    summary: '刷新标准字典',
    access: perm('standard:dict:refresh'),
    reply: z.object({ written: z.number().int() }),
    audit: '刷新标准字典',
  }),
});
