import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { DepartmentRow } from '../../contract/department.ts';
import { TOP } from '../../core/department.ts';
import { areaPairByName } from '../area-codes.ts';
import { orConfirm, fieldRefusal } from '../record-rules.ts';
import { batch, TABLE, type Search } from './queries.ts';
import { create } from './writes.ts';

/** The unit with a code, also one that an earlier row of the file has made; throws rule.broken. */
async function parentByCode(ctx: Ctx, code: string | null): Promise<string> {
  if (code === null) return TOP;
  const row = await ctx.db.selectFrom(TABLE).select('id').where('deptCode', '=', code).where('deletedAt', 'is', null).executeTakeFirst();
  if (!row) throw fieldRefusal('parentCode', `没有编码为“${code}”的上级单元，上级单元应排在下级单元之前`);
  return row.id;
}

/** The department of the platform with a number; throws rule.broken. */
async function sysDeptByNo(ctx: Ctx, deptNo: string | null): Promise<string | null> {
  if (deptNo === null) return null;
  const row = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('deptNo', '=', deptNo)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw fieldRefusal('sysDeptNo', `没有编码为“${deptNo}”的系统部门`);
  return row.id;
}

export const excel = excelHandlers({
  label: '生产单元',
  columns: [
    { field: 'deptName', title: '单元名称', required: true, example: '江苏分公司设计一所', width: 24 },
    { field: 'deptCode', title: '单元编码', required: true, example: 'JS-SJ1', width: 16 },
    { field: 'deptType', title: '单元类型', dict: 'prj_unit_type', required: true, example: '生产院所' },
    { field: 'parentCode', title: '上级单元编码', only: 'import', example: '不填为顶级单元' },
    { field: 'parentName', title: '上级单元', only: 'export', width: 20 },
    { field: 'sysDeptNo', title: '系统部门编码', only: 'import', example: '选填，一个部门只能关联一个单元' },
    { field: 'sysDeptName', title: '系统部门', only: 'export', width: 20 },
    { field: 'leader', title: '负责人', required: true, example: '张三' },
    { field: 'leaderPhone', title: '负责人电话', example: '13800000001', width: 18 },
    { field: 'viceLeaders', title: '副职', example: '李四、王五', width: 20 },
    { field: 'provinceName', title: '省份', only: 'import', example: '江苏省' },
    { field: 'cityName', title: '城市', only: 'import', example: '南京市' },
    { field: 'areaName', title: '所在地', only: 'export', width: 24 },
    { field: 'address', title: '详细地址', width: 30 },
    { field: 'establishDate', title: '成立日期', kind: 'day', example: '2012-03-01' },
    { field: 'mainBusiness', title: '主营业务', width: 30 },
    { field: 'staffPlan', title: '编制人数', kind: 'number', example: '60' },
    { field: 'staffActual', title: '在岗人数', kind: 'number', example: '56' },
    { field: 'certStaff', title: '持证人数', kind: 'number', example: '18' },
    { field: 'targetYear', title: '指标年度', kind: 'number', example: '2026' },
    { field: 'targetContract', title: '新签合同指标（万元）', kind: 'number', example: '8000' },
    { field: 'targetOutput', title: '产值指标（万元）', kind: 'number', example: '7200' },
    { field: 'targetReceipt', title: '回款指标（万元）', kind: 'number', example: '6500' },
    { field: 'targetProfit', title: '利润指标（万元）', kind: 'number', example: '600' },
    { field: 'status', title: '状态', dict: 'sys_common_status', example: '启用' },
    { field: 'sort', title: '排序', kind: 'number' },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'confirm', title: '确认重复', only: 'import', dict: 'sys_yes_no', example: '与已有单元同名但不是同一个时填写“是”' },
    { field: 'createName', title: '创建人', only: 'export' },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: DepartmentRow,
  readDict: dictItems,
  rows: (ctx: Ctx, query: Search & { ids?: string[] | null }) => inBatches((after, limit) => batch(ctx, query, after, limit), 500),
  async create(ctx, { parentCode, sysDeptNo, provinceName, cityName, confirm, ...row }) {
    const { targetYear, targetContract, targetOutput, targetReceipt, targetProfit, ...fields } = row;
    const amounts = { contract: targetContract, output: targetOutput, receipt: targetReceipt, profit: targetProfit };
    if (targetYear === null && Object.values(amounts).some((amount) => amount !== null))
      throw fieldRefusal('targetYear', '填写了指标，请填写指标年度');
    if (provinceName === null && cityName !== null) throw fieldRefusal('provinceName', '填写了城市，请填写省份');
    const place = provinceName === null ? { provinceCode: null, cityCode: null } : await areaPairByName(ctx.db, provinceName, cityName);
    const parentId = await parentByCode(ctx, parentCode);
    const sysDeptId = await sysDeptByNo(ctx, sysDeptNo);
    const targets = targetYear === null ? [] : [{ year: targetYear, ...amounts }];
    await orConfirm(() =>
      create(ctx, { ...fields, ...place, parentId, sysDeptId, targets, attachments: null, confirmSimilar: confirm === '1' }),
    );
  },
});
