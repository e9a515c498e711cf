import * as z from 'zod';
import { Id, requiredText } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const Opinion = z.object({ id: Id, text: z.string(), isShared: z.boolean(), mayEdit: z.boolean() });
const body = z.object({ text: requiredText(200, '意见'), isShared: z.boolean().default(false) });
const params = z.object({ id: Id });
const access = perm('workflow:task:exam');

/** 常用意见: own ones, and those for everybody. */
export const opinion = defineContract({
  list: route.get('/workflow/opinions/list', { summary: '常用意见列表', access, reply: z.array(Opinion) }),
  create: route.post('/workflow/opinions', { summary: '新增常用意见', access, body, reply: z.object({ id: Id }), audit: '新增常用意见' }),
  update: route.put('/workflow/opinions/:id', {
    summary: '修改常用意见',
    access,
    params,
    body: body.pick({ text: true }),
    reply: z.null(),
    audit: '修改常用意见',
  }),
  remove: route.delete('/workflow/opinions/:id', { summary: '删除常用意见', access, params, reply: z.null(), audit: '删除常用意见' }),
});
