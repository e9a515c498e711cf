import * as z from 'zod';
import { proposalFields } from '#kit/contract/flow.ts';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, Time, YesNo, optionalText, requiredText, secret } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { idCardProblem, isMaskedIdCard, normalIdCard } from '#kit/core/cn/id-card.ts';
import {
  Attachments,
  Branch,
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

const BASE = '/api/project/practicingQualification';
export const CODE = 'project:practicingQualification';
const LABEL = '执业资质';

/** 注册状态 (dictionary prj_register_status): 1 初始, 2 延续, 3 变更, 4 注销, 5 未注册. */
export const RegisterStatus = z.enum(['1', '2', '3', '4', '5'], { error: '请选择注册状态' });
/** 证书状态 (dictionary prj_cert_status): 1 有效, 2 即将到期, 3 已过期, 4 已注销. */
export const CertStatus = z.enum(['1', '2', '3', '4']);
const Sex = z.enum(['0', '1', '2']);
const Education = z.enum(['1', '2', '3', '4']);
const TitleLevel = z.enum(['0', '1', '2', '3', '4', '5']);

const optionalDay = Day.or(z.literal(''))
  .nullish()
  .transform((day) => day || null);
const optionalChoice = <T extends readonly [string, ...string[]]>(choice: z.ZodEnum<{ [K in T[number]]: K }>) =>
  choice
    .or(z.literal(''))
    .nullish()
    .transform((value) => value || null);

/** An identity number, or the masked form that a reply has shown, which keeps the stored one. */
const IdCardNo = z
  .string()
  .transform(normalIdCard)
  .pipe(
    z.string().superRefine((text, issue) => {
      const problem = text === '' || isMaskedIdCard(text) ? null : idCardProblem(text);
      if (problem) issue.addIssue({ code: 'custom', message: problem });
    }),
  )
  .nullish()
  .transform((text) => text || null);
/** A mobile number, or the masked form that a list has shown, which keeps the stored one. */
const PhoneOrMask = z
  .string()
  .trim()
  .regex(/^1\d{2}(\d{4}|\*{4})\d{4}$/, '手机号码格式不正确')
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);

const person = {
  personName: requiredText(50, '姓名'),
  employeeNo: optionalText(32, '工号'),
  gender: optionalChoice(Sex),
  birthday: optionalDay,
  idCardNo: secret(IdCardNo),
  phone: secret(PhoneOrMask),
  education: optionalChoice(Education),
  major: optionalText(64, '专业'),
  titleLevel: optionalChoice(TitleLevel),
};
const certificate = {
  specialty: optionalText(32, '注册专业'),
  /** the name of the type unless given */
  certName: optionalText(100, '证书名称'),
  certNo: requiredText(64, '资格证书编号'),
  registerNo: optionalText(64, '注册证号'),
  sealNo: optionalText(64, '执业印章号'),
  issueOrg: optionalText(100, '发证机关'),
  issueDate: optionalDay,
  registerUnit: requiredText(100, '注册单位'),
  registerDate: optionalDay,
  validFrom: optionalDay,
  validTo: z.string({ error: '有效期至不能为空' }).pipe(Day),
  registerStatus: RegisterStatus,
  eduHoursDone: z
    .number({ error: '已修学时应为数字' })
    .int('已修学时应为整数')
    .min(0, '已修学时不能小于0')
    .max(10_000, '已修学时不能大于10000')
    .nullish()
    .transform((value) => value ?? null),
};

/** 执业资质 */
export const QualificationInput = z.object({
  ...person,
  /** the account of the person */
  userId: optionalId,
  ...placeInput,
  typeId: z.string({ error: '请选择执业类型' }).pipe(Id),
  ...certificate,
  ...recordInput,
  ...confirmSimilar,
});
/** A row of an import file: names and codes instead of ids. */
export const QualificationImport = z.object({
  ...person,
  branchName: requiredText(50, '所属分公司'),
  deptNo: optionalText(50, '部门编码'),
  /** code or name of the type */
  typeCode: requiredText(64, '执业类型'),
  ...certificate,
  remark: recordInput.remark,
  confirmSimilar: YesNo.nullish(),
});

export const Qualification = z.object({
  ...recordFields,
  ...placeFields,
  personName: z.string(),
  employeeNo: z.string().nullable(),
  userId: z.string().nullable(),
  gender: Sex,
  birthday: z.string().nullable(),
  /** masked in lists, and in the detail for those who may not edit */
  idCardNo: z.string().nullable(),
  phone: z.string().nullable(),
  education: Education.nullable(),
  major: z.string().nullable(),
  titleLevel: TitleLevel.nullable(),
  topTypeId: z.string(),
  topTypeName: z.string(),
  typeId: z.string(),
  typeName: z.string(),
  specialty: z.string().nullable(),
  certName: z.string(),
  certNo: z.string(),
  registerNo: z.string().nullable(),
  sealNo: z.string().nullable(),
  issueOrg: z.string().nullable(),
  issueDate: z.string().nullable(),
  registerUnit: z.string(),
  /** 人证合一: registered with the company itself */
  isUnified: YesNo,
  registerDate: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string(),
  /** until the last valid day, negative afterwards */
  daysLeft: z.number().int(),
  registerStatus: RegisterStatus,
  certStatus: CertStatus,
  eduHoursDone: z.number().int().nullable(),
  /** what the type asks for in one registration period */
  eduHoursNeeded: z.number().int().nullable(),
  occupied: YesNo,
  occupiedProjectId: z.string().nullable(),
  occupiedProjectName: z.string().nullable(),
  occupiedTime: Time.nullable(),
  /** approval of the locking or release that somebody asked for */
  ...proposalFields,
});
export const QualificationSearch = z.object({
  /** name, employee number, certificate number, registration number; an identity number is found whole */
  keyword: z.string().max(64).optional(),
  personName: z.string().max(50).optional(),
  employeeNo: z.string().max(32).optional(),
  certNo: z.string().max(64).optional(),
  idCardNo: secret(z.string().max(18).optional()),
  branchId: Id.optional(),
  deptId: Id.optional(),
  /** a type of either level */
  typeId: Id.optional(),
  specialty: z.string().max(32).optional(),
  certStatus: CertStatus.optional(),
  registerStatus: RegisterStatus.optional(),
  occupied: YesNo.optional(),
  isUnified: YesNo.optional(),
  /** ends within so many days from today */
  dueDays: z.coerce.number().int().min(0).max(3650).optional(),
  validToBegin: Day.optional(),
  validToEnd: Day.optional(),
});
export type QualificationSearch = z.output<typeof QualificationSearch>;
const QualificationOption = z.object({
  id: Id,
  personName: z.string(),
  certName: z.string(),
  specialty: z.string().nullable(),
  branchName: z.string().nullable(),
  validTo: z.string(),
  certStatus: CertStatus,
  occupied: YesNo,
});
const QualificationStat = z.object({
  total: z.number().int(),
  /** by state: 有效, 即将到期, 已过期, 已注销 */
  valid: z.number().int(),
  soon: z.number().int(),
  expired: z.number().int(),
  cancelled: z.number().int(),
  /** end within 30 days */
  due30: z.number().int(),
  occupied: z.number().int(),
  /** in force, but registered with another unit */
  notUnified: z.number().int(),
  byType: z.array(Group),
  byBranch: z.array(Group),
  bySpecialty: z.array(Group),
  /** month in which they end (`2026-11`), from this month on, two years */
  byMonth: z.array(Group),
});

const params = z.object({ id: Id });
const version = z.object({ version: z.number().int() });
/** `flow`: the change waits for its approval */
const moved = version.extend(proposalFields);

const calls = defineContract({
  ...crudRoutes(BASE, LABEL, CODE, { row: Qualification, input: QualificationInput, search: QualificationSearch }),
  ...excelRoutes(BASE, LABEL, CODE, { search: QualificationSearch }),
  changes: changesRoute(BASE, LABEL, CODE),
  branches: route.get(`${BASE}/getAllBranch`, { summary: '分公司列表', access: signedIn, reply: z.array(Branch) }),
  list: route.get(`${BASE}/list`, {
    summary: '执业资质下拉',
    access: signedIn,
    query: z.object({ keyword: z.string().max(64).optional(), typeId: Id.optional(), branchId: Id.optional() }),
    reply: z.array(QualificationOption),
  }),
  stat: route.get(`${BASE}/stat`, {
    summary: '执业资质统计',
    access: perm(`${CODE}:list`),
    query: QualificationSearch,
    reply: QualificationStat,
  }),
  occupy: route.post(`${BASE}/:id/occupy`, {
    summary: '锁定执业资质',
    access: perm(`${CODE}:occupy`),
    params,
    /** the project on which the holder is engaged: its name, its number, or both */
    body: z.object({ projectName: optionalText(200, '项目名称'), projectId: optionalText(64, '项目编号') }),
    reply: moved,
    audit: '锁定执业资质',
  }),
  release: route.post(`${BASE}/:id/release`, {
    summary: '释放执业资质',
    access: perm(`${CODE}:occupy`),
    params,
    reply: moved,
    audit: '释放执业资质',
  }),
  renew: route.post(`${BASE}/:id/renew`, {
    summary: '延续注册',
    access: perm(`${CODE}:edit`),
    params,
    body: z.object({
      validFrom: z.string({ error: '有效期起不能为空' }).pipe(Day),
      validTo: z.string({ error: '有效期至不能为空' }).pipe(Day),
      registerNo: optionalText(64, '注册证号'),
      /** the new scan, in addition to the files that are there */
      attachments: Attachments,
    }),
    reply: version,
    audit: '延续注册',
  }),
});
export const practicingQualification = withAlias(calls, BASE, '/api/practicingQualification');
