import { describe, expect, it } from 'vitest';
import { outcomeOf, type Votes } from './outcome.ts';

const votes = (approved: number, rejected: number, total: number): Votes => ({ approved, rejected, total });

describe('what votes at a node mean', () => {
  it('或签: the first answer decides', () => {
    expect(outcomeOf({ mode: 'any' }, votes(0, 0, 3))).toBe('open');
    expect(outcomeOf({ mode: 'any' }, votes(1, 0, 3))).toBe('passed');
    expect(outcomeOf({ mode: 'any' }, votes(0, 1, 3))).toBe('rejected');
  });
  it.each(['all', 'sequence'] as const)('%s: everybody must agree', (mode) => {
    expect(outcomeOf({ mode }, votes(2, 0, 3))).toBe('open');
    expect(outcomeOf({ mode }, votes(3, 0, 3))).toBe('passed');
    expect(outcomeOf({ mode }, votes(2, 1, 3))).toBe('rejected');
  });
  it('票签: ends when its part is reached or cannot be reached any more', () => {
    const ratio = { mode: 'ratio', percent: 60 } as const;
    expect(outcomeOf(ratio, votes(2, 0, 5))).toBe('open');
    expect(outcomeOf(ratio, votes(3, 2, 5))).toBe('passed');
    expect(outcomeOf(ratio, votes(2, 2, 5))).toBe('open');
    expect(outcomeOf(ratio, votes(2, 3, 5))).toBe('rejected');
    expect(outcomeOf({ mode: 'ratio', percent: 67 }, votes(2, 0, 3))).toBe('open');
    expect(outcomeOf({ mode: 'ratio', percent: 1 }, votes(1, 0, 1000))).toBe('open');
    expect(outcomeOf({ mode: 'ratio', percent: 1 }, votes(10, 0, 1000))).toBe('passed');
  });
});
