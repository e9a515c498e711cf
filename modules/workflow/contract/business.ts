import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, StatusInput, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const code = z.string().regex(/^[0-9A-Za-z_.]{1,40}$/, '业务编码由字母、数字、下划线和点组成');

/** 撤销 by the starter: at any time, until somebody has agreed, never. */
export const CancelRule = z.enum(['any', 'first', 'never'], '撤销规则不正确');
/** Records without a process in force: refused, or let through where the type can go without approval. */
export const IdleRule = z.enum(['refuse', 'pass'], '无流程时的处理不正确');

export const BusinessInput = z.object({
  businessCode: code,
  businessName: requiredText(50, '业务名称'),
  businessType: requiredText(50, '业务类型'),
  businessComponent: optionalText(100, '业务组件'),
  /** role whose members approve by `businessAuditGroup` */
  businessAuditGroup: Id.or(z.literal(''))
    .nullish()
    .transform((id) => id || null),
  /** any version of the process; the newest active one of its key runs */
  processDefinitionId: Id,
  /** title of instances: {nickname}, {businessName}, {datetime}, {businessKey} and fields of the record */
  businessTempalte: requiredText(200, '标题模板'),
  /** text of messages to approvers, with the same places; the title without it */
  messageTemplate: optionalText(500, '消息模板'),
  cancelRule: CancelRule.default('any'),
  idleRule: IdleRule.default('refuse'),
  status: StatusInput,
  remark: optionalText(500, '备注'),
});
export const Business = z.object({
  ...rowFields,
  businessCode: z.string(),
  businessName: z.string(),
  businessType: z.string(),
  businessComponent: z.string().nullable(),
  businessAuditGroup: z.string().nullable(),
  processDefinitionId: z.string().nullable(),
  processDefinitionName: z.string().nullable(),
  businessTempalte: z.string(),
  messageTemplate: z.string().nullable(),
  cancelRule: CancelRule,
  idleRule: IdleRule,
  status: Status,
  remark: z.string().nullable(),
});
export const BusinessSearch = z.object({
  businessCode: z.string().max(40).optional(),
  businessName: z.string().max(50).optional(),
  status: Status.optional(),
});

/** 业务流程配置: which process approves records of a business. */
export const business = defineContract({
  ...crudRoutes('/workflow/business', '业务流程配置', 'workflow:business', { row: Business, input: BusinessInput, search: BusinessSearch }),
  types: route.get('/workflow/business/types', {
    summary: '业务类型',
    access: perm('workflow:business:list', 'workflow:model:list'),
    reply: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        /** code that records of the type have unless somebody chooses another */
        businessCode: z.string().nullable(),
        fields: z.array(z.object({ name: z.string(), label: z.string(), kind: z.enum(['text', 'area', 'amount', 'files']).optional() })),
        /** what happens without a process, null when records cannot go without */
        withoutApproval: z.string().nullable(),
      }),
    ),
  }),
  refresh: route.get('/workflow/business/refresh', {
    summary: '刷新业务流程配置',
    access: perm('workflow:business:refresh'),
    reply: z.null(),
  }),
});
