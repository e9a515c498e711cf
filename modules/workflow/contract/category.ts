import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, SortInput, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const CategoryInput = z.object({ name: requiredText(50, '分类名称'), sortNo: SortInput, remark: optionalText(200, '备注') });
export const Category = z.object({ ...rowFields, name: z.string(), sortNo: z.number().int(), remark: z.string().nullable() });
export const CategorySearch = z.object({ name: z.string().max(50).optional() });

/** 流程分类 */
export const category = defineContract({
  ...crudRoutes('/workflow/categorys', '流程分类', 'workflow:definition:type', {
    row: Category,
    input: CategoryInput,
    search: CategorySearch,
  }),
  list: route.get('/workflow/categorys/list', {
    summary: '流程分类下拉',
    access: perm('workflow:definition:list', 'workflow:model:list'),
    reply: z.array(z.object({ id: Id, name: z.string() })),
  }),
});
