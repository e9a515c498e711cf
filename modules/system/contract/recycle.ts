import * as z from 'zod';
import { Id, PageQuery, Time, TimeInput, pageReply } from '#kit/contract/fields.ts';
import { RecycledEntity, RecycledKey, recycleRoutes } from '#kit/contract/recycle.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** 回收站: a deleted row of any kind that can be restored. */
export const Recycled = z.object({
  /** `entity:id`: a list needs one key */
  id: z.string(),
  entity: z.string(),
  rowId: Id,
  entityLabel: z.string(),
  name: z.string().nullable(),
  deletedBy: z.string().nullable(),
  deletedAt: Time,
  deptName: z.string().nullable(),
  /** days until the row is purged; null = never automatically */
  daysLeft: z.number().int().nullable(),
});
export const RecycledDetail = Recycled.extend({
  fields: z.array(z.object({ field: z.string(), label: z.string(), value: z.unknown(), dict: z.string().nullable() })),
});
export const RecycleSearch = z.object({
  entity: RecycledEntity.optional(),
  keyword: z.string().max(50).optional(),
  /** part of the name of who deleted it */
  deletedBy: z.string().max(50).optional(),
  beginTime: TimeInput.optional(),
  endTime: TimeInput.optional(),
});

/** Beside the permission, each row needs the permission to delete its kind, within that permission's data scope. */
export const recycle = defineContract({
  ...recycleRoutes,
  page: route.get('/system/recycle/page', {
    summary: '回收站分页',
    access: perm('system:recycle:list'),
    query: PageQuery.extend(RecycleSearch.shape),
    reply: pageReply(Recycled),
  }),
  get: route.get('/system/recycle/:entity/:id', {
    summary: '已删除数据详情',
    access: perm('system:recycle:list'),
    params: z.object({ entity: RecycledEntity, id: Id }),
    reply: RecycledDetail,
  }),
  purge: route.post('/system/recycle/purge', {
    summary: '彻底删除数据',
    access: perm('system:recycle:purge'),
    body: z.object({ items: z.array(RecycledKey).min(1, '请选择要彻底删除的数据').max(500, '一次最多处理500条') }),
    reply: z.null(),
    audit: '彻底删除数据',
  }),
});
