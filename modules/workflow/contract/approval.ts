import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';

/** Where approvers come from (审批人来源). */
export const ApproverKind = z.enum([
  /** 指定成员, `ids` are accounts */
  'user',
  /** 角色 */
  'role',
  /** 岗位 */
  'post',
  /** 部门成员 */
  'dept',
  /** 部门负责人 of the departments in `ids` */
  'deptLeader',
  /** 发起人自己 */
  'starter',
  /** 发起人部门负责人: of the starter's department or of the nearest one above that has one */
  'starterDeptLeader',
  /** 连续多级主管: the leaders of `levels` departments from the starter's upward, in this order */
  'leaders',
  /** 发起人自选, when submitting */
  'starterPicks',
  /** 上一审批人自选 */
  'lastPicks',
  /** 表单内人员: `field` of the record holds accounts */
  'formUser',
  /** 表单内部门负责人: `field` of the record holds departments */
  'formDeptLeader',
  /** 数据责任人: the owners that the business type names */
  'dataOwner',
  /** 表达式 that gives accounts */
  'expression',
]);
export type ApproverKind = z.output<typeof ApproverKind>;

const NEEDS_IDS: ReadonlySet<ApproverKind> = new Set(['user', 'role', 'post', 'dept', 'deptLeader']);
const NEEDS_FIELD: ReadonlySet<ApproverKind> = new Set(['formUser', 'formDeptLeader']);

/** One source of approvers; a node may have several, whose people are put together. */
export const ApproverSource = z
  .object({
    kind: ApproverKind,
    ids: z.array(Id).max(200).optional(),
    levels: z.number().int().min(1).max(20).optional(),
    field: z.string().trim().max(64).optional(),
    expr: z.string().trim().max(1000).optional(),
  })
  .superRefine((source, check) => {
    const wrong = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (NEEDS_IDS.has(source.kind) && !source.ids?.length) wrong('ids', '请选择审批人来源的对象');
    if (NEEDS_FIELD.has(source.kind) && !source.field) wrong('field', '请选择表单字段');
    if (source.kind === 'expression' && !source.expr) wrong('expr', '请填写表达式');
  });
export type ApproverSource = z.output<typeof ApproverSource>;

/** any 或签, all 会签, sequence 依次, ratio 票签, random 随机一人. */
export const ApprovalMode = z.enum(['any', 'all', 'sequence', 'ratio', 'random']);
export type ApprovalMode = z.output<typeof ApprovalMode>;

/** What a node does when its sources name nobody: 转流程管理员, 转上级, 自动通过. */
export const NobodyRule = z.enum(['admin', 'leader', 'pass']);
/** What a node does when the starter is its approver: 转上级, 自动通过, 本人审批. */
export const StarterRule = z.enum(['leader', 'pass', 'self']);

/** 提醒, 自动同意, 自动不同意, 转上级, 退回发起人. */
export const TimeoutAction = z.enum(['remind', 'approve', 'reject', 'leader', 'return'], { error: '请选择超时后的处理' });
export type TimeoutAction = z.output<typeof TimeoutAction>;

/** What happens to a task that nobody has done in time. */
export const Timeout = z.object({
  /** ISO 8601 duration from the moment the task was made */
  after: z.string().regex(/^P(?=.)(\d{1,4}D)?(T(?=.)(\d{1,4}H)?(\d{1,4}M)?)?$/, '请填写时限，例如 P1D（一天）、PT4H（四小时）'),
  action: TimeoutAction,
  /** 提醒: how often, with the same duration between */
  times: z.number().int().min(1, '至少提醒 1 次').max(10, '最多提醒 10 次').default(1),
});
export type Timeout = z.output<typeof Timeout>;
/** What a node shows of a field of the record: 编辑, 只读, 隐藏. Fields that are not named are read only. */
export const FieldRight = z.enum(['edit', 'read', 'hide']);
export type FieldRight = z.output<typeof FieldRight>;

/** How a node approves: stored in the BPMN text as attribute `dp:approval` of its user task. */
export const Approval = z
  .object({
    who: z.array(ApproverSource).min(1, '请设置审批人').max(20),
    mode: ApprovalMode.default('any'),
    /** 票签: part of the people who must agree, 1 to 100 */
    percent: z.number().int().min(1).max(100).optional(),
    nobody: NobodyRule.default('admin'),
    starter: StarterRule.default('leader'),
    /** 同一人已审批过时自动通过: no, only the node right before, any node before */
    repeated: z.enum(['ask', 'previous', 'any']).default('ask'),
    /** 可退回 */
    mayReturn: z.boolean().default(true),
    /** how a resubmission goes on when who returned it does not say: 重走 or 直达 */
    returnMode: z.enum(['again', 'direct']).default('again'),
    /** 办理 instead of 审批: there is no 不同意 */
    isHandling: z.boolean().default(false),
    timeout: Timeout.optional(),
    /** 字段权限, by name of the field */
    fields: z.record(z.string().max(64), FieldRight).optional(),
  })
  .superRefine((approval, check) => {
    const isRefused =
      (approval.timeout?.action === 'reject' && approval.isHandling) || (approval.timeout?.action === 'return' && !approval.mayReturn);
    if (isRefused) check.addIssue({ code: 'custom', path: ['timeout', 'action'], message: '该节点不允许这样处理超时' });
    if (approval.mode === 'ratio' && approval.percent === undefined)
      check.addIssue({ code: 'custom', path: ['percent'], message: '请填写票签的通过比例' });
  });
export type Approval = z.output<typeof Approval>;

/** Whom a 抄送 node tells: stored in the BPMN text as attribute `dp:copy` of its send task. */
export const Copy = z.object({ who: z.array(ApproverSource).min(1, '请设置抄送人').max(20) });
export type Copy = z.output<typeof Copy>;

/** Name of a variable of a process. */
export const VariableName = z.string().regex(/^[\p{L}_$][\p{L}\p{N}_$]{0,63}$/u, '变量名由文字、数字和下划线组成，不能以数字开头');
/** 更新变量: the service that the engine does itself, with parameters `variable` and `value`. */
export const SET_VARIABLE = 'workflow.variable';

/** What a service node does: stored in the BPMN text as attribute `dp:service` of its service task. */
export const ServiceWork = z.object({
  /** code of a registered service */
  service: z.string().regex(/^[a-z][A-Za-z0-9.]{0,79}$/, '请选择服务'),
  /** what the service asks for, by name; texts may hold fields of the record: {title} */
  params: z.record(z.string().max(40), z.string().max(2000)).default({}),
  /** people whom the service concerns, for services that ask for them */
  who: z.array(ApproverSource).max(20).optional(),
  /** variable that receives what the service answers; the process waits for it */
  result: VariableName.optional(),
});
export type ServiceWork = z.output<typeof ServiceWork>;

/** Name of the variable that holds the approvers of a node. */
export const approversOf = (node: string): string => `approvers_${node}`;
/** Name of the variable that says whether a 票签 has passed. */
export const passedOf = (node: string): string => `passed_${node}`;
