import { Missing } from '../Tag.tsx';
import './parts.css';

/** Thresholds: from 90 good, from 80 fair. */
const GOOD = 90;
const FAIR = 80;

/** Severity of a score out of 100: `good`, `near` or `poor`. */
export const scoreTone = (value: number): 'good' | 'near' | 'poor' => (value >= GOOD ? 'good' : value >= FAIR ? 'near' : 'poor');

const WORDS = { good: '良好', near: '需关注', poor: '不达标' } as const;

/** A score out of 100 with one decimal; a coloured dot and the tooltip tell its rating. */
export function Score({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return <Missing />;
  const tone = scoreTone(value);
  return (
    <span className={`score ${tone}`} title={WORDS[tone]}>
      <i aria-hidden />
      {value.toFixed(1)}
    </span>
  );
}
