import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { QualityProjectRow } from '../../contract/quality-project.ts';
import { areaPairByName } from '../area-codes.ts';
import { branchByName } from '../branches.ts';
import { orConfirm } from '../record-rules.ts';
import { batch, type Search } from './queries.ts';
import { create } from './writes.ts';

export const excel = excelHandlers({
  label: '质量项目',
  columns: [
    { field: 'projectName', title: '工程名称', required: true, example: '杭州某大厦工程', width: 36 },
    { field: 'projectCode', title: '工程编号', required: true, example: 'ZL-2026-001', width: 18 },
    { field: 'projectType', title: '工程类型', dict: 'prj_project_type', required: true, example: '房建' },
    { field: 'businessType', title: '承担业务', dict: 'prj_business_type', required: true, example: '设计' },
    { field: 'branchName', title: '所属分公司', required: true, example: '浙江分公司', width: 20 },
    { field: 'deptName', title: '部门', only: 'export', width: 20 },
    { field: 'provinceName', title: '省份', required: true, only: 'import', example: '浙江省' },
    { field: 'cityName', title: '城市', only: 'import', example: '杭州市（直辖市可不填）' },
    { field: 'areaName', title: '所在地', only: 'export', width: 24 },
    { field: 'address', title: '详细地址', width: 30 },
    { field: 'lng', title: '经度', kind: 'number', example: '120.15' },
    { field: 'lat', title: '纬度', kind: 'number', example: '30.28' },
    { field: 'stage', title: '创优阶段', dict: 'prj_award_stage', required: true, example: '申报' },
    { field: 'awardLevel', title: '奖项级别', dict: 'prj_award_level', required: true, example: '省部级' },
    { field: 'awardName', title: '奖项名称', example: '钱江杯', width: 20 },
    { field: 'awardGrade', title: '奖项等次', dict: 'prj_award_grade', example: '一等奖' },
    { field: 'awardOrg', title: '颁奖单位', width: 24 },
    { field: 'awardDate', title: '获奖日期', kind: 'day' },
    { field: 'awardCertNo', title: '获奖证书编号', width: 18 },
    { field: 'role', title: '申报角色', dict: 'prj_award_role', example: '主申报' },
    { field: 'contractAmount', title: '合同额（万元）', kind: 'number', example: '860.50' },
    { field: 'investAmount', title: '总投资（万元）', kind: 'number', example: '52000' },
    { field: 'scale', title: '规模', example: '建筑面积 5.2 万平方米', width: 24 },
    { field: 'startDate', title: '开工日期', kind: 'day' },
    { field: 'planFinishDate', title: '计划竣工日期', kind: 'day' },
    { field: 'finishDate', title: '竣工日期', kind: 'day' },
    { field: 'acceptDate', title: '验收日期', kind: 'day' },
    { field: 'acceptGrade', title: '验收评定', dict: 'prj_accept_grade', example: '合格' },
    { field: 'ownerUnit', title: '建设单位', width: 30 },
    { field: 'surveyUnit', title: '勘察单位', width: 30 },
    { field: 'designUnit', title: '设计单位', width: 30 },
    { field: 'buildUnit', title: '施工单位', width: 30 },
    { field: 'supervisionUnit', title: '监理单位', width: 30 },
    { field: 'projectManager', title: '项目经理' },
    { field: 'techLeader', title: '技术负责人' },
    { field: 'members', title: '项目成员', example: '张三、李四', width: 30 },
    { field: 'sort', title: '排序', kind: 'number' },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'confirm', title: '确认重复', only: 'import', dict: 'sys_yes_no', example: '与已有记录相近但不是同一条时填写“是”' },
    { field: 'createName', title: '创建人', only: 'export' },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: QualityProjectRow,
  readDict: dictItems,
  rows: (ctx: Ctx, query: Search & { ids?: string[] | null }) => inBatches((after, limit) => batch(ctx, query, after, limit), 500),
  async create(ctx, { branchName, provinceName, cityName, confirm, ...row }) {
    const place = await areaPairByName(ctx.db, provinceName, cityName);
    const branchId = await branchByName(ctx.db, branchName);
    const rest = { deptId: null, attachments: null, stageReason: null, confirmSimilar: confirm === '1' };
    await orConfirm(() => create(ctx, { ...row, ...place, branchId, ...rest }));
  },
});
