import type { ReactNode } from 'react';
import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { PieChart } from '#kit/web/chart/PieChart.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { ChartsWait } from './ChartsWait.tsx';
import { RankList } from './RankList.tsx';
import './record-stat.css';

interface Group {
  key: string;
  name: string;
  count: number;
}
/** One figure as a picture: a ring of shares, bars along a short or continuous axis, or rows with bars for many or long names. */
export interface StatChart {
  title: string;
  kind: 'ring' | 'bar' | 'rank';
  groups: readonly Group[];
  /** opens the list narrowed to one group */
  onPick?: (key: string) => void;
}
interface StatChartsProps {
  charts: readonly StatChart[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** charts of the page itself, before the others */
  children?: ReactNode;
}

const HEIGHT = 280;
const SLICES = 8;

/** The figures of a page of records as charts, two beside each other. */
export default function StatCharts({ charts, error, onRetry, children }: StatChartsProps) {
  return (
    <div className="stat-charts">
      {error && !charts && (
        <div className="panel record-wait wide">
          <StateView kind="error" error={error} onRetry={onRetry} />
        </div>
      )}
      {!error && !charts && <ChartsWait />}
      {children}
      {charts?.map((chart) => (
        <section className="panel stat-chart" key={chart.title}>
          <h2>{chart.title}</h2>
          <Picture chart={chart} />
        </section>
      ))}
    </div>
  );
}

function Picture({ chart: { kind, groups, onPick } }: { chart: StatChart }) {
  const handleClick = ({ name }: { name: string }) => {
    const group = groups.find((one) => one.name === name);
    if (group) onPick?.(group.key);
  };
  if (kind === 'rank') return <RankList groups={groups} onPick={onPick} />;
  if (kind === 'bar')
    return (
      <BarChart width="100%" height={HEIGHT} x={groups.map((one) => one.name)} y={groups.map((one) => one.count)} onClick={handleClick} />
    );
  return (
    <PieChart
      title={null}
      ring
      width="100%"
      height={HEIGHT}
      limit={SLICES}
      data={groups.map((one) => ({ name: one.name, percent: one.count }))}
      onClick={handleClick}
    />
  );
}
