import * as z from 'zod';
import { Id, requiredText, Time, YesNo } from '#kit/contract/fields.ts';
import { defineContract, route } from '#kit/contract/route.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { mayView } from './view.ts';
import { ViewEntity } from '#modules/charts/contract/tile.ts';

/** 批注: what people say about a published board or screen, or one tile of it. */
export const Comment = z.object({
  id: Id,
  itemKey: z.string().nullable(),
  /** the comment that it answers */
  parentId: Id.nullable(),
  content: z.string(),
  mentions: z.array(z.object({ id: Id, name: z.string() })),
  isResolved: YesNo,
  createBy: Id.nullable(),
  createName: z.string().nullable(),
  createTime: Time,
  /** the caller may remove it */
  canRemove: z.boolean(),
});
export type Comment = z.output<typeof Comment>;
const of = { entityType: ViewEntity, entityId: Id };
const params = z.object({ id: Id });
export const Person = z.object({ id: Id, name: z.string(), deptName: z.string().nullable() });

export const comment = defineContract({
  list: route.get('/data/visual/comments/list', {
    summary: '批注列表',
    access: mayView,
    query: z.object(of),
    reply: z.array(Comment),
  }),
  create: route.post('/data/visual/comments', {
    summary: '新增批注',
    access: mayView,
    body: z.strictObject({
      ...of,
      itemKey: Key.nullish(),
      parentId: Id.nullish(),
      content: requiredText(1000, '批注'),
      mentionIds: z.array(Id).max(20, '一次最多提醒20人').default([]),
    }),
    reply: z.object({ id: Id }),
    audit: '新增批注',
  }),
  resolve: route.put('/data/visual/comments/:id/resolve', {
    summary: '处理批注',
    access: mayView,
    params,
    body: z.strictObject({ isResolved: YesNo }),
    reply: z.null(),
    audit: '处理批注',
  }),
  remove: route.delete('/data/visual/comments/:id', {
    summary: '删除批注',
    access: mayView,
    params,
    reply: z.null(),
    audit: '删除批注',
  }),
  /** people who may see the document, by name: whom a comment may mention and a subscription may reach */
  people: route.get('/data/visual/comments/people', {
    summary: '可提醒的人员',
    access: mayView,
    query: z.object({ ...of, keyword: z.string().max(50).default('') }),
    reply: z.array(Person),
  }),
});
