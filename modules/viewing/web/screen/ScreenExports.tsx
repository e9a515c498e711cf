import { useState } from 'react';
import type { ScreenView } from '../../contract/view-calls.ts';
import { exportWorkbook } from '../output/export-workbook.ts';
import { noteCopy } from '../output/note-copy.ts';
import type { ViewFeed } from '../view/view-feed.ts';
import { saveScreenPicture } from './screen-picture.ts';

/** What a screen can be taken away as. Stands only where the viewer has the right to export. */
export function ScreenExports({ view, feed, onDone }: { view: ScreenView; feed: ViewFeed; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const { width, height } = view.config;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    onDone();
  };
  const picture = (ratio: 1 | 2) => {
    noteCopy('screen', view.id, 'picture');
    void run(() => saveScreenPicture(view, ratio));
  };
  return (
    <div className="screen-bar-exports" role="group" aria-label="导出" aria-busy={isBusy}>
      <button disabled={isBusy} onClick={() => picture(1)}>
        图片 {width}×{height}
      </button>
      <button disabled={isBusy} onClick={() => picture(2)}>
        图片 {width * 2}×{height * 2}
      </button>
      <button disabled={isBusy} onClick={() => void run(() => exportWorkbook(view, feed))}>
        全部数据（Excel）
      </button>
    </div>
  );
}
