import {
  BellOutlined,
  CommentOutlined,
  CompressOutlined,
  DownloadOutlined,
  EditOutlined,
  ExpandOutlined,
  ReloadOutlined,
  ShareAltOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import type { BoardItem } from '#modules/boards/contract/board-config.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import type { ViewFeed } from '../view/view-feed.ts';

const ExportMenu = lazyPart(() => import('./ExportMenu.tsx').then((part) => ({ default: part.ExportMenu })));

export type BoardPart = 'comment' | 'share' | 'subscribe' | 'print';
interface Props {
  view: BoardView;
  feed: ViewFeed;
  /** the tiles of the tab that is open */
  layout: readonly BoardItem[];
  onOpen: (part: BoardPart) => void;
}

function useFullscreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const toggle = () => {
    if (!document.fullscreenEnabled) return toast.warning(uiTexts.fullscreenUnsupported);
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => toast.warning(uiTexts.fullscreenUnsupported));
  };
  return { isFull, toggle };
}

/** Name of a board and what a viewer can do with it. */
export function BoardBar({ view, feed, layout, onOpen }: Props) {
  const can = useCan();
  const { isFull, toggle } = useFullscreen();
  const tool = (label: string, icon: React.ReactNode, run: () => void) => (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} onClick={run} />
    </Tooltip>
  );
  return (
    <header className="board-bar">
      {view.config.showTitle && <h1>{view.name}</h1>}
      <span className="board-note">
        发布于 <DateText value={view.publishedTime} />
      </span>
      <span className="board-tools">
        {tool('刷新', <ReloadOutlined />, () => feed.refresh(undefined, true))}
        {view.canComment && tool('批注', <CommentOutlined />, () => onOpen('comment'))}
        {can.perm('visual:board:subscribe') && tool('订阅', <BellOutlined />, () => onOpen('subscribe'))}
        {view.canExport && (
          <Suspense fallback={<Button type="text" icon={<DownloadOutlined />} aria-label="导出" disabled />}>
            <ExportMenu view={view} feed={feed} layout={layout} onPrint={() => onOpen('print')} />
          </Suspense>
        )}
        {view.canShare && tool('分享', <ShareAltOutlined />, () => onOpen('share'))}
        {tool(isFull ? '退出全屏' : '全屏', isFull ? <CompressOutlined /> : <ExpandOutlined />, toggle)}
        {view.canEdit && (
          <Button icon={<EditOutlined />} href={`/visual/board/build/${view.id}`}>
            修改
          </Button>
        )}
      </span>
    </header>
  );
}
