import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Status, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { SortInput, withAlias } from './record.ts';

const BASE = '/api/practicingType';
const CODE = 'project:practicingType';
/** The parent of the upper level. */
export const TOP_PARENT = '0';
const DEFAULT_WARN_DAYS = 90;
const MAX_SPECIALTIES = 50;

const SEPARATORS = /[、，,；;]/;

const Specialties = z
  .array(z.string().trim().min(1, '专业名称不能为空').max(32, '专业名称不能超过32个字符'))
  .max(MAX_SPECIALTIES, `专业不能超过${MAX_SPECIALTIES}个`);
const optionalCount = (label: string, max: number) =>
  z
    .number({ error: `${label}应为数字` })
    .int(`${label}应为整数`)
    .min(0, `${label}不能小于0`)
    .max(max, `${label}不能大于${max}`)
    .nullish()
    .transform((value) => value ?? null);

/** 执业类型 */
export const PracticingTypeInput = z.object({
  parentId: Id.or(z.literal(''))
    .nullish()
    .transform((value) => value || TOP_PARENT),
  typeCode: z
    .string({ error: '类型编码不能为空' })
    .trim()
    .regex(/^[0-9A-Za-z_-]{1,32}$/, '类型编码由字母、数字、下划线和短横线组成，1到32个字符'),
  typeName: requiredText(64, '类型名称'),
  hasSpecialty: YesNo.nullish().transform((value) => value ?? '0'),
  specialties: Specialties.nullish().transform((list) => [...new Set(list ?? [])]),
  regDept: optionalText(32, '主管部门'),
  validYears: optionalCount('注册有效期', 50),
  eduHours: optionalCount('继续教育学时', 10_000),
  warnDays: optionalCount('提前提醒天数', 3650).transform((value) => value ?? DEFAULT_WARN_DAYS),
  /** 元/月, `800.00` */
  allowance: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined || value === '' ? null : String(value).trim()))
    .pipe(
      z
        .string()
        .regex(/^\d{1,8}(\.\d{1,2})?$/, '证书津贴应为不小于0、最多两位小数的金额')
        .nullable(),
    ),
  sort: SortInput,
  status: Status.nullish().transform((value) => value ?? '1'),
  remark: optionalText(1000, '备注'),
});
/** A row of an import: the upper type by its code, the specialties as one text; both may be empty. */
export const PracticingTypeRow = PracticingTypeInput.omit({ parentId: true, hasSpecialty: true, specialties: true }).extend({
  parentCode: optionalText(32, '上级类型编码'),
  specialties: z
    .string()
    .nullish()
    .transform((text) =>
      (text ?? '')
        .split(SEPARATORS)
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(Specialties)
    .transform((list) => [...new Set(list)]),
});
export const PracticingType = z.object({
  ...rowFields,
  parentId: z.string(),
  typeCode: z.string(),
  typeName: z.string(),
  /** 1 = upper, 2 = lower level */
  typeLevel: z.enum(['1', '2']),
  hasSpecialty: YesNo,
  specialties: z.array(z.string()),
  regDept: z.string().nullable(),
  validYears: z.number().int().nullable(),
  eduHours: z.number().int().nullable(),
  warnDays: z.number().int(),
  /** null for those who may not edit types */
  allowance: z.string().nullable(),
  sort: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
});
export const PracticingTypeSearch = z.object({
  parentId: Id.optional(),
  typeCode: z.string().max(32).optional(),
  typeName: z.string().max(64).optional(),
  status: Status.optional(),
});
/** A row of the management tree: with the number of certificates of the type. */
export const PracticingTypeNode = PracticingType.extend({ qualificationCount: z.number().int() });

const optionFields = {
  id: Id,
  parentId: z.string(),
  typeCode: z.string(),
  typeName: z.string(),
  typeLevel: z.enum(['1', '2']),
  hasSpecialty: YesNo,
  specialties: z.array(z.string()),
  validYears: z.number().int().nullable(),
  warnDays: z.number().int(),
  status: Status,
};
export const PracticingTypeOption = z.object(optionFields);
export type PracticingTypeOption = z.output<typeof PracticingTypeOption>;
export const PracticingTypeBranch = PracticingTypeOption.extend({ children: z.array(PracticingTypeOption) });

const calls = defineContract({
  ...crudRoutes(BASE, '执业类型', CODE, { row: PracticingType, input: PracticingTypeInput, search: PracticingTypeSearch }),
  ...excelRoutes(BASE, '执业类型', CODE, { search: PracticingTypeSearch }),
  topList: route.get(`${BASE}/getTopList`, { summary: '顶级执业类型', access: signedIn, reply: z.array(PracticingTypeOption) }),
  childList: route.get(`${BASE}/getChildList`, {
    summary: '下级执业类型',
    access: signedIn,
    query: z.object({ parentId: Id }),
    reply: z.array(PracticingTypeOption),
  }),
  list: route.get(`${BASE}/list`, { summary: '执业类型树', access: signedIn, reply: z.array(PracticingTypeBranch) }),
  tree: route.get(`${BASE}/tree`, { summary: '执业类型管理列表', access: perm(`${CODE}:list`), reply: z.array(PracticingTypeNode) }),
});
export const practicingType = withAlias(calls, BASE, '/api/project/practicingType');
