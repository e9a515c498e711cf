import { Button } from 'antd';
import type { Fact } from '#kit/web/detail/DetailDrawer.tsx';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { useCan } from '#kit/web/can.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { barredProps } from '#kit/web/table/barred.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { maskIdCard } from '#kit/core/cn/id-card.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { api } from '../api.ts';
import { RecordDetail, type FactGroup } from '../parts/RecordDetail.tsx';
import { Sensitive } from '../parts/Sensitive.tsx';
import { CertTag, Occupied, Unified, leftText, type Qualification } from './labels.tsx';
import type { Verbs } from './use-verbs.tsx';

const head: readonly Fact<Qualification>[] = [
  { field: 'certName', title: '证书名称' },
  { field: 'branchName', title: '所属分公司' },
  { field: 'registerStatus', title: '注册状态', dict: 'prj_register_status' },
  { field: 'validTo', title: '有效期至', kind: 'day' },
  { field: 'isUnified', title: '人证合一', render: (row) => <Unified value={row.isUnified} /> },
  { field: 'occupied', title: '项目锁定', render: (row) => <Occupied row={row} /> },
];

const groups: readonly FactGroup<Qualification>[] = [
  {
    title: '持证人员',
    facts: [
      { field: 'personName', title: '姓名' },
      { field: 'employeeNo', title: '工号', kind: 'mono' },
      { field: 'idCardNo', title: '身份证号', render: (row) => <Sensitive value={row.idCardNo} mask={maskIdCard} /> },
      { field: 'phone', title: '手机号码', render: (row) => <Sensitive value={row.phone} mask={maskNumber} /> },
      { field: 'gender', title: '性别', dict: 'sys_user_sex' },
      { field: 'birthday', title: '出生日期', kind: 'day' },
      { field: 'education', title: '学历', dict: 'prj_education' },
      { field: 'major', title: '所学专业' },
      { field: 'titleLevel', title: '职称等级', dict: 'prj_title_level' },
      { field: 'branchName', title: '所属分公司' },
      { field: 'deptName', title: '部门' },
    ],
  },
  {
    title: '资格证书',
    facts: [
      { field: 'topTypeName', title: '执业类别' },
      { field: 'typeName', title: '执业类型' },
      { field: 'specialty', title: '注册专业' },
      { field: 'certName', title: '证书名称' },
      { field: 'certNo', title: '资格证书编号', kind: 'mono' },
      { field: 'issueOrg', title: '发证机关' },
      { field: 'issueDate', title: '发证日期', kind: 'day' },
    ],
  },
  {
    title: '注册信息',
    facts: [
      { field: 'registerStatus', title: '注册状态', dict: 'prj_register_status' },
      { field: 'registerNo', title: '注册证号', kind: 'mono' },
      { field: 'sealNo', title: '执业印章号', kind: 'mono' },
      { field: 'registerUnit', title: '注册单位' },
      { field: 'registerDate', title: '注册日期', kind: 'day' },
      { field: '_span', title: '有效期', render: (row) => `${row.validFrom ?? '—'} 至 ${row.validTo}` },
    ],
  },
];

/** Names of what only the change record shows. */
const FIELDS = [
  { field: 'validFrom', label: '有效期起' },
  { field: 'validTo', label: '有效期至' },
  { field: 'certStatus', label: '证书状态', dict: 'prj_cert_status' },
  { field: 'eduHoursDone', label: '已修学时' },
  { field: 'occupied', label: '项目锁定', dict: 'sys_yes_no' },
  { field: 'isUnified', label: '人证合一', dict: 'sys_yes_no' },
  { field: 'occupiedProjectId', label: '锁定项目编号' },
  { field: 'occupiedProjectName', label: '锁定项目' },
  { field: 'userId', label: '关联账号' },
  { field: 'branchId', label: '所属分公司' },
  { field: 'deptId', label: '部门' },
  { field: 'typeId', label: '执业类型' },
  { field: 'topTypeId', label: '执业类别' },
];

interface QualificationDetailProps {
  list: EntityList<RowOf<typeof api.practicingQualification>>;
  id: string;
  verbs: Verbs;
  onEdit: () => void;
}

/** The page of one certificate. */
export function QualificationDetail({ list, id, verbs, onEdit }: QualificationDetailProps) {
  const can = useCan();
  return (
    <RecordDetail<RowOf<typeof api.practicingQualification>, Qualification>
      list={list}
      id={id}
      changes={api.practicingQualification.changes}
      title={(row) => row.personName}
      tags={(row) => (
        <>
          <CertTag value={row.certStatus} />
          <FlowTag flow={row.flow} />
          <Tag tone="line">{row.specialty ? `${row.topTypeName} · ${row.specialty}` : row.topTypeName}</Tag>
        </>
      )}
      subtitle={(row) => row.certNo}
      head={head}
      groups={groups}
      fields={FIELDS}
      onEdit={onEdit}
      actions={(row) =>
        verbs
          .actions(row)
          .filter((action) => !action.call || can(action.call))
          .map((action) => (
            <Button key={action.key} {...barredProps(action.disabled)} onClick={action.onClick}>
              {action.label}
            </Button>
          ))
      }
      rail={(row) => (
        <>
          <Validity row={row} />
          <Education row={row} />
        </>
      )}
    />
  );
}

const DAY_MS = 86_400_000;
/** Part of the registration period that has passed, 0 to 1. */
function passed(row: Qualification): number | null {
  if (row.validFrom === null) return null;
  const length = (Date.parse(row.validTo) - Date.parse(row.validFrom)) / DAY_MS + 1;
  return Math.min(1, Math.max(0, (length - row.daysLeft) / length));
}

const toneOf = (row: Qualification): string => ({ '1': 'ok', '2': 'warn', '3': 'bad', '4': 'idle' })[row.certStatus];

function Validity({ row }: { row: Qualification }) {
  const part = passed(row);
  return (
    <section className="panel rail-panel">
      <h2>有效期</h2>
      <div className={`validity ${toneOf(row)}`}>{leftText(row)}</div>
      {part !== null && <Bar part={part} tone={toneOf(row)} />}
      <div className="bar-ends muted">
        <span>{row.validFrom ?? ''}</span>
        <span>{row.validTo}</span>
      </div>
    </section>
  );
}

function Education({ row }: { row: Qualification }) {
  const { eduHoursDone: done, eduHoursNeeded: needed } = row;
  return (
    <section className="panel rail-panel">
      <h2>继续教育</h2>
      {done === null && needed === null ? (
        <Missing />
      ) : (
        <>
          <div className="hours">
            <b>{done ?? 0}</b>
            <span className="muted">{needed === null ? '学时' : `/ ${needed} 学时`}</span>
          </div>
          {needed !== null && needed > 0 && <Bar part={Math.min(1, (done ?? 0) / needed)} tone={(done ?? 0) >= needed ? 'ok' : 'idle'} />}
        </>
      )}
    </section>
  );
}

const Bar = ({ part, tone }: { part: number; tone: string }) => (
  <div className="rail-bar" role="presentation">
    <i className={tone} style={{ width: `${Math.round(part * 100)}%` }} />
  </div>
);
