import { InfoCircleOutlined, LockOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { dateTime } from '#kit/web/format.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { smallGroups } from './small-groups.ts';
import { useTile, type TileFeed, type TileState } from './tiles.ts';
import { useLoadWhenVisible } from './use-load-when-visible.ts';
import './view.css';

/** Waiting is told in seconds from here on. */
const TELL_AFTER_S = 2;
/** Data older than this say so. */
const OLD_MS = 10 * 60_000;
const CLOCK_MS = 30_000;

export interface TileFrameProps {
  feed: TileFeed;
  tileKey: string;
  title?: string;
  hideTitle?: boolean;
  /** marks behind the title */
  badges?: ReactNode;
  /** right of the title */
  actions?: ReactNode;
  /** when an answer holds nothing to show; no rows unless given */
  isEmpty?: (data: ChartData) => boolean;
  /** draws the answer; it gets the last good one while a new one is on its way */
  children: (data: ChartData, state: TileState) => ReactNode;
}

/** Seconds since a moment, counted while somebody waits. */
function useSeconds(since: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000));
}

export function ageText(queriedAt: string, now: number): string {
  const minutes = Math.floor((now - new Date(queriedAt).getTime()) / 60_000);
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes} 分钟前`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)} 小时前` : `${Math.floor(minutes / 1440)} 天前`;
}

/** How old the data are; louder when they are older than they should be. */
function AgeBadge({ data, error }: { data: ChartData; error: TileState['error'] }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS);
    return () => clearInterval(timer);
  }, [data]);
  const isBehind = error !== null || data.isLastGood === true;
  const isOld = now - new Date(data.queriedAt).getTime() > OLD_MS;
  if (!isBehind && !isOld) return null;
  const why = error?.message ?? (data.isLastGood ? '数据源暂时没有响应，显示的是最近一次成功的数据' : '点击右上角刷新可重新查询');
  return (
    <Tooltip title={`数据时间 ${dateTime(data.queriedAt) ?? ''}。${why}`}>
      <span className={isBehind ? 'tile-age tile-age-behind' : 'tile-age'}>
        {isBehind && <WarningOutlined />} {ageText(data.queriedAt, now)}
      </span>
    </Tooltip>
  );
}

/** Says that small groups are left out. */
function SmallGroups({ least }: { least: number }) {
  return (
    <Tooltip title={smallGroups(least)}>
      <InfoCircleOutlined className="tile-age" aria-label={smallGroups(least)} />
    </Tooltip>
  );
}

function Waiting({ state }: { state: TileState }) {
  const seconds = useSeconds(state.since);
  return (
    <div className="tile-face" role="status">
      <span className="tile-bars" aria-hidden>
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className="tile-note">
        {state.status === 'queued' ? '排队中' : '查询中'}
        {seconds >= TELL_AFTER_S && ` · 已等待 ${seconds} 秒`}
      </span>
    </div>
  );
}

function Failed({ error, retry }: { error: NonNullable<TileState['error']>; retry: () => void }) {
  return (
    <div className="tile-face" role="alert">
      <WarningOutlined className="tile-mark tile-mark-bad" />
      <span className="tile-words">{error.message}</span>
      {error.requestId && <span className="tile-note">请求编号 {error.requestId}</span>}
      <Button size="small" icon={<ReloadOutlined />} onClick={retry}>
        重试
      </Button>
    </div>
  );
}

/** The face of a tile without its frame: waiting, failed, no right, empty, or what `children` draws. */
export function TileBody({ feed, tileKey, isEmpty, children }: Pick<TileFrameProps, 'feed' | 'tileKey' | 'isEmpty' | 'children'>) {
  const state = useTile(feed, tileKey);
  const { status, data, error } = state;
  if (status === 'noRight')
    return (
      <div className="tile-face">
        <LockOutlined className="tile-mark" />
        <span className="tile-words">{error?.message ?? '没有权限查看该数据'}</span>
      </div>
    );
  if (!data)
    return error && status === 'error' ? <Failed error={error} retry={() => feed.refresh([tileKey], true)} /> : <Waiting state={state} />;
  if (isEmpty ? isEmpty(data) : data.rows.length === 0)
    return (
      <div className="tile-face">
        <span className="tile-words">没有符合条件的数据</span>
        <span className="tile-note">{data.minGroup === undefined ? '可调整筛选条件后再看' : smallGroups(data.minGroup)}</span>
      </div>
    );
  return children(data, state);
}

/** The frame of a tile: title, age of the data, what may be done, and its body. Asks for the data when the tile comes near the view. */
export function TileFrame({ feed, tileKey, title, hideTitle, badges, actions, isEmpty, children }: TileFrameProps) {
  const box = useRef<HTMLElement>(null);
  useLoadWhenVisible(feed, tileKey, box);
  const { status, data, error } = useTile(feed, tileKey);
  const isBusy = data !== null && (status === 'running' || status === 'queued');
  return (
    <section ref={box} className="tile" aria-label={title} aria-busy={status === 'running' || status === 'queued'}>
      {isBusy && <span className="tile-progress" aria-hidden />}
      <header className={hideTitle ? 'tile-head tile-head-bare' : 'tile-head'}>
        {!hideTitle && (
          <h3 className="tile-title" title={title}>
            {title}
          </h3>
        )}
        {badges}
        {data?.minGroup !== undefined && status !== 'noRight' && <SmallGroups least={data.minGroup} />}
        {data && status !== 'noRight' && <AgeBadge data={data} error={status === 'error' ? error : null} />}
        {actions && <span className="tile-actions">{actions}</span>}
      </header>
      <div className="tile-body">
        <TileBody feed={feed} tileKey={tileKey} isEmpty={isEmpty}>
          {children}
        </TileBody>
      </div>
    </section>
  );
}
