import { Tooltip } from 'antd';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { proposalRefusal } from '#kit/contract/flow.ts';
import { useCan } from '#kit/web/can.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { nextStatuses, touchesBlacklist } from '../core/supplier-status.ts';
import { api } from './api.ts';
import { ChartsWait } from './parts/ChartsWait.tsx';
import { useAreas } from './parts/choices.tsx';
import { ExpiryCalendar } from './parts/ExpiryCalendar.tsx';
import { usePick } from './parts/address.ts';
import { RecordViews, useViewOf } from './parts/view-tabs.tsx';
import { askingSimilar } from './parts/confirm-similar.tsx';
import { useOpenRecord } from './parts/RecordDetail.tsx';
import { StatHeader, type Figure } from './parts/StatHeader.tsx';
import { Ends } from './supplier/facts.tsx';
import { supplierForm, withProvince } from './supplier/form.tsx';
import { GRADE_TONES, STATUS_TONES } from './supplier/labels.ts';
import './supplier/supplier.css';

type Row = RowOf<typeof api.supplier>;
const Detail = lazyPart(() => import('./supplier/Detail.tsx'));
const StatCharts = lazyPart(() => import('./parts/StatCharts.tsx'));
const StatusDialog = lazyPart(() => import('./supplier/StatusDialog.tsx'));
const asking = askingSimilar(api.supplier);

const columns: readonly Column<Row>[] = [
  { field: 'supplierName', title: '供应商名称', width: 188, sort: true, render: (row, own) => <Name row={row}>{own}</Name> },
  { field: 'listStatus', title: '名录状态', width: 152, render: (row) => <StatusTag row={row} /> },
  { field: 'supplierType', title: '类型', dict: 'prj_supplier_type', width: 102 },
  { field: 'areaName', title: '所在地', width: 118 },
  { field: 'grade', title: '等级', dict: 'prj_supplier_grade', tones: GRADE_TONES, width: 70 },
  {
    field: 'score',
    title: '得分',
    kind: 'number',
    width: 72,
    sort: true,
    render: (row) => (row.score === null ? <Missing /> : Number(row.score).toFixed(1)),
  },
  { field: 'nextExpiry', title: '最近到期', width: 204, sort: true, render: (row) => <Ends on={row.nextExpiry} /> },
  { field: 'creditCode', title: '统一社会信用代码', kind: 'mono', width: 176 },
  { field: 'supplierCode', title: '供应商编号', kind: 'mono', width: 124, sort: true },
  { field: 'contact', title: '联系人', width: 88 },
  { field: 'contactPhone', title: '联系电话', kind: 'mono', width: 124 },
  { field: 'ownerDeptName', title: '归口部门', width: 140, hidden: true },
  { field: 'scoreYear', title: '评价年度', width: 90, hidden: true },
  { field: 'remark', title: '备注', hidden: true },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
];
const search = [
  { field: 'keyword', label: '关键字', placeholder: '名称 / 编号 / 信用代码' },
  { field: 'supplierType', label: '类型', dict: 'prj_supplier_type' },
  { field: 'listStatus', label: '名录状态', dict: 'prj_supplier_status' },
  {
    field: 'grade',
    label: '等级',
    options: [
      { value: 'A', label: 'A级' },
      { value: 'B', label: 'B级' },
      { value: 'C', label: 'C级' },
      { value: 'D', label: 'D级' },
      { value: 'none', label: '未评价' },
    ],
  },
  {
    field: 'expiring',
    label: '到期期限',
    options: [
      { value: '7', label: '7天内到期' },
      { value: '30', label: '30天内到期' },
      { value: '90', label: '90天内到期' },
      { value: '0', label: '已过期' },
    ],
  },
] as const;
const views: EntityPageOptions<Row>['views'] = [
  { id: 'qualified', name: '合格供应商', values: { listStatus: '2' } },
  { id: 'expiring', name: '90天内到期', values: { expiring: '90' }, sort: 'nextExpiry' },
  { id: 'blacklist', name: '黑名单', values: { listStatus: '5' } },
];

/** A blacklisted supplier is red wherever its name stands. */
const Name = ({ row, children }: { row: Row; children: ReactNode }) => (
  <span className={row.listStatus === '5' ? 'supplier-banned' : undefined}>{children}</span>
);
function StatusTag({ row }: { row: Row }) {
  const tag = <DictTag code="prj_supplier_status" value={row.listStatus} tones={STATUS_TONES} />;
  const noted = row.statusReason ? (
    <Tooltip title={row.statusReason}>
      <span className="supplier-noted">{tag}</span>
    </Tooltip>
  ) : (
    tag
  );
  return (
    <>
      {noted} <FlowTag flow={row.flow} />
    </>
  );
}

function figuresOf(stat: CallReply<typeof api.supplier.stat>): readonly Figure[] {
  const of = (key: string) => stat.byStatus.find((group) => group.key === key)?.count ?? 0;
  return [
    { key: 'all', label: '全部', value: stat.total, unit: '家', values: {} },
    { key: '2', label: '合格', value: of('2'), unit: '家', values: { listStatus: '2' } },
    { key: '3', label: '战略', value: of('3'), unit: '家', values: { listStatus: '3' } },
    { key: '4', label: '暂停', value: of('4'), unit: '家', tone: 'warn', values: { listStatus: '4' } },
    { key: '5', label: '黑名单', value: of('5'), unit: '家', tone: 'bad', values: { listStatus: '5' } },
    { key: '30', label: '30天内到期', value: stat.expiring.within30, unit: '家', tone: 'warn', values: { expiring: '30' } },
    { key: '0', label: '资质已过期', value: stat.expiring.ended, unit: '家', tone: 'bad', values: { expiring: '0' } },
  ];
}

const mayEdit = (row: Row) => proposalRefusal('edit', row.flow) ?? true;
const mayRemove = (row: Row) => proposalRefusal('delete', row.flow) ?? row.listStatus !== '5';
const VIEWS = ['list', 'calendar', 'stat'] as const;

const deadlines = ({ expiring }: CallReply<typeof api.supplier.stat>) => [
  { key: '0', name: '已过期', count: expiring.ended },
  { key: '7', name: '7天内到期', count: expiring.within7 },
  { key: '30', name: '30天内到期', count: expiring.within30 },
  { key: '90', name: '90天内到期', count: expiring.within90 },
];
/** Those that nobody has judged yet are a group of their own. */
function grades(stat: CallReply<typeof api.supplier.stat>) {
  const judged = stat.byGrade.reduce((sum, group) => sum + group.count, 0);
  return [...stat.byGrade, { key: 'none', name: '未评价', count: stat.total - judged }].filter((group) => group.count > 0);
}

const actionsFor =
  (can: ReturnType<typeof useCan>, move: (row: Row) => void) =>
  (row: Row): readonly RowAction[] => {
    const mayMove = nextStatuses(row.listStatus).some((to) =>
      can.perm(`project:supplier:${touchesBlacklist(row.listStatus, to) ? 'blacklist' : 'edit'}`),
    );
    const disabled = proposalRefusal('submit', row.flow);
    return mayMove ? [{ key: 'status', label: '变更状态', call: api.supplier.changeStatus, disabled, onClick: () => move(row) }] : [];
  };

export default function SupplierPage() {
  const areas = useAreas();
  const options = useMemo<EntityPageOptions<Row>>(
    () => ({
      label: '供应商',
      nameField: 'supplierName',
      columns,
      search: [...search.slice(0, 4), { field: 'areaCode', label: '所在地', tree: areas }, search[4]],
      views,
    }),
    [areas],
  );
  const list = useEntityPage(api.supplier, options);
  const [view, setView] = useViewOf(VIEWS);
  const pick = usePick();
  const [moving, setMoving] = useState<Row | null>(null);
  const open = useOpenRecord(list);
  const can = useCan();
  const stat = useCall(api.supplier.stat);
  const form = (
    <EntityForm
      api={asking}
      label="供应商"
      fields={supplierForm}
      opened={open.form}
      onClose={open.close}
      prepare={withProvince}
      refreshes={[api.supplier.stat]}
    />
  );
  if (open.detailId)
    return (
      <>
        <Suspense fallback={null}>
          <Detail key={open.detailId} list={list} id={open.detailId} onEdit={open.edit} />
        </Suspense>
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
      {view === 'calendar' && <ExpiryCalendar entity="supplier" />}
      {view === 'stat' && (
        <Suspense fallback={<ChartsWait />}>
          <StatCharts
            charts={
              stat.data && [
                { title: '按类型', kind: 'rank', groups: stat.data.byType, onPick: (supplierType) => pick({ supplierType }) },
                { title: '按等级', kind: 'ring', groups: grades(stat.data), onPick: (grade) => pick({ grade }) },
                { title: '按名录状态', kind: 'rank', groups: stat.data.byStatus, onPick: (listStatus) => pick({ listStatus }) },
                { title: '按到期期限', kind: 'rank', groups: deadlines(stat.data), onPick: (expiring) => pick({ expiring }) },
              ]
            }
            error={stat.error}
            onRetry={() => void stat.refetch()}
          />
        </Suspense>
      )}
      {view === 'list' && (
        <div className="panel list-page">
          <EntityTable<Row> list={list} actions={actionsFor(can, setMoving)} canEdit={mayEdit} canRemove={mayRemove} />
        </div>
      )}
      {form}
      <Suspense fallback={null}>{moving && <StatusDialog supplier={moving} onClose={() => setMoving(null)} />}</Suspense>
    </>
  );
}
