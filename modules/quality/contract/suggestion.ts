import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const base = '/data/quality/suggestions';
const Chosen = {
  tableId: Id.meta({ title: '数据表' }),
  rules: z
    .array(z.object({ columnId: Id, item: z.string().max(50) }))
    .min(1, '请选择规则')
    .max(200, '一次最多选择200条规则')
    .meta({ title: '规则' }),
};
/** 规则建议: rules that the profile of a table speaks for. */
export const suggestion = defineContract({
  list: route.get(base, {
    summary: '规则建议',
    access: perm('quality:rule:list'),
    query: z.object({ tableId: Id.meta({ title: '数据表' }) }),
    reply: z.array(
      z.object({
        columnId: Id,
        columnName: z.string(),
        columnComment: z.string().nullable(),
        item: z.string(),
        itemName: z.string(),
        why: z.string(),
        /** share of rows that would pass now, in percent; null where the profile does not say */
        expected: z.number().nullable(),
        exists: z.boolean(),
        ruleId: Id.nullable(),
        isRejected: z.boolean(),
      }),
    ),
  }),
  accept: route.post(`${base}/accept`, {
    summary: '采纳规则建议',
    access: perm('quality:rule:add'),
    body: z.object(Chosen),
    reply: z.object({
      results: z.array(
        z.object({
          columnId: Id,
          item: z.string(),
          state: z.enum(['made', 'exists', 'refused']),
          ruleId: Id.nullable(),
          message: z.string().nullable(),
        }),
      ),
    }),
    audit: '采纳规则建议',
    timeoutMs: 60_000,
  }),
  reject: route.post(`${base}/reject`, {
    summary: '不采纳规则建议',
    access: perm('quality:rule:add'),
    body: z.object({ ...Chosen, isRejected: z.boolean().default(true).meta({ title: '不采纳' }) }),
    reply: z.null(),
    audit: '不采纳规则建议',
  }),
});
