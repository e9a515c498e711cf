import { Link } from 'react-router';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { useCan } from '#kit/web/can.tsx';
import { createClient } from '#kit/web/client.ts';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { WorkList } from '#kit/web/parts/WorkList.tsx';
import { send } from '#kit/web/send.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { home } from '#modules/system/contract/home.ts';
import { api } from '../api.ts';
import { percentText, unboundOf } from '../binding/stat-parts.tsx';
import { elementPath } from '../paths.ts';
import './home.css';

const system = createClient({ home }, send).home;
const MAX = 8;

/** 数据标准概览: what is kept, how far the catalogue keeps to it, what is to be done. Each panel stands for who may read it. */
export default function OverviewPage() {
  const can = useCan();
  const may = {
    rates: can(api.binding.stat),
    elements: can(api.standardElement.page),
    dicts: can(api.standardType.list),
    codes: can(api.contrast.stat),
  };
  const stat = useCall(api.binding.stat, { query: {} }, { enabled: may.rates });
  if (!may.rates && !may.elements && !may.dicts)
    return (
      <div className="panel">
        <StateView kind="empty" what="没有可查看的数据标准" why="请联系管理员开通数据元、标准字典或落标的权限" />
      </div>
    );
  return (
    <div className="standard-home">
      <Figures stat={stat.data} may={may} />
      <div className="standard-home-columns">
        <div className="standard-home-side">
          {may.rates && <Course />}
          {may.elements && <Recent />}
        </div>
        <div className="standard-home-side">
          <Work stat={stat.data} />
          {may.codes && <Codes />}
        </div>
      </div>
    </div>
  );
}

type Stat = CallReply<typeof api.binding.stat>;

function Figures({ stat, may }: { stat: Stat | undefined; may: { elements: boolean; dicts: boolean } }) {
  const elements = useCall(api.standardElement.page, { query: { pageSize: 1, state: 'inForce' } }, { enabled: may.elements });
  const types = useCall(api.standardType.list, {}, { enabled: may.dicts });
  const items = types.data?.reduce((sum, { dictCount }) => sum + dictCount, 0);
  return (
    <FigureStrip
      label="数据标准概况"
      figures={[
        ...(elements.data ? [{ label: '生效的数据元', value: count(elements.data.total), to: '/standard/element' }] : []),
        ...(types.data
          ? [{ label: '标准字典', value: count(types.data.length), note: `${count(items ?? 0)} 项`, to: '/standard/datadict' }]
          : []),
        ...(stat
          ? [
              {
                label: '合标率',
                value: stat.percent === null ? null : percentText(stat.percent),
                note: `${count(stat.conform)} / ${count(stat.bound)} 个字段`,
                to: '/standard/bindingstat',
              },
              {
                label: '映射率',
                value: stat.columns === 0 ? null : percentText(((stat.columns - unboundOf(stat)) / stat.columns) * 100),
                note: `${count(unboundOf(stat))} 个未映射`,
              },
              {
                label: '未合标',
                value: count(stat.bad + stat.partial),
                note: `部分合标 ${count(stat.partial)}，不合标 ${count(stat.bad)}`,
                ...(stat.bad > 0 && { tone: 'warn' as const }),
                to: '/standard/bindingstat',
              },
              { label: '豁免中', value: count(stat.exempt), to: '/standard/bindingstat?shown=exempt' },
            ]
          : []),
      ]}
    />
  );
}

function Work({ stat }: { stat: Stat | undefined }) {
  const todos = useCall(system.todoCounts);
  const of = (kind: string) => todos.data?.kinds.find((one) => one.kind === kind)?.count ?? 0;
  const one = { owners: 0, ownerName: null };
  return (
    <WorkList
      empty="没有需要处理的数据标准事项"
      work={[
        { ...one, label: '待处理的落标建议', total: stat?.proposals ?? 0, to: '/standard/binding', verb: '去处理' },
        { ...one, label: '有取值未对照的字段', total: of('standard.value'), to: '/standard/dictmapping', verb: '去对照' },
        { ...one, label: '两周内到期的豁免', total: of('standard.exemption'), to: '/standard/bindingstat?shown=exempt', verb: '去查看' },
        {
          ...one,
          label: '不合标的字段',
          total: stat?.bad ?? 0,
          to: '/standard/bindingstat',
          verb: '去查看',
          ...(stat && stat.bad > 0 && { tone: 'bad' as const }),
        },
      ]}
    />
  );
}

function Course() {
  const { data, error, refetch } = useCall(api.binding.trend);
  const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);
  return (
    <Panel title="落标趋势" note="近 30 天，%" link={{ text: '落标统计', to: '/standard/bindingstat' }} padded>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" shape="rows" rows={4} />}
      {data?.length === 0 && <StateView kind="empty" inline what="还没有核对过" />}
      {data && data.length > 0 && (
        <LineChart
          width="100%"
          title={null}
          height={220}
          x={data.map(({ day }) => day.slice(5))}
          series={[
            { name: '合标率', values: data.map((at) => rate(at.conform, at.bound)) },
            { name: '映射率', values: data.map((at) => rate(at.bound + at.exempt, at.columns)) },
          ]}
        />
      )}
    </Panel>
  );
}

function Recent() {
  const { data, error, refetch } = useCall(api.standardElement.page, { query: { pageSize: MAX, sort: '-updateTime' } });
  return (
    <Panel title="最近修改的数据元" link={{ text: '全部', to: '/standard/element' }}>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" shape="rows" rows={4} />}
      {data?.total === 0 && <StateView kind="empty" inline what="还没有数据元" />}
      {data?.data.map((row) => (
        <PanelRow key={row.id}>
          <Link className="cut grow" to={elementPath(row.id)} title={row.elementName}>
            {row.elementName}
          </Link>
          <span className="mono muted cut">{row.elementCode}</span>
          <Tag tone={row.state === 'inForce' ? 'ok' : row.state === 'retired' ? 'bad' : 'idle'}>
            {row.state === 'inForce' ? `V${row.versionNo ?? 1} 生效中` : row.state === 'retired' ? '已废止' : '草稿'}
          </Tag>
          <DateText value={row.updateTime} />
        </PanelRow>
      ))}
    </Panel>
  );
}

function Codes() {
  const { data, error, refetch } = useCall(api.contrast.stat, { query: { pageSize: MAX } });
  return (
    <Panel title="字典对照" link={{ text: '对照统计', to: '/standard/contraststat' }}>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" shape="rows" rows={4} />}
      {data?.total === 0 && <StateView kind="empty" inline what="还没有对照的字段" />}
      {data?.data.map((row) => (
        <PanelRow key={row.id}>
          <Link
            className="cut grow"
            to={`/standard/dictmapping?contrastId=${row.id}`}
            title={`${row.tableName ?? ''}.${row.columnName ?? ''}`}
          >
            {`${row.tableName ?? ''}.${row.columnName ?? ''}`}
          </Link>
          <span className="muted cut">{row.gbTypeName}</span>
          <span className="num">{`${count(row.mappingCount)} / ${count(row.mappingCount + row.unMappingCount)} 个取值`}</span>
        </PanelRow>
      ))}
    </Panel>
  );
}
