import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, Status, YesNo, optionalText, requiredText, secret } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { People, optionalAmount, optionalDay } from './amount.ts';
import { AreaCode } from './area.ts';
import { Group, changesRoute, confirmSimilar, optionalId, recordFields, recordInput, withAlias } from './record.ts';

const BASE = '/api/project/department';
const CODE = 'project:department';
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
const MAX_YEARS = 50;
const MAX_PEOPLE = 1_000_000;

/** 单元类型 (dictionary prj_unit_type): 1 职能部门, 2 生产院所, 3 分公司, 4 子公司, 5 项目部. */
export const UnitType = z.enum(['1', '2', '3', '4', '5'], '请选择单元类型');

const people = (label: string) =>
  z
    .number({ error: `${label}应为数字` })
    .int(`${label}应为整数`)
    .min(0, `${label}不能小于0`)
    .max(MAX_PEOPLE, `${label}过大`)
    .nullish()
    .transform((value) => value ?? 0);
/** A mobile number, a fixed line with area code, or the masked form, which keeps the stored one. */
const LeaderPhone = z
  .string()
  .trim()
  .regex(/^(1[3-9]\d(\d{4}|\*{4})\d{4}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|0\d{2}\*{4}\d{4})?$/, '负责人电话应为手机号码或带区号的固定电话')
  .nullish()
  .transform((text) => text || null);

const optionalArea = AreaCode.or(z.literal(''))
  .nullish()
  .transform((code) => code || null);
const Year = z
  .number({ error: '年度应为数字' })
  .int('年度应为整数')
  .min(FIRST_YEAR, `年度不能早于${FIRST_YEAR}`)
  .max(LAST_YEAR, `年度不能晚于${LAST_YEAR}`);

/** 年度指标 of one year, in 万元. */
export const YearTarget = z.object({
  year: Year,
  contract: optionalAmount('新签合同指标'),
  output: optionalAmount('产值指标'),
  receipt: optionalAmount('回款指标'),
  profit: optionalAmount('利润指标', { signed: true }),
});
export type YearTarget = z.output<typeof YearTarget>;

/** 生产单元. */
export const DepartmentInput = z.object({
  deptName: requiredText(100, '单元名称'),
  deptCode: z
    .string({ error: '单元编码不能为空' })
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, '单元编码由字母、数字、下划线和短横线组成，最多32个字符'),
  deptType: UnitType,
  /** '0' = none */
  parentId: Id.nullish().transform((id) => id || '0'),
  /** the department of the platform that this unit is; at most one unit for each */
  sysDeptId: optionalId,
  leader: requiredText(50, '负责人'),
  leaderPhone: secret(LeaderPhone),
  viceLeaders: People('副职'),
  provinceCode: optionalArea,
  cityCode: optionalArea,
  address: optionalText(200, '详细地址'),
  establishDate: optionalDay,
  mainBusiness: optionalText(500, '主营业务'),
  staffPlan: people('编制人数'),
  staffActual: people('在岗人数'),
  certStaff: people('持证人数'),
  targets: z
    .array(YearTarget)
    .max(MAX_YEARS, `年度指标不能超过${MAX_YEARS}个年度`)
    .refine((list) => new Set(list.map((one) => one.year)).size === list.length, '年度指标中有重复的年度')
    .nullish()
    .transform((list) => (list ?? []).toSorted((a, b) => a.year - b.year)),
  status: Status.nullish().transform((value) => value ?? '1'),
  ...recordInput,
  ...confirmSimilar,
});

/** A row of an import file: units and departments by code, places by name, the targets of one year, 确认重复 as 是 or 否. */
export const DepartmentRow = DepartmentInput.omit({
  parentId: true,
  sysDeptId: true,
  provinceCode: true,
  cityCode: true,
  targets: true,
  attachments: true,
  confirmSimilar: true,
}).extend({
  parentCode: optionalText(32, '上级单元编码'),
  sysDeptNo: optionalText(64, '系统部门编码'),
  provinceName: optionalText(50, '省份'),
  cityName: optionalText(50, '城市'),
  targetYear: Year.nullish().transform((year) => year ?? null),
  targetContract: optionalAmount('新签合同指标'),
  targetOutput: optionalAmount('产值指标'),
  targetReceipt: optionalAmount('回款指标'),
  targetProfit: optionalAmount('利润指标', { signed: true }),
  confirm: YesNo.nullish(),
});

const row = {
  ...recordFields,
  deptName: z.string(),
  deptCode: z.string(),
  deptType: UnitType,
  parentId: z.string(),
  parentName: z.string().nullable(),
  sysDeptId: z.string().nullable(),
  sysDeptName: z.string().nullable(),
  leader: z.string(),
  /** masked but for those who may edit the record */
  leaderPhone: z.string().nullable(),
  viceLeaders: z.array(z.string()),
  provinceCode: z.string().nullable(),
  cityCode: z.string().nullable(),
  areaName: z.string().nullable(),
  address: z.string().nullable(),
  establishDate: Day.nullable(),
  mainBusiness: z.string().nullable(),
  staffPlan: z.number().int(),
  staffActual: z.number().int(),
  certStaff: z.number().int(),
  status: Status,
};
/** A row of the list, with the target of the running year. */
export const Department = z.object({
  ...row,
  target: YearTarget.nullable(),
  /** the amounts of `target`, as columns */
  targetContract: z.string().nullable(),
  targetOutput: z.string().nullable(),
  targetReceipt: z.string().nullable(),
  targetProfit: z.string().nullable(),
});
const Target = z.object({
  year: z.number().int(),
  contract: z.string().nullable(),
  output: z.string().nullable(),
  receipt: z.string().nullable(),
  profit: z.string().nullable(),
});
export const DepartmentDetail = z.object({ ...row, targets: z.array(Target) });

export const DepartmentSearch = z.object({
  /** in name, code or leader */
  keyword: z.string().trim().max(100).optional(),
  deptType: UnitType.optional(),
  /** a unit with everything below it */
  below: Id.optional(),
  /** a province or a city */
  areaCode: AreaCode.optional(),
  establishFrom: Day.optional(),
  establishTo: Day.optional(),
  status: Status.optional(),
});

export const DepartmentOption = z.object({
  id: Id,
  deptName: z.string(),
  deptCode: z.string(),
  deptType: UnitType,
  parentId: z.string(),
  status: Status,
});

export const DepartmentStat = z.object({
  total: z.number().int(),
  /** people of all units */
  staffPlan: z.number().int(),
  staffActual: z.number().int(),
  certStaff: z.number().int(),
  /** targets of one year, 万元 */
  year: z.number().int(),
  contract: z.string(),
  output: z.string(),
  receipt: z.string(),
  profit: z.string(),
  byType: z.array(Group),
  byArea: z.array(Group),
  /** targets of all years, oldest first */
  byYear: z.array(z.object({ year: z.number().int(), contract: z.string(), output: z.string(), receipt: z.string(), profit: z.string() })),
});

export const department = withAlias(
  defineContract({
    ...crudRoutes(BASE, '生产单元', CODE, { row: Department, input: DepartmentInput, search: DepartmentSearch, detail: DepartmentDetail }),
    ...excelRoutes(BASE, '生产单元', CODE, { search: DepartmentSearch }),
    changes: changesRoute(BASE, '生产单元', CODE),
    list: route.get(`${BASE}/list`, { summary: '生产单元下拉', access: signedIn, reply: z.array(DepartmentOption) }),
    stat: route.get(`${BASE}/stat`, {
      summary: '生产单元统计',
      access: perm(`${CODE}:list`),
      query: DepartmentSearch.extend({ year: z.coerce.number().int().min(FIRST_YEAR).max(LAST_YEAR).optional() }),
      reply: DepartmentStat,
    }),
  }),
  BASE,
  '/api/department',
);
