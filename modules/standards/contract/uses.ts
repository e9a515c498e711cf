import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** What is made of the columns of a standard: data sets, charts, boards, screens. */
const Uses = z.object({
  items: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      name: z.string(),
      /** its page */
      path: z.string().nullable(),
      /** steps of lineage from the nearest column */
      distance: z.number().int(),
    }),
  ),
  /** columns that the caller sees, from which lineage was followed */
  columns: z.number().int(),
  /** objects that the caller does not see */
  hidden: z.number().int(),
});
const params = z.object({ id: Id });

export const standardUses = defineContract({
  ofElement: route.get('/data/standard/elements/:id/uses', {
    summary: '数据元的下游',
    access: perm('standard:element:list'),
    params,
    reply: Uses,
  }),
  ofType: route.get('/data/standard/types/:id/uses', {
    summary: '标准字典的下游',
    access: perm('standard:dict:list'),
    params,
    reply: Uses,
  }),
});
