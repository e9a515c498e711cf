import { Segmented } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { millis } from '../logs/status.tsx';
import { CallCharts } from './CallCharts.tsx';
import { figuresOf, percent, SPAN_NAMES, type Span, type Sums, type Usage } from './figures.ts';
import '../market.css';
import './statistics.css';

/** Choice of how far back to look. */
export function SpanChoice({ value, onChange }: { value: Span; onChange: (span: Span) => void }) {
  return (
    <Segmented
      aria-label="时间范围"
      value={value}
      options={Object.entries(SPAN_NAMES).map(([days, label]) => ({ value: Number(days) as Span, label }))}
      onChange={onChange}
    />
  );
}

type Answer = ReturnType<typeof useCall<typeof api.statistics.ofApi>>;

/** Calls of an API, for who answers for it. */
export function ApiUsage({ id }: { id: string }) {
  const [span, setSpan] = useState<Span>(7);
  const answer = useCall(api.statistics.ofApi, { params: { id }, query: { days: `${span}` } });
  const rows = answer.data?.apps.map((row) => ({ ...row, key: row.appId ?? '', name: row.appName ?? '未识别' })) ?? [];
  return <UsageView title="调用统计" answer={answer} span={span} onSpan={setSpan} noun="应用" rows={rows} />;
}
/** Calls of an application, for who it belongs to. */
export function AppUsage({ id }: { id: string }) {
  const [span, setSpan] = useState<Span>(7);
  const answer = useCall(api.statistics.ofApp, { params: { id }, query: { days: `${span}` } });
  const rows = answer.data?.apis.map((row) => ({ ...row, key: row.apiId, name: `${row.apiName} ${row.apiVersion}` })) ?? [];
  return <UsageView title="用量" answer={answer as Answer} span={span} onSpan={setSpan} noun="数据API" rows={rows} />;
}

interface ViewProps {
  title: string;
  answer: Pick<Answer, 'isError' | 'error' | 'refetch'> & { data: Usage | undefined };
  span: Span;
  onSpan: (span: Span) => void;
  /** what the table counts by */
  noun: string;
  rows: readonly (Sums & { key: string; name: string })[];
}
function UsageView({ title, answer, span, onSpan, noun, rows }: ViewProps) {
  const { data } = answer;
  return (
    <section className="market-described" aria-label={title}>
      <h3 className="market-usage-head">
        {title}
        <SpanChoice value={span} onChange={onSpan} />
      </h3>
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!data && !answer.isError && <StateView kind="loading" shape="rows" rows={4} />}
      {data?.sums.calls === 0 && data.sums.dropped === 0 && <p className="muted">{SPAN_NAMES[span]}没有调用</p>}
      {data && data.sums.calls > 0 && (
        <>
          <FigureStrip label={title} figures={figuresOf(data.sums)} />
          <div className="market-usage-charts">
            <CallCharts points={data.points} span={span} height={200} />
          </div>
          <UsageTable noun={noun} rows={rows} />
        </>
      )}
      {data && data.sums.dropped > 0 && <p className="market-note">有 {count(data.sums.dropped)} 次调用的日志未能写入，不在以上数字中</p>}
    </section>
  );
}
function UsageTable({ noun, rows }: Pick<ViewProps, 'noun' | 'rows'>) {
  return (
    <table className="market-table">
      <thead>
        <tr>
          <th scope="col">{noun}</th>
          <th scope="col">调用</th>
          <th scope="col">成功率</th>
          <th scope="col">限流</th>
          <th scope="col">失败</th>
          <th scope="col">P95（毫秒）</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.name}</td>
            <td className="num">{count(row.calls)}</td>
            <td className="num">{percent(row.succeeded, row.calls)}%</td>
            <td className="num">{count(row.limited)}</td>
            <td className={row.failed > 0 ? 'num market-bad' : 'num'}>{count(row.failed)}</td>
            <td className="num">{row.p95 === null ? '—' : millis(row.p95)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
