import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, YesNo, optionalText, requiredText } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { People, optionalAmount, optionalCode, optionalDay } from './amount.ts';
import {
  Group,
  changesRoute,
  confirmSimilar,
  optionalId,
  placeFields,
  placeInput,
  recordFields,
  recordInput,
  withAlias,
} from './record.ts';

const BASE = '/api/project/intellectualProperty';
const CODE = 'project:intellectualProperty';

const LEVELS = ['1', '2', '3', '4', '5'] as const;
/**
 * 知识产权类型 (dictionary prj_ip_type): 1 发明专利, 2 实用新型, 3 外观设计, 4 软件著作权, 5 作品著作权, 6 商标, 7 工法, 8 标准/规范, 9 论文/专著,
 * 10 专有技术, 11 BIM/QC成果.
 */
export const IpType = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'], '请选择知识产权类型');
/** 法律状态 (dictionary prj_ip_status): 1 拟申请, 2 已受理, 3 实质审查, 4 已授权, 5 驳回, 6 失效/终止, 7 转让/许可. */
export const IpStatus = z.enum(['1', '2', '3', '4', '5', '6', '7'], '请选择法律状态');

/** 知识产权. A patent number is kept in one form: `CN201710601862.3`. */
export const IntellectualPropertyInput = z.object({
  ipName: requiredText(200, '名称'),
  ipType: IpType,
  /** prj_ip_level: 1 国际, 2 国家级, 3 省部级, 4 市级/行业, 5 企业级 */
  ipLevel: optionalCode(LEVELS, '级别不正确'),
  applyNo: optionalText(64, '申请号'),
  applyDate: optionalDay,
  grantNo: optionalText(64, '授权/登记号'),
  grantDate: optionalDay,
  certNo: optionalText(64, '证书号'),
  owner: requiredText(200, '权利人'),
  coOwners: optionalText(500, '共同权利人'),
  /** the first one is the 第一发明人 */
  inventors: People('发明人'),
  ...placeInput,
  legalStatus: IpStatus,
  /** last day of protection; by type and application unless given */
  expireDate: optionalDay,
  annualFeeDue: optionalDay,
  /** 元 */
  annualFee: optionalAmount('年费'),
  ipcClass: optionalText(64, '分类号'),
  field: optionalText(100, '技术领域'),
  /** 依托项目: a 质量项目 */
  projectId: optionalId,
  /** 万元 */
  transformAmount: optionalAmount('转化收益'),
  /** 元 */
  rewardAmount: optionalAmount('奖励金额'),
  ...recordInput,
  ...confirmSimilar,
});

/** A row of an import file: the branch by name, 确认重复 as 是 or 否. */
export const IntellectualPropertyRow = IntellectualPropertyInput.omit({
  branchId: true,
  deptId: true,
  projectId: true,
  attachments: true,
  confirmSimilar: true,
}).extend({ branchName: requiredText(100, '所属分公司'), confirm: YesNo.nullish() });

export const IntellectualProperty = z.object({
  ...recordFields,
  ...placeFields,
  ipName: z.string(),
  ipType: IpType,
  ipLevel: z.string().nullable(),
  applyNo: z.string().nullable(),
  applyDate: Day.nullable(),
  grantNo: z.string().nullable(),
  grantDate: Day.nullable(),
  certNo: z.string().nullable(),
  owner: z.string(),
  coOwners: z.string().nullable(),
  inventors: z.array(z.string()),
  legalStatus: IpStatus,
  expireDate: Day.nullable(),
  annualFeeDue: Day.nullable(),
  annualFee: z.string().nullable(),
  ipcClass: z.string().nullable(),
  field: z.string().nullable(),
  projectId: z.string().nullable(),
  projectName: z.string().nullable(),
  transformAmount: z.string().nullable(),
  rewardAmount: z.string().nullable(),
});

export const IntellectualPropertySearch = z.object({
  /** in name, application number, grant number, owner or inventors */
  keyword: z.string().trim().max(100).optional(),
  ipType: IpType.optional(),
  ipLevel: z.enum(LEVELS).optional(),
  legalStatus: IpStatus.optional(),
  /** inForce = granted or licensed, patents = inventions, utility models and designs in force, pending = accepted or under examination */
  phase: z.enum(['inForce', 'patents', 'pending']).optional(),
  branchId: Id.optional(),
  applyFrom: Day.optional(),
  applyTo: Day.optional(),
  grantFrom: Day.optional(),
  grantTo: Day.optional(),
  /** the right or its annual fee falls due within so many days from today; 0 = is overdue */
  dueWithin: z.enum(['0', '7', '30', '90']).optional(),
});

export const IntellectualPropertyOption = z.object({ id: Id, ipName: z.string(), ipType: IpType, legalStatus: IpStatus });

export const IntellectualPropertyStat = z.object({
  total: z.number().int(),
  /** granted or licensed */
  inForce: z.number().int(),
  /** of these inventions, utility models and designs */
  patentsInForce: z.number().int(),
  /** accepted or under examination */
  pending: z.number().int(),
  /** right or annual fee due within 90 days */
  dueSoon: z.number().int(),
  /** 万元 */
  transformAmount: z.string(),
  /** 元 */
  rewardAmount: z.string(),
  byType: z.array(Group),
  /** by the year of the grant, oldest first */
  byYear: z.array(Group),
  byBranch: z.array(Group),
  byStatus: z.array(Group),
});

export const intellectualProperty = withAlias(
  defineContract({
    ...crudRoutes(BASE, '知识产权', CODE, {
      row: IntellectualProperty,
      input: IntellectualPropertyInput,
      search: IntellectualPropertySearch,
    }),
    ...excelRoutes(BASE, '知识产权', CODE, { search: IntellectualPropertySearch }),
    changes: changesRoute(BASE, '知识产权', CODE),
    list: route.get(`${BASE}/list`, {
      summary: '知识产权下拉',
      access: signedIn,
      query: z.object({ keyword: z.string().trim().max(100).optional(), ipType: IpType.optional() }),
      reply: z.array(IntellectualPropertyOption),
    }),
    stat: route.get(`${BASE}/stat`, {
      summary: '知识产权统计',
      access: perm(`${CODE}:list`),
      query: IntellectualPropertySearch,
      reply: IntellectualPropertyStat,
    }),
  }),
  BASE,
  '/api/intellectualProperty',
);
