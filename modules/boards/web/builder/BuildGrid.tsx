import { CopyOutlined, DeleteOutlined, EditOutlined, HolderOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useMemo, type ComponentProps, type KeyboardEvent } from 'react';
import GridLayout, { useContainerWidth, type Layout } from 'react-grid-layout';
import { fastVerticalCompactor } from 'react-grid-layout/extras';
import 'react-grid-layout/css/styles.css';
import { BOARD_COLUMNS, BOARD_GAP, BOARD_ROW, type BoardItem } from '../../contract/board-config.ts';
import type { Shape } from '#modules/charts/core/index.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import { BoardTile } from '../board/BoardTile.tsx';
import { movedToTab, TILE_SIZES, withCopy, withoutItems, withPlaces, type Place } from '../../core/commands.ts';
import { surfaceStyle } from '../board/use-surface.ts';
import { droppedPart, draggedKind, type DraggedPart } from './part-drag.ts';
import { BUILDER_MARK, useBoardDesign } from './store.ts';

interface Props {
  tabId: string;
  feed: TileFeed;
  shape: Shape;
  selected: string | null;
  onSelect: (key: string | null) => void;
  /** a part was dropped; the others stand at `places` now */
  onDrop: (item: DraggedPart, at: { x: number; y: number }, places: readonly Place[]) => void;
  /** opens the chart of a tile */
  onEdit: (item: BoardItem) => void;
}
/** Fewer than this many columns or rows and nothing can be read. */
const MIN: Readonly<Record<BoardItem['kind'], readonly [w: number, h: number]>> = {
  chart: [3, 3],
  text: [2, 1],
  filter: [4, 2],
  section: [4, 1],
  image: [2, 2],
};

/** The part on its way from the list to the grid. */
const DROPPED = { i: '__dropped__', x: 0, y: 0, w: 12, h: 9 };
const DROPS = {
  enabled: true,
  touchEnabled: false,
  onDragOver: (event: DragEvent) => {
    const kind = draggedKind(event.dataTransfer);
    if (kind === null) return false;
    const [w, h] = TILE_SIZES[kind];
    return { w, h };
  },
} as const;

/** What is the same for every tab. */
const GRID = {
  dragConfig: { enabled: true, handle: '.bb-handle, .tile-head' },
  resizeConfig: { enabled: true, handles: ['se'] },
  compactor: fastVerticalCompactor,
  dropConfig: DROPS,
  droppingItem: DROPPED,
} satisfies Partial<ComponentProps<typeof GridLayout>>;

/** What keys do while the tile itself has the focus, not something in it. */
const tileKeys = (ways: Readonly<Record<string, () => void>>) => (event: KeyboardEvent) =>
  event.target === event.currentTarget && ways[event.key]?.();

/** The tiles of a tab on their grid: dragged by the handle, resized at the corner, added where they are dropped. */
export function BuildGrid({ tabId, feed, shape, selected, onSelect, onDrop, onEdit }: Props) {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const { width, containerRef, mounted } = useContainerWidth();
  const tab = config.tabs.find((one) => one.id === tabId)!;
  const layout = useMemo(
    (): Layout => tab.layout.map(({ i, x, y, w, h, kind }) => ({ i, x, y, w, h, minW: MIN[kind][0], minH: MIN[kind][1] })),
    [tab.layout],
  );
  const remove = (key: string) => {
    change('删除组件', withoutItems(config, [key]));
    onSelect(null);
  };
  const edit = (item: BoardItem) => item.kind === 'chart' && onEdit(item);
  const take = (next: Layout) => change('移动组件', withPlaces(config, tabId, next));
  return (
    <div
      ref={containerRef}
      className="bb-grid"
      data-picture="top"
      style={surfaceStyle(config.theme)}
      onPointerDown={({ target }) => target instanceof Element && !target.closest('.bb-tile') && onSelect(null)}
    >
      {mounted && (
        <GridLayout
          width={width}
          layout={layout}
          {...GRID}
          gridConfig={{ cols: BOARD_COLUMNS, rowHeight: BOARD_ROW, margin: [BOARD_GAP, BOARD_GAP], containerPadding: [0, 0] }}
          onDragStop={take}
          onResizeStop={take}
          onDrop={(next, at, event) => {
            const part = droppedPart((event as DragEvent).dataTransfer);
            if (part && at) onDrop(part, { x: at.x, y: at.y }, next);
          }}
        >
          {tab.layout.map((item) => (
            <div
              key={item.i}
              className={`bb-tile ${item.i === selected ? 'is-selected' : ''}`}
              data-key={item.i}
              role="group"
              aria-label={item.title || shape.tiles.get(item.i)?.name || item.kind}
              tabIndex={0}
              onPointerDownCapture={() => onSelect(item.i)}
              onFocus={() => onSelect(item.i)}
              onDoubleClick={() => edit(item)}
              onKeyDown={tileKeys({ Delete: () => remove(item.i), Enter: () => edit(item) })}
            >
              <BoardTile item={item} config={config} feed={feed} shape={shape} handlersOf={null} />
              <TileTools item={item} tabId={tabId} onSelect={onSelect} onEdit={onEdit} />
            </div>
          ))}
        </GridLayout>
      )}
      {tab.layout.length === 0 && <p className="board-none">点击或拖动左侧的图表、文字、筛选，放到这里</p>}
    </div>
  );
}

/** What can be done with a tile where it stands: drag, copy, move to another tab, delete. */
function TileTools({ item, tabId, onSelect, onEdit }: Pick<Props, 'tabId' | 'onSelect' | 'onEdit'> & { item: BoardItem }) {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const others = config.tabs.filter((one) => one.id !== tabId);
  const remove = () => {
    change('删除组件', withoutItems(config, [item.i]));
    onSelect(null);
  };
  return (
    <div className="bb-tools" data-unpictured>
      <span className="bb-handle" aria-hidden title="拖动">
        <HolderOutlined />
      </span>
      {item.kind === 'chart' && (
        <Tooltip title="编辑图表">
          <Button type="text" size="small" icon={<EditOutlined />} aria-label="编辑图表" onClick={() => onEdit(item)} />
        </Tooltip>
      )}
      <Tooltip title="复制">
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label="复制"
          onClick={() => {
            const made = withCopy(config, item.i, BUILDER_MARK);
            change('复制组件', made.config);
            onSelect(made.key);
          }}
        />
      </Tooltip>
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map(({ id, name }) => ({ key: id, label: `移到“${name}”` })),
            onClick: ({ key }) => change('移到其他页签', movedToTab(config, item.i, key)),
          }}
        >
          <Button type="text" size="small" icon={<SwapOutlined />} aria-label="移到其他页签" />
        </Dropdown>
      )}
      <Tooltip title="删除">
        <Button type="text" size="small" icon={<DeleteOutlined />} aria-label="删除" onClick={remove} />
      </Tooltip>
    </div>
  );
}
