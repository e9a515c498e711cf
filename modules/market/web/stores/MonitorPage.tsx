import { ReloadOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import { Link } from 'react-router';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { Can } from '#kit/web/can.tsx';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count, day, minute } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { FigureStrip, type Figure } from '#kit/web/parts/FigureStrip.tsx';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { sizeText } from './parts.ts';
import '../market.css';
import './stores.css';

type Monitor = CallReply<typeof api.store.monitor>;
const SPANS = [
  { value: '1', label: '24 小时' },
  { value: '7', label: '7 天' },
  { value: '30', label: '30 天' },
  { value: '365', label: '一年' },
];
const DAY_MS = 86_400_000;
const MB = 1024 * 1024;

/** 存储监控: one store over time. */
export default function MonitorPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const list = useCall(api.store.list, {});
  const id = search.get('store') ?? list.data?.[0]?.id ?? null;
  const span = search.get('days') ?? '30';
  if (list.error) return <StateView kind="error" error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <StateView kind="loading" rows={8} />;
  if (id === null) return <StateView kind="empty" what="还没有数据存储" why="先在“存储登记”登记要监控的数据源。" />;
  return (
    <>
      <PageActions>
        <Select
          aria-label="数据存储"
          className="store-choice"
          showSearch={{ optionFilterProp: 'label' }}
          value={id}
          options={list.data.map((row) => ({ value: row.id, label: row.storeName }))}
          onChange={(store: string) => change({ store })}
        />
        <Segmented options={SPANS} value={span} onChange={(days) => change({ days: days === '30' ? null : days })} />
        <ScanButton id={id} />
      </PageActions>
      <StoreView key={id} id={id} days={Number(span)} />
    </>
  );
}

function ScanButton({ id }: { id: string }) {
  const scan = useWrite(api.store.scan, { overlay: false, onSuccess: () => toast.success('已开始扫描，逐表统计行数') });
  return (
    <Can call={api.store.scan}>
      <Button icon={<ReloadOutlined />} loading={scan.isPending} onClick={() => scan.mutate({ params: { id } })}>
        立即扫描
      </Button>
    </Can>
  );
}

/** The beginning of a span, to the hour: the question stays the same while the page is looked at. */
const since = (days: number): string => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - days * DAY_MS).toISOString();

function StoreView({ id, days }: { id: string; days: number }) {
  const answer = useCall(
    api.store.monitor,
    { params: { id }, query: { from: since(days) } },
    { keepPrevious: true, refetchInterval: 15_000 },
  );
  const { data, error } = answer;
  if (error) return <StateView kind="error" error={error} onRetry={() => void answer.refetch()} />;
  if (!data) return <StateView kind="loading" rows={8} />;
  const isRunning = data.scan?.state === 'running' || data.scan?.state === 'waiting';
  return (
    <div className="store-page">
      <FigureStrip label="存储状态" figures={figuresOf(data)} />
      {data.store.healthReason && <p className="market-note">{data.store.healthReason}</p>}
      {isRunning && <p className="muted store-scan">正在扫描：{data.scan?.text || '等待开始'}</p>}
      <div className="store-charts">
        <Trend data={data} title="容量（MB）" of={(point) => (point.usedBytes === null ? null : point.usedBytes / MB)} />
        <Trend data={data} title="数据行" of={(point) => point.rowCount} />
        <Trend data={data} title="延迟（毫秒）" of={(point) => point.latencyMs} />
        <Trend data={data} title="连接数" of={(point) => point.connections} />
      </div>
      <Items data={data} />
    </div>
  );
}

const HEALTH: Readonly<Record<Monitor['store']['healthStatus'], Pick<Figure, 'value' | 'tone'>>> = {
  '0': { value: '未扫描' },
  '1': { value: '正常' },
  '2': { value: '告警', tone: 'warn' },
  '3': { value: '异常', tone: 'bad' },
};

function figuresOf({ store, growth, availability }: Monitor): Figure[] {
  const perDay = growth.bytesPerDay === null ? null : sizeText(Math.abs(growth.bytesPerDay));
  const inMonth = sizeText(growth.bytesIn30Days);
  return [
    { label: '健康', ...HEALTH[store.healthStatus] },
    {
      label: '已用容量',
      value: sizeText(store.usedBytes),
      note: store.capacityBytes === null ? '未设容量' : <Meter label="容量使用率" value={store.usedPercent} target={store.warnPercent} />,
    },
    { label: '表数', value: store.tableCount === null ? null : count(store.tableCount), unit: '张' },
    {
      label: '数据行',
      value: store.rowCount === null ? null : count(store.rowCount),
      note: store.isExact === '1' ? '逐表统计' : '按数据源统计信息',
    },
    {
      label: '日均增长',
      value: perDay === null ? null : `${growth.bytesPerDay! < 0 ? '-' : ''}${perDay}`,
      note: perDay === null ? '采样不足一天' : `30 天后约 ${inMonth ?? '—'}`,
    },
    {
      label: '预计写满',
      value: growth.daysToFull === null ? null : count(growth.daysToFull),
      unit: '天后',
      note: growth.daysToFull === null ? '没有容量或没有增长' : undefined,
    },
    { label: '可用率', value: availability === null ? null : availability.toFixed(2), unit: '%' },
  ].map((figure) => ({ ...figure, note: figure.note ?? undefined }));
}

/** More hourly samples than this are shown as the last one of each day. */
const MANY_POINTS = 72;
type Point = Monitor['points'][number];
/** The points of a chart with their labels. */
function shownPoints(points: readonly Point[]): readonly { label: string; point: Point }[] {
  if (points.length <= MANY_POINTS) return points.map((point) => ({ label: (minute(point.snapTime) ?? '').slice(5), point }));
  const last = new Map(points.map((point) => [(day(point.snapTime) ?? '').slice(5), point]));
  return [...last].map(([label, point]) => ({ label, point }));
}

interface TrendProps {
  data: Monitor;
  title: string;
  of: (point: Point) => number | null;
}
function Trend({ data, title, of }: TrendProps) {
  const points = shownPoints(data.points);
  const x = points.map(({ label }) => label);
  const y = points.map(({ point }) => of(point));
  const known = y.filter((value) => value !== null).length;
  return (
    <section className="panel store-trend">
      {known === 0 ? (
        <StateView kind="empty" inline what={`${title}还没有采样`} />
      ) : (
        <LineChart x={x} y={y} title={title} scale="count" width="100%" height={200} />
      )}
    </section>
  );
}

const Items = ({ data }: { data: Monitor }) => (
  <section className="panel store-items">
    <h2>占用最多的对象</h2>
    {data.items.length === 0 ? (
      <StateView kind="empty" inline what="没有可以查看的对象" />
    ) : (
      <div className="market-scroll" tabIndex={0} role="region" aria-label="占用最多的对象">
        <table className="market-table">
          <thead>
            <tr>
              <th>对象</th>
              <th className="num">行数</th>
              <th className="num">占用</th>
              <th>统计方式</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <tr key={`${item.schemaName}.${item.itemName}`}>
                <td className="mono">
                  {item.tableId ? (
                    <Link to={`/metadata/datacolumn?table=${item.tableId}`}>
                      {item.schemaName}.{item.itemName}
                    </Link>
                  ) : (
                    `${item.schemaName}.${item.itemName}`
                  )}
                </td>
                <td className="num">{item.rowCount === null ? <Missing /> : count(item.rowCount)}</td>
                <td className="num">{sizeText(item.usedBytes) ?? <Missing />}</td>
                <td>{item.isExact === '1' ? '逐行统计' : '统计信息'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
);
