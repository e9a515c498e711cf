import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { colorMode } from '#kit/web/color-mode.ts';
import { dateTime } from '#kit/web/format.ts';
import { useSession } from '#kit/web/session.ts';
import { cssVars } from '#kit/web/theme.ts';
import type { BoardItem } from '#modules/boards/contract/board-config.ts';
import type { BoardView } from '../../../contract/view-calls.ts';
import { bandsOf } from '#modules/boards/core/index.ts';
import type { Shape, Tile } from '#modules/charts/core/index.ts';
import { ChartView, ChipBar, TileBody } from '#modules/charts/web/parts.ts';
import type { ViewFeed } from '../../view/view-feed.ts';
import { BoardTile, withoutDuplicateTitle } from '#modules/boards/web/parts.ts';
import { PrintTable } from './PrintTable.tsx';
import './print.css';

interface Props {
  view: BoardView;
  feed: ViewFeed;
  shape: Shape;
  /** tells the platform that a copy was taken */
  onPrint: () => void;
  onClose: () => void;
}

/** A sheet is an A4 page lying on its side with margins of 10 mm, 277 mm of 96 pixels an inch (print.css). */
const ROW = 24;
const GAP = 8;
const SHEET_HEIGHT = 700;
/** Head of a tile, and a row of a table, pixels. */
const HEAD = 44;
const LINE = 34;
const TABLES = new Set(['table', 'pivot']);
const DONE = new Set(['ready', 'error', 'noRight']);

const heightOf = (rows: number): number => rows * ROW + (rows - 1) * GAP;
/** A tile that is higher than a sheet would be cut, after a sheet with nothing but the heading: its rows get lower. */
const TALLEST = SHEET_HEIGHT - 60;
function rowOf(items: readonly BoardItem[]): number {
  const tallest = Math.max(...items.map(({ h }) => h));
  return heightOf(tallest) <= TALLEST ? ROW : Math.max(4, Math.floor((TALLEST + GAP) / tallest - GAP));
}

/** How many of the tiles have their answer; asks for all of them, also those that the window does not show. */
function useAnswered(feed: ViewFeed, keys: readonly string[]): number {
  useEffect(() => {
    for (const key of keys) feed.want(key);
  }, [feed, keys]);
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = keys.map((key) => feed.subscribe(key, changed));
      return () => {
        for (const end of ends) end();
      };
    },
    [feed, keys],
  );
  return useSyncExternalStore(subscribe, () => keys.filter((key) => DONE.has(feed.get(key).status)).length);
}

function PrintTile({ item, view, feed, shape }: Pick<Props, 'view' | 'feed' | 'shape'> & { item: BoardItem }) {
  const tile = shape.tiles.get(item.i);
  if (item.kind !== 'chart') return <BoardTile item={item} config={view.config} feed={feed} shape={shape} handlersOf={null} />;
  if (!tile) return null;
  return (
    <section className="tile">
      {!item.hideTitle && <h3 className="tile-title">{item.title || tile.name}</h3>}
      <div className="tile-body">
        <TileBody feed={feed} tileKey={item.i}>
          {(data) => (
            <ChartView
              config={item.hideTitle ? tile.chart : withoutDuplicateTitle(tile.chart, item.title || tile.name, data)}
              data={data}
              surface="page"
              mode="light"
              theme={view.config.theme}
              palette={view.config.palette}
              still
              isVector
            />
          )}
        </TileBody>
      </div>
    </section>
  );
}

/** Whether the tile does not show all its rows. */
const isLong = (item: BoardItem, rows: number): boolean => rows > Math.floor((heightOf(item.h) - HEAD) / LINE) - 1;

/**
 * The whole board for paper or PDF: all tabs, filters in words, light whatever the mode of the page, tables in full with their head on every
 * sheet. Text stays text.
 */
export function PrintBoard({ view, feed, shape, onPrint, onClose }: Props) {
  const keys = useMemo(() => [...shape.tiles.keys()], [shape]);
  const answered = useAnswered(feed, keys);
  const nickname = useSession((s) => s.user?.nickname ?? '');
  const [openedAt] = useState(() => new Date());
  const isReady = answered === keys.length;
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', close);
    document.documentElement.classList.add('is-printing');
    // buttons and the watermark, too, are those of light paper
    const giveBack = colorMode.lend('light');
    return () => {
      giveBack();
      window.removeEventListener('keydown', close);
      document.documentElement.classList.remove('is-printing');
    };
  }, [onClose]);

  const print = () => {
    onPrint();
    window.print();
  };
  const longTables = (layout: readonly BoardItem[]): [BoardItem, Tile][] =>
    layout.flatMap((item): [BoardItem, Tile][] => {
      const tile = item.kind === 'chart' ? shape.tiles.get(item.i) : undefined;
      const rows = feed.get(item.i).data?.rows.length ?? 0;
      return tile && TABLES.has(tile.chart.chartType) && isLong(item, rows) ? [[item, tile]] : [];
    });

  return createPortal(
    <div className="print-layer" style={cssVars('light')} role="dialog" aria-label="打印预览">
      <header className="print-bar">
        <strong>打印预览</strong>
        <span role="status">{isReady ? '在打印对话框中选择“另存为 PDF”可得到文件' : `正在准备 ${answered} / ${keys.length} 个图表`}</span>
        <Button type="primary" icon={<PrinterOutlined />} disabled={!isReady} onClick={print}>
          打印 / 另存为 PDF
        </Button>
        <Button onClick={onClose}>关闭</Button>
      </header>
      {view.config.tabs.map((tab, n) => (
        <article className="print-sheet" key={tab.id}>
          <header className="print-head">
            <h1>{view.config.tabs.length > 1 ? `${view.name} · ${tab.name}` : view.name}</h1>
            <span>
              {nickname} · {dateTime(openedAt)}
            </span>
          </header>
          {n === 0 && <ChipBar feed={feed} shape={shape} />}
          {bandsOf(tab.layout.filter(({ kind }) => kind !== 'filter')).map(({ items, rows }) => (
            <div
              className={heightOf(rows) <= SHEET_HEIGHT ? 'print-band' : 'print-band is-long'}
              style={{ gridAutoRows: rowOf(items) }}
              key={items[0]!.i}
            >
              {items.map((item) => (
                <div className={`board-tile board-tile-${item.kind}`} key={item.i} style={placeOf(item)}>
                  <PrintTile item={item} view={view} feed={feed} shape={shape} />
                </div>
              ))}
            </div>
          ))}
          {isReady &&
            longTables(tab.layout).map(([item, tile]) => (
              <PrintTable key={item.i} title={item.title || tile.name} config={tile.chart} data={feed.get(item.i).data!} />
            ))}
        </article>
      ))}
    </div>,
    document.body,
  );
}

const placeOf = ({ x, y, w, h }: BoardItem): CSSProperties => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
});
