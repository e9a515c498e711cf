import { describe, expect, it } from 'vitest';
import { addDays, dayAt, daysLeft, expiryStatus, stageOf } from './expiry.ts';

const today = '2026-11-20';
const status = (validTo: string | null, over: Partial<Parameters<typeof expiryStatus>[0]> = {}) =>
  expiryStatus({ validTo, today, warnDays: 90, isCancelled: false, ...over });

describe('days', () => {
  it('belong to Shanghai, not to Greenwich', () => {
    expect(dayAt(new Date('2026-11-20T15:59:59Z'))).toBe('2026-11-20');
    expect(dayAt(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21');
  });
  it('are counted across months and leap days', () => {
    expect(daysLeft('2028-03-01', '2028-02-28')).toBe(2);
    expect(daysLeft('2026-11-19', today)).toBe(-1);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });
});

describe('state of what ends on a day', () => {
  it('is valid on its last day, and only warned of', () => {
    expect(status(today)).toBe('2');
    expect(status('2026-11-19')).toBe('3');
  });
  it('is warned of from exactly the warning days on', () => {
    expect(status(addDays(today, 90))).toBe('2');
    expect(status(addDays(today, 91))).toBe('1');
    expect(status(addDays(today, 1), { warnDays: 0 })).toBe('1');
  });
  it('is cancelled whatever the day, and never ends without one', () => {
    expect(status('2020-01-01', { isCancelled: true })).toBe('4');
    expect(status(null)).toBe('1');
  });
});

describe('reminder stages', () => {
  it.each([
    [91, null],
    [90, 90],
    [31, 90],
    [30, 30],
    [8, 30],
    [7, 7],
    [0, 7],
    [-1, 0],
  ])('%i days before the end is stage %s', (left, stage) => expect(stageOf(addDays(today, left), today)).toBe(stage));
});
