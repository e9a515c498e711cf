import { Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { BoardGrid, useFolded, useSurface } from '#modules/boards/web/parts.ts';
import { ChipBar, FilterBar, type ClickHandlers, type TileFeed } from '#modules/charts/web/parts.ts';
import type { BoardView } from '#modules/viewing/contract/view-calls.ts';
import { shapeOf } from '#modules/viewing/web/parts.ts';

interface Props {
  view: BoardView;
  feed: TileFeed;
  /** what the host does about clicks that lead away; without it none is offered */
  jump: ClickHandlers['jump'];
}

/** An embedded board: its filters and tiles, as high as they are. */
export function EmbeddedBoard({ view, feed, jump }: Props) {
  const shape = useMemo(() => shapeOf(view), [view]);
  const { tabs, filters, apply, theme } = view.config;
  const [active, setActive] = useState(tabs[0]!.id);
  const { folded, fold } = useFolded(view.config);
  const surface = useSurface(theme);
  const tab = tabs.find((one) => one.id === active) ?? tabs[0]!;
  const placed = new Set(tab.layout.flatMap((item) => (item.kind === 'filter' ? (item.filterIds ?? []) : [])));
  const shown = filters.filter((filter) => !filter.hidden && !placed.has(filter.id));
  return (
    <main className="embed-board" style={surface}>
      {view.config.showTitle && <h1>{view.name}</h1>}
      {tabs.length > 1 && <Tabs activeKey={tab.id} onChange={setActive} items={tabs.map(({ id, name }) => ({ key: id, label: name }))} />}
      {shown.length > 0 && <FilterBar feed={feed} filters={filters} ids={shown.map((filter) => filter.id)} apply={apply} />}
      <ChipBar feed={feed} shape={shape} />
      <BoardGrid
        layout={tab.layout}
        config={view.config}
        feed={feed}
        shape={shape}
        handlersOf={() => (jump ? { jump } : {})}
        folded={folded}
        onFold={fold}
      />
    </main>
  );
}
