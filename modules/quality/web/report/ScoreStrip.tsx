import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

type Scored = CallReply<typeof api.score.get>;
const DIGITS = 1;

const text = (value: number | null) => (value === null ? null : value.toFixed(DIGITS));
function change(now: number | null, before: number | null): string {
  if (now === null) return '没有结果';
  if (before === null) return '前一天没有';
  const by = now - before;
  return Math.abs(by) < 0.05 ? '与前一天持平' : `较前一天 ${by > 0 ? '+' : '−'}${Math.abs(by).toFixed(DIGITS)}`;
}

/** The whole and the dimensions, with what they were the day before. */
export function ScoreStrip({ scored }: { scored: Scored }) {
  return (
    <FigureStrip
      label="质量评分"
      figures={[
        {
          label: '总分',
          value: text(scored.score),
          note: change(scored.score, scored.before),
          spark: scored.days.flatMap(({ score }) => score ?? []),
        },
        ...scored.dimensions.map(({ name, score, before, failCount }) => ({
          label: name,
          value: text(score),
          note: score === null ? '没有结果' : failCount > 0 ? `${failCount} 条未过` : change(score, before),
          ...(failCount > 0 && { tone: 'warn' as const }),
        })),
      ]}
    />
  );
}
