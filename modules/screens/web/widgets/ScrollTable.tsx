import { useContext, useEffect, useRef, useState, type CSSProperties, type ReactNode, type WheelEvent } from 'react';
import { useEvery } from '../stage/clock.ts';
import { EffectsContext } from '../stage/stage-context.ts';
import { Delta, Tag } from './parts.tsx';
import { flag, items, num, textOf, valueOf, type Column, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';

interface Shown {
  readonly column: Column;
  readonly title: string;
  readonly width: number;
  readonly align: string;
  readonly kind: string;
}
/** Columns as the widget lists them, else all of the answer. */
function shownOf(table: Table, props: DataProps['props']): Shown[] {
  const all = [...table.dims, ...table.measures];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const listed = items(props, 'columns').flatMap((one): Shown[] => {
    const column = all.find(({ key }) => key === one.key);
    if (!column) return [];
    const align = text(one.align) || (column.role === 'measure' ? 'right' : 'left');
    return [
      {
        column,
        title: text(one.title) || column.name,
        width: typeof one.width === 'number' ? one.width : 0,
        align,
        kind: text(one.kind) || 'auto',
      },
    ];
  });
  if (listed.length > 0) return listed;
  return all.map((column) => ({ column, title: column.name, width: 0, align: column.role === 'measure' ? 'right' : 'left', kind: 'auto' }));
}

const MOVE_MS = 420;
/** A table whose rows move up one by one and rest under the pointer; of thousands of rows only those in sight exist. */
export function ScrollTable({ node, props, table, onRow, isChosen }: DataProps) {
  const shown = shownOf(table, props);
  const rowH = num(props, 'rowHeight');
  const head = flag(props, 'header') ? rowH : 0;
  const fits = Math.max(1, Math.floor((node.h - head) / rowH));
  const total = table.rows.length;
  const moves = total > fits;
  const [top, setTop] = useState(0);
  const [isMoving, setMoving] = useState(false);
  const [rests, setRests] = useState(false);
  const isStill = useContext(EffectsContext) === 'off';
  const turn = (by: number) => setTop((before) => (before + by + total) % total);
  useEvery(moves ? num(props, 'seconds') : 0, rests, () => (isStill ? turn(1) : setMoving(true)));
  useEffect(() => {
    if (!isMoving) return;
    const done = setTimeout(() => {
      setMoving(false);
      setTop((before) => (before + 1) % total);
    }, MOVE_MS);
    return () => clearTimeout(done);
  }, [isMoving, total]);
  const from = moves ? top % total : 0;
  const turned = useRef(0);
  const wheel = (event: WheelEvent) => {
    if (!moves || event.timeStamp - turned.current < 60) return;
    turned.current = event.timeStamp;
    turn(event.deltaY > 0 ? 1 : -1);
  };
  const inSight = moves ? Array.from({ length: fits + 1 }, (_, i) => (from + i) % total) : table.rows.map((_, i) => i);
  const columns = `${flag(props, 'index') ? '44px ' : ''}${shown.map(({ width, column }) => (width > 0 ? `${width}px` : column.role === 'measure' ? 'minmax(64px, .7fr)' : 'minmax(0, 1fr)')).join(' ')}`;
  const most = new Map(
    shown
      .filter(({ kind }) => kind === 'bar')
      .map(({ column }) => [column.key, Math.max(...table.rows.map((row) => valueOf(row, column) ?? 0), 1)]),
  );
  const tags = items(props, 'tags');
  const line = (row: Row, at: number) => (
    <div
      key={at}
      role="row"
      className="sw-row"
      data-odd={flag(props, 'stripe') && at % 2 ? '' : undefined}
      data-chosen={isChosen(row) ? '' : undefined}
      style={{ height: rowH, gridTemplateColumns: columns }}
      onClick={onRow ? () => onRow(row) : undefined}
    >
      {flag(props, 'index') && <span className="sw-index">{at + 1}</span>}
      {shown.map((one, i) => (
        <span
          key={i}
          role="cell"
          style={{ textAlign: alignOf(one.align) }}
          data-kind={one.kind}
          data-number={one.column.type === 'number' || one.column.type.startsWith('date') ? '' : undefined}
        >
          {cell(one, row, { tags, most: most.get(one.column.key) ?? 1 })}
        </span>
      ))}
    </div>
  );
  return (
    <div
      className="sw-table"
      role="table"
      onWheel={wheel}
      onPointerEnter={() => setRests(true)}
      onPointerLeave={() => setRests(false)}
      data-rows={total}
    >
      {head > 0 && (
        <div role="row" className="sw-row sw-head" style={{ height: rowH, gridTemplateColumns: columns }}>
          {flag(props, 'index') && <span className="sw-index">序号</span>}
          {shown.map(({ title, align }, i) => (
            <span key={i} role="columnheader" style={{ textAlign: alignOf(align) }}>
              {title}
            </span>
          ))}
        </div>
      )}
      <div className="sw-rows" style={{ height: fits * rowH }}>
        <div
          className="sw-rows-in"
          style={
            isMoving ? { transform: `translateY(-${rowH}px)`, transition: `transform ${MOVE_MS}ms cubic-bezier(.4,0,.2,1)` } : undefined
          }
        >
          {inSight.map((at) => line(table.rows[at]!, at))}
        </div>
      </div>
    </div>
  );
}

const alignOf = (align: string): CSSProperties['textAlign'] => (align === 'right' ? 'right' : align === 'center' ? 'center' : 'left');

function cell({ column, kind }: Shown, row: Row, { tags, most }: { tags: Parameters<typeof Tag>[0]['tags']; most: number }): ReactNode {
  const text = textOf(row, column);
  const value = valueOf(row, column);
  if (kind === 'tag') return <Tag text={text} tags={tags} />;
  if (kind === 'delta' && value !== null)
    return (
      <Delta
        change={
          column.format?.kind === 'percent' || column.modifier === 'yoy' || column.modifier === 'mom'
            ? { ratio: value, diff: null }
            : { ratio: null, diff: value }
        }
        goodWhen="up"
      />
    );
  if (kind === 'bar' && value !== null)
    return (
      <span className="sw-cell-bar">
        <i style={{ width: `${Math.max(0, Math.min(1, value / most)) * 100}%` }} />
        <b>{text}</b>
      </span>
    );
  return <span title={text}>{text}</span>;
}
