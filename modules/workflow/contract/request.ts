import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { FlowStatus, flowFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { BusinessName } from './delegation.ts';

export const Amount = z
  .union([z.string().trim(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,16}(\.\d{1,2})?$/, '金额最多两位小数'));

export const RequestInput = z.object({
  businessCode: z.string().min(1, '请选择业务').max(40),
  title: requiredText(100, '标题'),
  text: optionalText(4000, '说明'),
  amount: Amount.or(z.literal(''))
    .nullish()
    .transform((amount) => amount || null),
  files: optionalText(2000, '附件'),
});
export const Request = z.object({
  ...rowFields,
  ...flowFields,
  businessCode: z.string(),
  businessName: z.string().nullable(),
  title: z.string(),
  text: z.string().nullable(),
  amount: z.string().nullable(),
  files: z.string().nullable(),
});
export const RequestSearch = z.object({
  title: z.string().max(100).optional(),
  businessCode: z.string().max(40).optional(),
  flowStatus: FlowStatus.optional(),
});
/** Approvers whom the starter picks, by node. */
export const Picks = z.record(z.string().max(200), z.array(Id).max(200)).optional();
export type Picks = z.output<typeof Picks>;
export const Submitted = z.object({ processInstanceId: Id, flowStatus: FlowStatus });

const ROUTES = crudRoutes('/workflow/requests', '通用申请', 'workflow:request', {
  row: Request,
  input: RequestInput,
  search: RequestSearch,
});
const owner = perm('workflow:request:add', 'workflow:request:edit', 'workflow:request:submit');

/** 通用申请: a request with a title, a text, an amount and files; everybody sees their own. */
export const request = defineContract({
  ...ROUTES,
  page: { ...ROUTES.page, access: owner },
  get: { ...ROUTES.get, access: owner },
  businesses: route.get('/workflow/requests/businesses', {
    summary: '可申请的业务',
    access: owner,
    reply: z.array(BusinessName),
  }),
  submit: route.post('/workflow/requests/:id/submit', {
    summary: '提交通用申请',
    access: perm('workflow:request:submit'),
    params: z.object({ id: Id }),
    body: z.object({ picks: Picks }),
    reply: Submitted,
    audit: '提交通用申请',
  }),
});
