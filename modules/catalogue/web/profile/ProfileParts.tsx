import { count } from '#kit/web/format.ts';
import type { Column } from './ProfilePanel.tsx';
import { momentText, numberText, percentText } from './figures.ts';

type Stats = NonNullable<Column['stats']>;

/** Twenty bars from the smallest to the largest value. */
export function Histogram({
  histogram,
  isTime,
  small = false,
}: {
  histogram: NonNullable<Stats['histogram']>;
  isTime: boolean;
  small?: boolean;
}) {
  const most = Math.max(1, ...histogram.counts);
  const text = (value: number) => (isTime ? momentText(value) : (numberText(value) ?? ''));
  const step = (histogram.high - histogram.low) / histogram.counts.length;
  return (
    <figure className={small ? 'profile-histogram small' : 'profile-histogram'}>
      <div role="img" aria-label={`从 ${text(histogram.low)} 到 ${text(histogram.high)} 的分布`}>
        {histogram.counts.map((value, index) => (
          <i
            key={index}
            style={{ height: value === 0 ? 0 : `max(2px, ${(value / most) * 100}%)` }}
            title={`${text(histogram.low + step * index)} – ${text(histogram.low + step * (index + 1))}：${count(value)}`}
          />
        ))}
      </div>
      {!small && (
        <figcaption className="num muted">
          <span>{text(histogram.low)}</span>
          <span>{text(histogram.high)}</span>
        </figcaption>
      )}
    </figure>
  );
}

function Bars({ title, rows, sampled }: { title: string; rows: readonly { text: string; count: number }[]; sampled: number }) {
  return (
    <section>
      <h4>{title}</h4>
      <ol className="profile-bars">
        {rows.map((row) => (
          <li key={row.text}>
            <span className="mono cut" title={row.text}>
              {row.text === '' ? '（空文本）' : row.text}
            </span>
            <i>
              <b style={{ width: `${(row.count / Math.max(1, sampled)) * 100}%` }} />
            </i>
            <span className="num muted">{percentText(row.count / Math.max(1, sampled))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** 常见值, of the sample. */
export const TopValues = ({ top, sampled }: { top: NonNullable<Stats['top']>; sampled: number }) => (
  <Bars title="常见值" sampled={sampled} rows={top.map((one) => ({ text: one.value, count: one.count }))} />
);
/** 格式: A letter, 9 digit, 字 Chinese. */
export const Patterns = ({ patterns, sampled }: { patterns: Stats['patterns']; sampled: number }) => (
  <Bars title="格式（A 字母，9 数字）" sampled={sampled} rows={patterns.map((one) => ({ text: one.mask, count: one.count }))} />
);
