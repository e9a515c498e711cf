import { minute, day } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { numberText, rangeText, trendShape } from './trend-shape.ts';
import './trend.css';

type Reply = CallReply<typeof api.rule.trend>;
type Point = Reply['points'][number];
const SIZE = { width: 560, height: 120 };
const WORDS: Readonly<Record<Point['state'], string>> = { pass: '通过', warn: '警告', fail: '不通过', error: '执行失败', skip: '跳过' };
const NAMES = { badRows: '不合格行数', value: '测得的值' } as const;

/** Results of a stored rule one after another, with what its past expected of them. */
export function Trend({ ruleId }: { ruleId: string }) {
  const { data, error, refetch } = useCall(api.rule.trend, { params: { id: ruleId } });
  return (
    <section className="quality-trend" aria-label="历次结果">
      <h3>
        历次结果
        {data && data.points.length > 0 && (
          <small>
            近 {data.points.length} 次{data.points.some(({ value }) => value !== null) && `，${NAMES[data.of]}`}
          </small>
        )}
      </h3>
      {error ? <StateView kind="error" inline error={error} onRetry={() => void refetch()} /> : <Loaded trend={data} />}
    </section>
  );
}
function Loaded({ trend }: { trend: Reply | undefined }) {
  if (trend === undefined) return <StateView kind="loading" shape="block" />;
  return trend.points.length === 0 ? (
    <StateView kind="empty" inline what="还没有核查结果" />
  ) : (
    <TrendChart points={trend.points} isWithheld={trend.isWithheld} />
  );
}

const pointText = ({ checkDate, state, value, low, high }: Point): string =>
  [
    minute(checkDate),
    WORDS[state],
    value !== null && numberText(value),
    (low !== null || high !== null) && `预期${rangeText({ low, high })}`,
  ]
    .filter(Boolean)
    .join('，');

/** Results as a line with their expected band; `isWithheld`: their numbers are not shown. */
export function TrendChart({ points, isWithheld }: { points: readonly Point[]; isWithheld: boolean }) {
  const shape = trendShape(points, SIZE);
  const hasBand = shape.bands.length > 0;
  const hasNumbers = points.some(({ value }) => value !== null);
  const step = SIZE.width / Math.max(1, points.length - 1);
  return (
    <>
      {isWithheld && <p className="muted">规则按取值检查您不能查看明文的字段，只显示结果，不显示数值</p>}
      <figure>
        <div className="quality-trend-axis" aria-hidden>
          <span>{hasNumbers && numberText(Number(shape.most.toPrecision(3)))}</span>
          <span>{hasNumbers && numberText(Number(shape.least.toPrecision(3)))}</span>
        </div>
        <svg viewBox={`-6 -6 ${SIZE.width + 12} ${SIZE.height + 12}`} role="img" aria-label={`最近一次：${pointText(points.at(-1)!)}`}>
          {shape.bands.map((band) => (
            <polygon key={band} className="band" points={band} />
          ))}
          {shape.lines.map((line) => (
            <polyline key={line} className="line" points={line} />
          ))}
          {points.map((point, i) => (
            <g key={point.reportId}>
              <circle className={point.state} cx={shape.places[i]!.x} cy={shape.places[i]!.y ?? SIZE.height} r={4} />
              <rect className="hit" x={shape.places[i]!.x - step / 2} y={-6} width={step} height={SIZE.height + 12}>
                <title>{pointText(point)}</title>
              </rect>
            </g>
          ))}
        </svg>
        <figcaption>
          <span className="quality-trend-days">
            <span>{day(points[0]!.checkDate)}</span>
            {points.length > 1 && <span>{day(points.at(-1)!.checkDate)}</span>}
          </span>
          <span className="quality-trend-legend">
            {hasBand && <Key of="band" name="预期区间" />}
            <Key of="pass" name="通过" />
            <Key of="fail" name="不通过" />
            <Key of="skip" name="跳过或执行失败" />
          </span>
        </figcaption>
      </figure>
    </>
  );
}
const Key = ({ of, name }: { of: string; name: string }) => (
  <span>
    <i className={of} />
    {name}
  </span>
);
