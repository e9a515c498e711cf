import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** 预览: the first records as the target gets them. */
export function PreviewPanel({ id }: { id: string }) {
  const { data, error, refetch } = useCall(api.target.preview, { params: { id } }, { staleTime: 0 });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={6} />;
  if (data.length === 0) return <StateView kind="empty" what="没有符合条件的记录" />;
  return (
    <div className="dist-tab">
      <p className="muted">前 {data.length} 条记录分发时的内容；对您脱敏的列在这里也脱敏显示。</p>
      <pre className="dist-json mono" tabIndex={0}>
        {JSON.stringify(
          data.map(({ id: recordId, values }) => ({ id: recordId, values })),
          null,
          2,
        )}
      </pre>
    </div>
  );
}
