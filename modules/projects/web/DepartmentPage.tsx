import { Suspense, useMemo } from 'react';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf, TreeOption } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { TreePanel } from '#kit/web/tree/TreePanel.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { TOP, unitsBelow } from '../core/department.ts';
import { api } from './api.ts';
import { DepartmentDetail } from './department/Detail.tsx';
import { departmentForm, withProvince } from './department/form.tsx';
import { useAreas } from './parts/choices.tsx';
import { askingSimilar } from './parts/confirm-similar.tsx';
import { usePick } from './parts/address.ts';
import { RecordViews, useViewOf } from './parts/view-tabs.tsx';
import { moneyText } from './parts/money.ts';
import { useOpenRecord } from './parts/RecordDetail.tsx';
import { ChartsWait } from './parts/ChartsWait.tsx';
import { StatHeader, type Figure } from './parts/StatHeader.tsx';
import './parts/record-stat.css';

type Row = RowOf<typeof api.department>;
type Unit = CallReply<typeof api.department.list>[number];
type Stat = CallReply<typeof api.department.stat>;
const UnitCharts = lazyPart(() => import('./department/UnitCharts.tsx'));
const VIEWS = ['list', 'stat'] as const;
const asking = askingSimilar(api.department);

const money = (amount: string | null) => moneyText(amount) ?? <Missing />;
const columns: EntityPageOptions<Row>['columns'] = [
  { field: 'deptName', title: '单元名称', width: 152, sort: true },
  { field: 'deptCode', title: '单元编码', kind: 'mono', width: 96, sort: true },
  { field: 'deptType', title: '类型', dict: 'prj_unit_type', width: 86, sort: true },
  { field: 'leader', title: '负责人', width: 72 },
  {
    field: 'staffActual',
    title: '在岗 / 编制',
    kind: 'number',
    width: 104,
    sort: true,
    render: (row) => `${row.staffActual} / ${row.staffPlan}`,
  },
  { field: 'targetContract', title: '本年合同指标（万元）', kind: 'number', width: 152, render: (row) => money(row.targetContract) },
  { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
  { field: 'areaName', title: '所在地', width: 150, hidden: true },
  { field: 'parentName', title: '上级单元', width: 150, hidden: true },
  { field: 'sysDeptName', title: '系统部门', width: 150, hidden: true },
  { field: 'leaderPhone', title: '负责人电话', kind: 'mono', width: 130, hidden: true },
  { field: 'staffPlan', title: '编制人数', kind: 'number', width: 100, hidden: true },
  { field: 'certStaff', title: '持证人数', kind: 'number', width: 100, hidden: true },
  {
    field: 'targetOutput',
    title: '本年产值指标（万元）',
    kind: 'number',
    width: 160,
    hidden: true,
    render: (row) => money(row.targetOutput),
  },
  {
    field: 'targetReceipt',
    title: '本年回款指标（万元）',
    kind: 'number',
    width: 160,
    hidden: true,
    render: (row) => money(row.targetReceipt),
  },
  {
    field: 'targetProfit',
    title: '本年利润指标（万元）',
    kind: 'number',
    width: 160,
    hidden: true,
    render: (row) => money(row.targetProfit),
  },
  { field: 'establishDate', title: '成立日期', kind: 'day', width: 112, sort: true, hidden: true },
  { field: 'mainBusiness', title: '主营业务', width: 200, hidden: true },
  { field: 'remark', title: '备注', width: 200, hidden: true },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
];
const optionsFor = (areas: readonly TreeOption[]): EntityPageOptions<Row> => ({
  label: '生产单元',
  nameField: 'deptName',
  columns,
  search: [
    { field: 'keyword', label: '关键字', placeholder: '名称 / 编码 / 负责人' },
    { field: 'deptType', label: '类型', dict: 'prj_unit_type' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
    { field: 'areaCode', label: '所在地', tree: areas },
    { field: 'establishFrom', to: 'establishTo', inDays: true, label: '成立日期' },
  ],
});

const figuresOf = (stat: Stat | undefined): Figure[] | undefined =>
  stat && [
    { key: 'total', label: '全部', value: stat.total, unit: '个', values: {} },
    { key: 'staff', label: '在岗人数', value: stat.staffActual, unit: '人' },
    { key: 'plan', label: '编制人数', value: stat.staffPlan, unit: '人' },
    { key: 'cert', label: '持证人数', value: stat.certStaff, unit: '人' },
    { key: 'contract', label: `${stat.year} 年合同指标`, value: Number(stat.contract), unit: '万元' },
    { key: 'output', label: `${stat.year} 年产值指标`, value: Number(stat.output), unit: '万元' },
  ];

const choiceOf = ({ id, deptName, children }: Node<Unit>): TreeOption => ({
  value: id,
  label: deptName,
  ...(children && { children: children.map(choiceOf) }),
});
/** Where a unit can stand: at the top or below any other but itself and what is below it. */
function placesOf(units: readonly Unit[], id: string | null): TreeOption[] {
  const out = new Set(id === null ? [] : unitsBelow(units, id));
  const rest = units.filter((unit) => !out.has(unit.id));
  return [{ value: TOP, label: '顶级单元' }, ...buildTree(rest, (unit) => unit.parentId).map(choiceOf)];
}

/** 部门档案: the tree of units narrows the list; a unit shows its targets over the years. */
export default function DepartmentPage() {
  const areas = useAreas();
  const list = useEntityPage(
    api.department,
    useMemo(() => optionsFor(areas), [areas]),
  );
  const open = useOpenRecord(list);
  const units = useCall(api.department.list);
  const stat = useCall(api.department.stat, { query: {} });
  const [view, setView] = useViewOf(VIEWS);
  const pick = usePick();
  const rows = useMemo(
    () => (units.data ?? []).map(({ id, deptName, parentId }) => ({ id, name: deptName, parentId: parentId === TOP ? null : parentId })),
    [units.data],
  );
  const editedId = open.form?.kind === 'edit' ? open.form.id : null;
  const fields = useMemo(() => departmentForm(placesOf(units.data ?? [], editedId)), [units.data, editedId]);
  const chosen = list.state.values['below'] ?? null;
  const form = (
    <EntityForm
      api={asking}
      label="生产单元"
      fields={fields}
      opened={open.form}
      prepare={withProvince}
      initial={open.form?.kind === 'new' && chosen ? { parentId: chosen } : undefined}
      onClose={open.close}
    />
  );
  if (open.detailId)
    return (
      <>
        <DepartmentDetail list={list} id={open.detailId} onEdit={open.edit} />
        {form}
      </>
    );
  const chooseUnit = (id: string | null) => {
    const { below: _old, ...rest } = list.state.values;
    list.update({ values: id === null ? rest : { ...rest, below: id }, page: 1 });
  };
  return (
    <>
      <ListActions<Row> list={list} />
      <StatHeader
        figures={figuresOf(stat.data)}
        current={view === 'list' ? list.state.values : null}
        onPick={pick}
        error={stat.error}
        onRetry={() => void stat.refetch()}
      >
        <RecordViews views={VIEWS} view={view} onChange={setView} />
      </StatHeader>
      {view === 'stat' && (
        <Suspense fallback={<ChartsWait />}>
          <UnitCharts stat={stat.data} error={stat.error} onRetry={() => void stat.refetch()} />
        </Suspense>
      )}
      {view === 'list' && (
        <div className="panel list-page">
          <TreePanel rows={rows} placeholder="搜索生产单元" selected={chosen} onSelect={chooseUnit} startLevel={1} />
          <EntityTable<Row> list={list} />
        </div>
      )}
      {form}
    </>
  );
}
