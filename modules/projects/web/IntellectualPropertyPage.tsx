import { Suspense, useMemo } from 'react';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Option, RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { IntellectualPropertyDetail } from './intellectual-property/Detail.tsx';
import { intellectualPropertyForm } from './intellectual-property/form.tsx';
import { IP_TONES } from './intellectual-property/labels.ts';
import { useBranches } from './parts/choices.tsx';
import { askingSimilar } from './parts/confirm-similar.tsx';
import { ExpiryCalendar } from './parts/ExpiryCalendar.tsx';
import { usePick } from './parts/address.ts';
import { RecordViews, useViewOf } from './parts/view-tabs.tsx';
import { moneyText } from './parts/money.ts';
import { useOpenRecord } from './parts/RecordDetail.tsx';
import { ChartsWait } from './parts/ChartsWait.tsx';
import { StatHeader, type Figure } from './parts/StatHeader.tsx';
import './parts/record-stat.css';

type Row = RowOf<typeof api.intellectualProperty>;
type Stat = CallReply<typeof api.intellectualProperty.stat>;
const StatCharts = lazyPart(() => import('./parts/StatCharts.tsx'));
const VIEWS = ['list', 'calendar', 'stat'] as const;
const asking = askingSimilar(api.intellectualProperty);

const money = (amount: string | null) => moneyText(amount) ?? <Missing />;
/** 第一发明人, and how many there are */
const firstOf = ([first, ...others]: readonly string[]) =>
  first === undefined ? <Missing /> : others.length === 0 ? first : `${first} 等${others.length + 1}人`;
const columns: EntityPageOptions<Row>['columns'] = [
  { field: 'ipName', title: '名称', width: 260, sort: true },
  { field: 'ipType', title: '类型', dict: 'prj_ip_type', width: 100 },
  { field: 'legalStatus', title: '法律状态', dict: 'prj_ip_status', tones: IP_TONES, width: 100 },
  { field: 'grantNo', title: '授权/登记号', kind: 'mono', width: 158 },
  { field: 'inventors', title: '发明人', width: 124, render: (row) => firstOf(row.inventors) },
  { field: 'branchName', title: '所属分公司', width: 124 },
  { field: 'annualFeeDue', title: '年费到期日', kind: 'day', width: 122, sort: true },
  { field: 'grantDate', title: '授权日期', kind: 'day', width: 112, sort: true, hidden: true },
  { field: 'expireDate', title: '权利届满日', kind: 'day', width: 122, sort: true, hidden: true },
  { field: 'ipLevel', title: '级别', dict: 'prj_ip_level', width: 100, hidden: true },
  { field: 'applyNo', title: '申请号', kind: 'mono', width: 158, hidden: true },
  { field: 'applyDate', title: '申请日期', kind: 'day', width: 112, sort: true, hidden: true },
  { field: 'certNo', title: '证书号', width: 130, hidden: true },
  { field: 'owner', title: '权利人', width: 180, hidden: true },
  { field: 'coOwners', title: '共同权利人', width: 180, hidden: true },
  { field: 'deptName', title: '部门', width: 130, hidden: true },
  { field: 'annualFee', title: '年费（元）', kind: 'number', width: 110, hidden: true, render: (row) => money(row.annualFee) },
  { field: 'ipcClass', title: '分类号', width: 120, hidden: true },
  { field: 'field', title: '技术领域', width: 120, hidden: true },
  { field: 'projectName', title: '依托项目', width: 200, hidden: true },
  {
    field: 'transformAmount',
    title: '转化收益（万元）',
    kind: 'number',
    width: 140,
    hidden: true,
    render: (row) => money(row.transformAmount),
  },
  { field: 'rewardAmount', title: '奖励金额（元）', kind: 'number', width: 130, hidden: true, render: (row) => money(row.rewardAmount) },
  { field: 'remark', title: '备注', width: 200, hidden: true },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
];
const optionsFor = (branches: readonly Option[]): EntityPageOptions<Row> => ({
  label: '知识产权',
  nameField: 'ipName',
  columns,
  search: [
    { field: 'keyword', label: '关键字', placeholder: '名称 / 编号 / 发明人' },
    { field: 'ipType', label: '类型', dict: 'prj_ip_type' },
    { field: 'branchId', label: '所属分公司', options: branches },
    { field: 'legalStatus', label: '法律状态', dict: 'prj_ip_status' },
    { field: 'ipLevel', label: '级别', dict: 'prj_ip_level' },
    {
      field: 'dueWithin',
      label: '到期期限',
      options: [
        { value: '0', label: '已过期' },
        { value: '7', label: '7天内到期' },
        { value: '30', label: '30天内到期' },
        { value: '90', label: '90天内到期' },
      ],
    },
    { field: 'grantFrom', to: 'grantTo', inDays: true, label: '授权日期' },
    { field: 'applyFrom', to: 'applyTo', inDays: true, label: '申请日期' },
  ],
  views: [
    { id: 'patents', name: '有效专利', values: { phase: 'patents' } },
    { id: 'pending', name: '申请中', values: { phase: 'pending' } },
    { id: 'due', name: '90天内到期', values: { dueWithin: '90' }, sort: 'annualFeeDue' },
  ],
});

const figuresOf = (stat: Stat | undefined): Figure[] | undefined =>
  stat && [
    { key: 'total', label: '全部', value: stat.total, unit: '项', values: {} },
    { key: 'inForce', label: '有效', value: stat.inForce, unit: '项', values: { phase: 'inForce' } },
    { key: 'patents', label: '有效专利', value: stat.patentsInForce, unit: '项', values: { phase: 'patents' } },
    { key: 'pending', label: '申请中', value: stat.pending, unit: '项', values: { phase: 'pending' } },
    { key: 'due', label: '90天内到期', value: stat.dueSoon, unit: '项', tone: 'warn', values: { dueWithin: '90' } },
    { key: 'transform', label: '转化收益', value: Number(stat.transformAmount), unit: '万元' },
  ];

/** 知识产权: list, calendar of what ends, and figures. */
export default function IntellectualPropertyPage() {
  const branches = useBranches();
  const list = useEntityPage(
    api.intellectualProperty,
    useMemo(() => optionsFor(branches), [branches]),
  );
  const open = useOpenRecord(list);
  const stat = useCall(api.intellectualProperty.stat, { query: {} });
  const [view, setView] = useViewOf(VIEWS);
  // a filter belongs to the list: choosing one leads back to it
  const pick = usePick();
  const form = <EntityForm api={asking} label="知识产权" fields={intellectualPropertyForm} opened={open.form} onClose={open.close} />;
  if (open.detailId)
    return (
      <>
        <IntellectualPropertyDetail list={list} id={open.detailId} onEdit={open.edit} />
        {form}
      </>
    );
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
      {view === 'calendar' && <ExpiryCalendar entity="intellectualProperty" />}
      {view === 'stat' && (
        <Suspense fallback={<ChartsWait />}>
          <StatCharts
            charts={
              stat.data && [
                { title: '按类型', kind: 'ring', groups: stat.data.byType, onPick: (ipType) => pick({ ipType }) },
                { title: '按授权年份', kind: 'bar', groups: stat.data.byYear },
                { title: '按所属分公司', kind: 'rank', groups: stat.data.byBranch, onPick: (branchId) => pick({ branchId }) },
                { title: '按法律状态', kind: 'ring', groups: stat.data.byStatus, onPick: (legalStatus) => pick({ legalStatus }) },
              ]
            }
            error={stat.error}
            onRetry={() => void stat.refetch()}
          />
        </Suspense>
      )}
      {view === 'list' && (
        <div className="panel list-page">
          <EntityTable<Row> list={list} />
        </div>
      )}
      {form}
    </>
  );
}
