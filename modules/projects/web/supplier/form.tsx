import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { NEEDS_LICENCE } from '../../contract/supplier.ts';
import { AreaPicker } from '../AreaPicker.tsx';
import type { api } from '../api.ts';
import { loadDepts } from '../parts/choices.tsx';
import { RecordFiles } from '../parts/RecordFiles.tsx';
import { Qualifications } from './Qualifications.tsx';

type Input = InputOf<typeof api.supplier>;

const needsLicence = (values: Partial<Input>) => NEEDS_LICENCE.includes(values.supplierType ?? '');

export const supplierForm: readonly FormField<Input>[] = [
  { field: 'supplierName', label: '供应商名称', section: '基本信息', placeholder: '营业执照上的全称' },
  { field: 'creditCode', label: '统一社会信用代码', placeholder: '18 位' },
  { field: 'supplierType', label: '供应商类型', dict: 'prj_supplier_type' },
  {
    field: 'listStatus',
    label: '名录状态',
    options: [
      { value: '1', label: '潜在' },
      { value: '2', label: '合格' },
      { value: '3', label: '战略' },
    ],
    initial: '1',
    when: 'new',
    hint: '建档后通过“变更状态”调整，并保留原因',
  },
  { field: 'legalPerson', label: '法定代表人' },
  { field: 'registeredCapital', label: '注册资本（万元）' },
  { field: 'establishDate', label: '成立日期', widget: 'day' },
  { field: 'companyNature', label: '企业性质', placeholder: '例如 有限责任公司' },
  {
    field: 'cityCode',
    label: '所在地',
    section: '联系方式',
    render: (props) => <AreaPicker {...props} depth={2} placeholder="请选择省/市" />,
  },
  { field: 'address', label: '详细地址' },
  { field: 'contact', label: '联系人' },
  { field: 'contactPhone', label: '联系电话', placeholder: '手机号码或带区号的固定电话' },
  { field: 'email', label: '电子邮箱' },
  { field: 'ownerDeptId', label: '归口部门', widget: 'tree', load: loadDepts, placeholder: '不选为本人所在部门' },
  { field: 'mainProducts', label: '主营产品或服务', widget: 'area', section: '经营与资质' },
  { field: 'businessScope', label: '经营范围', widget: 'area' },
  { field: 'qualifications', label: '资质', wide: true, render: (props) => <Qualifications {...props} /> },
  { field: 'safetyLicenseNo', label: '安全生产许可证号', required: needsLicence, hint: '劳务分包和专业分包必填' },
  { field: 'safetyValidTo', label: '安全生产许可证有效期至', widget: 'day', required: needsLicence },
  { field: 'taxType', label: '纳税人类型', dict: 'prj_tax_type', section: '财务与合作' },
  { field: 'invoiceRate', label: '税率（%）' },
  { field: 'bankName', label: '开户银行' },
  { field: 'bankAccount', label: '银行账号', hint: '加密保存；仅有修改权限的人能看到完整账号' },
  { field: 'coopSince', label: '合作起始日期', widget: 'day' },
  { field: 'coopCount', label: '合作次数', widget: 'number', initial: 0 },
  { field: 'coopAmount', label: '累计合作金额（万元）' },
  { field: 'payableAmount', label: '应付金额（万元）' },
  { field: 'attachments', label: '附件', section: '附件与备注', wide: true, render: (props) => <RecordFiles {...props} /> },
  { field: 'remark', label: '备注', widget: 'area' },
];

/** The province follows from the city. */
export const withProvince = (values: Input): unknown => ({
  ...values,
  ...(values.cityCode && { provinceCode: `${values.cityCode.slice(0, 2)}0000` }),
});
