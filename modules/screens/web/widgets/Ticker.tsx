import { useState, type CSSProperties } from 'react';
import { useEvery } from '../stage/clock.ts';
import { colorOf } from '../stage/themes.ts';
import { items, MAX_RUNNING, num, str, tagColor, textOf, type Row } from './read.ts';
import { Tag } from './parts.tsx';
import type { DataProps } from './types.ts';

/** Alerts one after the other, or in a slow line; the level gives the colour. */
export function Ticker({ node, props, table, onRow }: DataProps) {
  const size = num(props, 'size');
  const isLine = str(props, 'direction') === 'left';
  const [at, setAt] = useState(0);
  const [rests, setRests] = useState(false);
  const lineH = Math.max(size * 2, 34);
  const fits = Math.max(1, Math.floor(node.h / lineH));
  const { rows } = table;
  const moves = rows.length > fits;
  useEvery(!isLine && moves ? Math.max(1, num(props, 'seconds')) : 0, rests, () => setAt((before) => (before + 1) % rows.length));
  const one = (row: Row, key: string) => <Alert key={key} row={row} own={{ table, props, onRow, height: lineH }} />;
  const hover = { onPointerEnter: () => setRests(true), onPointerLeave: () => setRests(false) };
  if (isLine) {
    const letters = rows.reduce((count, row) => count + textOf(row, table.dims[0]).length + 8, 0);
    const seconds = Math.max(6, (letters * size) / Math.max(10, num(props, 'speed')));
    const timing = { animationDuration: `${seconds}s`, animationTimingFunction: `steps(${Math.round(seconds * 30)})` };
    return (
      <div className="sw-ticker" data-line="" style={{ fontSize: size }} {...hover}>
        <div className="sw-ticker-line" style={timing}>
          {[0, 1].map((half) => (
            <span key={half} aria-hidden={half === 1}>
              {rows.slice(0, MAX_RUNNING).map((row, i) => one(row, `${half}${i}`))}
            </span>
          ))}
        </div>
      </div>
    );
  }
  const shown = moves ? Array.from({ length: fits }, (_, i) => (at + i) % rows.length) : rows.map((_, i) => i);
  return (
    <div className="sw-ticker" style={{ fontSize: size }} {...hover}>
      {shown.map((i) => one(rows[i]!, `${i}`))}
    </div>
  );
}

interface AlertProps {
  row: Row;
  own: Pick<DataProps, 'table' | 'props' | 'onRow'> & { height: number };
}
function Alert({ row, own: { table, props, onRow, height } }: AlertProps) {
  const [text, level, time] = table.dims;
  const [value] = table.measures;
  const tags = items(props, 'tags');
  const name = textOf(row, level);
  const style = { height, '--k': colorOf(level ? tagColor(name, tags) : 'accent', 'accent') } as CSSProperties;
  return (
    <div className="sw-alert" style={style} onClick={onRow ? () => onRow(row) : undefined}>
      <i aria-hidden />
      {level && <Tag text={name} tags={tags} />}
      <span title={textOf(row, text)}>{textOf(row, text)}</span>
      {value && <b>{textOf(row, value)}</b>}
      {time && <time>{textOf(row, time)}</time>}
    </div>
  );
}
