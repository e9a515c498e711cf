import { Button } from 'antd';
import type { ReactNode } from 'react';
import { count } from '#kit/web/format.ts';
import type { Values } from '#kit/web/table/list-state.ts';
import './projects.css';

/** A figure above a list; with `values` a click narrows the list to what it counts. */
export interface Figure {
  key: string;
  label: string;
  value: number;
  /** 本, 件 */
  unit?: string;
  /** colour means "look here": only for what asks for action, and only above zero */
  tone?: 'warn' | 'bad';
  /** filters of the list that show exactly these rows; {} = all */
  values?: Values;
}

interface StatHeaderProps {
  /** undefined while they are on their way */
  figures: readonly Figure[] | undefined;
  /** the filters of the list now, null while no list is shown */
  current: Values | null;
  onPick: (values: Values) => void;
  error: Error | null;
  onRetry: () => void;
  /** at the right end: <FaceTabs> */
  children?: ReactNode;
}

const PLACES = ['a', 'b', 'c', 'd', 'e'];

const isSame = (a: Values, b: Values): boolean => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => (a[name] ?? '') === (b[name] ?? ''));
};

/**
 * A row of figures above a list:
 *
 *     <StatHeader figures={figuresOf(stat.data)} current={list.state.values} error={stat.error} onRetry={() => void stat.refetch()}
 *       onPick={usePick()} />
 */
export function StatHeader({ figures, current, onPick, error, onRetry, children }: StatHeaderProps) {
  return (
    <div className="panel stat-row">
      {error && !figures && (
        <div className="stat-failed" role="alert">
          统计数据暂时无法读取：{error.message}
          <Button size="small" onClick={onRetry}>
            重试
          </Button>
        </div>
      )}
      {!error && !figures && PLACES.map((place) => <div key={place} className="stat stat-skeleton" aria-hidden="true" />)}
      {figures?.map((figure) => (
        <FigureButton key={figure.key} figure={figure} current={current} onPick={onPick} />
      ))}
      {children && <div className="stat-end">{children}</div>}
    </div>
  );
}

function FigureButton({ figure, current, onPick }: { figure: Figure } & Pick<StatHeaderProps, 'current' | 'onPick'>) {
  const { label, value, unit, tone, values } = figure;
  const content = (
    <>
      <span className="stat-label">{label}</span>
      <span className={tone && value > 0 ? `stat-value ${tone}` : 'stat-value'}>
        {count(value)}
        {unit && <small>{unit}</small>}
      </span>
    </>
  );
  if (!values) return <div className="stat">{content}</div>;
  const isOn = current !== null && isSame(values, current);
  return (
    <button type="button" className={isOn ? 'stat on' : 'stat'} aria-pressed={isOn} onClick={() => onPick(isOn ? {} : values)}>
      {content}
    </button>
  );
}
