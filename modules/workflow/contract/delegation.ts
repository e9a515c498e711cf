import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Time, TimeInput, optionalText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const Scope = z.enum(['all', 'some']);
export const DelegationInput = z.object({
  toUserId: Id,
  scope: Scope.default('all'),
  businessCodes: z
    .array(z.string().max(40))
    .max(100)
    .nullish()
    .transform((codes) => [...new Set(codes ?? [])]),
  /** 包括已有待办: tasks that are open when it begins go to the substitute too, and come back at its end */
  takesOpen: z
    .boolean()
    .nullish()
    .transform((takes) => takes ?? false)
    .meta({ title: '包括已有待办' }),
  validFrom: TimeInput,
  validUntil: TimeInput,
  reason: optionalText(200, '原因'),
});
export const Delegation = z.object({
  ...rowFields,
  fromUserId: z.string(),
  fromName: z.string().nullable(),
  toUserId: z.string(),
  toName: z.string().nullable(),
  scope: Scope,
  businessCodes: z.array(z.string()),
  takesOpen: z.boolean(),
  validFrom: Time,
  validUntil: Time,
  reason: z.string().nullable(),
});
export const DelegationSearch = z.object({});

/** A business by its code. */
export const BusinessName = z.object({ businessCode: z.string(), businessName: z.string() });

/** 流程代理: somebody else gets the tasks of an account for a time. */
export const delegation = defineContract({
  ...crudRoutes('/workflow/delegations', '流程代理', 'workflow:delegation', {
    row: Delegation,
    input: DelegationInput,
    search: DelegationSearch,
  }),
  businesses: route.get('/workflow/delegations/businesses', {
    summary: '可代理的业务',
    access: perm('workflow:delegation:list'),
    reply: z.array(BusinessName),
  }),
});
