import { Suspense, useMemo } from 'react';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Option, RowOf, TreeOption } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { useAreas, useBranches } from './parts/choices.tsx';
import { askingSimilar } from './parts/confirm-similar.tsx';
import { usePick } from './parts/address.ts';
import { RecordViews, useViewOf } from './parts/view-tabs.tsx';
import { moneyText } from './parts/money.ts';
import { useOpenRecord } from './parts/RecordDetail.tsx';
import { ChartsWait } from './parts/ChartsWait.tsx';
import { StatHeader, type Figure } from './parts/StatHeader.tsx';
import './parts/record-stat.css';
import { QualityProjectDetail } from './quality-project/Detail.tsx';
import { qualityProjectForm, withProvince } from './quality-project/form.tsx';
import { StageCell } from './quality-project/Stage.tsx';

type Row = RowOf<typeof api.qualityProject>;
type Stat = CallReply<typeof api.qualityProject.stat>;
const StatCharts = lazyPart(() => import('./parts/StatCharts.tsx'));
const VIEWS = ['list', 'stat'] as const;
const asking = askingSimilar(api.qualityProject);

const money = (amount: string | null) => moneyText(amount) ?? <Missing />;
const columns: EntityPageOptions<Row>['columns'] = [
  { field: 'projectName', title: '工程名称', width: 236, sort: true },
  { field: 'stage', title: '创优阶段', width: 150, sort: true, render: (row) => <StageCell stage={row.stage} /> },
  { field: 'awardName', title: '奖项名称', width: 146 },
  { field: 'awardLevel', title: '奖项级别', dict: 'prj_award_level', width: 106, sort: true },
  { field: 'branchName', title: '所属分公司', width: 112 },
  { field: 'areaName', title: '所在地', width: 130 },
  { field: 'awardDate', title: '获奖日期', kind: 'day', width: 112, sort: true },
  { field: 'projectCode', title: '工程编号', kind: 'mono', width: 120, sort: true, hidden: true },
  {
    field: 'contractAmount',
    title: '合同额（万元）',
    kind: 'number',
    width: 136,
    sort: true,
    hidden: true,
    render: (row) => money(row.contractAmount),
  },
  { field: 'projectType', title: '工程类型', dict: 'prj_project_type', width: 100, hidden: true },
  { field: 'businessType', title: '承担业务', dict: 'prj_business_type', width: 110, hidden: true },
  { field: 'awardGrade', title: '奖项等次', dict: 'prj_award_grade', width: 100, hidden: true },
  { field: 'role', title: '申报角色', dict: 'prj_award_role', width: 100, hidden: true },
  { field: 'awardOrg', title: '颁奖单位', width: 180, hidden: true },
  { field: 'deptName', title: '部门', width: 130, hidden: true },
  { field: 'investAmount', title: '总投资（万元）', kind: 'number', width: 136, hidden: true, render: (row) => money(row.investAmount) },
  { field: 'startDate', title: '开工日期', kind: 'day', width: 112, hidden: true },
  { field: 'finishDate', title: '竣工日期', kind: 'day', width: 112, sort: true, hidden: true },
  { field: 'acceptDate', title: '验收日期', kind: 'day', width: 112, hidden: true },
  { field: 'ownerUnit', title: '建设单位', width: 200, hidden: true },
  { field: 'projectManager', title: '项目经理', width: 100, hidden: true },
  { field: 'remark', title: '备注', width: 200, hidden: true },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
];
const optionsFor = (branches: readonly Option[], areas: readonly TreeOption[]): EntityPageOptions<Row> => ({
  label: '质量项目',
  nameField: 'projectName',
  columns,
  search: [
    { field: 'keyword', label: '关键字', placeholder: '工程 / 编号 / 奖项' },
    { field: 'branchId', label: '所属分公司', options: branches },
    { field: 'stage', label: '创优阶段', dict: 'prj_award_stage' },
    { field: 'awardLevel', label: '奖项级别', dict: 'prj_award_level' },
    { field: 'projectType', label: '工程类型', dict: 'prj_project_type' },
    { field: 'businessType', label: '承担业务', dict: 'prj_business_type' },
    { field: 'areaCode', label: '所在地', tree: areas },
    { field: 'awardFrom', to: 'awardTo', inDays: true, label: '获奖日期' },
    { field: 'finishFrom', to: 'finishTo', inDays: true, label: '竣工日期' },
  ],
  views: [
    { id: 'running', name: '创优中', values: { phase: 'running' } },
    { id: 'won', name: '已获奖', values: { stage: '5' }, sort: '-awardDate' },
    { id: 'national', name: '国家级奖项', values: { stage: '5', awardLevel: '1' }, sort: '-awardDate' },
  ],
});

const figuresOf = (stat: Stat | undefined): Figure[] | undefined =>
  stat && [
    { key: 'total', label: '全部', value: stat.total, unit: '个', values: {} },
    { key: 'running', label: '创优中', value: stat.running, unit: '个', values: { phase: 'running' } },
    { key: 'won', label: '已获奖', value: stat.won, unit: '个', values: { stage: '5' } },
    { key: 'national', label: '国家级奖项', value: stat.nationalWon, unit: '个', values: { stage: '5', awardLevel: '1' } },
    ...(stat.winRate === null ? [] : [{ key: 'rate', label: '获奖率', value: stat.winRate, unit: '%', values: { phase: 'decided' } }]),
    { key: 'contract', label: '合同额', value: Number(stat.contractAmount), unit: '万元' },
  ];

/** 质量项目: list and figures; a project shows its way to the award. */
export default function QualityProjectPage() {
  const branches = useBranches();
  const areas = useAreas();
  const list = useEntityPage(
    api.qualityProject,
    useMemo(() => optionsFor(branches, areas), [branches, areas]),
  );
  const open = useOpenRecord(list);
  const stat = useCall(api.qualityProject.stat, { query: {} });
  const [view, setView] = useViewOf(VIEWS);
  // a filter belongs to the list: choosing one leads back to it
  const pick = usePick();
  const editedId = open.form?.kind === 'edit' ? open.form.id : null;
  const edited = useCall(api.qualityProject.get, { params: { id: editedId ?? '' } }, { enabled: editedId !== null });
  const stage = editedId === null ? undefined : edited.data?.stage;
  const fields = useMemo(() => qualityProjectForm(stage), [stage]);
  const form = <EntityForm api={asking} label="质量项目" fields={fields} opened={open.form} prepare={withProvince} onClose={open.close} />;
  if (open.detailId)
    return (
      <>
        <QualityProjectDetail list={list} id={open.detailId} onEdit={open.edit} />
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
      {view === 'stat' && (
        <Suspense fallback={<ChartsWait />}>
          <StatCharts
            charts={
              stat.data && [
                { title: '按奖项级别', kind: 'ring', groups: stat.data.byLevel, onPick: (awardLevel) => pick({ awardLevel }) },
                { title: '历年获奖', kind: 'bar', groups: stat.data.byYear },
                { title: '按所属分公司', kind: 'rank', groups: stat.data.byBranch, onPick: (branchId) => pick({ branchId }) },
                { title: '按创优阶段', kind: 'rank', groups: stat.data.byStage, onPick: (next) => pick({ stage: next }) },
                { title: '按工程类型', kind: 'ring', groups: stat.data.byType, onPick: (projectType) => pick({ projectType }) },
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
