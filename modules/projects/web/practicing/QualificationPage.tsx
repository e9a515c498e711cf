import { Suspense, useMemo, useState } from 'react';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { InputOf } from '#kit/web/form/types.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf, SearchField } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { idCardProblem, normalIdCard } from '#kit/core/cn/id-card.ts';
import { addDays } from '../../core/expiry.ts';
import { api } from '../api.ts';
import { askingSimilar } from '../parts/confirm-similar.tsx';
import { ChartsWait } from '../parts/ChartsWait.tsx';
import { ExpiryCalendar } from '../parts/ExpiryCalendar.tsx';
import { usePick } from '../parts/address.ts';
import { RecordViews, useViewOf } from '../parts/view-tabs.tsx';
import { useOpenRecord } from '../parts/RecordDetail.tsx';
import { StatHeader, type Figure } from '../parts/StatHeader.tsx';
import { qualificationForm } from './form.tsx';
import { CertLeft, CertName, Lock, Unified, leftText } from './labels.tsx';
import { QualificationDetail } from './QualificationDetail.tsx';
import { allSpecialties, typeFilter, useTypes } from './types.ts';
import { useVerbs } from './use-verbs.tsx';
import './practicing.css';

type Row = RowOf<typeof api.practicingQualification>;
type Input = InputOf<typeof api.practicingQualification>;

const columns: EntityPageOptions<Row>['columns'] = [
  { field: 'personName', title: '姓名', width: 80, sort: true },
  { field: 'branchName', title: '所属分公司', width: 104 },
  { field: 'certName', title: '证书名称', width: 192, sort: true, render: (row) => <CertName row={row} /> },
  { field: 'certNo', title: '资格证书编号', kind: 'mono', width: 144 },
  { field: 'validTo', title: '有效期至', kind: 'day', width: 110, sort: true },
  { field: 'certStatus', title: '证书状态', width: 116, render: (row) => <CertLeft row={row} /> },
  { field: 'occupied', title: '项目锁定', width: 132, render: (row) => <Lock row={row} /> },
  { field: 'daysLeft', title: '剩余', width: 112, hidden: true, render: (row) => <span className="muted">{leftText(row)}</span> },
  { field: 'specialty', title: '注册专业', width: 96, hidden: true },
  { field: 'registerStatus', title: '注册状态', dict: 'prj_register_status', width: 92, hidden: true },
  { field: 'employeeNo', title: '工号', kind: 'mono', width: 96, hidden: true },
  { field: 'idCardNo', title: '身份证号', kind: 'mono', width: 170, hidden: true },
  { field: 'phone', title: '手机号码', kind: 'mono', width: 118, hidden: true },
  { field: 'deptName', title: '部门', width: 120, hidden: true },
  { field: 'topTypeName', title: '执业类别', width: 130, hidden: true },
  { field: 'registerNo', title: '注册证号', kind: 'mono', width: 150, hidden: true },
  { field: 'registerUnit', title: '注册单位', width: 180, hidden: true },
  { field: 'isUnified', title: '人证合一', width: 96, hidden: true, render: (row) => <Unified value={row.isUnified} /> },
  { field: 'issueOrg', title: '发证机关', width: 150, hidden: true },
  { field: 'eduHoursDone', title: '已修学时', kind: 'number', width: 90, hidden: true, render: (row) => row.eduHoursDone ?? <Missing /> },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
];

// charts are large and rarely the first thing that is looked at
const StatCharts = lazyPart(() => import('../parts/StatCharts.tsx'));
const VIEWS = ['list', 'calendar', 'stat'] as const;

/** First and last day of `2026-11`. */
function spanOf(month: string) {
  const first = `${month}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  return { validToBegin: first, validToEnd: addDays(next, -1) };
}

const DUE = [7, 30, 90, 180].map((days) => ({ value: String(days), label: `${days}天内到期` }));

const views: EntityPageOptions<Row>['views'] = [
  { id: 'soon', name: '即将到期', values: { certStatus: '2' }, sort: 'validTo' },
  { id: 'expired', name: '已过期', values: { certStatus: '3' }, sort: '-validTo' },
  { id: 'occupied', name: '项目锁定', values: { occupied: '1' } },
];

function useSearch(): readonly SearchField[] {
  const types = useTypes();
  const branches = useCall(api.practicingQualification.branches, {}, { staleTime: 600_000 });
  return useMemo(
    () => [
      { field: 'keyword', label: '关键字', placeholder: '姓名 / 编号 / 工号 / 身份证号' },
      { field: 'typeId', label: '执业类型', tree: typeFilter(types) },
      { field: 'certStatus', label: '证书状态', dict: 'prj_cert_status' },
      {
        field: 'branchId',
        label: '所属分公司',
        options: (branches.data ?? []).map((one) => ({ value: one.id, label: one.name })),
        width: 168,
      },
      { field: 'specialty', label: '注册专业', options: allSpecialties(types).map((name) => ({ value: name, label: name })) },
      { field: 'registerStatus', label: '注册状态', dict: 'prj_register_status' },
      { field: 'dueDays', label: '到期期限', options: DUE },
      { field: 'validToBegin', to: 'validToEnd', inDays: true, label: '有效期至' },
      { field: 'occupied', label: '项目锁定', dict: 'sys_yes_no' },
      { field: 'isUnified', label: '人证合一', dict: 'sys_yes_no' },
    ],
    [types, branches.data],
  );
}

type Stat = Awaited<ReturnType<typeof api.practicingQualification.stat>>;
const figuresOf = (stat: Stat): Figure[] => [
  { key: 'total', label: '全部', value: stat.total, unit: '本', values: {} },
  { key: 'valid', label: '有效', value: stat.valid, unit: '本', values: { certStatus: '1' } },
  { key: 'soon', label: '即将到期', value: stat.soon, unit: '本', tone: 'warn', values: { certStatus: '2' } },
  { key: 'due30', label: '30天内到期', value: stat.due30, unit: '本', tone: 'warn', values: { dueDays: '30' } },
  { key: 'expired', label: '已过期', value: stat.expired, unit: '本', tone: 'bad', values: { certStatus: '3' } },
  { key: 'occupied', label: '项目锁定', value: stat.occupied, unit: '本', values: { occupied: '1' } },
  { key: 'notUnified', label: '人证不一致', value: stat.notUnified, unit: '本', tone: 'warn', values: { isUnified: '0' } },
];

/** The identity number says both; a birthday that was typed in before must not contradict a corrected number. */
const prepare = (values: Input): Input =>
  idCardProblem(normalIdCard(values.idCardNo ?? '')) === null ? { ...values, birthday: null, gender: null } : values;

/** 执业资质: the certificates of people, as list, calendar and one by one. */
export default function QualificationPage() {
  const search = useSearch();
  const options = useMemo<EntityPageOptions<Row>>(() => ({ label: '执业资质', nameField: 'personName', columns, search, views }), [search]);
  const list = useEntityPage(api.practicingQualification, options);
  const stat = useCall(api.practicingQualification.stat, { query: {} });
  const [view, setView] = useViewOf(VIEWS);
  const pick = usePick();
  const open = useOpenRecord(list);
  const verbs = useVerbs();
  const [asking] = useState(() => askingSimilar(api.practicingQualification));
  const form = (
    <>
      <EntityForm
        api={asking}
        label="执业资质"
        fields={qualificationForm}
        opened={open.form}
        prepare={prepare}
        refreshes={[api.expiry.calendar]}
        onClose={open.close}
      />
      {verbs.dialog}
    </>
  );
  if (open.detailId !== null)
    return (
      <>
        <QualificationDetail list={list} id={open.detailId} verbs={verbs} onEdit={open.edit} />
        {form}
      </>
    );
  return (
    <>
      <ListActions<Row> list={list} />
      <StatHeader
        figures={stat.data && figuresOf(stat.data)}
        current={view === 'list' ? list.state.values : null}
        error={stat.error}
        onRetry={() => void stat.refetch()}
        onPick={pick}
      >
        <RecordViews views={VIEWS} view={view} onChange={setView} />
      </StatHeader>
      {view === 'calendar' && <ExpiryCalendar entity="practicingQualification" />}
      {view === 'stat' && (
        <Suspense fallback={<ChartsWait />}>
          <StatCharts
            charts={
              stat.data && [
                { title: '按执业类型', kind: 'rank', groups: stat.data.byType, onPick: (typeId) => pick({ typeId }) },
                { title: '按所属分公司', kind: 'rank', groups: stat.data.byBranch, onPick: (branchId) => pick({ branchId }) },
                { title: '按到期月份', kind: 'bar', groups: stat.data.byMonth, onPick: (month) => pick(spanOf(month)) },
                { title: '按注册专业', kind: 'ring', groups: stat.data.bySpecialty, onPick: (specialty) => pick({ specialty }) },
              ]
            }
            error={stat.error}
            onRetry={() => void stat.refetch()}
          />
        </Suspense>
      )}
      {view === 'list' && (
        <div className="panel list-page">
          <EntityTable<Row> list={list} actions={verbs.actions} canRemove={(row) => row.occupied !== '1'} />
        </div>
      )}
      {form}
    </>
  );
}
