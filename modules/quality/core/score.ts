import type { Dimension } from './catalogue/declaration.ts';
import type { Outcome } from './compile/outcome.ts';
import type { State, Strength } from './verdict.ts';

/*
 * Scores (governance 5.3). A rule scores 100 × good rows ÷ checked rows, or 100 / 0 with a linear band for numbers. Stored are numerator and
 * denominator, so that a change of weights scores the past anew without asking a source. A table is scored in one of four modes:
 *
 * - `full`: Σ dimension weight × mean of the dimension ÷ Σ weights of all dimensions; a dimension without rules has 100
 * - `configured`: the same over dimensions that have rules
 * - `average`: mean of the rule scores by their weights
 * - `plain`: Σ rule weight × (1 − bad ÷ checked) × 100 over Σ rule weights, from numbers of rows alone: numbers that keep bounds count as 1 ÷ 1.
 *   It differs from `average` in that no strong rule caps it
 *
 * In the first three a failed strong rule caps the table (60 unless said). Results that could not run have no part in a score.
 */
export const SCORE_MODES = { full: '全部维度加权', configured: '已配置维度加权', average: '规则加权平均', plain: '简单加权' } as const;
export type ScoreMode = keyof typeof SCORE_MODES;

/** What of a result is kept for scores. */
export interface Part {
  /** good rows, or the share of a number's bounds that it keeps (0 to 1) */
  readonly num: number;
  /** checked rows, or 1 */
  readonly den: number;
}
export interface ScoredRule extends Part {
  readonly ruleId: string;
  readonly dimension: Dimension;
  /** 0 = has no part */
  readonly weight: number;
  readonly strength: Strength;
  readonly state: State;
}
export interface ScoreWeights {
  readonly mode: ScoreMode;
  /** by dimension; missing = 1 */
  readonly dimensions: Readonly<Partial<Record<Dimension, number>>>;
  /** most points of a table with a failed strong rule */
  readonly cap: number;
}
export const DEFAULT_WEIGHTS: ScoreWeights = { mode: 'configured', dimensions: {}, cap: 60 };

/** Numerator and denominator of a result; null for one that says nothing (could not run, skipped, nothing checked). */
export function partOf(found: Outcome, band: number | null = null): Part | null {
  if (found.problem) return null;
  if (found.isGood !== null) return { num: found.isGood ? 1 : (band ?? 0), den: 1 };
  if (found.checked === null || found.bad === null || found.checked === 0) return null;
  return { num: Math.max(0, found.checked - found.bad), den: found.checked };
}

/**
 * How near a number is to its bounds, 1 within them, 0 where it is off by the width of the band: the linear band of number rules. `band` is the
 * distance at which nothing is left.
 */
export function linearBand(value: number, bounds: { min: number | null; max: number | null }, band: number): number {
  const off =
    bounds.min !== null && value < bounds.min ? bounds.min - value : bounds.max !== null && value > bounds.max ? value - bounds.max : 0;
  if (off === 0) return 1;
  return band <= 0 ? 0 : Math.max(0, 1 - off / band);
}

const mean = (parts: readonly { readonly value: number; readonly weight: number }[]): number | null => {
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0 ? null : parts.reduce((sum, { value, weight }) => sum + value * weight, 0) / weights;
};
const scoreOfRule = ({ num, den }: Part): number => (100 * num) / den;
const counts = ({ state, den, weight }: ScoredRule): boolean => state !== 'error' && state !== 'skip' && den > 0 && weight > 0;

/** Mean of each dimension that has results, by the weights of rules. */
export function dimensionScores(rules: readonly ScoredRule[]): Map<Dimension, number> {
  const found = new Map<Dimension, number>();
  for (const dimension of new Set(rules.map((rule) => rule.dimension))) {
    const value = mean(
      rules
        .filter((rule) => rule.dimension === dimension && counts(rule))
        .map((rule) => ({ value: scoreOfRule(rule), weight: rule.weight })),
    );
    if (value !== null) found.set(dimension, value);
  }
  return found;
}

const ALL: readonly Dimension[] = ['unique', 'integrity', 'accuracy', 'consistent', 'relevance', 'timeliness', 'conform'];

/** Points of a table from the results of its rules, 0 to 100; null when none counts. */
export function tableScore(rules: readonly ScoredRule[], { mode, dimensions, cap }: ScoreWeights): number | null {
  const counted = rules.filter(counts);
  if (counted.length === 0) return null;
  const weighted = counted.map((rule) => ({ value: scoreOfRule(rule), weight: rule.weight }));
  if (mode === 'plain') return mean(weighted);
  const found = dimensionScores(counted);
  const weightOf = (dimension: Dimension) => dimensions[dimension] ?? 1;
  const score =
    mode === 'average'
      ? mean(weighted)
      : mean(
          (mode === 'full' ? ALL : [...found.keys()]).map((dimension) => ({
            value: found.get(dimension) ?? 100,
            weight: weightOf(dimension),
          })),
        );
  if (score === null) return null;
  const isCapped = counted.some(({ strength, state }) => strength === '2' && state === 'fail');
  return isCapped ? Math.min(score, cap) : score;
}

/** Mean of tables by their weights: sources, layers, domains, departments, owners. Null without a scored one. */
export const rolledUp = (tables: readonly { readonly score: number | null; readonly weight: number }[]): number | null =>
  mean(tables.flatMap(({ score, weight }) => (score === null ? [] : [{ value: score, weight }])));

/** Points as they are shown and written to the catalogue: two digits, and 100 only for a spotless one. */
export const shownScore = (score: number): number => (score < 100 && score > 99.99 ? 99.99 : Math.round(score * 100) / 100);

/** The rules that cost a table most: what its points would gain if all of their rows were good. */
export function costOf(rules: readonly ScoredRule[], weights: ScoreWeights, most = 10): { ruleId: string; cost: number }[] {
  const score = tableScore(rules, weights);
  if (score === null) return [];
  return rules
    .filter((rule) => counts(rule) && rule.num < rule.den)
    .map((rule) => {
      const healed = rules.map((one) => (one === rule ? { ...one, num: one.den, state: 'pass' as const } : one));
      return { ruleId: rule.ruleId, cost: (tableScore(healed, weights) ?? score) - score };
    })
    .sort((a, b) => b.cost - a.cost || (a.ruleId < b.ruleId ? -1 : 1))
    .slice(0, most);
}
