import * as z from 'zod';
import { areaField, codeField, entityRoutes, statusField, textField } from '#kit/contract/entity-fields.ts';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** 计量单位: units of one quantity convert by their factors. */
export const unitFields = {
  unitName: textField('单位名称', { required: true, search: true, unique: true, example: '万元' }),
  unitCode: textField('单位符号', { max: 20, example: '万元' }),
  quantity: textField('量', { search: true, example: '金额' }),
  factor: codeField('换算系数', { pattern: /^\d{1,12}(\.\d{1,12})?$/, message: '换算系数应为正的小数，最多12位小数', example: '10000' }),
  status: statusField('状态', { search: true }),
  remark: areaField('备注'),
};
export const standardUnit = defineContract({
  ...entityRoutes('/data/standard/units', '计量单位', 'standard:unit', unitFields),
  convert: route.get('/data/standard/units/convert', {
    summary: '单位换算',
    access: perm('standard:unit:list'),
    query: z.object({
      fromId: Id.meta({ title: '原单位' }),
      toId: Id.meta({ title: '目标单位' }),
      amount: z
        .string()
        .regex(/^-?\d{1,15}(\.\d{1,12})?$/, '数值格式不正确')
        .meta({ title: '数值' }),
    }),
    reply: z.object({ amount: z.string() }),
  }),
});
