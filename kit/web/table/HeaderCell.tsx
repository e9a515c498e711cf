import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useRef, type ComponentProps, type PointerEvent } from 'react';
import type { SortOrder } from './sort.ts';

const NARROWEST = 48;
const WIDEST = 1200;

interface HeaderCellProps extends ComponentProps<'th'> {
  /** absent for columns that keep their width */
  onResized?: (width: number) => void;
  /** the column can be ordered by; its title is then a button */
  sorting?: SortTitleProps;
}

/** Header cell with a resize handle; the width is stored when the handle is released. */
export function HeaderCell({ onResized, sorting, children, ...props }: HeaderCellProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (x: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, (from.current?.width ?? 0) + x - (from.current?.x ?? 0))));
  const handleDown = (event: PointerEvent<HTMLSpanElement>) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: cell.current?.offsetWidth ?? NARROWEST };
  };
  const handleUp = (event: PointerEvent<HTMLSpanElement>) => {
    if (from.current && Math.abs(event.clientX - from.current.x) > 2) onResized?.(widthAt(event.clientX));
    from.current = null;
  };
  return (
    <th ref={cell} {...props}>
      {/* not antd's column title: antd renders titles a second time in a hidden row, where a button would be focusable */}
      {sorting ? <SortTitle {...sorting} /> : children}
      {onResized && (
        <span
          className="resize-handle"
          aria-hidden
          onPointerDown={handleDown}
          onPointerUp={handleUp}
          onClick={(event) => event.stopPropagation()}
        />
      )}
    </th>
  );
}

interface SortTitleProps {
  title: string;
  field: string;
  orders: readonly SortOrder[];
  onSort: (keepOthers: boolean) => void;
}

/** Title of a sortable column: click sorts, Shift+click adds a secondary sort; a small number shows the rank. */
function SortTitle({ title, field, orders, onSort }: SortTitleProps) {
  const rank = orders.findIndex((order) => order.field === field);
  const direction = orders[rank]?.direction;
  const hint =
    direction === 'asc' ? '升序，点击改为降序' : direction === 'desc' ? '降序，点击取消排序' : '点击按升序排列，按住 Shift 多列排序';
  return (
    <button type="button" className="sort-title" title={hint} onClick={(event) => onSort(event.shiftKey)}>
      {title}
      <span className="sort-mark">
        <CaretUpOutlined className={direction === 'asc' ? 'on' : undefined} />
        <CaretDownOutlined className={direction === 'desc' ? 'on' : undefined} />
      </span>
      {rank >= 0 && orders.length > 1 && <sup>{rank + 1}</sup>}
    </button>
  );
}
