import { Missing } from '../Tag.tsx';
import './parts.css';

/** From 90 up a score is in order, from 80 to be watched. */
const GOOD = 90;
const FAIR = 80;

export const scoreTone = (value: number): 'good' | 'near' | 'poor' => (value >= GOOD ? 'good' : value >= FAIR ? 'near' : 'poor');

const WORDS = { good: '良好', near: '需关注', poor: '不达标' } as const;

/** A score out of 100 with one decimal; a dot tells its state, and so does the text under the pointer. */
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
