import * as z from 'zod';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** 在线用户: one live session. Its token is never part of it. */
export const Online = z.object({
  id: Id,
  userId: Id,
  username: z.string(),
  nickname: z.string(),
  deptName: z.string().nullable(),
  ip: z.string(),
  /** where the address belongs, as far as the data at hand knows */
  region: z.string().nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  device: z.string().nullable(),
  isLocked: z.enum(['0', '1']),
  isCurrent: z.boolean(),
  loginTime: Time,
  lastTime: Time,
});

export const online = defineContract({
  page: route.get('/system/online/page', {
    summary: '在线用户分页',
    access: perm('monitor:online:list'),
    query: PageQuery.extend({ username: z.string().trim().max(50).optional(), ip: z.string().trim().max(64).optional() }),
    reply: pageReply(Online),
  }),
  kick: route.delete('/system/online/:id', {
    summary: '强制下线',
    access: perm('monitor:online:kick'),
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '强制下线',
  }),
  kickUser: route.delete('/system/online/user/:userId', {
    summary: '强制某用户的全部会话下线',
    access: perm('monitor:online:kick'),
    params: z.object({ userId: Id }),
    reply: z.object({ count: z.number().int() }),
    audit: '强制用户下线',
  }),
});
