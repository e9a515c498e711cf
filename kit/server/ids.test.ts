import { expect, it } from 'vitest';
import { idMaker } from './ids.ts';

it('grows within a millisecond, across milliseconds and when the clock goes back', () => {
  const times = [1_800_000_000_000, 1_800_000_000_000, 1_800_000_000_001, 1_799_999_999_000];
  let at = 0;
  const ids = idMaker(3, () => times[Math.min(at++, times.length - 1)] ?? 0);
  const made = Array.from({ length: 10_000 }, () => ids.next());
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
  expect(made.every((id) => /^\d{19}$/.test(id))).toBe(true);
});

it('never collides with another node', () => {
  const clock = () => 1_800_000_000_000;
  const a = idMaker(1, clock);
  const b = idMaker(2, clock);
  const all = Array.from({ length: 4_000 }, () => [a.next(), b.next()]).flat();
  expect(new Set(all).size).toBe(all.length);
});

it('refuses a node number out of range', () => {
  expect(() => idMaker(1024)).toThrow();
});

it('begins after what its number has used before, however far the clock was set back', () => {
  let now = 1_800_000_000_000;
  const first = idMaker(5, () => now);
  const before = Array.from({ length: 5_000 }, () => first.next());
  now -= 3_600_000;
  const second = idMaker(5, () => now, first.latest());
  const after = Array.from({ length: 5_000 }, () => second.next());
  expect(new Set([...before, ...after]).size).toBe(10_000);
  expect(after[0]! > before.at(-1)!).toBe(true);
});
