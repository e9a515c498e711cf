import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { APPLY_TONES } from '../tones.ts';

const MAX = 50;
/** 使用: requests for the resource that the reader may see, the own ones and those that the reader decides about. */
export function UsedTab({ id }: { id: string }) {
  const { data, error, refetch } = useCall(api.drdUse.applies, { query: { drdId: id, pageSize: MAX } });
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={4} />;
  if (data.data.length === 0) return <StateView kind="empty" inline what="没有可以查看的使用申请" />;
  return (
    <ul className="drd-said">
      {data.data.map((row) => (
        <li key={row.id}>
          <span>
            {row.applicant} · <DictTag code="market_drd_usage" value={row.usageType} /> · 至 {row.validTo}{' '}
            <DictTag code="data_apply_status" value={row.state} tones={APPLY_TONES} />
          </span>
          <p>{row.purpose}</p>
          <p className="muted">
            <DateText value={row.applyTime} /> 申请
          </p>
        </li>
      ))}
    </ul>
  );
}
