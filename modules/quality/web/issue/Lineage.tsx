import { Link } from 'react-router';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { tablePath } from '#modules/catalogue/web/index.ts';
import { api } from '../api.ts';

type Table = CallReply<typeof api.issue.around>['upstream'][number];
const MAX = 8;

function Tables({ title, rows }: { title: string; rows: readonly Table[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="issue-group">{title}</h3>
      {rows.slice(0, MAX).map((table) => (
        <PanelRow key={table.id}>
          <Link className="mono cut" to={tablePath(table.id)} title={`${table.sourceName} ${table.schemaName}.${table.tableName}`}>
            {table.tableName}
          </Link>
          <span className="muted cut grow">{table.label}</span>
          {table.openIssues > 0 && (
            <Link className="quality-bad" to={`/quality/checkissue?q=open:1,ruleTableId:${table.id}`}>
              {table.openIssues} 张工单
            </Link>
          )}
          <Score value={table.qualityScore} />
        </PanelRow>
      ))}
      {rows.length > MAX && <p className="quality-pad muted">另有 {rows.length - MAX} 张表</p>}
    </>
  );
}

/** Where the data of an issue come from and where they go, by lineage, as far as the reader sees the tables. */
export function IssueLineage({ id }: { id: string }) {
  const answer = useCall(api.issue.around, { params: { id } });
  return (
    <Panel title="上下游" note="按血缘">
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isError && <StateView kind="loading" shape="rows" rows={3} />}
      {answer.data && answer.data.upstream.length + answer.data.downstream.length === 0 && (
        <StateView kind="empty" inline what="没有采集到血缘" />
      )}
      {answer.data && <Tables title="上游：问题可能来自" rows={answer.data.upstream} />}
      {answer.data && <Tables title="下游：受影响" rows={answer.data.downstream} />}
    </Panel>
  );
}

/** Other open issues of the same table. */
export function Siblings({ id, tableId }: { id: string; tableId: string }) {
  const answer = useCall(api.issue.page, { query: { ruleTableId: tableId, open: '1', pageSize: MAX + 1 } });
  const rows = answer.data?.data.filter((row) => row.id !== id).slice(0, MAX);
  if (!rows || rows.length === 0) return null;
  return (
    <Panel
      title="同表的其他问题"
      note={`${rows.length} 张未关闭`}
      link={{ text: '全部', to: `/quality/checkissue?q=open:1,ruleTableId:${tableId}` }}
    >
      {rows.map((row) => (
        <PanelRow key={row.id}>
          <Link className="cut grow" to={`/quality/checkissue?open=detail-${row.id}`} title={row.ruleName}>
            {row.ruleName}
          </Link>
          <span className="muted">{row.assigneeName ?? '未指派'}</span>
        </PanelRow>
      ))}
    </Panel>
  );
}
