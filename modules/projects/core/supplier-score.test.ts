import { describe, expect, it } from 'vitest';
import { DEFAULT_WEIGHTS, DIMENSIONS, gradeOf, scoreOf, type Marks } from './supplier-score.ts';

const all = (mark: number): Marks => ({ quality: mark, schedule: mark, price: mark, service: mark, safety: mark });

describe('the score of a year', () => {
  it('is the mark itself when all five are equal, whatever the weights', () => {
    for (const mark of [0, 0.1, 59.9, 60, 74.9, 89.9, 90, 100]) {
      expect(scoreOf(all(mark))).toBe(mark);
      expect(scoreOf(all(mark), { quality: 1, schedule: 2, price: 3, service: 5, safety: 7 })).toBe(mark);
    }
  });

  it('weighs the dimensions', () => {
    expect(scoreOf({ ...all(0), quality: 100 })).toBe(30);
    expect(scoreOf({ quality: 90, schedule: 80, price: 70, service: 60, safety: 95 })).toBe(81.5);
    expect(scoreOf({ quality: 90, schedule: 80, price: 70, service: 60, safety: 95 }, { ...all(0), price: 3 })).toBe(70);
  });

  it('takes weights in relation to each other', () => {
    const marks = { quality: 91, schedule: 83, price: 77, service: 64, safety: 58 };
    const tripled = Object.fromEntries(DIMENSIONS.map((name) => [name, DEFAULT_WEIGHTS[name] * 3])) as unknown as Marks;
    expect(scoreOf(marks, tripled)).toBe(scoreOf(marks));
  });

  it('falls back to the default weights when nothing is left of the given ones', () => {
    const marks = { quality: 100, schedule: 0, price: 0, service: 0, safety: 0 };
    expect(scoreOf(marks, all(0))).toBe(30);
    expect(scoreOf(marks, all(-5))).toBe(30);
    expect(scoreOf(marks, { ...all(Number.NaN), quality: Number.NaN })).toBe(30);
  });

  it('rounds half up to one decimal', () => {
    expect(scoreOf({ ...all(0), quality: 0.5 }, { ...all(0), quality: 1, price: 1 })).toBe(0.3);
  });
});

describe('the grade', () => {
  it('changes at 90, 75 and 60', () => {
    expect([100, 90, 89.9, 75, 74.9, 60, 59.9, 0].map(gradeOf)).toEqual(['A', 'A', 'B', 'B', 'C', 'C', 'D', 'D']);
  });
});
