import type { CSSProperties } from 'react';
import { BOARD_COLUMNS, BOARD_GAP, BOARD_ROW, type BoardItem } from '../../contract/board-config.ts';
import { shownItems } from '../../core/sections.ts';
import { BoardTile, type BoardTileProps } from './BoardTile.tsx';
import './board.css';

/** Where a tile stands; on narrow windows the style sheet puts tiles below each other. */
const placeOf = ({ x, y, w, h }: BoardItem): CSSProperties =>
  ({
    gridColumn: `${x + 1} / span ${Math.min(w, BOARD_COLUMNS - x)}`,
    gridRow: `${y + 1} / span ${h}`,
    '--tile-height': `${h * BOARD_ROW + (h - 1) * BOARD_GAP}px`,
  }) as CSSProperties;

interface Props extends Omit<BoardTileProps, 'item' | 'actions'> {
  layout: readonly BoardItem[];
  /** sections that are folded, by key of their tile */
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  actionsOf?: (item: BoardItem) => React.ReactNode;
}

/** The tiles of one tab as they stand. */
export function BoardGrid({ layout, folded, onFold, actionsOf, ...tile }: Props) {
  return (
    <div className="board-grid">
      {shownItems(layout, folded).map((item) => (
        <div key={item.i} data-key={item.i} className={`board-tile board-tile-${item.kind}`} style={placeOf(item)}>
          {item.kind === 'section' ? (
            <button type="button" className="board-section-button" aria-expanded={!folded.has(item.i)} onClick={() => onFold(item.i)}>
              <span aria-hidden>{folded.has(item.i) ? '▸' : '▾'}</span>
              {item.title}
            </button>
          ) : (
            <BoardTile {...tile} item={item} actions={actionsOf?.(item)} />
          )}
        </div>
      ))}
    </div>
  );
}
