import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { moneyText } from '../parts/money.ts';
import { AMOUNTS } from './labels.ts';

interface Target {
  year: number;
  contract: string | null;
  output: string | null;
  receipt: string | null;
  profit: string | null;
}
const HEIGHT = 280;
/** 万元 → 元 */
const YUAN = 10_000;

/** Yearly targets, drawn and as figures, in 万元. */
export default function TargetTab({ targets }: { targets: readonly Target[] }) {
  if (targets.length === 0) return <p className="muted">没有年度指标，可在“修改”中添加。</p>;
  return (
    <>
      <BarChart
        title="年度指标（元）"
        width="100%"
        height={HEIGHT}
        x={targets.map((one) => `${one.year}年`)}
        series={AMOUNTS.map(({ field, label }) => ({
          name: label,
          // the axis picks its own unit: 万 of 万元 would be read wrong
          values: targets.map((one) => (one[field] === null ? null : Number(one[field]) * YUAN)),
        }))}
      />
      <table className="target-table">
        <thead>
          <tr>
            <th>年度</th>
            {AMOUNTS.map(({ field, label }) => (
              <th key={field}>{label}（万元）</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {targets.toReversed().map((one) => (
            <tr key={one.year}>
              <td>{one.year}年</td>
              {AMOUNTS.map(({ field }) => (
                <td key={field} className="num">
                  {moneyText(one[field]) ?? <Missing />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
