import { ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tabs } from 'antd';
import { useMemo, useState, type CSSProperties } from 'react';
import { dateTime } from '#kit/web/format.ts';
import { BOARD_COLUMNS, BOARD_GAP, BOARD_ROW, type BoardItem } from '../../contract/board-config.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import type { Shape } from '../../core/view/shape.ts';
import { ChartView, type ChartPoint } from '../chart/ChartView.tsx';
import { offersOf, type Offer } from '../view/actions.ts';
import { ChipBar } from '../view/ChipBar.tsx';
import { FilterBar, useFeedState } from '../view/FilterBar.tsx';
import { TileFrame } from '../view/TileFrame.tsx';
import type { TileFeed } from '../view/tiles.ts';
import { shapeOf } from '../view/view-feed.ts';
import './share.css';

/** Where a tile stands; on narrow windows the style sheet puts tiles below each other. */
const placeOf = ({ x, y, w, h }: BoardItem): CSSProperties =>
  ({
    gridColumn: `${x + 1} / span ${Math.min(w, BOARD_COLUMNS - x)}`,
    gridRow: `${y + 1} / span ${h}`,
    '--tile-height': `${h * BOARD_ROW + (h - 1) * BOARD_GAP}px`,
  }) as CSSProperties;

interface TileProps {
  item: BoardItem;
  view: BoardView;
  feed: TileFeed;
  shape: Shape;
}

function ChartTile({ item, view, feed, shape }: TileProps) {
  const { links } = useFeedState(feed);
  const [menu, setMenu] = useState<{ x: number; y: number; offers: Offer[] } | null>(null);
  const tile = shape.tiles.get(item.i);
  if (!tile) return null;
  const click = ({ values, x, y }: ChartPoint) => {
    const offers = offersOf(feed, tile, values);
    if (offers.length === 1) offers[0]!.run();
    else if (offers.length > 1) setMenu({ x, y, offers });
  };
  return (
    <TileFrame feed={feed} tileKey={item.i} title={item.title ?? tile.chart.options.title?.text ?? ''} hideTitle={item.hideTitle}>
      {(data) => (
        <>
          <ChartView
            config={tile.chart}
            data={data}
            ground="page"
            theme={view.config.theme}
            palette={view.config.palette}
            selected={links[item.i]}
            onPoint={tile.actions.length > 0 ? click : undefined}
          />
          {menu && (
            <Dropdown
              open
              trigger={['click']}
              onOpenChange={(open) => !open && setMenu(null)}
              menu={{
                items: menu.offers.map(({ key, label }) => ({ key, label })),
                onClick: ({ key }) => {
                  menu.offers.find((offer) => offer.key === key)?.run();
                  setMenu(null);
                },
              }}
            >
              <span className="share-menu-place" style={{ left: menu.x, top: menu.y }} />
            </Dropdown>
          )}
        </>
      )}
    </TileFrame>
  );
}

function Tile(props: TileProps) {
  const { item, view, feed } = props;
  switch (item.kind) {
    case 'chart':
      return <ChartTile {...props} />;
    case 'filter':
      return <FilterBar feed={feed} filters={view.config.filters} ids={item.filterIds ?? []} apply={view.config.apply} />;
    case 'section':
      return <h2 className="share-section">{item.title}</h2>;
    case 'text': {
      const { fontSize, bold, align, color, background } = item.style ?? {};
      return (
        <p className="share-text" style={{ fontSize, fontWeight: bold ? 600 : undefined, textAlign: align, color, background }}>
          {item.text}
        </p>
      );
    }
    case 'image':
      return null;
  }
}

/** A shared board: its tiles as they stand, below each other on phones. */
export function SharedBoard({ view, feed }: { view: BoardView; feed: TileFeed }) {
  const shape = useMemo(() => shapeOf(view), [view]);
  const [active, setActive] = useState(view.config.tabs[0]!.id);
  const tab = view.config.tabs.find((one) => one.id === active) ?? view.config.tabs[0]!;
  const placed = new Set(tab.layout.flatMap((item) => (item.kind === 'filter' ? (item.filterIds ?? []) : [])));
  const shown = view.config.filters.filter((filter) => !filter.hidden && !placed.has(filter.id));
  return (
    <main className="share-board">
      <header className="share-head">
        {view.config.showTitle && <h1>{view.name}</h1>}
        <span className="share-by">
          {view.sharedBy} 分享 · 发布于 {dateTime(view.publishedTime)?.slice(0, 16)}
        </span>
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
      <div className="share-grid">
        {tab.layout.map((item) => (
          <div key={item.i} className={`share-tile share-tile-${item.kind}`} style={placeOf(item)}>
            <Tile item={item} view={view} feed={feed} shape={shape} />
          </div>
        ))}
      </div>
    </main>
  );
}
