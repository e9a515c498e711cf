import { HolderOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Select } from 'antd';
import { useState } from 'react';
import { moveBefore, NO_LAYOUT, orderColumns, type ColumnLayout } from './column-layout.ts';
import { priorityOf, type Priority } from './fold-columns.ts';

interface Entry {
  field: string;
  title: string;
  hidden?: boolean;
  fixed?: 'left' | 'right';
  priority?: Priority;
}

const PINNED = 'pinned';
const PRIORITIES = [{ value: PINNED, label: '固定' }, ...['1', '2', '3', '4'].map((value) => ({ value, label: value }))];

interface ColumnsPanelProps {
  columns: readonly Entry[];
  layout: ColumnLayout;
  /** columns hidden for lack of width */
  folded: readonly string[];
  onChange: (layout: ColumnLayout) => void;
}

const Icon = () => (
  <svg width="15" height="15" viewBox="0 0 15 15" fill="none" stroke="currentColor" strokeWidth="1.2" aria-hidden>
    <rect x="1.2" y="2" width="12.6" height="11" rx="1.6" />
    <path d="M5.4 2v11M9.6 2v11" />
  </svg>
);

/** Column settings: visibility, order (drag, or Alt + arrow keys), pinning, and folding priority. */
export function ColumnsPanel({ columns, layout, folded, onChange }: ColumnsPanelProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const placed = orderColumns(columns, layout.order);
  const order = placed.map((column) => column.field);
  const isShown = (column: Entry) => layout.shown[column.field] ?? !column.hidden;
  const isPinned = (column: Entry) => (layout.pins[column.field] ?? column.fixed ?? 'none') !== 'none';
  const shownCount = placed.filter(isShown).length;

  const move = (field: string, by: number) => {
    const at = order.indexOf(field);
    const to = Math.min(Math.max(at + by, 0), order.length - 1);
    onChange({ ...layout, order: order.toSpliced(at, 1).toSpliced(to, 0, field) });
  };
  const drop = (before: string) => {
    if (dragged) onChange({ ...layout, order: moveBefore(order, dragged, before) });
    setDragged(null);
    setOver(null);
  };

  const content = (
    <div className="columns-panel">
      <div className="columns-head">
        <span>列</span>
        <span>优先级</span>
      </div>
      {placed.map((column) => (
        <div
          key={column.field}
          className={over === column.field ? 'columns-row over' : 'columns-row'}
          draggable
          onDragStart={() => setDragged(column.field)}
          onDragEnd={() => setOver(null)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(column.field);
          }}
          onDrop={() => drop(column.field)}
          onKeyDown={(event) => {
            if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            move(column.field, event.key === 'ArrowUp' ? -1 : 1);
          }}
        >
          <HolderOutlined className="grip" />
          <Checkbox
            checked={isShown(column)}
            indeterminate={folded.includes(column.field)}
            // the last visible column cannot be hidden
            disabled={isShown(column) && shownCount === 1}
            onChange={(event) => onChange({ ...layout, shown: { ...layout.shown, [column.field]: event.target.checked } })}
          >
            {column.title}
          </Checkbox>
          <span className="grow" />
          <Select
            size="small"
            variant="borderless"
            className="columns-priority"
            aria-label={`优先级 ${column.title}`}
            popupMatchSelectWidth={false}
            value={isPinned(column) ? PINNED : String(priorityOf(column, columns.indexOf(column), layout.priorities))}
            options={PRIORITIES}
            onChange={(value) => onChange(withPriority(layout, column.field, value))}
          />
        </div>
      ))}
      <div className="columns-foot">
        <span className="muted">拖动排序，或 Alt + ↑ ↓{folded.length > 0 && '；半选的列因宽度不足收起'}</span>
        <Button size="small" type="link" onClick={() => onChange(NO_LAYOUT)}>
          恢复默认
        </Button>
      </div>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <button type="button" className="icon-button" aria-label="列设置" title="列设置">
        <Icon />
      </button>
    </Popover>
  );
}

function withPriority(layout: ColumnLayout, field: string, value: string): ColumnLayout {
  if (value === PINNED) return { ...layout, pins: { ...layout.pins, [field]: 'left' } };
  return { ...layout, pins: { ...layout.pins, [field]: 'none' }, priorities: { ...layout.priorities, [field]: Number(value) } };
}
