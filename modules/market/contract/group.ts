import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields, SortInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const GroupInput = z.object({
  groupName: requiredText(50, '分组名称').meta({ title: '分组名称' }),
  parentId: Id.nullish()
    .transform((id) => id ?? null)
    .meta({ title: '上级分组' }),
  sortNo: SortInput.meta({ title: '排序' }),
  remark: optionalText(200, '备注').meta({ title: '备注' }),
});
export type GroupInput = z.output<typeof GroupInput>;
export const Group = z.object({
  ...rowFields,
  groupName: z.string(),
  parentId: z.string().nullable(),
  sortNo: z.number().int(),
  remark: z.string().nullable(),
});
export const GroupSearch = z.object({ groupName: z.string().max(50).optional() });
/** Groups below each other at most. */
export const MAX_GROUP_LEVELS = 4;

const base = '/data/market/groups';
/** 数据API分组 */
export const apiGroup = defineContract({
  ...crudRoutes(base, '数据API分组', 'market:group', { row: Group, input: GroupInput, search: GroupSearch }),
  list: route.get(`${base}/list`, {
    summary: '数据API分组树',
    access: perm('market:group:list', 'market:api:list', 'market:square:list'),
    /** flat, in order; how many released APIs and services stand directly in each */
    reply: z.array(
      Group.pick({ id: true, groupName: true, parentId: true, sortNo: true }).extend({
        apiCount: z.number().int(),
        serviceCount: z.number().int(),
      }),
    ),
  }),
  /** all versions of a released API or service may be moved: a group is no part of its definition */
  assign: route.put(`${base}/assign`, {
    summary: '调整数据API和集成服务的分组',
    access: perm('market:group:edit'),
    body: z.object({
      apiIds: z.array(Id).min(1, '请选择数据API').max(500, '一次最多调整500个').meta({ title: '数据API或集成服务' }),
      groupId: Id.nullable().meta({ title: '分组' }),
    }),
    reply: z.object({ moved: z.number().int() }),
    audit: '调整数据API和集成服务的分组',
  }),
});
