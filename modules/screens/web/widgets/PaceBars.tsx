import type { CSSProperties } from 'react';
import { inOneScale } from '#modules/charts/core/index.ts';
import { paceSeverity } from '../../core/drawings/pace.ts';
import { num, partsOf, textOf, valueOf, type Column, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';
import { severityTone } from './wall-parts.ts';

/** One unit for everything that is compared: the amounts, their targets and what is due. */
function oneUnit({ measures, rows }: Table): Column | undefined {
  const [main] = measures;
  if (!main?.format) return main;
  const values = measures.slice(0, 2).flatMap((column) => rows.map((row) => valueOf(row, column)));
  // profits beside revenues: a small figure must not pull all others down to its unit
  const highest = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)));
  return { ...main, format: inOneScale({ ...main.format, scale: 'auto' }, [highest]) };
}

/** Figures against their targets in one unit; the tick on each bar is where it should be today. */
export function PaceBars({ props, table, onRow, isChosen }: DataProps) {
  const [name] = table.dims;
  const column = oneUnit(table);
  if (!column) return null;
  return (
    <div
      className="sw-goals"
      style={
        { gridTemplateColumns: `repeat(${num(props, 'columns')}, minmax(0, 1fr))`, '--size': `${num(props, 'size')}px` } as CSSProperties
      }
    >
      {table.rows.slice(0, num(props, 'most')).map((row, i) => (
        <Goal
          key={i}
          name={textOf(row, name)}
          row={row}
          table={table}
          column={column}
          chosen={isChosen(row) ? '' : undefined}
          onClick={onRow ? () => onRow(row) : undefined}
        />
      ))}
    </div>
  );
}

interface GoalProps {
  name: string;
  row: Row;
  table: Table;
  column: Column;
  chosen: string | undefined;
  onClick: (() => void) | undefined;
}
function Goal({ name, row, table, column, chosen, onClick }: GoalProps) {
  const [main, target, pace] = table.measures;
  const [value, goal] = [valueOf(row, main), valueOf(row, target)];
  const due = pace ? valueOf(row, pace) : goal;
  const { digits, unit } = partsOf(value, column);
  const share = value !== null && goal ? value / goal : null;
  const gap = value !== null && due !== null ? value - due : null;
  const tone = severityTone(paceSeverity(value, due) ?? 1);
  const shown = (part: number) => `${Math.min(100, Math.max(0, part * 100))}%`;
  return (
    <div data-chosen={chosen} onClick={onClick} style={{ '--k': tone } as CSSProperties}>
      <p>
        <span>{name}</span>
        {share !== null && <em>{Math.round(share * 100)}%</em>}
      </p>
      <b style={{ fontSize: 'var(--size)' }}>
        {digits}
        <small>{unit}</small>
      </b>
      <div className="sw-goal-bar">
        <i style={{ width: shown(share ?? 0) }} />
        {goal && due !== null && pace && <u style={{ left: shown(due / goal) }} />}
      </div>
      {gap !== null && (
        <p data-gap={gap < 0 ? 'behind' : 'ahead'}>
          {gap < 0 ? '落后' : '超前'} {partsOf(Math.abs(gap), column).digits}
          {unit}
        </p>
      )}
    </div>
  );
}
