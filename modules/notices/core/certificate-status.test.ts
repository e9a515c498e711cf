import { expect, it } from 'vitest';
import { certStatus, dayAfter, dayOf, daysBetween, reminderStage } from './certificate-status.ts';

it('tells the status of a day; the last day is still valid', () => {
  const on = (validTo: string | null, isCancelled: '0' | '1' = '0') => certStatus({ validTo, isCancelled }, '2026-11-22');
  expect(on(null)).toBe('1');
  expect(on('2027-02-21')).toBe('1');
  expect(on('2027-02-20')).toBe('2');
  expect(on('2026-11-22')).toBe('2');
  expect(on('2026-11-21')).toBe('3');
  expect(on('2099-01-01', '1')).toBe('4');
});

it('counts days in Shanghai', () => {
  expect(dayOf(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22');
  expect(dayOf(new Date('2026-11-21T15:59:59Z'))).toBe('2026-11-21');
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
});

it('reminds at the smallest stage that was reached', () => {
  const stages = [90, 30, 7];
  expect([91, 90, 31, 30, 8, 7, 0, -1].map((left) => reminderStage(left, stages))).toEqual([null, 90, 90, 30, 30, 7, 7, null]);
  expect(reminderStage(5, [])).toBeNull();
});
