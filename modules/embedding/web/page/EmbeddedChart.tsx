import { useMemo } from 'react';
import { BoardTile } from '#modules/boards/web/parts.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import type { BoardView } from '#modules/viewing/contract/view-calls.ts';
import { shapeOf } from '#modules/viewing/web/parts.ts';

/** Clicks of an embedded chart drill; nothing leads away from it. */
const stay = () => ({});

/** An embedded chart fills its frame. */
export function EmbeddedChart({ view, feed }: { view: BoardView; feed: TileFeed }) {
  const shape = useMemo(() => shapeOf(view), [view]);
  const item = view.config.tabs[0]!.layout[0]!;
  return (
    <main className="embed-chart" aria-label={view.name}>
      <BoardTile item={item} config={view.config} feed={feed} shape={shape} handlersOf={stay} />
    </main>
  );
}
