import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { BoardItem } from '#modules/boards/contract/board-config.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import type { ViewFeed } from '../view/view-feed.ts';
import { exportWorkbook } from '../output/export-workbook.ts';
import { noteCopy } from '../output/note-copy.ts';
import { saveTilePicture } from './board-picture.ts';

interface Props {
  view: BoardView;
  feed: ViewFeed;
  item: BoardItem;
  /** what the tile is called */
  title: string;
  onComment: () => void;
}

/** What a viewer can do with one tile. */
export function TileMenu({ view, feed, item, title, onComment }: Props) {
  const items = [
    { key: 'refresh', label: '刷新' },
    ...(view.canComment ? [{ key: 'comment', label: '批注' }] : []),
    ...(view.canExport
      ? [
          { key: 'png', label: '导出图片（PNG）' },
          { key: 'export', label: '导出数据（Excel）' },
        ]
      : []),
  ];
  const run = ({ key }: { key: string }) => {
    if (key === 'refresh') feed.refresh([item.i], true);
    if (key === 'comment') onComment();
    if (key === 'png') {
      noteCopy('board', view.id, 'picture');
      void saveTilePicture(item.i, `${view.name} ${title}`);
    }
    if (key === 'export') void exportWorkbook(view, feed, [item.i]);
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: run }}>
      <Button type="text" size="small" className="tile-more" icon={<MoreOutlined />} aria-label="更多" />
    </Dropdown>
  );
}
