import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { count } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { SUBSCRIPTION_TONES } from '../tones.ts';

const SHOWN = 20;

/** The APIs that an application may call, or asks to. */
export function Subscribed({ appId }: { appId: string }) {
  const answer = useCall(api.subscription.page, { query: { appId, pageSize: SHOWN } });
  if (answer.isError) return <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />;
  const rows = answer.data?.data ?? [];
  return (
    <section className="market-described" aria-label="订阅的API">
      <h3>
        订阅的API{' '}
        {answer.data && answer.data.total > SHOWN && (
          <small>
            最近 {SHOWN} 个，共 {count(answer.data.total)} 个
          </small>
        )}
      </h3>
      {answer.data && rows.length === 0 && <p className="muted">还没有订阅，在“订阅管理”申请</p>}
      {rows.length > 0 && (
        <table className="market-table">
          <thead>
            <tr>
              <th scope="col">数据API</th>
              <th scope="col">版本</th>
              <th scope="col">状态</th>
              <th scope="col">到期</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{row.apiName}</td>
                <td className="mono">{row.apiVersion}</td>
                <td>
                  <DictTag code="market_subscription_status" value={row.status} tones={SUBSCRIPTION_TONES} />
                </td>
                <td>
                  <DateText value={row.endTime} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
