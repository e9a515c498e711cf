import type { CSSProperties } from 'react';
import { withOpacity, VERDICT_COLOR } from './parts.tsx';
import { flag, num, partsOf, str, textOf, valueOf, type Column, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';

interface Cell {
  readonly value: number | null;
  readonly column: Column;
  readonly row: Row | undefined;
}
export interface Grid {
  readonly columns: readonly string[];
  readonly lines: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}
/** Rows × columns: by a second dimension, or one column for each measure. */
export function gridOf(table: Table): Grid {
  const [line, across] = table.dims;
  const [main] = table.measures;
  if (!main) return { columns: [], lines: [] };
  if (!across)
    return {
      columns: table.measures.map(({ name }) => name),
      lines: table.rows.map((row) => ({
        name: textOf(row, line),
        cells: table.measures.map((column) => ({ value: valueOf(row, column), column, row })),
      })),
    };
  const columns = [...new Set(table.rows.map((row) => textOf(row, across)))];
  const byLine = new Map<string, Map<string, Row>>();
  for (const row of table.rows) {
    const name = textOf(row, line);
    const known = byLine.get(name) ?? new Map<string, Row>();
    byLine.set(name, known.set(textOf(row, across), row));
  }
  return {
    columns,
    lines: [...byLine].map(([name, cells]) => ({
      name,
      cells: columns.map((key) => ({ value: valueOf(cells.get(key), main), column: main, row: cells.get(key) })),
    })),
  };
}

const shadeOf = (value: number, [low, high]: readonly [number, number]): number => (high > low ? (value - low) / (high - low) : 0.6);
const rangeOf = (values: readonly (number | null)[]): [number, number] => {
  const there = values.filter((value) => value !== null);
  return there.length ? [Math.min(...there), Math.max(...there)] : [0, 0];
};

/** Departments × figures in shades or lights, or the days of a month with what happened on them. */
export function StatusGrid(own: DataProps) {
  const { node, props, table, onRow, isChosen } = own;
  if (str(props, 'look') === 'calendar') return <Days {...own} />;
  const grid = gridOf(table);
  const scale = str(props, 'scale');
  const ranges = grid.columns.map((_, i) => rangeOf(grid.lines.map(({ cells }) => cells[i]?.value ?? null)));
  const all = rangeOf(grid.lines.flatMap(({ cells }) => cells.map(({ value }) => value)));
  const paint = ({ value }: Cell, i: number): CSSProperties => {
    if (value === null) return {};
    if (scale === 'light') {
      const isUp = str(props, 'goodWhen') !== 'down';
      const reached = (line: number) => (isUp ? value >= line : value <= line);
      const color = VERDICT_COLOR[reached(num(props, 'good')) ? 'good' : reached(num(props, 'warn')) ? 'warn' : 'bad'];
      return { background: withOpacity(color, 22), boxShadow: `inset 0 0 0 1px ${withOpacity(color, 55)}`, color };
    }
    const shade = shadeOf(value, scale === 'all' ? all : (ranges[i] ?? all));
    return { background: withOpacity('var(--s-accent2)', 10 + shade * 46) };
  };
  const name = Math.min(150, node.w * 0.2);
  const rowH = Math.min(56, (node.h - 32) / Math.max(1, grid.lines.length));
  const columns = `${name}px repeat(${grid.columns.length}, minmax(0, 1fr))`;
  return (
    <div className="sw-grid">
      <div style={{ gridTemplateColumns: columns, height: 30 }} className="sw-grid-head">
        <span />
        {grid.columns.map((column) => (
          <span key={column} title={column}>
            {column}
          </span>
        ))}
      </div>
      {grid.lines.map(({ name: label, cells }) => (
        <div key={label} style={{ gridTemplateColumns: columns, height: rowH }}>
          <span title={label}>{label}</span>
          {cells.map((cell, i) => (
            <b
              key={i}
              style={paint(cell, i)}
              data-none={cell.value === null ? '' : undefined}
              data-chosen={cell.row && isChosen(cell.row) ? '' : undefined}
              onClick={onRow && cell.row ? () => onRow(cell.row!) : undefined}
              title={`${label} · ${grid.columns[i]}：${cell.value === null ? '无' : partsText(cell)}`}
            >
              {flag(props, 'values') && cell.value !== null && partsText(cell)}
            </b>
          ))}
        </div>
      ))}
    </div>
  );
}
const partsText = ({ value, column }: Cell): string => {
  const { digits, unit } = partsOf(value, column);
  return `${digits}${unit}`;
};

const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
/** Days in weeks, shaded by the figure of the day. */
function Days({ node, props, table, onRow }: DataProps) {
  const [day] = table.dims;
  const [main] = table.measures;
  const known = new Map<string, { row: Row; value: number | null }>();
  for (const row of table.rows) {
    const key = String((day && row[day.at]) ?? '').slice(0, 10);
    if (/^\d{4}-\d{2}-\d{2}$/.test(key)) known.set(key, { row, value: valueOf(row, main) });
  }
  const keys = [...known.keys()].toSorted();
  const first = keys[0];
  const last = keys.at(-1);
  if (!first || !last) return null;
  const monday = Date.parse(first) - ((new Date(Date.parse(first)).getUTCDay() + 6) % 7) * 86_400_000;
  const weeks = Math.min(54, Math.floor((Date.parse(last) - monday) / (7 * 86_400_000)) + 1);
  const range = rangeOf([...known.values()].map(({ value }) => value));
  const size = Math.max(8, Math.min((node.w - 34) / weeks, (node.h - 26) / 7));
  return (
    <div className="sw-days">
      <svg width={34 + weeks * size} height={26 + 7 * size} aria-label="日历">
        {WEEK.map((label, i) =>
          i % 2 === 0 ? (
            <text key={label} x="22" y={24 + i * size + size * 0.68} textAnchor="end">
              {label}
            </text>
          ) : null,
        )}
        {Array.from({ length: weeks * 7 }, (_, i) => {
          const at = new Date(monday + i * 86_400_000);
          const key = at.toISOString().slice(0, 10);
          const one = known.get(key);
          const x = 30 + Math.floor(i / 7) * size;
          return (
            <g key={key}>
              {at.getUTCDate() === 1 && (
                <text x={x + 1} y="15">
                  {at.getUTCMonth() + 1}月
                </text>
              )}
              <rect
                x={x}
                y={22 + (i % 7) * size}
                width={size - 3}
                height={size - 3}
                fill={one && one.value !== null ? 'var(--s-accent)' : 'var(--s-line)'}
                fillOpacity={one && one.value !== null ? 0.18 + 0.82 * shadeOf(one.value, range) : 0.1}
                onClick={onRow && one ? () => onRow(one.row) : undefined}
              >
                <title>{`${key}：${one ? textOf(one.row, main) : '无'}`}</title>
              </rect>
              {flag(props, 'values') && size >= 34 && one && one.value !== null && (
                <text className="sw-day-value" x={x + size / 2 - 1.5} y={22 + (i % 7) * size + size * 0.6} textAnchor="middle">
                  {textOf(one.row, main)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
