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
import { useEffect, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { dateTime } from '#kit/web/format.ts';
import { words } from '#kit/web/words.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import type { ViewFeed } from '../view/view-feed.ts';
import { exportBoard } from './export-board.ts';

export type BoardPart = 'comment' | 'share' | 'subscribe';
interface Props {
  view: BoardView;
  feed: ViewFeed;
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
    if (!document.fullscreenEnabled) return toast.warning(words.fullscreenUnsupported);
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => toast.warning(words.fullscreenUnsupported));
  };
  return { isFull, toggle };
}

/** Name of a board and what a viewer can do with it. */
export function BoardBar({ view, feed, onOpen }: Props) {
  const can = useCan();
  const { isFull, toggle } = useFullscreen();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await exportBoard(view, feed);
    setBusy(false);
  };
  const tool = (label: string, icon: React.ReactNode, run: () => void, isLoading = false) => (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} loading={isLoading} onClick={run} />
    </Tooltip>
  );
  return (
    <header className="board-bar">
      {view.config.showTitle && <h1>{view.name}</h1>}
      <span className="board-note">发布于 {dateTime(view.publishedTime)?.slice(0, 16) ?? '—'}</span>
      <span className="board-tools">
        {tool('刷新', <ReloadOutlined />, () => feed.refresh(undefined, true))}
        {view.canComment && tool('批注', <CommentOutlined />, () => onOpen('comment'))}
        {can.perm('visual:board:subscribe') && tool('订阅', <BellOutlined />, () => onOpen('subscribe'))}
        {view.canExport && tool('导出 Excel', <DownloadOutlined />, () => void download(), isBusy)}
        {view.canShare && tool('分享', <ShareAltOutlined />, () => onOpen('share'))}
        {tool(isFull ? '退出全屏' : '全屏', isFull ? <CompressOutlined /> : <ExpandOutlined />, toggle)}
        {view.canEdit && (
          <Button icon={<EditOutlined />} href={`/visual/board/build/${view.id}`}>
            编辑
          </Button>
        )}
      </span>
    </header>
  );
}
