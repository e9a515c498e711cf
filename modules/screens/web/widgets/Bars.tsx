import type { CSSProperties } from 'react';
import { colorOf, neutral } from '../stage/themes.ts';
import { StatusLight, VERDICT_COLOR } from './parts.tsx';
import {
  flag,
  items,
  targetVerdict,
  meaningColors,
  num,
  partsOf,
  percentText,
  str,
  textOf,
  valueOf,
  type Column,
  type Row,
  type Table,
} from './read.ts';
import type { DataProps } from './types.ts';

interface Bar {
  readonly name: string;
  readonly value: number | null;
  readonly full: number | null;
  readonly target: number | null;
  readonly column: Column;
  readonly row: Row | undefined;
}
/** Rows as bars; without a dimension every measure is a bar of its own. */
function barsOf(table: Table, most: number, hasFull: boolean): Bar[] {
  const [name] = table.dims;
  const [main, second, third] = table.measures;
  if (!main) return [];
  if (!name)
    return table.measures.slice(0, most).map((column) => ({
      name: column.name,
      value: valueOf(table.rows[0], column),
      full: null,
      target: null,
      column,
      row: table.rows[0],
    }));
  return table.rows.slice(0, most).map((row) => ({
    name: textOf(row, name),
    value: valueOf(row, main),
    full: hasFull ? valueOf(row, second) : null,
    target: hasFull ? valueOf(row, third) : valueOf(row, second),
    column: main,
    row,
  }));
}
/** Bars of cells that are lit up to the value, with a target tick. */
export function Segments({ node, props, table, onRow, isChosen }: DataProps) {
  const bars = barsOf(table, num(props, 'most'), true);
  const highest = Math.max(...bars.map(({ value }) => value ?? 0), 0);
  const cell = num(props, 'cell');
  const meanings = meaningColors(
    bars.map(({ name }) => name),
    items(props, 'tags'),
  );
  return (
    <div className="sw-bars" style={{ '--cell': `${cell}px`, '--step': `${cell + 3}px` } as CSSProperties}>
      {bars.map((bar, i) => {
        const isPercent = bar.column.format?.kind === 'percent';
        const full = num(props, 'max') || bar.full || (isPercent ? 1 : highest) || 1;
        const share = Math.min(1, Math.max(0, (bar.value ?? 0) / full));
        // whole cells only: a bar must not end in the middle of one
        const cells = Math.round(((node.w - 4) * share) / (cell + 3));
        const parts = partsOf(bar.value, bar.column);
        return (
          <div
            key={i}
            data-chosen={bar.row && isChosen(bar.row) ? '' : undefined}
            style={{ '--k': meanings[i] ? colorOf(meanings[i], 'accent') : neutral(i) } as CSSProperties}
            onClick={onRow && bar.row ? () => onRow(bar.row!) : undefined}
          >
            <p>
              <span>{bar.name}</span>
              <b>
                {parts.digits}
                {bar.full !== null && <em> / {partsOf(bar.full, bar.column).digits}</em>}
                {parts.unit && <small>{parts.unit}</small>}
              </b>
            </p>
            <div className="sw-cells">
              <i style={{ width: cells * (cell + 3) }} />
              {flag(props, 'target') && bar.target !== null && <u style={{ left: `${Math.min(1, bar.target / full) * 100}%` }} />}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Bars with a gradient, a bright end and a target tick. */
export function Progress({ props, table, onRow, isChosen }: DataProps) {
  const bars = barsOf(table, num(props, 'most'), false);
  const highest = Math.max(...bars.map(({ value }) => value ?? 0), 0);
  const meanings = meaningColors(
    bars.map(({ name }) => name),
    items(props, 'tags'),
  );
  return (
    <div
      className="sw-bars"
      data-smooth=""
      style={{ '--k': colorOf(props.color, 'accent'), '--h': `${num(props, 'height')}px` } as CSSProperties}
    >
      {bars.map((bar, i) => {
        const isPercent = bar.column.format?.kind === 'percent';
        const end = num(props, 'max') || (bar.target ?? 0) || (isPercent ? 1 : 0);
        // without an end the bars compare with the longest of them, and nothing is a share of anything
        const full = end || highest || 1;
        const ratio = (bar.value ?? 0) / full;
        const most = Math.max(1, ratio);
        const parts = partsOf(bar.value, bar.column);
        return (
          <div
            key={i}
            data-chosen={bar.row && isChosen(bar.row) ? '' : undefined}
            style={meanings[i] ? ({ '--k': colorOf(meanings[i], 'accent') } as CSSProperties) : undefined}
            onClick={onRow && bar.row ? () => onRow(bar.row!) : undefined}
          >
            <p>
              <span>{bar.name}</span>
              <b>
                {parts.digits}
                {parts.unit && <small>{parts.unit}</small>}
                {flag(props, 'percent') && !isPercent && end > 0 && <em>{percentText(ratio, 0)}</em>}
              </b>
            </p>
            <div className="sw-track">
              <i style={{ width: `${Math.max(0, Math.min(1, ratio / most)) * 100}%` }} />
              {flag(props, 'target') && bar.target !== null && <u style={{ left: `${(bar.target / full / most) * 100}%` }} />}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Actual against target with year-on-year and month-on-month, and a light for each line. */
export function Scorecard({ node, props, table, onRow, isChosen }: DataProps) {
  const [name] = table.dims;
  const [actual, target, yoy, mom] = table.measures;
  const goodWhen = str(props, 'goodWhen');
  const rows = table.rows.slice(0, num(props, 'most'));
  const rowH = Math.max(28, (node.h - (flag(props, 'header') ? 34 : 0)) / Math.max(1, rows.length));
  const columns = `22px minmax(0, 1.4fr) repeat(${2 + (yoy ? 1 : 0) + (mom ? 1 : 0)}, minmax(0, 1fr))`;
  const change = (row: Row, column: Column | undefined) => {
    const value = valueOf(row, column);
    if (value === null) return <span>—</span>;
    const isGood = goodWhen === 'none' || value === 0 ? null : value > 0 === (goodWhen === 'up');
    return (
      <span style={{ color: isGood === null ? undefined : VERDICT_COLOR[isGood ? 'good' : 'bad'] }}>
        {value > 0 ? '+' : ''}
        {column?.format?.kind === 'number' ? partsOf(value, column).digits : percentText(value)}
      </span>
    );
  };
  return (
    <div className="sw-score">
      {flag(props, 'header') && (
        <div className="sw-row sw-head" style={{ height: 34, gridTemplateColumns: columns }}>
          <span />
          <span>指标</span>
          <span>{actual?.name}</span>
          <span>{target?.name}</span>
          {yoy && <span>{yoy.name}</span>}
          {mom && <span>{mom.name}</span>}
        </div>
      )}
      {rows.map((row, i) => (
        <div
          key={i}
          className="sw-row"
          data-odd={i % 2 ? '' : undefined}
          data-chosen={isChosen(row) ? '' : undefined}
          style={{ height: Math.min(48, rowH), gridTemplateColumns: columns }}
          onClick={onRow ? () => onRow(row) : undefined}
        >
          <StatusLight verdict={targetVerdict(valueOf(row, actual), valueOf(row, target), goodWhen, num(props, 'near'))} />
          <span title={textOf(row, name)}>{textOf(row, name)}</span>
          <b>{textOf(row, actual)}</b>
          <span>{textOf(row, target)}</span>
          {yoy && change(row, yoy)}
          {mom && change(row, mom)}
        </div>
      ))}
    </div>
  );
}
