/** The five dimensions of the yearly evaluation, in the order in which people fill them in. */
export const DIMENSIONS = ['quality', 'schedule', 'price', 'service', 'safety'] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export type Marks = Readonly<Record<Dimension, number>>;

export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  quality: '质量',
  schedule: '进度',
  price: '价格',
  service: '服务',
  safety: '安全',
};
/** Weights of a new installation, in percent. */
export const DEFAULT_WEIGHTS: Marks = { quality: 30, schedule: 20, price: 15, service: 15, safety: 20 };

export type Grade = 'A' | 'B' | 'C' | 'D';

/**
 * The weighted mean of the marks (0–100) with one decimal. Weights count in relation to each other; a negative one counts as none,
 * and when nothing is left the default weights apply.
 */
export function scoreOf(marks: Marks, weights: Marks = DEFAULT_WEIGHTS): number {
  const shares = DIMENSIONS.map((name) => Math.max(0, weights[name]));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (!(whole > 0)) return scoreOf(marks);
  // tenths are counted in whole numbers: 0.1 has no exact binary form
  const sum = DIMENSIONS.reduce((total, name, index) => total + Math.round(marks[name] * 10) * (shares[index] ?? 0), 0);
  return Math.round(sum / whole) / 10;
}

/** A from 90, B from 75, C from 60, D below: judged by the score as it is shown. */
export const gradeOf = (score: number): Grade => (score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 60 ? 'C' : 'D');
