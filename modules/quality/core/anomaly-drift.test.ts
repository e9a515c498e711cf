import { describe, expect, it } from 'vitest';
import { chiSquarePValue, driftOutcome, klDivergence, ksPValue, mergedBins, profiledDistribution, psi } from './anomaly-drift.ts';

describe('distances of distributions', () => {
  it('PSI and KL are those of a hand calculation', () => {
    // (0.4 − 0.5) ln 0.8 + (0.6 − 0.5) ln 1.2
    expect(psi([50, 50], [40, 60])).toBeCloseTo(-0.1 * Math.log(0.8) + 0.1 * Math.log(1.2), 10);
    expect(klDivergence([50, 50], [40, 60])).toBeCloseTo(0.4 * Math.log(0.8) + 0.6 * Math.log(1.2), 10);
    expect(psi([10, 20, 30], [100, 200, 300])).toBe(0);
  });
  it('p values fall where shares move', () => {
    expect(chiSquarePValue([50, 50], [50, 50])).toBeGreaterThan(0.9);
    // χ² = 4 with one degree of freedom
    expect(chiSquarePValue([50, 50], [40, 60])).toBeCloseTo(0.0455, 2);
    expect(ksPValue([25, 25, 25, 25], [25, 25, 25, 25])).toBe(1);
    expect(ksPValue([25, 25, 25, 25], [5, 5, 45, 45])).toBeLessThan(0.001);
  });
});

describe('a drift rule', () => {
  const bins = { of: 'text', values: ['A', 'B'] } as const;
  const judge = (baseline: number[], current: number[], most = 0.2) =>
    driftOutcome('r', { distribution: 'psi', most }, { bins, baseline, current });
  it('says how far it is and what moved most', () => {
    expect(judge([50, 50, 0], [48, 52, 0])).toMatchObject({ isGood: true, rows: 100 });
    const found = judge([50, 50, 0], [20, 50, 30]);
    expect(found.isGood).toBe(false);
    expect(found.expected).toMatchObject({ low: 0, high: 0.2 });
    expect(found.expected?.says).toContain('变化最大的是“A”，占比由50%变为20%');
  });
  it('is skipped over few values', () => {
    expect(judge([10, 10, 0], [48, 52, 0]).problem).toEqual({ state: 'skip', message: '只有20个值，不足30个，本次跳过' });
    expect(judge([50, 50, 0], [0, 0, 0]).problem?.state).toBe('skip');
  });
  it('of texts has no KS', () => {
    expect(
      driftOutcome('r', { distribution: 'ks', most: 0.05 }, { bins, baseline: [50, 50, 0], current: [50, 50, 0] }).problem?.state,
    ).toBe('skip');
  });
});

describe('a baseline from a profile', () => {
  it('puts thin bins together', () => {
    const found = mergedBins([1, 2, 3, 4], [1, 49, 0, 49, 1]);
    expect(found).toEqual({ bins: { of: 'number', edges: [2] }, counts: [50, 50] });
  });
  it('has the edges of its histogram, or its most frequent values and the rest', () => {
    const histogram = { low: 0, high: 40, counts: [25, 25, 25, 25] };
    expect(profiledDistribution({ kind: 'number', histogram, top: null, sampled: 100 })).toEqual({
      bins: { of: 'number', edges: [10, 20, 30] },
      counts: [25, 25, 25, 25],
    });
    const top = [
      { value: 'A', count: 60 },
      { value: 'x'.repeat(80), count: 20 },
    ];
    expect(profiledDistribution({ kind: 'text', histogram: null, top, sampled: 100 })).toEqual({
      bins: { of: 'text', values: ['A'] },
      counts: [60, 40],
    });
  });
  it('is none where values are withheld or all are one', () => {
    expect(profiledDistribution({ kind: 'number', histogram: null, top: null, sampled: 100 })).toBeNull();
    expect(profiledDistribution({ kind: 'number', histogram: { low: 5, high: 5, counts: [9] }, top: null, sampled: 9 })).toBeNull();
  });
});
