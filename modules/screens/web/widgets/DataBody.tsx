import { useCallback, useEffect, useMemo, useState, type PointerEvent } from 'react';
import { smallGroups, useTile, type TileState } from '#modules/charts/web/parts.ts';
import { sampleOf } from '../../core/sample-data.ts';
import { useMinute } from '../stage/clock.ts';
import { useStage } from '../stage/stage-context.ts';
import { ClickMenu } from './ClickMenu.tsx';
import { DATA } from './registry.ts';
import { str, tableOf, type Row } from './read.ts';
import { Notice } from './Notice.tsx';
import { noticesOfWidget } from './notices.ts';
import type { PlainProps } from './types.ts';
import { useActions } from './use-actions.ts';
import '../stage/stage.css';
import './widgets.css';

/** A data widget: asks for its answer, keeps the last good one, and says in the style of the screen what is the matter. */
export function DataBody(own: PlainProps) {
  const { node, feed, isEditing } = own;
  const { hasSamples } = useStage();
  const state = useTile(feed, node.id);
  const isBound = Boolean(node.chart ?? node.chartId);
  useEffect(() => {
    if (!isBound) return;
    feed.want(node.id);
    return () => feed.drop(node.id);
  }, [feed, node.id, isBound]);
  const retry = useCallback(() => feed.refresh([node.id], true), [feed, node.id]);
  if (!isBound && (isEditing || hasSamples)) return <Sampled own={own} />;
  const face = !isBound ? (
    <Notice kind="empty" title="尚未配置数据" />
  ) : !state.data || state.status === 'noRight' ? (
    <Waiting state={state} retry={retry} />
  ) : state.data.rows.length === 0 && node.type === 'kpi' ? (
    <NoRows least={state.data.minGroup} />
  ) : null;
  if (face === null) return <Filled own={own} state={state} data={state.data!} retry={retry} />;
  // a figure without its value keeps its card and its name: nobody has to guess what is missing
  return node.type === 'kpi' ? (
    <div className="sw-kpi" data-look={str(own.props, 'look')} data-waits="">
      <div className="sw-kpi-name">
        <span>{str(own.props, 'label') || node.name}</span>
      </div>
      {face}
    </div>
  ) : (
    face
  );
}

/** In the builder a widget without data shows what it will look like, and says that the figures are none. */
function Sampled({ own }: { own: PlainProps }) {
  const sample = useMemo(() => sampleOf({ type: own.node.type, chartType: own.node.chartType }), [own.node.type, own.node.chartType]);
  const node = useMemo(() => (sample?.chart ? { ...own.node, chart: sample.chart } : own.node), [own.node, sample]);
  const Body = DATA[own.node.type];
  if (!sample || !Body) return <Notice kind="empty" title="在右侧绑定数据" />;
  return (
    <div className="sw-data" data-sample="">
      <div className="sw-main">
        <Body {...own} node={node} data={sample.data} table={tableOf(sample.data)} onRow={null} onValues={null} isChosen={never} />
      </div>
      <span className="sw-sample">示例数据</span>
    </div>
  );
}
const never = () => false;

function Waiting({ state, retry }: { state: TileState; retry: () => void }) {
  if (state.status === 'noRight') return <Notice kind="noRight" title="无权查看" text="当前账号没有这项数据的权限" />;
  if (state.status === 'error')
    return <Notice kind="error" title="数据未取到" text={state.error?.message ?? ''} id={state.error?.requestId} retry={retry} />;
  return <Skeleton since={state.since} />;
}

/** Height of `.sw-told`, and below which height there is no room for it. */
const TOLD_PX = 20;
const LOW_PX = 132;

interface FilledProps {
  own: PlainProps;
  state: TileState;
  data: NonNullable<TileState['data']>;
  retry: () => void;
}
function Filled({ own, state, data, retry }: FilledProps) {
  const { node } = own;
  const { click, menu, closeMenu, chosen, path, back, unlink } = useActions(own);
  const [at, setAt] = useState({ x: 0, y: 0 });
  // the stage is scaled: the place of the pointer counts in pixels of the widget
  const notePlace = ({ clientX, clientY, currentTarget, target }: PointerEvent<HTMLDivElement>) => {
    if (target instanceof Element && target.closest('.sw-menu')) return;
    const box = currentTarget.getBoundingClientRect();
    const scale = box.width / node.w || 1;
    setAt({ x: Math.min((clientX - box.left) / scale, node.w - 140), y: Math.min((clientY - box.top) / scale, node.h - 20) });
  };
  const table = tableOf(data);
  const told = noticesOfWidget(node.type, own.props, data, table);
  // the sentence has a line of its own: nothing lies under it; a low box has no second line
  const line = node.h < LOW_PX ? null : told;
  const room = useMemo(() => (line === null ? node : { ...node, h: node.h - TOLD_PX }), [node, line]);
  const signs = [...(data.minGroup === undefined ? [] : [smallGroups(data.minGroup)]), ...(told !== null && line === null ? [told] : [])];
  const Body = DATA[node.type];
  const onRow = click && ((row: Row) => click(table.dims.map(({ col, at }) => ({ col, value: row[at] ?? null }))));
  const isChosen = (row: Row) =>
    chosen.length > 0 && chosen.every(({ col, value }) => table.dims.some((dim) => dim.col === col && row[dim.at] === value));
  if (!Body) return null;
  return (
    <div
      className="sw-data"
      data-acts={click ? '' : undefined}
      data-linked={chosen.length > 0 ? '' : undefined}
      onPointerDownCapture={click ? notePlace : undefined}
    >
      {table.rows.length === 0 ? (
        <NoRows least={data.minGroup} />
      ) : (
        <div className="sw-main" data-notice={line === null ? undefined : ''}>
          <Body {...own} node={room} data={data} table={table} onRow={onRow} onValues={click} isChosen={isChosen} />
        </div>
      )}
      {line !== null && (
        <p className="sw-told" title={line}>
          {line}
        </p>
      )}
      {menu && <ClickMenu own={own} data={data} values={menu} at={at} close={closeMenu} />}
      {signs.length > 0 && table.rows.length > 0 && <Sign words={signs.join('；')} />}
      <Stale state={state} retry={retry} />
      {(path.length > 0 || chosen.length > 0) && (
        <div className="sw-crumbs">
          {path.length > 0 && <button onClick={() => back(0)}>全部</button>}
          {path.map(({ col, value }, i) => (
            <button key={`${col}${i}`} onClick={() => back(i + 1)} aria-current={i === path.length - 1}>
              {String(value ?? '—')}
            </button>
          ))}
          {chosen.length > 0 && (
            <button className="sw-unlink" onClick={unlink} title="取消筛选">
              {chosen.map(({ value }) => String(value ?? '—')).join('、')} ×
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function NoRows({ least }: { least: number | undefined }) {
  return <Notice kind="empty" title="暂无数据" {...(least === undefined ? {} : { text: smallGroups(least) })} />;
}
/** What there is to know about figures where no words find room. */
function Sign({ words }: { words: string }) {
  return (
    <span className="sw-small" role="img" aria-label={words} title={words}>
      <svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
        <path d="M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 11v6M12 7.4v.4" />
      </svg>
    </span>
  );
}

const ageOf = (at: string, now: number): string => {
  const minutes = Math.max(0, Math.round((now - Date.parse(at)) / 60_000));
  if (minutes < 60) return `${Math.max(1, minutes)} 分钟前`;
  return minutes < 60 * 48 ? `${Math.round(minutes / 60)} 小时前` : `${Math.round(minutes / 1440)} 天前`;
};
/** Old figures say how old they are, and why. */
function Stale({ state, retry }: { state: TileState; retry: () => void }) {
  const now = useMinute();
  const isOld = state.status === 'error' || state.data?.isLastGood === true;
  if (!isOld || !state.data) return null;
  return (
    <button
      className="sw-stale"
      onClick={retry}
      aria-label={`${ageOf(state.data.queriedAt, now)}的数据`}
      title={`${state.error?.message ?? '数据源暂不可用'}，点击重试`}
    >
      {ageOf(state.data.queriedAt, now)}
    </button>
  );
}

const PATIENCE_MS = 2000;
/** Quiet bars where the figures will be; from two seconds on with the time that it takes. */
function Skeleton({ since }: { since: number | null }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = since ?? Date.now();
    const each = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1000)), 1000);
    return () => clearInterval(each);
  }, [since]);
  return (
    <div className="sw-skeleton" role="img" aria-busy="true" aria-label="数据加载中">
      <i />
      <i />
      <i />
      {seconds * 1000 >= PATIENCE_MS && <span>加载中 {seconds} 秒</span>}
    </div>
  );
}
