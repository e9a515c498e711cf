import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** The rules that check values against a code set. */
export default function TypeRules({ typeId }: { typeId: string }) {
  const { data, error, refetch } = useCall(api.standardRule.ofType, { params: { id: typeId } });
  return (
    <section aria-label="核查规则">
      <h3>
        核查规则 <span className="muted">{data && count(data.length)}</span>
      </h3>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="muted">没有</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((rule) => (
            <li key={rule.id}>
              <Link to={`/quality/checkrule?open=detail-${rule.id}`}>{rule.ruleName}</Link>
              <span className="mono muted">{[rule.tableName, rule.columnName].filter(Boolean).join('.')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
