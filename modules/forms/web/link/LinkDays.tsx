import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** 访问记录: how often a link was opened, filled in and refused by its limits, by the day. */
export function LinkDays({ linkId }: { linkId: string }) {
  const { data, error, refetch } = useCall(api.link.days, { params: { id: linkId } });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={2} />;
  if (data.length === 0) return <p className="link-none">还没有人打开过这个链接</p>;
  return (
    <table className="link-days" aria-label="访问记录">
      <thead>
        <tr>
          <th>日期</th>
          <th className="num">打开</th>
          <th className="num">提交</th>
          <th className="num">超限拒绝</th>
        </tr>
      </thead>
      <tbody>
        {data.map((one) => (
          <tr key={one.day}>
            <td>{one.day}</td>
            <td className="num">{one.viewCount}</td>
            <td className="num">{one.submitCount}</td>
            <td className="num">{one.refusedCount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
