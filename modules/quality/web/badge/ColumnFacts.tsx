import { Link } from 'react-router';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { STATE_TONES } from '../tones.ts';

const MAX = 5;

/** Rules of a column with their last results. */
export default function ColumnFacts({ columnId }: { columnId: string; tableId: string }) {
  const { data } = useCall(api.rule.page, { query: { ruleColumnId: columnId, pageSize: MAX } });
  if (!data || data.total === 0) return null;
  return (
    <div>
      <dt>质量规则</dt>
      <dd>
        {data.data.map((rule) => (
          <div key={rule.id}>
            <Link to={`/quality/checkrule?open=detail-${rule.id}`}>{rule.ruleName}</Link>{' '}
            {rule.lastState && <DictTag code="quality_report_state" value={rule.lastState} tones={STATE_TONES} />}
          </div>
        ))}
        {data.total > MAX && <span className="muted">另有 {data.total - MAX} 条</span>}
      </dd>
    </div>
  );
}
