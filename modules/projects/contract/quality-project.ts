import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, Time, YesNo, optionalText, requiredText } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { People, optionalAmount, optionalCode, optionalDay } from './amount.ts';
import { AreaCode } from './area.ts';
import { Group, changesRoute, confirmSimilar, placeFields, placeInput, recordFields, recordInput, withAlias } from './record.ts';

const BASE = '/api/project/qualityProject';
const CODE = 'project:qualityProject';

/** 工程类型 (dictionary prj_project_type): 1 房建, 2 市政, 3 公路, 4 轨道交通, 5 水利, 6 电力, 7 工业, 8 园林, 9 其他. */
export const ProjectType = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9'], '请选择工程类型');
/** 我方承担 (dictionary prj_business_type): 1 勘察, 2 设计, 3 监理, 4 造价, 5 全过程咨询, 6 总承包, 7 施工, 8 检测. */
export const BusinessType = z.enum(['1', '2', '3', '4', '5', '6', '7', '8'], '请选择承担业务');
/** 奖项级别 (dictionary prj_award_level): 1 国家级, 2 省部级, 3 市级, 4 行业协会, 5 集团/企业级. */
export const AwardLevel = z.enum(['1', '2', '3', '4', '5'], '请选择奖项级别');
/** 创优阶段 (dictionary prj_award_stage): 1 创优策划, 2 申报, 3 初审, 4 评审/公示, 5 获奖, 6 未获奖. */
export const AwardStage = z.enum(['1', '2', '3', '4', '5', '6'], '请选择创优阶段');
const GRADES = ['1', '2', '3', '4', '5', '6'] as const;
const ONE_TWO = ['1', '2'] as const;

/** Degrees as a number; text of a number is taken too. */
const degrees = (label: string) =>
  z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value) => (value === null || value === undefined || value === '' ? null : Number(value)))
    .pipe(
      z
        .number({ error: `${label}应为数字` })
        .min(-180, `${label}不正确`)
        .max(180, `${label}不正确`)
        .nullable(),
    );

/** 质量项目. */
export const QualityProjectInput = z.object({
  projectName: requiredText(200, '工程名称'),
  projectCode: requiredText(64, '工程编号'),
  projectType: ProjectType,
  businessType: BusinessType,
  ...placeInput,
  provinceCode: z.string({ error: '请选择省份' }).pipe(AreaCode),
  cityCode: z.string({ error: '请选择城市' }).pipe(AreaCode),
  address: optionalText(200, '详细地址'),
  lng: degrees('经度'),
  lat: degrees('纬度'),
  ownerUnit: optionalText(200, '建设单位'),
  surveyUnit: optionalText(200, '勘察单位'),
  designUnit: optionalText(200, '设计单位'),
  buildUnit: optionalText(200, '施工单位'),
  supervisionUnit: optionalText(200, '监理单位'),
  /** 万元 */
  contractAmount: optionalAmount('合同额'),
  /** 万元 */
  investAmount: optionalAmount('总投资'),
  scale: optionalText(200, '规模'),
  startDate: optionalDay,
  planFinishDate: optionalDay,
  finishDate: optionalDay,
  acceptDate: optionalDay,
  /** prj_accept_grade: 1 合格, 2 优良 */
  acceptGrade: optionalCode(ONE_TWO, '验收评定不正确'),
  awardName: optionalText(100, '奖项名称'),
  awardLevel: AwardLevel,
  /** prj_award_grade: 1 特等奖, 2 金奖, 3 一等奖, 4 二等奖, 5 三等奖, 6 提名奖 */
  awardGrade: optionalCode(GRADES, '奖项等次不正确'),
  awardOrg: optionalText(200, '颁奖单位'),
  awardDate: optionalDay,
  awardCertNo: optionalText(64, '证书编号'),
  /** prj_award_role: 1 主申报, 2 参建 */
  role: optionalCode(ONE_TWO, '申报角色不正确'),
  stage: AwardStage,
  /** why the stage goes back; kept in the track and in the operation log, not in the record */
  stageReason: optionalText(500, '退回原因'),
  projectManager: optionalText(50, '项目经理'),
  techLeader: optionalText(50, '技术负责人'),
  members: People('项目成员', 50),
  ...recordInput,
  ...confirmSimilar,
});

/** A row of an import file: branch and place by name, 确认重复 as 是 or 否. */
export const QualityProjectRow = QualityProjectInput.omit({
  branchId: true,
  deptId: true,
  provinceCode: true,
  cityCode: true,
  attachments: true,
  stageReason: true,
  confirmSimilar: true,
}).extend({
  branchName: requiredText(100, '所属分公司'),
  provinceName: requiredText(50, '省份'),
  cityName: optionalText(50, '城市'),
  confirm: YesNo.nullish(),
});

const row = {
  ...recordFields,
  ...placeFields,
  projectName: z.string(),
  projectCode: z.string(),
  projectType: ProjectType,
  businessType: BusinessType,
  provinceCode: z.string(),
  cityCode: z.string(),
  /** 浙江省 / 杭州市 */
  areaName: z.string().nullable(),
  address: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  ownerUnit: z.string().nullable(),
  surveyUnit: z.string().nullable(),
  designUnit: z.string().nullable(),
  buildUnit: z.string().nullable(),
  supervisionUnit: z.string().nullable(),
  contractAmount: z.string().nullable(),
  investAmount: z.string().nullable(),
  scale: z.string().nullable(),
  startDate: Day.nullable(),
  planFinishDate: Day.nullable(),
  finishDate: Day.nullable(),
  acceptDate: Day.nullable(),
  acceptGrade: z.string().nullable(),
  awardName: z.string().nullable(),
  awardLevel: AwardLevel,
  awardGrade: z.string().nullable(),
  awardOrg: z.string().nullable(),
  awardDate: Day.nullable(),
  awardCertNo: z.string().nullable(),
  role: z.string().nullable(),
  stage: AwardStage,
  projectManager: z.string().nullable(),
  techLeader: z.string().nullable(),
  members: z.array(z.string()),
};
export const QualityProject = z.object(row);

/** One step of a project on its way to an award; `fromStage` is null on the first. */
export const StageStep = z.object({
  fromStage: z.string().nullable(),
  stage: AwardStage,
  reason: z.string().nullable(),
  createName: z.string().nullable(),
  createTime: Time,
});
/** The record with the way it went, oldest step first. */
export const QualityProjectDetail = z.object({ ...row, track: z.array(StageStep) });

export const QualityProjectSearch = z.object({
  /** in name, code, award or owner */
  keyword: z.string().trim().max(100).optional(),
  projectType: ProjectType.optional(),
  businessType: BusinessType.optional(),
  awardLevel: AwardLevel.optional(),
  stage: AwardStage.optional(),
  /** running = not decided yet, decided = won or lost */
  phase: z.enum(['running', 'decided']).optional(),
  branchId: Id.optional(),
  /** a province or a city */
  areaCode: AreaCode.optional(),
  awardFrom: Day.optional(),
  awardTo: Day.optional(),
  finishFrom: Day.optional(),
  finishTo: Day.optional(),
});

export const QualityProjectOption = z.object({ id: Id, projectName: z.string(), projectCode: z.string(), stage: AwardStage });

export const QualityProjectStat = z.object({
  total: z.number().int(),
  won: z.number().int(),
  /** won at the national level */
  nationalWon: z.number().int(),
  /** planned, filed or under review */
  running: z.number().int(),
  /** won of those that are decided, in percent with one decimal; null before the first decision */
  winRate: z.number().nullable(),
  /** 万元 */
  contractAmount: z.string(),
  /** 万元 */
  investAmount: z.string(),
  byLevel: z.array(Group),
  byStage: z.array(Group),
  byType: z.array(Group),
  byBranch: z.array(Group),
  /** awards by year, oldest first */
  byYear: z.array(Group),
});

export const qualityProject = withAlias(
  defineContract({
    ...crudRoutes(BASE, '质量项目', CODE, {
      row: QualityProject,
      input: QualityProjectInput,
      search: QualityProjectSearch,
      detail: QualityProjectDetail,
    }),
    ...excelRoutes(BASE, '质量项目', CODE, { search: QualityProjectSearch }),
    changes: changesRoute(BASE, '质量项目', CODE),
    list: route.get(`${BASE}/list`, {
      summary: '质量项目下拉',
      access: signedIn,
      query: z.object({ keyword: z.string().trim().max(100).optional() }),
      reply: z.array(QualityProjectOption),
    }),
    stat: route.get(`${BASE}/stat`, {
      summary: '质量项目统计',
      access: perm(`${CODE}:list`),
      query: QualityProjectSearch,
      reply: QualityProjectStat,
    }),
  }),
  BASE,
  '/api/qualityProject',
);
