import { describe, expect, it } from 'vitest';
import { dayKind, ownDays } from './days-off.ts';

describe('days off', () => {
  it.each([
    ['2026-02-13', false, null],
    ['2026-02-14', false, null], // a Saturday that is worked for 春节
    ['2026-02-15', true, '春节'],
    ['2026-02-23', true, '春节'],
    ['2026-02-24', false, null],
    ['2026-02-28', false, null], // worked
    ['2026-03-01', true, null], // a Sunday
    ['2026-09-20', false, null], // worked
    ['2026-10-07', true, '国庆节'],
    ['2026-10-10', false, null], // worked
    ['2026-11-28', true, null], // a Saturday
    ['2025-10-08', true, '国庆节、中秋节'],
    ['2025-09-28', false, null],
    ['2027-02-05', true, '春节'],
    ['2027-02-13', true, null],
    ['2027-06-09', true, '端午节'],
    ['2028-04-04', true, '清明节'],
    ['2031-10-01', true, '国庆节'],
  ] as const)('%s: off %s, %s', (day, isOff, holiday) => {
    expect(dayKind(day)).toEqual({ isOff, holiday });
  });

  it('what somebody wrote down goes before', () => {
    const own = ownDays('2027-02-04 ~ 2027-02-11；班2027-02-20,班 2026-10-05\n2026-12-31')!;
    expect(dayKind('2027-02-04', own)).toEqual({ isOff: true, holiday: '放假' });
    expect(dayKind('2027-02-20', own)).toEqual({ isOff: false, holiday: null });
    expect(dayKind('2026-10-05', own)).toEqual({ isOff: false, holiday: null });
    expect(dayKind('2026-12-31', own).isOff).toBe(true);
  });

  it.each(['2027-2-4', '2027-02-30', '班', '2027-02-11~2027-02-04', '2027-01-01~2027-12-31', '春节'])('%s is no list of days', (text) => {
    expect(ownDays(text)).toBeNull();
  });
  it('an empty text names no day', () => {
    expect(ownDays('')).toEqual({ off: new Set(), worked: new Set() });
  });
});
