import { describe, expect, it } from 'vitest';
import { outcome } from './compile/outcome.ts';
import { costOf, linearBand, partOf, rolledUp, shownScore, tableScore, type ScoredRule, type ScoreMode } from './score.ts';

const rule = (
  ruleId: string,
  dimension: ScoredRule['dimension'],
  part: readonly [number, number],
  more: Partial<ScoredRule> = {},
): ScoredRule => ({
  ruleId,
  dimension,
  num: part[0],
  den: part[1],
  weight: 1,
  strength: '1',
  state: part[0] === part[1] ? 'pass' : 'fail',
  ...more,
});
/*
 * By hand: unique 982/1000 = 98.2; integrity (weight 3) 900/1000 = 90 and (weight 1) 1000/1000 = 100 → 92.5; accuracy 1/2 = 50, strong and failed.
 */
const RULES = [
  rule('u', 'unique', [982, 1000]),
  rule('i', 'integrity', [900, 1000], { weight: 3 }),
  rule('j', 'integrity', [1000, 1000]),
  rule('a', 'accuracy', [1, 2], { strength: '2' }),
  rule('gone', 'timeliness', [0, 1000], { state: 'error' }),
  rule('left', 'timeliness', [0, 1000], { state: 'skip' }),
  rule('none', 'conform', [0, 0]),
];
const DIMENSIONS = { unique: 2, integrity: 1, accuracy: 1, consistent: 1, relevance: 1, timeliness: 3, conform: 1 };
const score = (mode: ScoreMode, cap = 100, dimensions: Partial<typeof DIMENSIONS> = DIMENSIONS) =>
  tableScore(RULES, { mode, dimensions, cap });

describe('scores', () => {
  it('equal a calculation by hand in all four modes', () => {
    // (2·98.2 + 92.5 + 50 + 100 + 100 + 3·100 + 100) ÷ 10
    expect(score('full')).toBeCloseTo(93.89, 10);
    // (2·98.2 + 92.5 + 50) ÷ 4
    expect(score('configured')).toBeCloseTo(84.725, 10);
    // (98.2 + 3·90 + 100 + 50) ÷ 6
    expect(score('average')).toBeCloseTo(86.3666666667, 8);
    expect(score('plain')).toBeCloseTo(86.3666666667, 8);
    // all dimensions alike: (98.2 + 92.5 + 50) ÷ 3
    expect(score('configured', 100, {})).toBeCloseTo(80.2333333333, 8);
  });
  it('are capped by a failed strong rule, but for the plain one', () => {
    expect([score('full', 60), score('configured', 60), score('average', 60)]).toEqual([60, 60, 60]);
    expect(score('plain', 60)).toBeCloseTo(86.3666666667, 8);
    expect(tableScore([rule('a', 'accuracy', [1, 10], { strength: '2' })], { mode: 'average', dimensions: {}, cap: 60 })).toBe(10);
  });
  it('take no part of what could not run', () => {
    const without = RULES.filter(({ state }) => state !== 'error' && state !== 'skip');
    for (const mode of ['full', 'configured', 'average', 'plain'] as const)
      expect(tableScore(without, { mode, dimensions: DIMENSIONS, cap: 60 })).toBe(score(mode, 60));
    expect(tableScore([rule('gone', 'unique', [0, 1], { state: 'error' })], { mode: 'full', dimensions: {}, cap: 60 })).toBeNull();
    expect(partOf(outcome('a', { checked: 5, bad: 1, problem: { state: 'error', message: '' } }))).toBeNull();
    expect(partOf(outcome('a', { checked: 0, bad: 0 }))).toBeNull();
    expect(partOf(outcome('a', { checked: 5, bad: 1 }))).toEqual({ num: 4, den: 5 });
    expect(partOf(outcome('a', { isGood: false, value: '3' }), 0.25)).toEqual({ num: 0.25, den: 1 });
  });
  it('fall in a straight line outside of the bounds of a number', () => {
    const bounds = { min: 10, max: 20 };
    expect([9, 10, 20, 22.5, 25, 30].map((value) => linearBand(value, bounds, 5))).toEqual([0.8, 1, 1, 0.5, 0, 0]);
    expect(linearBand(9, bounds, 0)).toBe(0);
  });
  it('are rolled up by the weights of tables, without tables that have none', () => {
    expect(
      rolledUp([
        { score: 90, weight: 3 },
        { score: 50, weight: 1 },
        { score: null, weight: 9 },
      ]),
    ).toBe(80);
    expect(rolledUp([{ score: null, weight: 1 }])).toBeNull();
  });
  it('name what costs most', () => {
    const costs = costOf(RULES, { mode: 'average', dimensions: {}, cap: 100 });
    // 50 ÷ 6, 3·10 ÷ 6, 1.8 ÷ 6
    expect(costs.map(({ ruleId }) => ruleId)).toEqual(['a', 'i', 'u']);
    expect(costs.map(({ cost }) => Math.round(cost * 1000) / 1000)).toEqual([8.333, 5, 0.3]);
  });
  it('are shown as 100 only without any bad row', () => {
    expect([100, 99.999999, 99.994, 59.996].map(shownScore)).toEqual([100, 99.99, 99.99, 60]);
  });
});
