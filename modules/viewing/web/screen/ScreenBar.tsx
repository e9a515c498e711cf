import {
  CompressOutlined,
  DownloadOutlined,
  ExpandOutlined,
  FilterOutlined,
  HomeOutlined,
  ReloadOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ScreenView } from '../../contract/view-calls.ts';
import type { ViewFeed } from '../view/view-feed.ts';
import { saver, useSaver, themeStyle, FilterControl } from '#modules/screens/web/parts.ts';

const ScreenExports = lazy(() => import('./ScreenExports.tsx').then((part) => ({ default: part.ScreenExports })));

const HIDE_MS = 3000;
/** pixels of the window */
const EDGE = 120;
/** The bar comes while the pointer moves near the lower edge, where no screen has its filters, or anywhere after a pause, and leaves the picture alone otherwise. */
function useNearEdge(): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event) => {
      const isAtEdge = event instanceof PointerEvent ? event.clientY > window.innerHeight - EDGE : true;
      if (!isAtEdge) return;
      setNear(true);
      clearTimeout(timer);
      timer = setTimeout(() => setNear(false), HIDE_MS);
    };
    window.addEventListener('pointermove', show, { passive: true });
    window.addEventListener('focusin', show);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', show);
      window.removeEventListener('focusin', show);
    };
  }, []);
  return isNear;
}

interface BarProps {
  view: ScreenView;
  feed: ViewFeed;
  toggleFull: () => void;
  isKiosk: boolean;
}
/** What a viewer can do: filters that the screen itself does not show, refresh, 省电, full screen, back. */
export function ScreenBar({ view, feed, toggleFull, isKiosk }: BarProps) {
  const navigate = useNavigate();
  const isNear = useNearEdge();
  const [open, setOpen] = useState<'filters' | 'exports' | null>(null);
  const toggle = (part: 'filters' | 'exports') => setOpen(open === part ? null : part);
  const isSaving = useSaver();
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const { config } = view;
  const placed = new Set(Object.values(config.nodes).flatMap(({ type, props }) => (type === 'filter' ? [props.filter] : [])));
  const filters = config.filters.filter(({ id, hidden }) => !hidden && !placed.has(id));
  if (isKiosk && !isNear) return null;
  return (
    <div className="screen-bar screen-stage-bar" data-shown={isNear || open ? '' : undefined} style={themeStyle(config.theme)}>
      {open === 'exports' && (
        <Suspense fallback={null}>
          <ScreenExports view={view} feed={feed} onDone={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'filters' && filters.length > 0 && (
        <div className="screen-bar-filters">
          {filters.map((filter) => (
            <label key={filter.id}>
              <span>{filter.label}</span>
              <FilterControl filter={filter} feed={feed} look="select" />
            </label>
          ))}
        </div>
      )}
      <div className="screen-bar-tools" role="toolbar" aria-label="大屏操作">
        {filters.length > 0 && (
          <button onClick={() => toggle('filters')} aria-pressed={open === 'filters'} title="筛选">
            <FilterOutlined aria-hidden />
            筛选
          </button>
        )}
        <button onClick={() => feed.refresh(undefined, true)} title="刷新（R）">
          <ReloadOutlined aria-hidden />
          刷新
        </button>
        <button onClick={() => saver.set(!isSaving)} aria-pressed={isSaving} title="关闭动效，减少本机占用">
          <ThunderboltOutlined aria-hidden />
          省电
        </button>
        {view.canExport && (
          <button onClick={() => toggle('exports')} aria-pressed={open === 'exports'} title="导出图片或数据">
            <DownloadOutlined aria-hidden />
            导出
          </button>
        )}
        <button onClick={toggleFull} aria-pressed={isFull} title="全屏（F）">
          {isFull ? <CompressOutlined /> : <ExpandOutlined />}
          {isFull ? '退出全屏' : '全屏'}
        </button>
        <button onClick={() => void navigate('/home')} title="返回目录（Home）">
          <HomeOutlined aria-hidden />
          返回目录
        </button>
      </div>
    </div>
  );
}
