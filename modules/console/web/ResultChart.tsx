import { Select, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { PieChart } from '#kit/web/chart/PieChart.tsx';
import { alongTime, guessChart, type ChartChoice, type ChartKind } from '../core/chart-guess.ts';
import type { Result } from './use-run.ts';

const KINDS = [
  { value: 'bar', label: '柱状图' },
  { value: 'line', label: '折线图' },
  { value: 'pie', label: '饼图' },
] as const;
/** More categories than this cannot be told apart. */
const MAX_POINTS = 500;

type Figure = number | string | null;
const figure = (value: unknown): Figure => (typeof value === 'number' || typeof value === 'string' ? value : null);
const label = (value: unknown): string =>
  value === null || value === undefined
    ? '（空）'
    : typeof value === 'string'
      ? value.replace(/T00:00:00\+\d\d:\d\d$/, '')
      : JSON.stringify(value);

/** A result as a picture: which column runs along, which columns are drawn. */
export default function ResultChart({ result }: { result: Result }) {
  const guess = useMemo(() => guessChart(result.columns, result.dataList.length), [result]);
  const [chosen, setChosen] = useState<Partial<ChartChoice>>({});
  const numbers = result.columns.filter((column) => column.kind === 'number');
  const choice = { kind: 'bar' as ChartKind, x: result.columns[0]?.name ?? '', y: [], ...guess, ...chosen };
  const rows = useMemo(() => {
    const first = result.dataList.slice(0, MAX_POINTS);
    return choice.kind === 'line' ? alongTime(first, choice.x, result.columns) : first;
  }, [result, choice.kind, choice.x]);
  const x = useMemo(() => rows.map((row) => label(row[choice.x])), [rows, choice.x]);
  const yKey = choice.y.join('\n');
  const series = useMemo(
    () =>
      yKey
        .split('\n')
        .filter(Boolean)
        .map((name) => ({ name, values: rows.map((row) => figure(row[name])) })),
    [rows, yKey],
  );
  const slices = useMemo(() => rows.map((row, i) => ({ name: x[i] ?? '', percent: figure(row[choice.y[0] ?? '']) })), [rows, x, choice.y]);
  const names = (columns: typeof result.columns) => columns.map((column) => ({ value: column.name, label: column.name }));
  return (
    <div className="result-chart">
      <div className="result-chart-tools">
        <Segmented
          aria-label="图表类型"
          size="small"
          value={choice.kind}
          onChange={(kind) => setChosen({ ...chosen, kind })}
          options={[...KINDS]}
        />
        <label className="query-field">
          {choice.kind === 'pie' ? '名称' : '横轴'}
          <Select
            size="small"
            value={choice.x}
            onChange={(next) => setChosen({ ...chosen, x: next })}
            options={names(result.columns)}
            popupMatchSelectWidth={false}
          />
        </label>
        <label className="query-field">
          数值
          <Select
            size="small"
            mode={choice.kind === 'pie' ? undefined : 'multiple'}
            maxCount={choice.kind === 'pie' ? undefined : 5}
            className="result-chart-y"
            value={(choice.kind === 'pie' ? choice.y[0] : [...choice.y]) as never}
            onChange={(next: string | string[]) => setChosen({ ...chosen, y: Array.isArray(next) ? next : [next] })}
            options={names(numbers)}
            popupMatchSelectWidth={false}
          />
        </label>
        {result.dataList.length > MAX_POINTS && <span className="muted">只画前 {MAX_POINTS} 行</span>}
      </div>
      <div className="result-chart-area">
        {choice.kind === 'bar' && <BarChart x={x} series={series} width="100%" height="100%" />}
        {choice.kind === 'line' && <LineChart x={x} series={series} title={null} width="100%" height="100%" />}
        {choice.kind === 'pie' && <PieChart data={slices} title={null} width="100%" height="100%" />}
      </div>
    </div>
  );
}
