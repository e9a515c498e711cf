import { Suspense, useState } from 'react';
import { Button } from 'antd';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { Level } from '../Level.tsx';
import { ISSUE_TONES } from '../tones.ts';
import { AssignDialog, CloseDialog } from './dialogs.tsx';
import { StatPanels } from './Stat.tsx';
import '../quality.css';
import './issue.css';

const IssueDetail = lazyPart(() => import('./IssueDetail.tsx'));

export type IssueRow = RowOf<typeof api.issue>;
const options: EntityPageOptions<IssueRow> = {
  label: '问题工单',
  nameField: 'ruleName',
  views: [
    { id: 'mine', name: '待我处理', values: { mine: '1' }, sort: 'dueTime' },
    { id: 'open', name: '未关闭', values: { open: '1' }, sort: 'dueTime' },
    { id: 'overdue', name: '已逾期', values: { overdue: '1' }, sort: 'dueTime' },
  ],
  search: [
    { field: 'ruleName', label: '规则名称' },
    { field: 'issueNo', label: '工单编号' },
    { field: 'state', label: '状态', dict: 'data_issue_status' },
  ],
  columns: [
    { field: 'ruleName', title: '问题', width: 230 },
    { field: 'state', title: '状态', width: 96, priority: 1, dict: 'data_issue_status', tones: ISSUE_TONES },
    {
      field: 'ruleLevelId',
      title: '级别',
      width: 80,
      sort: true,
      render: (row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} />,
    },
    { field: 'ruleTable', title: '数据表', width: 170, kind: 'mono' },
    { field: 'ruleColumn', title: '字段', width: 120, kind: 'mono' },
    {
      field: 'lastErrorCount',
      title: '不合格行',
      width: 90,
      render: (row) => (row.lastErrorCount === null ? <Missing /> : <span className="quality-bad">{count(row.lastErrorCount)}</span>),
    },
    { field: 'assigneeName', title: '处理人', width: 100, kind: 'person' },
    {
      field: 'dueTime',
      title: '整改期限',
      width: 140,
      sort: true,
      priority: 1,
      render: (row) => (['1', '2', '3'].includes(row.state) ? <DateText value={row.dueTime} kind="due" /> : <Missing />),
    },
    { field: 'lastFailTime', title: '最近不通过', width: 150, kind: 'time', sort: true },
    { field: 'failCount', title: '次数', width: 72, kind: 'number', sort: true },
    { field: '_flow', title: '豁免审批', width: 90, render: (row) => <FlowTag flow={row.flow}>{<Missing />}</FlowTag> },
    { field: 'issueNo', title: '编号', width: 150, kind: 'mono', sort: true },
    { field: 'closedBy', title: '关闭方式', width: 100, dict: 'quality_issue_closed_by', hidden: true },
    { field: 'reviewerName', title: '复核人', width: 100, kind: 'person', hidden: true },
    { field: 'ruleSource', title: '数据源', width: 140, hidden: true },
    { field: 'openTime', title: '打开时间', width: 150, kind: 'time', sort: true, hidden: true },
  ],
};

const hours = (value: number | null) => (value === null ? null : value >= 48 ? (value / 24).toFixed(1) : value.toFixed(1));

/** 问题工单: what failing rules leave to do; one of them is a page of its own. */
export default function IssuePage() {
  const list = useEntityPage(api.issue, options);
  const { opened } = list.state;
  if (opened?.kind === 'detail')
    return (
      <Suspense fallback={<StateView kind="loading" shape="form" />}>
        <IssueDetail id={opened.id} list={list} />
      </Suspense>
    );
  return <IssueList list={list} />;
}

const Figures = ({ stat }: { stat: CallReply<typeof api.issue.stat> }) => (
  <FigureStrip
    label="问题工单概况"
    figures={[
      { label: '待我处理', value: count(stat.mine), to: '/quality/checkissue?q=mine:1' },
      {
        label: '未关闭',
        value: count(stat.open),
        to: '/quality/checkissue?q=open:1',
        note: `${count(stat.unassigned)} 张未指派`,
      },
      {
        label: '已逾期',
        value: count(stat.overdue),
        to: '/quality/checkissue?q=overdue:1',
        ...(stat.overdue > 0 && { tone: 'bad' as const }),
      },
      { label: '待复核', value: count(stat.waiting), to: '/quality/checkissue?q=state:3' },
      { label: '近 30 天关闭', value: count(stat.closed) },
      {
        label: '平均修复时长',
        value: hours(stat.meanHours),
        unit: (stat.meanHours ?? 0) >= 48 ? '天' : '小时',
        note: stat.meanHours === null ? '近 30 天没有关闭' : '近 30 天',
      },
    ]}
  />
);

function IssueList({ list }: { list: ReturnType<typeof useEntityPage<typeof api.issue>> }) {
  const [asked, setAsked] = useState<{ kind: 'assign' | 'close'; ids: readonly string[] } | null>(null);
  const [isWide, setWide] = useState(false);
  const stat = useCall(api.issue.stat, {});
  const close = () => setAsked(null);
  return (
    <div className="issue-list">
      <PageActions>
        <Button aria-expanded={isWide} onClick={() => setWide(!isWide)}>
          {isWide ? '收起统计' : '统计'}
        </Button>
      </PageActions>
      {stat.data && <Figures stat={stat.data} />}
      {isWide && stat.data && <StatPanels stat={stat.data} />}
      <div className="panel list-page">
        <EntityTable<IssueRow>
          list={list}
          batch={[
            {
              key: 'assign',
              label: '转派',
              call: api.issue.assign,
              onClick: (rows) => setAsked({ kind: 'assign', ids: rows.map(({ id }) => id) }),
            },
            {
              key: 'close',
              label: '关闭',
              call: api.issue.closeMany,
              onClick: (rows) => setAsked({ kind: 'close', ids: rows.map(({ id }) => id) }),
            },
          ]}
        />
      </div>
      {asked?.kind === 'assign' && <AssignDialog ids={asked.ids} onClose={close} />}
      {asked?.kind === 'close' && <CloseDialog ids={asked.ids} onClose={close} />}
    </div>
  );
}
