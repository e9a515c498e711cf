import { Alert } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count, minute } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { HttpStatus, millis } from '../logs/status.tsx';
import { CallCharts } from './CallCharts.tsx';
import { bytesText, figuresOf, SPAN_NAMES, type Overview, type Span } from './figures.ts';
import { Ranks } from './Ranks.tsx';
import { SpanChoice } from './UsageTab.tsx';
import '../market.css';
import './statistics.css';

const MAX = 8;

/** 数据集市概览: how much is called, by whom, how well, and what needs somebody. */
export default function IndexPage() {
  const can = useCan();
  const [span, setSpan] = useState<Span>(7);
  const maySee = can(api.statistics.overview);
  const answer = useCall(api.statistics.overview, { query: { days: `${span}` } }, { enabled: maySee });
  if (!maySee)
    return (
      <div className="panel">
        <StateView kind="empty" what="没有可查看的调用统计" why="请联系管理员开通接口日志的权限" />
      </div>
    );
  const { data } = answer;
  return (
    <div className="market-home">
      <PageActions>
        <SpanChoice value={span} onChange={setSpan} />
      </PageActions>
      {answer.isError && <StateView kind="error" className="panel" error={answer.error} onRetry={() => void answer.refetch()} />}
      {!data && !answer.isError && <StateView kind="loading" className="panel" shape="rows" rows={10} />}
      {data && <Resting sources={data.resting} />}
      {data && <Figures data={data} />}
      {data && <Body data={data} span={span} />}
    </div>
  );
}

const logPath = (apiName: string): string => `/market/apilog?q=apiName:${encodeURIComponent(apiName)}`;
function Body({ data, span }: { data: Overview; span: Span }) {
  const apis = data.apis.map((row) => ({ ...row, key: row.apiId, name: <ApiLink {...row} /> }));
  const apps = data.apps.map((row) => ({ ...row, key: row.appId ?? '', name: row.appName ?? <span className="muted">未识别</span> }));
  return (
    <div className="market-home-two">
      <div className="market-home">
        <section className="panel market-home-chart">
          <CallCharts points={data.points} span={span} />
        </section>
        <Failures />
      </div>
      <div className="market-home">
        <Alarms alarms={data.alarms} />
        <Panel title="接口 TOP 10" note={SPAN_NAMES[span]} link={{ text: '数据服务', to: '/market/dataapi' }}>
          <Ranks empty="还没有调用" rows={apis} />
        </Panel>
        <Panel title="调用方" note={SPAN_NAMES[span]}>
          <Ranks empty="还没有调用" rows={apps} />
        </Panel>
        <Nodes nodes={data.nodes} />
      </div>
    </div>
  );
}
const ApiLink = ({ apiName, apiVersion }: { apiName: string; apiVersion: string }) => (
  <Link to={logPath(apiName)}>
    {apiName} <span className="mono muted">{apiVersion}</span>
  </Link>
);

function Figures({ data }: { data: Overview }) {
  const { sums, before, apps, alarms } = data;
  return (
    <FigureStrip
      label="调用概况"
      figures={[
        ...figuresOf(sums, before),
        { label: '在用应用', value: count(apps.filter(({ appId }) => appId !== null).length), unit: '个' },
        { label: '告警', value: count(alarms.length), unit: '项', ...(alarms.length > 0 && { tone: 'bad' as const }) },
        ...(sums.dropped > 0
          ? [{ label: '未记录', value: count(sums.dropped), unit: '次', note: '日志未能写入的调用', tone: 'warn' as const }]
          : []),
      ]}
    />
  );
}

/** Sources that do not answer: one line while calls are not sent to them. */
function Resting({ sources }: { sources: Overview['resting'] }) {
  if (sources.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={
        <>
          数据源没有响应，调用暂不发送，恢复后自动继续：
          {sources.map(({ sourceId, sourceName, since }, n) => (
            <span key={sourceId}>
              {n > 0 && '；'}
              {sourceName} 自 {minute(since)}
            </span>
          ))}
        </>
      }
    />
  );
}

/** 参数管理, narrowed to what begins an alarm. */
const LIMITS_PATH = `/basic/system/config?word=${encodeURIComponent('接口告警')}`;
const CAUSES = {
  errors: ['错误率', (value: number) => `${value}%`],
  p95: ['P95 耗时', (value: number) => `${millis(value)} 毫秒`],
  dropped: ['日志丢弃', (value: number) => `${count(value)} 条`],
} as const;
function Alarms({ alarms }: Pick<Overview, 'alarms'>) {
  const can = useCan();
  const link = can(api.config.page) ? { text: '告警值', to: LIMITS_PATH } : undefined;
  return (
    <Panel title="告警" note={alarms.length > 0 && `${count(alarms.length)} 项`} {...(link && { link })}>
      {alarms.length === 0 && <StateView kind="empty" inline what="没有超过告警值的接口" />}
      {alarms.map(({ apiId, apiName, apiVersion, cause, value, since }) => (
        <PanelRow key={`${apiId} ${cause}`}>
          <Tag tone="bad">{CAUSES[cause][0]}</Tag>
          <Link className="cut grow" to={logPath(apiName)}>
            {apiName} <span className="mono muted">{apiVersion}</span>
          </Link>
          <span className="market-bad">{CAUSES[cause][1](value)}</span>
          <DateText value={since} />
        </PanelRow>
      ))}
    </Panel>
  );
}

/** The latest calls that did not go well. */
function Failures() {
  const answer = useCall(api.apiLog.page, { query: { status: '0', pageSize: MAX } });
  return (
    <Panel title="最近的错误" note="近 24 小时" link={{ text: '接口日志', to: '/market/apilog?q=status:0' }}>
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isError && <StateView kind="loading" shape="rows" rows={4} />}
      {answer.data?.total === 0 && <StateView kind="empty" inline what="没有失败的调用" />}
      {answer.data?.data.map((row) => (
        <PanelRow key={row.id}>
          <HttpStatus value={row.httpStatus} />
          <Link className="cut" to={`/market/apilog?open=detail-${row.id}`}>
            {row.apiName} <span className="mono muted">{row.apiVersion}</span>
          </Link>
          <span className="cut grow muted" title={row.msg}>
            {row.msg}
          </span>
          <span className="muted cut">{row.appName ?? '未识别'}</span>
          <DateText value={row.callerDate} />
        </PanelRow>
      ))}
    </Panel>
  );
}

/** How the log of each node stands. */
function Nodes({ nodes }: Pick<Overview, 'nodes'>) {
  return (
    <Panel title="日志写入">
      {nodes.map(({ node, mode, waiting, dropped, updateTime }) => (
        <PanelRow key={node}>
          <span>节点 {node}</span>
          <Tag tone={mode === 'spool' ? 'ok' : 'warn'}>{mode === 'spool' ? '本地暂存' : '仅内存暂存'}</Tag>
          <span className="grow muted">待写入 {bytesText(waiting)}</span>
          {dropped > 0 && <span className="market-bad">丢弃 {count(dropped)} 条</span>}
          <DateText value={updateTime} />
        </PanelRow>
      ))}
    </Panel>
  );
}
