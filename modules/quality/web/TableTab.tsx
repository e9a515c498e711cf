import { Table } from 'antd';
import { Link } from 'react-router';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { shiftDay, today } from './days.ts';
import { Level } from './Level.tsx';
import { ScoreStrip } from './report/ScoreStrip.tsx';
import { SuggestedRules } from './suggest/SuggestedRules.tsx';
import { STATE_TONES } from './tones.ts';
import './quality.css';

const NUMBER = { align: 'right' as const, width: 110 };

/** What somebody may begin with where there is no rule. */
const Beginnings = ({ tableId }: { tableId: string }) => (
  <>
    <Link to="/quality/checkrule?open=new">新增规则</Link> <SuggestedRules tableId={tableId} />
  </>
);

/** The points of a table, and its rules with their last results. */
export default function TableTab({ tableId }: { tableId: string }) {
  const to = today();
  const rules = useCall(api.rule.page, { query: { ruleTableId: tableId, pageSize: 200 } });
  const scored = useCall(api.score.get, { query: { from: shiftDay(to, -29), to, tableId } });
  if (rules.isError) return <StateView kind="error" inline error={rules.error} onRetry={() => void rules.refetch()} />;
  if (!rules.data) return <StateView kind="loading" shape="rows" rows={5} />;
  if (rules.data.total === 0)
    return (
      <StateView
        kind="empty"
        what="这张表还没有质量规则"
        why="规则说明数据应当怎样，执行后得到评分"
        action={<Beginnings tableId={tableId} />}
      />
    );
  return (
    <div className="quality-report">
      {scored.data && <ScoreStrip scored={scored.data} />}
      <div className="quality-tab-actions">
        <SuggestedRules tableId={tableId} />
      </div>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={rules.data.data}
        columns={[
          {
            title: '规则',
            ellipsis: true,
            render: (_, row) => <Link to={`/quality/checkrule?open=detail-${row.id}`}>{row.ruleName}</Link>,
          },
          { title: '类型', width: 80, dataIndex: 'ruleTypeName' },
          {
            title: '字段',
            width: 150,
            render: (_, row) => (row.ruleColumn ? <span className="mono">{row.ruleColumn}</span> : <Missing />),
          },
          { title: '级别', width: 80, render: (_, row) => <Level id={row.ruleLevelId} name={row.ruleLevelName} /> },
          {
            title: '最近结果',
            width: 100,
            render: (_, row) => <DictTag code="quality_report_state" value={row.lastState} tones={STATE_TONES} />,
          },
          {
            title: '不合格',
            ...NUMBER,
            render: (_, row) =>
              row.lastErrorCount === null ? (
                <Missing />
              ) : (
                <span className={row.lastErrorCount > 0 ? 'quality-bad' : ''}>{count(row.lastErrorCount)}</span>
              ),
          },
          { title: '核查时间', width: 150, render: (_, row) => <DateText value={row.lastCheckTime} /> },
        ]}
      />
    </div>
  );
}
