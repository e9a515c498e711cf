import { count } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { Link } from 'react-router';
import type { api } from '../api.ts';

type Scored = CallReply<typeof api.score.get>;

/** The rules that cost most points, and how many rows of each are wrong. */
export function Costs({ costs }: Pick<Scored, 'costs'>) {
  const most = Math.max(0.01, ...costs.map(({ cost }) => cost));
  return (
    <Panel title="扣分最多的 10 条规则" note="修复后总分可提高的分数">
      {costs.length === 0 ? (
        <StateView kind="empty" inline what="没有扣分的规则" />
      ) : (
        <ol className="quality-costs">
          {costs.map((one) => (
            <li key={one.ruleId}>
              <Link className="cut" to={`/quality/checkrule?open=detail-${one.ruleId}`} title={one.ruleName}>
                {one.ruleName}
              </Link>
              <span className="mono muted cut">{one.tableName}</span>
              <span className="quality-bar" aria-hidden>
                <i style={{ width: `${(one.cost / most) * 100}%` }} />
              </span>
              <b>−{one.cost.toFixed(2)}</b>
              <span className="quality-bad">{one.checkErrorCount === null ? '' : `${count(one.checkErrorCount)} 行`}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Points of tables, the lowest first. */
export function TableScores({ tables }: Pick<Scored, 'tables'>) {
  return (
    <Panel title="表得分" note={`${tables.length} 张，从低到高`}>
      {tables.length === 0 && <StateView kind="empty" inline what="还没有核查结果" />}
      <ol className="quality-costs">
        {tables.slice(0, 12).map((one) => (
          <li key={one.tableId}>
            <span className="mono cut" title={one.tableComment ?? ''}>
              {one.tableName ?? '已删除'}
            </span>
            <span className="muted cut">{one.tableComment}</span>
            <span className={`quality-bar ${(one.score ?? 0) < 80 ? 'low' : (one.score ?? 0) < 90 ? 'near' : 'good'}`} aria-hidden>
              <i style={{ width: `${one.score ?? 0}%` }} />
            </span>
            <b>{one.score?.toFixed(1)}</b>
            <span className="muted">
              {one.failCount} / {one.ruleCount} 未过
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
