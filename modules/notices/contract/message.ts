import * as z from 'zod';
import { Id, Ids, PageQuery, Time, YesNo, pageReply } from '#kit/contract/fields.ts';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';

/** What a message is about (dictionary sys_message_kind). */
export const MessageKind = z.enum([
  'expiry',
  'task',
  'export',
  'system',
  'record',
  'flow',
  'standard',
  'quality',
  'masterdata',
  'market',
  'filling',
]);
export type MessageKind = z.output<typeof MessageKind>;

/** 站内消息 */
export const Message = z.object({
  id: Id,
  kind: MessageKind,
  title: z.string(),
  text: z.string(),
  path: z.string().nullable(),
  readTime: Time.nullable(),
  createTime: Time,
});
export type Message = z.output<typeof Message>;

/** A notice as the bell and the reading list show it. */
export const NoticeHead = z.object({
  id: Id,
  title: z.string(),
  type: z.string(),
  summary: z.string(),
  topFlag: YesNo,
  mustRead: YesNo,
  publishTime: Time,
  publisher: z.string().nullable(),
  readTime: Time.nullable(),
});
export type NoticeHead = z.output<typeof NoticeHead>;

const MessageSearch = z.object({
  title: z.string().max(100).optional(),
  kind: MessageKind.optional(),
  isRead: YesNo.optional(),
});

/** Messages of the signed-in account only. */
export const message = defineContract({
  page: route.get('/system/messages/page', {
    summary: '我的消息分页',
    access: signedIn,
    query: PageQuery.extend(MessageSearch.shape),
    reply: pageReply(Message),
  }),
  unread: route.get('/system/messages/unread', {
    summary: '我的未读数量',
    isPassive: true,
    access: signedIn,
    reply: z.object({
      messages: z.number().int(),
      notices: z.number().int(),
      /** published notices that I have to confirm, oldest first */
      mustRead: z.array(NoticeHead),
    }),
  }),
  read: route.post('/system/messages/read/:ids', {
    summary: '标记消息已读',
    access: signedIn,
    params: z.object({ ids: Ids }),
    reply: z.null(),
  }),
  readAll: route.post('/system/messages/readAll', { summary: '全部消息和公告标记已读', access: signedIn, reply: z.null() }),
  remove: route.delete('/system/messages/:id', {
    summary: '删除我的消息',
    access: signedIn,
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '删除消息',
  }),
  removeBatch: route.delete('/system/messages/batch/:ids', {
    summary: '批量删除我的消息',
    access: signedIn,
    params: z.object({ ids: Ids }),
    reply: z.null(),
    audit: '批量删除消息',
  }),
});
