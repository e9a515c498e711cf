import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { day } from '#kit/web/format.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { daysLeft } from '../../core/expiry.ts';
import { api } from '../api.ts';
import { moneyText } from '../parts/money.ts';
import { RecordDetail, type FactGroup } from '../parts/RecordDetail.tsx';
import { intellectualPropertyForm } from './form.tsx';
import { IP_TONES } from './labels.ts';

type Row = RowOf<typeof api.intellectualProperty>;
type Full = CallReply<typeof api.intellectualProperty.get>;

const people = (names: readonly string[]) => (names.length === 0 ? <Missing /> : names.join('、'));
const money = (amount: string | null, unit: string) => (amount === null ? <Missing /> : `${moneyText(amount)} ${unit}`);

const groups: readonly FactGroup<Full>[] = [
  {
    title: '权利信息',
    facts: [
      { field: 'ipType', title: '知识产权类型', dict: 'prj_ip_type' },
      { field: 'ipLevel', title: '级别', dict: 'prj_ip_level' },
      { field: 'legalStatus', title: '法律状态', dict: 'prj_ip_status', tones: IP_TONES },
      { field: 'owner', title: '权利人' },
      { field: 'coOwners', title: '共同权利人' },
      { field: 'inventors', title: '发明人', render: (row) => people(row.inventors) },
    ],
  },
  {
    title: '申请与授权',
    facts: [
      { field: 'applyNo', title: '申请号', kind: 'mono' },
      { field: 'applyDate', title: '申请日期', kind: 'day' },
      { field: 'certNo', title: '证书号' },
      { field: 'grantNo', title: '授权/登记号', kind: 'mono' },
      { field: 'grantDate', title: '授权日期', kind: 'day' },
      { field: 'expireDate', title: '权利届满日', kind: 'day' },
      { field: 'annualFeeDue', title: '年费到期日', kind: 'day' },
      { field: 'annualFee', title: '年费', render: (row) => money(row.annualFee, '元') },
      { field: 'ipcClass', title: '分类号' },
    ],
  },
  {
    title: '归属与收益',
    facts: [
      { field: 'branchId', title: '所属分公司', render: (row) => row.branchName ?? <Missing /> },
      { field: 'deptId', title: '部门', render: (row) => row.deptName ?? <Missing /> },
      { field: 'field', title: '技术领域' },
      { field: 'projectId', title: '依托项目', render: (row) => row.projectName ?? <Missing /> },
      { field: 'transformAmount', title: '转化收益', render: (row) => money(row.transformAmount, '万元') },
      { field: 'rewardAmount', title: '奖励金额', render: (row) => money(row.rewardAmount, '元') },
    ],
  },
];

/** Further away than a year the day itself says more than a number of days. */
const TOLD_DAYS = 366;
/** 90 days before the end people hear of it, 30 days before it is urgent. */
const toneOf = (left: number): Tone => (left < 0 ? 'bad' : left <= 30 ? 'warn' : 'line');
const leftText = (left: number): string => (left < 0 ? `已过期 ${-left} 天` : left === 0 ? '今天到期' : `还有 ${left} 天`);

/** What ends next on this right. */
function Terms({ row }: { row: Full }) {
  const today = day(serverNow()) ?? '';
  const isInForce = row.legalStatus === '4' || row.legalStatus === '7';
  const terms = [
    { what: '年费到期', at: row.annualFeeDue },
    { what: '权利届满', at: row.expireDate },
  ].flatMap(({ what, at }) => (at === null ? [] : [{ what, at, left: daysLeft(at, today) }]));
  return (
    <section className="panel rail-panel">
      <h2>权利期限</h2>
      {terms.length === 0 && <p className="muted">没有登记期限。</p>}
      <ul className="rail-rows">
        {terms.map(({ what, at, left }) => (
          <li key={what}>
            <span>
              {what} <span className="muted num">{at}</span>
            </span>
            {isInForce && left <= TOLD_DAYS && <Tag tone={toneOf(left)}>{leftText(left)}</Tag>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page of one 知识产权. */
export function IntellectualPropertyDetail({ list, id, onEdit }: { list: EntityList<Row>; id: string; onEdit: () => void }) {
  return (
    <RecordDetail<Row, Full>
      list={list}
      id={id}
      changes={api.intellectualProperty.changes}
      title={(row) => row.ipName}
      tags={(row) => (
        <>
          <DictTag code="prj_ip_status" value={row.legalStatus} tones={IP_TONES} />
          <Tag tone="line">
            <DictTag code="prj_ip_type" value={row.ipType} />
          </Tag>
        </>
      )}
      subtitle={(row) => row.grantNo ?? row.applyNo ?? '未填写编号'}
      head={[
        { field: 'inventors', title: '第一发明人', render: (row) => row.inventors[0] ?? <Missing /> },
        { field: 'branchId', title: '所属分公司', render: (row) => row.branchName ?? <Missing /> },
        { field: 'applyDate', title: '申请日期', kind: 'day' },
        { field: 'grantDate', title: '授权日期', kind: 'day' },
        { field: 'expireDate', title: '权利届满日', kind: 'day' },
      ]}
      groups={groups}
      fields={intellectualPropertyForm}
      rail={(row) => <Terms row={row} />}
      onEdit={onEdit}
    />
  );
}
