import { Breadcrumb, Segmented, Select } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useChangeAddress, type AddressValues } from '#kit/web/address.ts';
import { useColorMode } from '#kit/web/color-mode.ts';
import { count } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { MapKey, type MapMeasure, type MapNode } from '../../contract/map.ts';
import { wholeSize } from '#kit/core/text/size.ts';
import { api } from '../api.ts';
import { tablePath } from '../paths.ts';
import { COLOURS, LAYERS, stepsOf, type Colouring } from './colours.ts';
import { DomainsView } from './DomainsView.tsx';
import { FlowView, FLOWS, type FlowBy } from './FlowView.tsx';
import { LayerLegend } from './LayerLegend.tsx';
import { LevelTable } from './LevelTable.tsx';
import { MEASURES, roughly } from './measures.ts';
import { NetworkView, SCOPES, type Scope } from './NetworkView.tsx';
import { TreemapView } from './TreemapView.tsx';
import './map.css';

const TABS = { domain: '主题域', network: '关系网络', flow: '流向', tree: '矩形图', list: '层级列表' } as const;
type Tab = keyof typeof TABS;
const VIEWS = { domain: '按主题域', source: '按数据源' } as const;
type View = keyof typeof VIEWS;

const pick = <T extends string>(value: string | null, known: Readonly<Record<T, unknown>>, otherwise: T): T =>
  value !== null && value in known ? (value as T) : otherwise;
const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.entries(labels) as [T, string][]).map(([value, label]) => ({ value, label }));

/** 数据地图: where the data is, how much of it, and what it is worth looking at. */
export default function DataMapPage() {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const navigate = useNavigate();
  const tab = pick<Tab>(search.get('tab'), TABS, 'domain');
  const view = pick<View>(search.get('view'), VIEWS, 'domain');
  const measure = pick<MapMeasure>(search.get('measure'), MEASURES, 'bytes');
  const by = pick<FlowBy>(search.get('by'), FLOWS, 'schema');
  const place = MapKey.safeParse(search.get('at') ?? 'root');
  const at = place.success ? place.data : 'root';
  const put = (values: AddressValues, replace = true) => changeAddress(values, { replace });
  const level = useCall(
    api.map.nodes,
    { query: { at, view, measure } },
    { keepPrevious: true, enabled: tab === 'tree' || tab === 'list' || (tab === 'network' && at !== 'root') },
  );
  const open = (node: MapNode) => {
    if (node.type === 'table') void navigate(tablePath(node.id!));
    else put({ at: node.key }, false);
  };
  const colouring = pick<Colouring>(search.get('colour'), COLOURS, 'layer');
  const openPlace = (key: string) => put({ at: key === 'root' ? null : key }, false);
  const most = Number(pick<`${Scope}`>(search.get('most'), SCOPES, '40')) as Scope;
  return (
    <div className="map">
      {tab !== 'domain' && tab !== 'network' && <Summary />}
      <div className="panel map-panel">
        <div className="map-tools">
          <Segmented aria-label="地图内容" value={tab} onChange={(value) => put({ tab: value, sel: null })} options={optionsOf(TABS)} />
          {tab !== 'flow' && tab !== 'domain' && (
            <Segmented
              aria-label="显示方式"
              value={view}
              onChange={(value) => put({ view: value, at: null, sel: null })}
              options={optionsOf(VIEWS)}
            />
          )}
          <span className="map-gap" />
          {tab === 'domain' && <LayerLegend layers={[...LAYERS, null]} />}
          {tab === 'tree' && <TreeTools measure={measure} colouring={colouring} onChange={put} />}
        </div>
        {tab === 'domain' && (
          <DomainsView
            selected={search.get('sel')}
            onSelect={(key) => put({ sel: key })}
            onNetwork={(key) => put({ tab: 'network', view: 'domain', at: key, sel: null }, false)}
          />
        )}
        {tab === 'network' && (
          <>
            <LevelPath path={level.data?.path} onOpen={openPlace} />
            <NetworkView
              at={at}
              view={view}
              most={most}
              onMost={(value) => put({ most: value === 40 ? null : String(value) })}
              selected={search.get('sel')}
              onSelect={(id) => put({ sel: id })}
            />
          </>
        )}
        {tab === 'flow' && <FlowView by={by} onBy={(value) => put({ by: value })} />}
        {(tab === 'tree' || tab === 'list') && (
          <>
            <div className="map-path">
              <LevelPath path={level.data?.path} onOpen={openPlace} />
              {tab === 'tree' && <ColourLegend colouring={colouring} />}
            </div>
            {level.error ? (
              <StateView kind="error" error={level.error} onRetry={() => void level.refetch()} />
            ) : !level.data ? (
              <StateView className="page-skeleton" kind="loading" shape="cards" rows={10} />
            ) : tab === 'tree' ? (
              <div className="map-canvas">
                <TreemapView nodes={level.data.nodes} measure={measure} colouring={colouring} onOpen={open} />
              </div>
            ) : (
              <LevelTable nodes={level.data.nodes} measure={measure} onOpen={open} />
            )}
            {(level.data?.rest ?? 0) > 0 && (
              <p className="map-note muted">另有 {count(level.data!.rest)} 张较小的表未列出，可在“数据检索”中搜索。</p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface TreeToolsProps {
  measure: MapMeasure;
  colouring: Colouring;
  onChange: (values: AddressValues) => void;
}

/** What the area and the colour of a field tell. */
function TreeTools({ measure, colouring, onChange }: TreeToolsProps) {
  return (
    <>
      <label className="map-choice">
        面积（对数）
        <Select value={measure} onChange={(value) => onChange({ measure: value })} options={optionsOf(MEASURES)} />
      </label>
      <label className="map-choice">
        颜色
        <Select value={colouring} onChange={(value) => onChange({ colour: value })} options={optionsOf(COLOURS)} />
      </label>
    </>
  );
}

interface LevelPathProps {
  path: readonly { readonly key: string; readonly label: string }[] | undefined;
  onOpen: (key: string) => void;
}

/** The way from everything to the place that is shown; nothing where that is everything. */
function LevelPath({ path, onOpen }: LevelPathProps) {
  if (!path || path.length < 2) return null;
  return (
    <Breadcrumb
      className="map-way"
      items={path.map(({ key, label }, i, all) => ({
        title:
          i === all.length - 1 ? (
            label
          ) : (
            <button type="button" className="link-button" onClick={() => onOpen(key)}>
              {label}
            </button>
          ),
      }))}
    />
  );
}

function ColourLegend({ colouring }: { colouring: Colouring }) {
  const mode = useColorMode();
  return (
    <span className="map-legend">
      {stepsOf(colouring, mode).map((step) => (
        <span key={step.label}>
          <i style={{ background: step.colour }} />
          {step.label}
        </span>
      ))}
    </span>
  );
}

function Summary() {
  const { data, error, refetch } = useCall(api.map.summary, {});
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  const figures = [
    { label: '数据源', value: data && count(data.sources), to: '/metadata/datasource' },
    { label: '数据表', value: data && count(data.tables), to: '/metadata/datacolumn' },
    { label: '字段', value: data && count(data.columns), to: '/metadata/datacolumn' },
    { label: '数据行', value: data && roughly(data.rows), to: '/metadata/datasearch' },
    { label: '存储', value: data && wholeSize(data.bytes), to: '/metadata/datasource' },
    { label: '已归主题域', value: data && part(data.inDomain, data.tables), to: '/metadata/domain' },
    { label: '有负责人', value: data && part(data.owned, data.tables), to: '/metadata/datasearch' },
    { label: '敏感表', value: data && count(data.sensitive), to: '/metadata/classify' },
    { label: '近7天变更', value: data && count(data.changed7), to: '/metadata/changerecord' },
  ];
  return (
    <div className="panel map-figures">
      {figures.map((figure) => (
        <Link key={figure.label} to={figure.to}>
          <span className="muted">{figure.label}</span>
          <b>{figure.value ?? '—'}</b>
        </Link>
      ))}
    </div>
  );
}

const part = (some: number, all: number): string => (all === 0 ? '—' : `${Math.round((some / all) * 100)}%`);
