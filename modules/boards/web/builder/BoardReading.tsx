import { Suspense } from 'react';
import { FilterBar, type TileFeed } from '#modules/charts/web/parts.ts';
import type { Shape } from '#modules/charts/core/index.ts';
import { BoardGrid } from '../board/BoardGrid.tsx';
import { BoardTabs } from '../board/lazy.ts';
import { useFolded } from '../board/use-folded.ts';
import { surfaceStyle } from '../board/use-surface.ts';
import { useBoardDesign } from './store.ts';

interface Props {
  tabId: string;
  onTab: (id: string) => void;
  feed: TileFeed;
  shape: Shape;
}

/** The board that is being built as readers will see it, where the window is too narrow to build it. */
export function BoardReading({ tabId, onTab, feed, shape }: Props) {
  const config = useBoardDesign((state) => state.config);
  const { folded, fold } = useFolded(config);
  const layout = config.tabs.find(({ id }) => id === tabId)?.layout ?? [];
  if (layout.length === 0 && config.tabs.length === 1) return <p className="board-none">这个看板还没有内容</p>;
  return (
    <div style={surfaceStyle(config.theme)}>
      {config.tabs.length > 1 && (
        <Suspense fallback={<div className="board-tabs-coming" />}>
          <BoardTabs tabs={config.tabs} active={tabId} onChange={onTab} />
        </Suspense>
      )}
      {config.filters.length > 0 && <FilterBar feed={feed} filters={config.filters} apply={config.apply} />}
      {layout.length === 0 ? (
        <p className="board-none">这个页签还没有内容</p>
      ) : (
        <BoardGrid key={tabId} layout={layout} config={config} feed={feed} shape={shape} handlersOf={null} folded={folded} onFold={fold} />
      )}
    </div>
  );
}
