import { DownloadOutlined, FileExcelOutlined, FileImageOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useState } from 'react';
import type { BoardItem } from '#modules/boards/contract/board-config.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import type { ViewFeed } from '../view/view-feed.ts';
import { exportWorkbook } from '../output/export-workbook.ts';
import { noteCopy } from '../output/note-copy.ts';
import { saveBoardPicture } from './board-picture.ts';

interface Props {
  view: BoardView;
  feed: ViewFeed;
  /** the tiles of the tab that is open */
  layout: readonly BoardItem[];
  onPrint: () => void;
}

/** 导出: what a board can be taken away as. Stands only where the viewer has the right to export. */
export function ExportMenu({ view, feed, layout, onPrint }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const items = [
    { key: 'png', icon: <FileImageOutlined />, label: '当前页签图片（PNG）' },
    { key: 'pdf', icon: <PrinterOutlined />, label: '打印或另存为 PDF' },
    { key: 'xlsx', icon: <FileExcelOutlined />, label: '全部数据（Excel）' },
  ];
  const run = async (key: string) => {
    if (key === 'pdf') return onPrint();
    setBusy(true);
    if (key === 'png') {
      noteCopy('board', view.id, 'picture');
      await saveBoardPicture(feed, layout, view.name);
    } else await exportWorkbook(view, feed);
    setBusy(false);
  };
  return (
    <Dropdown trigger={['click']} disabled={isBusy} onOpenChange={setOpen} menu={{ items, onClick: ({ key }) => void run(key) }}>
      <Tooltip title={isOpen ? '' : '导出'}>
        <Button type="text" icon={<DownloadOutlined />} aria-label="导出" loading={isBusy} />
      </Tooltip>
    </Dropdown>
  );
}
