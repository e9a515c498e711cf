import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { Slot } from '#kit/web/slots/Slot.tsx';
import type { BoardConfig, BoardItem } from '../../contract/board-config.ts';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { marked, type Shape } from '#modules/charts/core/index.ts';
import {
  ChartView,
  type ChartPoint,
  clickActionsOf,
  type ClickHandlers,
  type ClickedValue,
  PointKeys,
  FilterBar,
  TileFrame,
  type TileFeed,
  useFeedState,
  Picture,
} from '#modules/charts/web/parts.ts';
import './board.css';

const PointMenu = lazyPart(() => import('./PointMenu.tsx').then((part) => ({ default: part.PointMenu })));

export interface BoardTileProps {
  item: BoardItem;
  config: BoardConfig;
  feed: TileFeed;
  shape: Shape;
  /** where clicks may lead; null = clicks do nothing (the tile is being arranged) */
  handlersOf: ((item: BoardItem) => ClickHandlers) | null;
  /** right of the title */
  actions?: ReactNode;
}

/** The frame of the tile carries the title: inside the chart it would stand a second time. A figure card keeps a name of its own. */
export function withoutDuplicateTitle(chart: ChartConfig, title: string, data: ChartData): ChartConfig {
  const own = chart.options.title?.text;
  const isTwice = chart.chartType === 'kpi' ? (own || data.columns.find(({ key }) => key === 'm0')?.name) === title : Boolean(own);
  return isTwice ? { ...chart, options: { ...chart.options, title: { ...chart.options.title, show: false } } } : chart;
}

function ChartTile({ item, config, feed, shape, handlersOf, actions }: BoardTileProps) {
  const { links, drills } = useFeedState(feed);
  const [menu, setMenu] = useState<{ x: number; y: number; values: readonly ClickedValue[] } | null>(null);
  const tile = shape.tiles.get(item.i);
  if (!tile)
    return (
      <section className="tile">
        <div className="tile-face">
          <span className="tile-words">{item.chartId ? '图表不存在，或没有查看权限' : '还没有选择图表'}</span>
        </div>
      </section>
    );
  const handlers = handlersOf?.(item);
  // what its maker set happens at once where it is one thing; everything else is a choice
  const click = ({ values, x, y, isMenu }: ChartPoint) => {
    const set = clickActionsOf(feed, tile, values, handlers);
    if (!isMenu && set.length === 1) set[0]!.run();
    else setMenu({ x, y, values });
  };
  const keys = (values: readonly ClickedValue[], at: { x: number; y: number }) => setMenu({ ...at, values });
  return (
    <TileFrame
      feed={feed}
      tileKey={item.i}
      title={item.title || tile.name}
      hideTitle={item.hideTitle}
      badges={item.chartId && <Slot name="visual.tile.badges" of={{ chartId: item.chartId }} />}
      actions={actions}
    >
      {(data) => (
        <WithKeys data={data} onMenu={handlers && keys}>
          <ChartView
            config={item.hideTitle ? tile.chart : withoutDuplicateTitle(tile.chart, item.title || tile.name, data)}
            data={data}
            surface="page"
            theme={config.theme}
            palette={config.palette}
            selected={marked(links[item.i], drills[item.i])}
            onPoint={handlers && click}
          />
          {menu && (
            <Suspense fallback={null}>
              <PointMenu
                at={menu}
                values={menu.values}
                scene={{ feed, tile, clicks: shape.clicks, data, handlers }}
                onClose={() => setMenu(null)}
              />
            </Suspense>
          )}
        </WithKeys>
      )}
    </TileFrame>
  );
}

/** While a tile is arranged its data points take no keys. */
const WithKeys = ({ onMenu, ...rest }: Omit<Parameters<typeof PointKeys>[0], 'onMenu'> & Partial<Parameters<typeof PointKeys>[0]>) =>
  onMenu ? <PointKeys onMenu={onMenu} {...rest} /> : <>{rest.children}</>;

/** One tile of a board, whatever it holds. */
export function BoardTile(props: BoardTileProps) {
  const { item, config, feed } = props;
  switch (item.kind) {
    case 'chart':
      return <ChartTile {...props} />;
    case 'filter':
      return <FilterBar feed={feed} filters={config.filters} ids={item.filterIds ?? []} apply={config.apply} />;
    case 'section':
      return <h2 className="board-section">{item.title}</h2>;
    case 'text': {
      const { fontSize, bold, align, color, background } = item.style ?? {};
      return (
        <p className="board-text" style={{ fontSize, fontWeight: bold ? 600 : undefined, textAlign: align, color, background }}>
          {item.text}
        </p>
      );
    }
    case 'image':
      return item.fileName ? <Picture fileName={item.fileName} fit="contain" alt={item.title ?? ''} radius={4} /> : null;
  }
}
