import { BulbOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { count, minute } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { download } from '#kit/web/send.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { BoundColumns } from './BoundColumns.tsx';
import { RunButton } from './RunButton.tsx';
import { Change, Composition, PARTS, percentText, unboundOf, type Place, type Shown } from './stat-parts.tsx';
import { SummaryPanel } from './SummaryPanel.tsx';
import { WorstElements } from './WorstElements.tsx';
import './binding.css';

/** 落标统计: the rate, its way over 30 days, where it is low, and the columns behind each number. */
export default function StatPage() {
  const [place, setPlace] = useState<Place | null>(null);
  const [params] = useSearchParams();
  // a to-do about exemptions opens the page at these
  const [shown, setShown] = useState<Shown>(params.get('shown') === 'exempt' ? 'exempt' : 'toDo');
  const stat = useCall(api.binding.stat, { query: {} });
  const navigate = useNavigate();
  const can = useCan();
  if (stat.error) return <StateView kind="error" error={stat.error} onRetry={() => void stat.refetch()} />;
  if (!stat.data) return <StateView kind="loading" rows={10} />;
  const { proposals, checkTime } = stat.data;
  return (
    <>
      <PageActions>
        {checkTime !== null && <span className="muted binding-checked">{`核对于 ${minute(checkTime) ?? ''}`}</span>}
        <RunButton />
        {can(api.binding.exportStat) && (
          <Button icon={<DownloadOutlined />} onClick={() => void download(api.binding.exportStat, { body: {} }, '落标统计.xlsx')}>
            导出
          </Button>
        )}
        {proposals > 0 && (
          <Button type="primary" icon={<BulbOutlined />} onClick={() => void navigate('/standard/binding')}>
            {`处理 ${count(proposals)} 条建议`}
          </Button>
        )}
      </PageActions>
      <div className="binding-stat">
        <Rate
          of={stat.data}
          onShow={(part) => {
            setPlace(null);
            setShown(part);
          }}
        />
        <Trend />
        <WorstElements
          onChoose={(chosen) => {
            setPlace(chosen);
            setShown('toDo');
          }}
        />
        <SummaryPanel place={place} whole={stat.data} onChoose={setPlace} />
        <BoundColumns place={place} shown={shown} onShow={setShown} onPlace={setPlace} />
      </div>
    </>
  );
}

function Rate({ of, onShow }: { of: CallReply<typeof api.binding.stat>; onShow: (part: Shown) => void }) {
  const trend = useCall(api.binding.trend);
  // the last day that was recorded is today's
  const first = trend.data?.slice(0, -1).find(({ bound }) => bound > 0);
  const change = first && of.percent !== null ? of.percent - (first.conform / first.bound) * 100 : null;
  const all = Math.max(1, of.columns);
  const share = (part: number) => `${((part / all) * 100).toFixed(1)}%`;
  const line = (part: Shown, label: string, amount: number) => (
    <li key={part}>
      <button type="button" onClick={() => onShow(part)}>
        <i className={part} /> {label}
      </button>
      <b className="num">{count(amount)}</b>
      <span className="muted num">{share(amount)}</span>
    </li>
  );
  return (
    <Panel
      title="合标率"
      padded
      actions={
        change !== null && (
          <span className="muted">
            较 30 天前 <Change points={change} />
          </span>
        )
      }
    >
      <p className="binding-rate">
        <b>{percentText(of.percent)}</b> <span className="muted">{`${count(of.conform)} / ${count(of.bound)} 个已绑定字段`}</span>
      </p>
      <Composition of={of} />
      <ul className="binding-parts">
        {PARTS.filter(([part]) => of[part] > 0 || !['retired', 'unread'].includes(part)).map(([part, label]) =>
          line(part, label, of[part]),
        )}
        {line('unbound', '未映射', unboundOf(of))}
      </ul>
    </Panel>
  );
}

function Trend() {
  const { data, error, refetch } = useCall(api.binding.trend);
  const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);
  const isYoung = data !== undefined && data.length > 0 && data.length < 3;
  return (
    <Panel title="趋势" note="近 30 天，每日最后一次核对" padded>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {data && data.length === 0 && <StateView kind="empty" inline what="还没有核对过" />}
      {data && data.length > 0 && (
        <LineChart
          width="100%"
          title={null}
          names="ends"
          height={isYoung ? 190 : 214}
          x={data.map(({ day }) => day.slice(5))}
          series={[
            { name: '合标率', values: data.map((one) => rate(one.conform, one.bound)) },
            { name: '映射率', values: data.map((one) => rate(one.bound + one.exempt, one.columns)) },
          ]}
        />
      )}
      {isYoung && <p className="muted binding-young">{`自 ${data[0]!.day} 起记录，单位 %`}</p>}
    </Panel>
  );
}
