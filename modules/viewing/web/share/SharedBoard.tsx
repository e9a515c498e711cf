import { ReloadOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { dateTime } from '#kit/web/format.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import { BoardGrid, useFolded, useSurface } from '#modules/boards/web/parts.ts';
import { ChipBar, FilterBar, type TileFeed } from '#modules/charts/web/parts.ts';
import { shapeOf } from '../view/view-feed.ts';
import { ExportButton } from './ExportButton.tsx';
import './share.css';

/** Clicks of a shared board link and drill; nothing leads away from it. */
const stay = () => ({});

/** A shared board: its tiles as they stand, below each other on phones. */
export function SharedBoard({ view, feed, exportData }: { view: BoardView; feed: TileFeed; exportData: () => Promise<void> }) {
  const shape = useMemo(() => shapeOf(view), [view]);
  const [active, setActive] = useState(view.config.tabs[0]!.id);
  const { folded, fold } = useFolded(view.config);
  const surface = useSurface(view.config.theme);
  const tab = view.config.tabs.find((one) => one.id === active) ?? view.config.tabs[0]!;
  const placed = new Set(tab.layout.flatMap((item) => (item.kind === 'filter' ? (item.filterIds ?? []) : [])));
  const shown = view.config.filters.filter((filter) => !filter.hidden && !placed.has(filter.id));
  return (
    <main className="share-board" style={surface}>
      <header className="share-head">
        {view.config.showTitle && <h1>{view.name}</h1>}
        <span className="share-by">
          {view.sharedBy} 分享 · 发布于 {dateTime(view.publishedTime)?.slice(0, 16)}
        </span>
        {view.canExport && <ExportButton exportData={exportData} />}
        <Button icon={<ReloadOutlined />} onClick={() => feed.refresh()}>
          刷新
        </Button>
      </header>
      {view.config.tabs.length > 1 && (
        <Tabs activeKey={tab.id} onChange={setActive} items={view.config.tabs.map(({ id, name }) => ({ key: id, label: name }))} />
      )}
      {shown.length > 0 && (
        <FilterBar feed={feed} filters={view.config.filters} ids={shown.map((filter) => filter.id)} apply={view.config.apply} />
      )}
      <ChipBar feed={feed} shape={shape} />
      <BoardGrid layout={tab.layout} config={view.config} feed={feed} shape={shape} handlersOf={stay} folded={folded} onFold={fold} />
    </main>
  );
}
