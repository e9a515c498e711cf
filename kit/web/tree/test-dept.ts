import * as z from 'zod';
import { Id, requiredText, rowFields, Status } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const Dept = z.object({ ...rowFields, parentId: z.string().nullable(), deptName: requiredText(50, '部门名称'), status: Status });

/** Calls of a tree of departments, for tests. */
export const dept = defineContract({
  list: route.get('/system/depts/list', { summary: '部门列表', access: perm('system:dept:list'), reply: z.array(Dept) }),
  get: route.get('/system/depts/:id', {
    summary: '部门',
    access: perm('system:dept:list'),
    params: z.object({ id: Id }),
    reply: Dept,
  }),
});
