import * as z from 'zod';
import { Day, Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** Kinds of records that end on a day. */
export const EXPIRING = ['practicingQualification', 'intellectualProperty', 'supplier'] as const;
export type Expiring = (typeof EXPIRING)[number];

/** Something that ends on a day: a certificate, a fee that falls due. */
export const ExpiryItem = z.object({
  entity: z.enum(EXPIRING),
  id: Id,
  title: z.string(),
  /** what ends: 注册有效期, 年费 */
  what: z.string(),
  validTo: Day,
  deptName: z.string().nullable(),
  /** own path to open */
  path: z.string(),
});
export const ExpiryCalendar = z.object({
  /** days on which something ends; days without anything are left out */
  days: z.array(z.object({ day: Day, count: z.number().int() })),
  /** the items themselves, earliest first; the counts are complete even when this list is cut off */
  items: z.array(ExpiryItem),
  isCut: z.boolean(),
});

const [first, ...others] = EXPIRING.map((entity) => `project:${entity}:list`) as [string, ...string[]];

export const expiry = defineContract({
  calendar: route.get('/api/project/expiryCalendar', {
    summary: '到期日历',
    access: perm(first, ...others),
    query: z.object({ from: Day, to: Day, entity: z.enum(EXPIRING).optional() }),
    reply: ExpiryCalendar,
  }),
});
