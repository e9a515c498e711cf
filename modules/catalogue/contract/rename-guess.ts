import * as z from 'zod';
import { Id, PageQuery, Time, optionalText, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const GuessState = z.enum(['open', 'confirmed', 'rejected']);
/** A new table or column that looks like one that is gone. */
export const RenameGuess = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  objectType: z.enum(['table', 'column']),
  tableId: Id,
  /** `schema.table` or `schema.table.column` */
  oldName: z.string(),
  newName: z.string(),
  state: GuessState,
  note: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedTime: Time.nullable(),
  createTime: Time,
  /** the caller may decide it */
  canDecide: z.boolean(),
});
const base = '/data/metadata/renameGuesses';

/** 疑似更名 */
export const renameGuess = defineContract({
  page: route.get(`${base}/page`, {
    summary: '疑似更名分页',
    access: perm('metadata:changerecord:list'),
    query: PageQuery.extend({ sourceId: Id.optional(), tableId: Id.optional(), state: GuessState.optional() }),
    reply: pageReply(RenameGuess),
  }),
  decide: route.post(`${base}/:id/decide`, {
    summary: '确认或否定疑似更名',
    access: perm('metadata:classify:edit'),
    params: z.object({ id: Id }),
    body: z.object({ decision: z.enum(['confirm', 'reject'], '处理方式不正确'), note: optionalText(200, '理由') }),
    reply: z.null(),
    audit: '处理疑似更名',
  }),
});
