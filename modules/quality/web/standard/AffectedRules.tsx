import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** The rules that a change of a standard concerns: about its columns, or with its codes. */
export default function AffectedRules(of: { elementId: string } | { typeId: string }) {
  const query = 'elementId' in of ? { elementId: of.elementId } : { typeId: of.typeId };
  const { data, error, refetch } = useCall(api.standardRule.affected, { query });
  return (
    <section aria-label="质量规则">
      <h3>
        质量规则 <span className="muted">{data && count(data.rules.length + data.hidden)}</span>
      </h3>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {data && data.rules.length + data.hidden === 0 && <p className="muted">没有</p>}
      {data && data.rules.length > 0 && (
        <ul>
          {data.rules.map((rule) => (
            <li key={rule.id}>
              <Link to={`/quality/checkrule?open=detail-${rule.id}`}>{rule.ruleName}</Link>
              <span className="mono muted">{[rule.tableName, rule.columnName].filter(Boolean).join('.')}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.hidden > 0 && <p className="muted">另有 {count(data.hidden)} 条规则没有列出（无权查看或超出显示数量）。</p>}
    </section>
  );
}
