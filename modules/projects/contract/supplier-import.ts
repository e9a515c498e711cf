import * as z from 'zod';
import { optionalText, requiredText } from '#kit/contract/fields.ts';
import { SupplierInput, optionalDay } from './supplier.ts';

/** A row of an import file: names instead of codes and ids, at most one qualification. */
export const SupplierImport = SupplierInput.omit({
  provinceCode: true,
  cityCode: true,
  ownerDeptId: true,
  qualifications: true,
  attachments: true,
  confirmSimilar: true,
}).extend({
  provinceName: requiredText(20, '省份'),
  cityName: optionalText(30, '城市'),
  ownerDeptName: optionalText(50, '归口部门'),
  qualName: optionalText(100, '资质名称'),
  qualLevel: optionalText(50, '资质等级'),
  qualNo: optionalText(100, '资质证书编号'),
  qualValidTo: optionalDay,
  /** 是 = the person has looked at the similar record and still wants this one */
  confirm: z
    .enum(['是', '否'], '确认重复应填写“是”或“否”')
    .nullish()
    .transform((value) => value === '是'),
});
export type SupplierRow = z.output<typeof SupplierImport>;
