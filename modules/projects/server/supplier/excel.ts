import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { SupplierImport, type SupplierRow } from '../../contract/supplier-import.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { areaPairByName } from '../area-codes.ts';
import { orConfirm, fieldRefusal } from '../record-rules.ts';
import { CODE, qualificationsOf, reach, searchSuppliers, withNames, type Search } from './queries.ts';
import { createSupplier } from './writes.ts';

const text = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(' ');

async function deptId(ctx: Ctx, name: string | null): Promise<string | null> {
  if (name === null) return null;
  const found = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where((e) => e.or([e('deptName', '=', name), e('deptNo', '=', name)]))
    .where('deletedAt', 'is', null)
    .limit(2)
    .execute();
  if (found.length > 1) throw fieldRefusal('ownerDeptName', `有多个名为“${name}”的部门，请填写部门编码`);
  if (!found[0]) throw fieldRefusal('ownerDeptName', `归口部门“${name}”不存在`);
  return found[0].id;
}

async function createRow(ctx: Ctx, row: SupplierRow): Promise<void> {
  const { provinceName: _p, cityName: _c, ownerDeptName, qualName, qualLevel, qualNo, qualValidTo, confirm, ...values } = row;
  if (qualName === null && (qualLevel !== null || qualNo !== null || qualValidTo !== null))
    throw fieldRefusal('qualName', '填写了资质信息，请填写资质名称');
  await orConfirm(async () =>
    createSupplier(ctx, {
      ...values,
      ...(await areaPairByName(ctx.db, row.provinceName, row.cityName)),
      ownerDeptId: await deptId(ctx, ownerDeptName),
      qualifications: qualName === null ? [] : [{ qualName, qualLevel, qualNo, qualValidTo }],
      attachments: null,
      confirmSimilar: confirm,
    }),
  );
}

export const supplierExcel = excelHandlers({
  label: '供应商',
  columns: [
    { field: 'supplierCode', title: '供应商编号', only: 'export', width: 16 },
    { field: 'supplierName', title: '供应商名称', required: true, example: '杭州启元建材有限公司', width: 32 },
    { field: 'creditCode', title: '统一社会信用代码', required: true, example: '91350100M000100Y43', width: 24 },
    { field: 'supplierType', title: '供应商类型', dict: 'prj_supplier_type', required: true, example: '材料' },
    { field: 'listStatus', title: '名录状态', dict: 'prj_supplier_status', example: '合格' },
    { field: 'grade', title: '等级', dict: 'prj_supplier_grade', only: 'export' },
    { field: 'score', title: '得分', kind: 'number', only: 'export' },
    { field: 'scoreYear', title: '评价年度', only: 'export' },
    { field: 'statusReason', title: '暂停或拉黑原因', only: 'export', width: 30 },
    { field: 'provinceName', title: '省份', required: true, example: '浙江省', only: 'import' },
    { field: 'cityName', title: '城市', example: '杭州市', only: 'import' },
    { field: 'areaName', title: '所在地', only: 'export', width: 24 },
    { field: 'address', title: '详细地址', example: '西湖区文三路1号', width: 30 },
    { field: 'contact', title: '联系人', required: true, example: '张三' },
    { field: 'contactPhone', title: '联系电话', required: true, example: '13800000001', width: 18 },
    { field: 'email', title: '电子邮箱', example: 'zhangsan@example.com', width: 24 },
    { field: 'legalPerson', title: '法定代表人', example: '李四' },
    { field: 'registeredCapital', title: '注册资本（万元）', kind: 'number', example: '500' },
    { field: 'establishDate', title: '成立日期', kind: 'day', example: '2010-05-01' },
    { field: 'companyNature', title: '企业性质', example: '有限责任公司' },
    { field: 'businessScope', title: '经营范围', width: 40 },
    { field: 'mainProducts', title: '主营产品或服务', example: '水泥、砂石', width: 30 },
    { field: 'qualName', title: '资质名称', example: '建筑工程施工总承包', only: 'import' },
    { field: 'qualLevel', title: '资质等级', example: '一级', only: 'import' },
    { field: 'qualNo', title: '资质证书编号', only: 'import' },
    { field: 'qualValidTo', title: '资质有效期至', kind: 'day', example: '2028-12-31', only: 'import' },
    { field: 'qualifications', title: '资质', only: 'export', width: 40 },
    { field: 'safetyLicenseNo', title: '安全生产许可证号', example: '劳务分包和专业分包必填', width: 24 },
    { field: 'safetyValidTo', title: '安全生产许可证有效期至', kind: 'day', example: '2028-12-31' },
    { field: 'nextExpiry', title: '最近到期', kind: 'day', only: 'export' },
    { field: 'taxType', title: '纳税人类型', dict: 'prj_tax_type', example: '一般纳税人' },
    { field: 'invoiceRate', title: '税率（%）', kind: 'number', example: '13' },
    { field: 'bankName', title: '开户银行', only: 'import' },
    { field: 'bankAccount', title: '银行账号', example: '将单元格设为文本格式后填写', only: 'import', width: 24 },
    { field: 'coopSince', title: '合作起始日期', kind: 'day' },
    { field: 'coopCount', title: '合作次数', kind: 'number' },
    { field: 'coopAmount', title: '累计合作金额（万元）', kind: 'number' },
    { field: 'payableAmount', title: '应付金额（万元）', kind: 'number' },
    { field: 'ownerDeptName', title: '归口部门', example: '不填为导入人所在部门', width: 20 },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'confirm', title: '确认重复', example: '与已有供应商名称相同但不是同一家时填写“是”', only: 'import' },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: SupplierImport,
  readDict: dictItems,
  rows: (ctx: Ctx, query: Search & { ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      let rows = searchSuppliers(ctx, query)
        .selectAll('prjSupplier')
        .select(['prjSupplier.deptId as ownerDeptId', sql<boolean>`${reach(ctx, [`${CODE}:edit`])}`.as('isEditable')])
        .where('prjSupplier.id', '>', after);
      if (query.ids) rows = rows.where('prjSupplier.id', 'in', query.ids);
      const found = await withNames(ctx.db, await rows.orderBy('prjSupplier.id').limit(limit).execute());
      const ids = found.map((row) => row.id);
      const qualifications = ids.length === 0 ? [] : await qualificationsOf(ctx.db, ids);
      return found.map((row) => ({
        ...row,
        contactPhone: row.isEditable ? row.contactPhone : maskNumber(row.contactPhone),
        qualifications: qualifications
          .filter((one) => one.supplierId === row.id)
          .map((one) => text([one.qualName, one.qualLevel, one.qualNo, one.qualValidTo && `至${one.qualValidTo}`])),
      }));
    }, 500),
  create: createRow,
});
