import { Suspense } from 'react';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { staffRate } from '../../core/department.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { api } from '../api.ts';
import { RecordDetail, type FactGroup } from '../parts/RecordDetail.tsx';
import { Sensitive } from '../parts/Sensitive.tsx';
import { departmentForm } from './form.tsx';

type Row = RowOf<typeof api.department>;
type Full = CallReply<typeof api.department.get>;
const TargetTab = lazyPart(() => import('./TargetTab.tsx'));

const groups: readonly FactGroup<Full>[] = [
  {
    title: '基本信息',
    facts: [
      { field: 'deptCode', title: '单元编码', kind: 'mono' },
      { field: 'deptType', title: '单元类型', dict: 'prj_unit_type' },
      { field: 'status', title: '状态', dict: 'sys_common_status' },
      { field: 'parentId', title: '上级单元', render: (row) => row.parentName ?? '顶级单元' },
      { field: 'sysDeptId', title: '系统部门', render: (row) => row.sysDeptName ?? <Missing /> },
      { field: 'establishDate', title: '成立日期', kind: 'day' },
      { field: 'mainBusiness', title: '主营业务', wide: true },
    ],
  },
  {
    title: '负责人与驻地',
    facts: [
      { field: 'leader', title: '负责人' },
      { field: 'leaderPhone', title: '负责人电话', render: (row) => <Sensitive value={row.leaderPhone} mask={maskNumber} /> },
      { field: 'viceLeaders', title: '副职', render: (row) => row.viceLeaders.join('、') || <Missing /> },
      { field: 'cityCode', title: '所在地', render: (row) => row.areaName ?? <Missing /> },
      { field: 'address', title: '详细地址' },
    ],
  },
];

/** How far the planned posts are filled, and how many of the people hold a certificate. */
function Staff({ row }: { row: Full }) {
  const lines = [
    { label: '在岗 / 编制', of: row.staffPlan, part: row.staffActual },
    { label: '持证 / 在岗', of: row.staffActual, part: row.certStaff },
  ];
  return (
    <section className="panel rail-panel">
      <h2>人员</h2>
      {lines.map(({ label, of, part }) => {
        const rate = staffRate(part, of);
        return (
          <div className="rail-bar" key={label}>
            <div>
              <span>{label}</span>
              <span className="num">
                {part} / {of}
                {rate !== null && <span className="muted"> {rate}%</span>}
              </span>
            </div>
            <div className="rail-track">
              <i style={{ width: `${Math.min(100, rate ?? 0)}%` }} />
            </div>
          </div>
        );
      })}
    </section>
  );
}

/** The page of one 生产单元 with its yearly targets. */
export function DepartmentDetail({ list, id, onEdit }: { list: EntityList<Row>; id: string; onEdit: () => void }) {
  return (
    <RecordDetail<Row, Full>
      list={list}
      id={id}
      changes={api.department.changes}
      title={(row) => row.deptName}
      tags={(row) => (
        <>
          <DictTag code="sys_common_status" value={row.status} />
          <Tag tone="line">
            <DictTag code="prj_unit_type" value={row.deptType} />
          </Tag>
        </>
      )}
      subtitle={(row) => row.deptCode}
      head={[
        { field: 'leader', title: '负责人' },
        { field: 'parentId', title: '上级单元', render: (row) => row.parentName ?? '顶级单元' },
        { field: 'cityCode', title: '所在地', render: (row) => row.areaName ?? <Missing /> },
        { field: 'establishDate', title: '成立日期', kind: 'day' },
        { field: 'staffActual', title: '在岗人数' },
      ]}
      groups={groups}
      tabs={(row) => [
        {
          key: 'targets',
          label: '年度指标',
          children: (
            <Suspense fallback={null}>
              <TargetTab targets={row.targets} />
            </Suspense>
          ),
        },
      ]}
      fields={departmentForm([])}
      rail={(row) => <Staff row={row} />}
      onEdit={onEdit}
    />
  );
}
