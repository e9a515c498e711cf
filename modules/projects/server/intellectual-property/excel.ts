import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { IntellectualPropertyRow } from '../../contract/intellectual-property.ts';
import { branchByName } from '../branches.ts';
import { orConfirm } from '../record-rules.ts';
import { batch, type Search } from './queries.ts';
import { create } from './writes.ts';

export const excel = excelHandlers({
  label: '知识产权',
  columns: [
    { field: 'ipName', title: '名称', required: true, example: '一种基坑支护监测装置', width: 40 },
    { field: 'ipType', title: '知识产权类型', dict: 'prj_ip_type', required: true, example: '实用新型' },
    { field: 'ipLevel', title: '级别', dict: 'prj_ip_level', example: '省部级' },
    { field: 'legalStatus', title: '法律状态', dict: 'prj_ip_status', required: true, example: '已授权' },
    { field: 'branchName', title: '所属分公司', required: true, example: '江苏分公司', width: 20 },
    { field: 'deptName', title: '部门', only: 'export', width: 20 },
    { field: 'applyNo', title: '申请号', example: 'CN201710601862.3', width: 22 },
    { field: 'applyDate', title: '申请日期', kind: 'day', example: '2023-05-10' },
    { field: 'grantNo', title: '授权/登记号', example: 'ZL201710601862.3', width: 22 },
    { field: 'grantDate', title: '授权日期', kind: 'day', example: '2024-02-20' },
    { field: 'certNo', title: '证书号', width: 18 },
    { field: 'owner', title: '权利人', required: true, example: '江苏分公司', width: 30 },
    { field: 'coOwners', title: '共同权利人', width: 24 },
    { field: 'inventors', title: '发明人', example: '张三、李四（第一个为第一发明人）', width: 30 },
    { field: 'expireDate', title: '权利届满日', kind: 'day', example: '不填时按类型和申请日期计算' },
    { field: 'annualFeeDue', title: '年费到期日', kind: 'day', example: '2026-05-10' },
    { field: 'annualFee', title: '年费（元）', kind: 'number', example: '1200' },
    { field: 'ipcClass', title: '分类号', example: 'E02D 17/04' },
    { field: 'field', title: '技术领域', example: '岩土工程' },
    { field: 'projectName', title: '依托项目', only: 'export', width: 30 },
    { field: 'transformAmount', title: '转化收益（万元）', kind: 'number', example: '12.50' },
    { field: 'rewardAmount', title: '奖励金额（元）', kind: 'number', example: '3000' },
    { field: 'sort', title: '排序', kind: 'number' },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'confirm', title: '确认重复', only: 'import', dict: 'sys_yes_no', example: '与已有记录相近但不是同一条时填写“是”' },
    { field: 'createName', title: '创建人', only: 'export' },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: IntellectualPropertyRow,
  readDict: dictItems,
  rows: (ctx: Ctx, query: Search & { ids?: string[] | null }) => inBatches((after, limit) => batch(ctx, query, after, limit), 500),
  async create(ctx, { branchName, confirm, ...row }) {
    const branchId = await branchByName(ctx.db, branchName);
    await orConfirm(() =>
      create(ctx, { ...row, branchId, deptId: null, projectId: null, attachments: null, confirmSimilar: confirm === '1' }),
    );
  },
});
