import { day, count } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { ChangedField } from '#kit/web/detail/ChangeTimeline.tsx';
import { daysLeft } from '../../core/expiry.ts';
import { maskAccount, maskNumber } from '../../core/supplier-mask.ts';
import type { api } from '../api.ts';
import type { FactGroup } from '../parts/RecordDetail.tsx';
import { Sensitive } from '../parts/Sensitive.tsx';

export type Full = CallReply<typeof api.supplier.get>;
const SOON_DAYS = 90;

/** A day on which something ends, with how far it is when that is near. */
export function Ends({ on }: { on: string | null }) {
  const today = day(serverNow());
  if (on === null || today === null) return <Missing />;
  const left = daysLeft(on, today);
  if (left > SOON_DAYS) return <span className="num">{on}</span>;
  const text = left < 0 ? `已过期 ${-left} 天` : left === 0 ? '今天到期' : `${left} 天后到期`;
  return (
    <span className="supplier-ends">
      <span className="num">{on}</span>
      <Tag tone={left < 0 ? 'bad' : 'warn'} dot={false}>
        {text}
      </Tag>
    </span>
  );
}

const amount = (value: string | null, unit: string) =>
  value === null ? <Missing /> : <span className="num">{`${count(Number(value))} ${unit}`}</span>;

export const headFacts = [
  { field: 'supplierType', title: '类型', dict: 'prj_supplier_type' },
  { field: 'areaName', title: '所在地' },
  {
    field: 'score',
    title: '评价得分',
    render: (row: Full) => (row.score === null ? <Missing /> : `${Number(row.score)}（${row.scoreYear} 年）`),
  },
  { field: 'nextExpiry', title: '最近到期', render: (row: Full) => <Ends on={row.nextExpiry} /> },
  { field: 'ownerDeptName', title: '归口部门' },
] as const;

export const groups: readonly FactGroup<Full>[] = [
  {
    title: '工商信息',
    facts: [
      { field: 'supplierCode', title: '供应商编号', kind: 'mono' },
      { field: 'creditCode', title: '统一社会信用代码', kind: 'mono' },
      { field: 'legalPerson', title: '法定代表人' },
      { field: 'registeredCapital', title: '注册资本', render: (row) => amount(row.registeredCapital, '万元') },
      { field: 'establishDate', title: '成立日期', kind: 'day' },
      { field: 'companyNature', title: '企业性质' },
      { field: 'mainProducts', title: '主营产品或服务', wide: true },
      { field: 'businessScope', title: '经营范围', wide: true },
    ],
  },
  {
    title: '联系方式',
    facts: [
      { field: 'contact', title: '联系人' },
      { field: 'contactPhone', title: '联系电话', render: (row) => <Sensitive value={row.contactPhone} mask={maskNumber} /> },
      { field: 'email', title: '电子邮箱' },
      { field: 'address', title: '详细地址', wide: true },
    ],
  },
  {
    title: '财务与合作',
    facts: [
      { field: 'taxType', title: '纳税人类型', dict: 'prj_tax_type' },
      { field: 'invoiceRate', title: '税率', render: (row) => (row.invoiceRate === null ? <Missing /> : `${Number(row.invoiceRate)}%`) },
      { field: 'bankName', title: '开户银行' },
      { field: 'bankAccount', title: '银行账号', render: (row) => <Sensitive value={row.bankAccount} mask={maskAccount} /> },
      { field: 'coopSince', title: '合作起始日期', kind: 'day' },
      { field: 'coopCount', title: '合作次数', kind: 'number' },
      { field: 'coopAmount', title: '累计合作金额', render: (row) => amount(row.coopAmount, '万元') },
      { field: 'payableAmount', title: '应付金额', render: (row) => amount(row.payableAmount, '万元') },
    ],
  },
];

/** What the change record calls the fields that are no facts, and how it words their codes. */
export const changedFields: readonly ChangedField[] = [
  { field: 'supplierName', label: '供应商名称' },
  { field: 'listStatus', label: '名录状态', dict: 'prj_supplier_status' },
  { field: 'statusReason', label: '原因' },
  { field: 'provinceCode', label: '省份代码' },
  { field: 'cityCode', label: '城市代码' },
  { field: 'ownerDeptId', label: '归口部门编号' },
  { field: 'qualifications', label: '资质' },
  { field: 'safetyLicenseNo', label: '安全生产许可证号' },
  { field: 'safetyValidTo', label: '安全生产许可证有效期' },
];

/** 资质 and 安全生产许可证. */
export function QualificationTab({ row }: { row: Full }) {
  if (row.qualifications.length === 0 && row.safetyLicenseNo === null) return <p className="muted">没有登记资质和许可证。</p>;
  return (
    <table className="supplier-table">
      <thead>
        <tr>
          <th>名称</th>
          <th>等级</th>
          <th>证书编号</th>
          <th>有效期至</th>
        </tr>
      </thead>
      <tbody>
        {row.safetyLicenseNo !== null && (
          <tr>
            <td>安全生产许可证</td>
            <td>
              <Missing />
            </td>
            <td className="mono">{row.safetyLicenseNo}</td>
            <td>
              <Ends on={row.safetyValidTo} />
            </td>
          </tr>
        )}
        {row.qualifications.map((one) => (
          <tr key={`${one.qualName} ${one.qualNo} ${one.qualValidTo}`}>
            <td>{one.qualName}</td>
            <td>{one.qualLevel ?? <Missing />}</td>
            <td className="mono">{one.qualNo ?? <Missing />}</td>
            <td>
              <Ends on={one.qualValidTo} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
