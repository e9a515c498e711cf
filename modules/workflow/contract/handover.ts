import * as z from 'zod';
import { Id, requiredText } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const Named = z.object({ id: Id, name: z.string() });

/** 工作移交: everything of approvals that names a person goes to another one. */
export const handover = defineContract({
  preview: route.get('/workflow/handovers/preview', {
    summary: '工作移交预览',
    access: perm('workflow:handover:list'),
    query: z.object({ fromUserId: Id.meta({ title: '移交人编号' }) }),
    reply: z.object({
      /** open tasks by business: those by name, and those that he is a candidate of */
      tasks: z.array(
        z.object({
          businessCode: z.string(),
          businessName: z.string().nullable(),
          assigned: z.number().int(),
          candidate: z.number().int(),
        }),
      ),
      /** 代理 of others to him */
      delegations: z.number().int(),
      models: z.array(Named),
      definitions: z.array(Named.extend({ versionNo: z.number().int() })),
      administrators: z.array(z.string()),
    }),
  }),
  run: route.post('/workflow/handovers', {
    summary: '工作移交',
    access: perm('workflow:handover:add'),
    body: z.object({
      fromUserId: Id.meta({ title: '移交人编号' }),
      toUserId: Id.meta({ title: '接收人编号' }),
      /** businesses whose tasks go; all unless given */
      businessCodes: z.array(z.string().max(40)).max(200).nullish().meta({ title: '业务编码列表' }),
      tasks: z.boolean().default(true).meta({ title: '是否移交任务' }),
      delegations: z.boolean().default(true).meta({ title: '是否移交代理' }),
      /** drafts, and the newest versions of processes that name him: they are published anew and running instances follow */
      models: z.boolean().default(false).meta({ title: '是否替换流程中的审批人' }),
      reason: requiredText(200, '原因'),
    }),
    reply: z.object({
      assigned: z.number().int(),
      candidate: z.number().int(),
      /** tasks that stay: the receiver has started the instance */
      kept: z.number().int(),
      delegations: z.number().int(),
      models: z.number().int(),
      definitions: z.number().int(),
    }),
    audit: '工作移交',
    timeoutMs: 60_000,
  }),
});
