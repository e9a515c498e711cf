import { HolderOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { moveBefore, NO_LAYOUT, orderColumns, type ColumnLayout } from './column-layout.ts';

interface Entry {
  field: string;
  title: string;
  hidden?: boolean;
  fixed?: 'left' | 'right';
}
interface ColumnsPanelProps {
  columns: readonly Entry[];
  layout: ColumnLayout;
  onChange: (layout: ColumnLayout) => void;
}

const Icon = () => (
  <svg width="15" height="15" viewBox="0 0 15 15" fill="none" stroke="currentColor" strokeWidth="1.2" aria-hidden>
    <rect x="1.2" y="2" width="12.6" height="11" rx="1.6" />
    <path d="M5.4 2v11M9.6 2v11" />
  </svg>
);

/** Which columns are shown, in which order (drag, or Alt + arrow keys), and which stay at the left edge. */
export function ColumnsPanel({ columns, layout, onChange }: ColumnsPanelProps) {
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
            // a list without columns says nothing
            disabled={isShown(column) && shownCount === 1}
            onChange={(event) => onChange({ ...layout, shown: { ...layout.shown, [column.field]: event.target.checked } })}
          >
            {column.title}
          </Checkbox>
          <span className="grow" />
          <button
            type="button"
            className="icon-button small"
            aria-pressed={isPinned(column)}
            aria-label={`固定列 ${column.title}`}
            title={isPinned(column) ? '取消固定' : '固定在左侧'}
            onClick={() => onChange({ ...layout, pins: { ...layout.pins, [column.field]: isPinned(column) ? 'none' : 'left' } })}
          >
            {isPinned(column) ? <PushpinFilled /> : <PushpinOutlined />}
          </button>
        </div>
      ))}
      <div className="columns-foot">
        <span className="muted">拖动排序，或 Alt + ↑ ↓</span>
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
