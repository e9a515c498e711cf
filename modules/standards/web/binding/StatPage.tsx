import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { count } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { BoundColumns } from './BoundColumns.tsx';
import { RunButton } from './RunButton.tsx';
import './binding.css';

export type View = 'source' | 'domain' | 'dept' | 'element';
type Summary = CallReply<typeof api.binding.summary>[number];
type Counts = Pick<Summary, 'bound' | 'conform' | 'partial' | 'bad' | 'retired' | 'exempt'>;

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'source', label: '数据源' },
  { value: 'domain', label: '主题域' },
  { value: 'dept', label: '部门' },
  { value: 'element', label: '数据元' },
];
const PARTS = [
  ['conform', '合标'],
  ['partial', '部分合标'],
  ['bad', '不合标'],
  ['retired', '标准已废止'],
  ['exempt', '豁免'],
] as const;
const percentText = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`);

/** What bound columns consist of, as one bar. */
function Composition({ of }: { of: Counts }) {
  const all = PARTS.reduce((sum, [part]) => sum + of[part], 0);
  return (
    <span className="composition" role="img" aria-label={PARTS.map(([part, label]) => `${label}${of[part]}`).join('，')}>
      {PARTS.map(([part]) => of[part] > 0 && <i key={part} className={part} style={{ flexGrow: of[part] / Math.max(1, all) }} />)}
    </span>
  );
}

/** 落标统计: the rate, its way over 30 days, where it is low, and the columns behind each number. */
export default function StatPage() {
  const [by, setBy] = useState<View>('source');
  const [chosen, setChosen] = useState<Summary | null>(null);
  const stat = useCall(api.binding.stat, { query: {} });
  const summary = useCall(api.binding.summary, { query: { by } }, { keepPrevious: true });
  const choose = (view: View) => {
    setBy(view);
    setChosen(null);
  };
  if (stat.error) return <StateView kind="error" error={stat.error} onRetry={() => void stat.refetch()} />;
  if (!stat.data) return <StateView kind="loading" rows={10} />;
  return (
    <>
      <PageActions>
        <RunButton />
      </PageActions>
      <div className="binding-stat">
        <Rate of={stat.data} />
        <Trend />
        <Panel title="构成" tabs={<Segmented<View> size="small" value={by} onChange={choose} options={[...VIEWS]} />}>
          {summary.data?.length === 0 && (
            <StateView kind="empty" what="还没有绑定的字段" action={<Link to="/standard/binding">去处理落标建议</Link>} />
          )}
          <SummaryTable rows={summary.data ?? []} chosen={chosen?.id} onChoose={setChosen} />
        </Panel>
        <BoundColumns by={by} chosen={chosen} />
      </div>
    </>
  );
}

function Rate({ of }: { of: CallReply<typeof api.binding.stat> }) {
  return (
    <Panel title="合标率" padded>
      <p className="binding-rate">
        <b>{percentText(of.percent)}</b> <span className="muted">{`${count(of.conform)} / ${count(of.bound)} 个已绑定字段`}</span>
      </p>
      <Composition of={of} />
      <dl className="binding-parts">
        {PARTS.map(([part, label]) => (
          <div key={part}>
            <dt>
              <i className={part} /> {label}
            </dt>
            <dd className="num">{count(of[part])}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Trend() {
  const { data, error, refetch } = useCall(api.binding.trend);
  const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);
  return (
    <Panel title="趋势" note="近 30 天，按每次核对" padded>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {data && data.length === 0 && <StateView kind="empty" inline what="还没有核对过" />}
      {data && data.length > 0 && (
        <LineChart
          width="100%"
          title={null}
          height={210}
          x={data.map(({ day }) => day.slice(5))}
          series={[
            { name: '合标率', values: data.map((one) => rate(one.conform, one.bound)) },
            { name: '映射率', values: data.map((one) => rate(one.bound + one.exempt, one.columns)) },
          ]}
        />
      )}
    </Panel>
  );
}

function SummaryTable({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly Summary[];
  chosen: string | null | undefined;
  onChoose: (row: Summary) => void;
}) {
  return (
    <table className="binding-table">
      <thead>
        <tr>
          <th>名称</th>
          <th>构成</th>
          <th className="num">合标率</th>
          <th className="num">映射率</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id ?? ''} className={chosen === row.id ? 'chosen' : undefined}>
            <td>
              <button type="button" className="link-button" onClick={() => onChoose(row)}>
                {row.name}
              </button>
            </td>
            <td>
              <Composition of={row} />
            </td>
            <td className="num">{percentText(row.percent)}</td>
            <td className="num">{percentText(row.boundPercent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
