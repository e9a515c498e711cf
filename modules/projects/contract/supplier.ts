import * as z from 'zod';
import { proposalFields } from '#kit/contract/flow.ts';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, Time, optionalText, requiredText, secret } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { creditCodeProblem, normalCreditCode } from '#kit/core/cn/credit-code.ts';
import { AreaCode } from './area.ts';
import { Group, changesRoute, confirmSimilar, optionalId, recordFields, recordInput, withAlias } from './record.ts';

const BASE = '/api/project/supplier';
const CODE = 'project:supplier';
const MAX_QUALIFICATIONS = 50;
/** 签发的评价年度 from the founding of the oldest records on. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

/** 供应商类型 (dictionary prj_supplier_type): 1 劳务分包, 2 专业分包, 3 材料, 4 设备, 5 租赁, 6 勘测/检测, 7 设计咨询协作, 8 服务/办公, 9 其他. */
export const SupplierType = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9'], '请选择供应商类型');
/** Subcontractors work on site: they need a 安全生产许可证. */
export const NEEDS_LICENCE: readonly string[] = ['1', '2'];
/** 名录状态 (dictionary prj_supplier_status): 1 潜在, 2 合格, 3 战略, 4 暂停, 5 黑名单. */
export const SupplierStatus = z.enum(['1', '2', '3', '4', '5'], '请选择名录状态');
/** 评价等级 (dictionary prj_supplier_grade). */
export const SupplierGrade = z.enum(['A', 'B', 'C', 'D']);

const CreditCode = z
  .string({ error: '统一社会信用代码不能为空' })
  .transform(normalCreditCode)
  .pipe(
    z.string().superRefine((code, issue) => {
      const problem = code === '' ? '统一社会信用代码不能为空' : creditCodeProblem(code);
      if (problem) issue.addIssue({ code: 'custom', message: problem });
    }),
  );
export const optionalDay = Day.or(z.literal(''))
  .nullish()
  .transform((day) => day || null);
/** Money and other decimals are text: `1234.50`; numbers are taken too. */
const optionalDecimal = (label: string, { digits, max }: { digits: number; max: number }) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined || value === '' ? null : String(value).replaceAll(',', '').trim()))
    .pipe(
      z
        .string()
        .regex(new RegExp(`^\\d{1,12}(\\.\\d{1,${digits}})?$`), `${label}应为不小于0、最多${digits}位小数的数字`)
        .refine((text) => Number(text) <= max, `${label}不能大于${max}`)
        .nullable(),
    );
/** A mobile or fixed-line number, or the masked form that a list has shown, which keeps the stored one. */
const ContactPhone = z
  .string({ error: '联系电话不能为空' })
  .trim()
  .regex(/^(1[3-9]\d(\d{4}|\*{4})\d{4}|1[3-9]?\d{8,9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|\d\*{4}\d)$/, '联系电话应为手机号码或带区号的固定电话');
/** 8 to 30 digits, or the masked form (`**** **** 1234`), which keeps the stored one; null or '' removes it. */
const BankAccount = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^(\d{8,30}|\*{8}\d{4})?$/, '银行账号应为8到30位数字'))
  .nullish()
  .transform((text) => text || null);

export const Qualification = z.object({
  qualName: requiredText(100, '资质名称'),
  qualLevel: optionalText(50, '资质等级'),
  qualNo: optionalText(100, '证书编号'),
  qualValidTo: optionalDay,
});

const fields = {
  supplierName: requiredText(200, '供应商名称'),
  creditCode: CreditCode,
  supplierType: SupplierType,
  legalPerson: optionalText(50, '法定代表人'),
  registeredCapital: optionalDecimal('注册资本', { digits: 2, max: 99_999_999_999 }),
  establishDate: optionalDay,
  companyNature: optionalText(50, '企业性质'),
  provinceCode: z.string({ error: '请选择省份' }).pipe(AreaCode),
  cityCode: z.string({ error: '请选择城市' }).pipe(AreaCode),
  address: optionalText(200, '详细地址'),
  businessScope: optionalText(2000, '经营范围'),
  mainProducts: optionalText(500, '主营产品或服务'),
  contact: requiredText(50, '联系人'),
  contactPhone: secret(ContactPhone),
  email: z
    .email('电子邮箱格式不正确')
    .max(100, '电子邮箱不能超过100个字符')
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  safetyLicenseNo: optionalText(100, '安全生产许可证号'),
  safetyValidTo: optionalDay,
  taxType: z
    .enum(['1', '2'], '纳税人类型不正确')
    .or(z.literal(''))
    .nullish()
    .transform((value) => value || null),
  invoiceRate: optionalDecimal('税率', { digits: 2, max: 100 }),
  bankName: optionalText(100, '开户银行'),
  bankAccount: secret(BankAccount),
  coopSince: optionalDay,
  coopCount: z
    .number({ error: '合作次数应为数字' })
    .int('合作次数应为整数')
    .min(0, '合作次数不能小于0')
    .max(1_000_000, '合作次数过大')
    .nullish()
    .transform((value) => value ?? 0),
  coopAmount: optionalDecimal('累计合作金额', { digits: 2, max: 99_999_999_999 }),
  payableAmount: optionalDecimal('应付金额', { digits: 2, max: 99_999_999_999 }),
  /** the department of whoever adds the row unless given */
  ownerDeptId: optionalId,
};

/** 供应商. `listStatus` counts when adding only (1 to 3); afterwards `POST /{id}/status` changes it. */
export const SupplierInput = z.object({
  ...fields,
  qualifications: z
    .array(Qualification)
    .max(MAX_QUALIFICATIONS, `资质不能超过${MAX_QUALIFICATIONS}条`)
    .nullish()
    .transform((list) => list ?? []),
  listStatus: SupplierStatus.nullish().transform((value) => value ?? '1'),
  ...recordInput,
  ...confirmSimilar,
});

const decimal = z.string().nullable();
/** A row of the list: telephone number always masked, no bank account. */
export const Supplier = z.object({
  ...recordFields,
  supplierCode: z.string(),
  supplierName: z.string(),
  creditCode: z.string(),
  supplierType: SupplierType,
  provinceCode: z.string(),
  cityCode: z.string(),
  /** 浙江省 / 杭州市; also of codes that are no longer in use */
  areaName: z.string().nullable(),
  contact: z.string(),
  contactPhone: z.string(),
  score: decimal,
  grade: SupplierGrade.nullable(),
  scoreYear: z.number().int().nullable(),
  listStatus: SupplierStatus,
  /** why it is suspended or blacklisted */
  statusReason: z.string().nullable(),
  /** the first day on which a qualification or the safety licence ends */
  nextExpiry: z.string().nullable(),
  ownerDeptId: z.string().nullable(),
  ownerDeptName: z.string().nullable(),
  /** approval of a change of its state that somebody asked for */
  ...proposalFields,
});
export const StatusChange = z.object({
  id: Id,
  fromStatus: SupplierStatus.nullable(),
  toStatus: SupplierStatus,
  reason: z.string().nullable(),
  createName: z.string().nullable(),
  createTime: Time,
});
export const SupplierDetail = Supplier.extend({
  legalPerson: z.string().nullable(),
  registeredCapital: decimal,
  establishDate: z.string().nullable(),
  companyNature: z.string().nullable(),
  address: z.string().nullable(),
  businessScope: z.string().nullable(),
  mainProducts: z.string().nullable(),
  email: z.string().nullable(),
  safetyLicenseNo: z.string().nullable(),
  safetyValidTo: z.string().nullable(),
  taxType: z.enum(['1', '2']).nullable(),
  invoiceRate: decimal,
  bankName: z.string().nullable(),
  /** masked without the edit permission */
  bankAccount: z.string().nullable(),
  coopSince: z.string().nullable(),
  coopCount: z.number().int(),
  coopAmount: decimal,
  payableAmount: decimal,
  qualifications: z.array(Qualification),
  statusTime: Time,
  statusChanges: z.array(StatusChange),
});

export const SupplierSearch = z.object({
  /** in name, supplier code or credit code */
  keyword: z.string().trim().max(100).optional(),
  supplierName: z.string().trim().max(100).optional(),
  creditCode: z.string().trim().max(18).optional(),
  supplierType: SupplierType.optional(),
  grade: SupplierGrade.or(z.literal('none')).optional(),
  listStatus: SupplierStatus.optional(),
  /** a province or a city */
  areaCode: AreaCode.optional(),
  provinceCode: AreaCode.optional(),
  cityCode: AreaCode.optional(),
  ownerDeptId: Id.optional(),
  /** something ends within so many days; 0 = has ended */
  expiring: z.enum(['0', '7', '30', '90']).optional(),
});
/** What a picker shows. Blacklisted suppliers are not offered. */
export const SupplierOption = z.object({
  id: Id,
  supplierCode: z.string(),
  supplierName: z.string(),
  supplierType: SupplierType,
  grade: SupplierGrade.nullable(),
  listStatus: SupplierStatus,
});

export const SupplierStat = z.object({
  total: z.number().int(),
  byStatus: z.array(Group),
  byGrade: z.array(Group),
  byType: z.array(Group),
  /** suppliers with something that ends within 7, 30 and 90 days (each contains the one before), and with something that has ended */
  expiring: z.object({ within7: z.number().int(), within30: z.number().int(), within90: z.number().int(), ended: z.number().int() }),
});

const Mark = (label: string) =>
  z
    .number({ error: `请填写${label}得分` })
    .min(0, `${label}得分应在0到100之间`)
    .max(100, `${label}得分应在0到100之间`)
    .refine((mark) => Math.abs(mark * 10 - Math.round(mark * 10)) < 1e-6, `${label}得分最多一位小数`);
/** 年度评价; a second one for the same year replaces the first. */
export const ScoreInput = z.object({
  year: z.number({ error: '请选择评价年度' }).int().min(FIRST_YEAR, '评价年度不正确').max(LAST_YEAR, '评价年度不正确'),
  quality: Mark('质量'),
  schedule: Mark('进度'),
  price: Mark('价格'),
  service: Mark('服务'),
  safety: Mark('安全'),
  remark: optionalText(500, '评价说明'),
});
const mark = z.number();
const Weights = z.object({ quality: mark, schedule: mark, price: mark, service: mark, safety: mark });
export const Score = Weights.extend({
  id: Id,
  year: z.number().int(),
  /** with which the score was made */
  weights: Weights,
  score: mark,
  grade: SupplierGrade,
  remark: z.string().nullable(),
  updateName: z.string().nullable(),
  updateTime: Time,
});

const params = z.object({ id: Id });
const readable = perm(`${CODE}:detail`, `${CODE}:edit`);

export const supplier = withAlias(
  defineContract({
    ...crudRoutes(BASE, '供应商', CODE, { row: Supplier, input: SupplierInput, search: SupplierSearch, detail: SupplierDetail }),
    ...excelRoutes(BASE, '供应商', CODE, { search: SupplierSearch }),
    changes: changesRoute(BASE, '供应商', CODE),
    list: route.get(`${BASE}/list`, {
      summary: '供应商下拉',
      access: signedIn,
      query: z.object({ keyword: z.string().trim().max(100).optional(), supplierType: SupplierType.optional() }),
      reply: z.array(SupplierOption),
    }),
    stat: route.get(`${BASE}/stat`, { summary: '供应商统计', access: perm(`${CODE}:list`), query: SupplierSearch, reply: SupplierStat }),
    scores: route.get(`${BASE}/:id/scores`, {
      summary: '供应商年度评价',
      access: readable,
      params,
      /** `weights` are those of the next evaluation */
      reply: z.object({ scores: z.array(Score), weights: Weights }),
    }),
    saveScore: route.post(`${BASE}/:id/scores`, {
      summary: '评价供应商',
      access: perm(`${CODE}:score`),
      params,
      body: ScoreInput,
      /** `suggestsSuspension`: the grade is D and the supplier could be suspended */
      reply: z.object({ score: z.number(), grade: SupplierGrade, replaced: z.boolean(), suggestsSuspension: z.boolean() }),
      audit: '评价供应商',
    }),
    changeStatus: route.post(`${BASE}/:id/status`, {
      summary: '变更供应商名录状态',
      access: perm(`${CODE}:edit`, `${CODE}:blacklist`),
      params,
      body: z.object({ listStatus: SupplierStatus, reason: optionalText(500, '原因') }),
      /** `flow`: the change waits for its approval */
      reply: z.object({ version: z.number().int(), ...proposalFields }),
      audit: '变更供应商名录状态',
    }),
  }),
  BASE,
  '/api/supplier',
);
