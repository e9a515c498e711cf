import { describe, expect, it } from 'vitest';
import { addDuration, firstOf, moment, nextOf, TimeError } from './time.ts';

const at = (text: string): number => Date.parse(text);
const shown = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
const NOON = at('2026-01-31T12:00:00+08:00');

describe('durations', () => {
  it.each([
    ['PT90S', '2026-01-31T12:01:30+08:00'],
    ['PT0.5S', '2026-01-31T12:00:00.500+08:00'],
    ['P1DT1H', '2026-02-01T13:00:00+08:00'],
    ['P2W', '2026-02-14T12:00:00+08:00'],
    ['P1M', '2026-02-28T12:00:00+08:00'],
    ['P2M', '2026-03-31T12:00:00+08:00'],
    ['P25M', '2028-02-29T12:00:00+08:00'],
    ['P1Y1M1D', '2027-03-01T12:00:00+08:00'],
    ['PT0S', '2026-01-31T12:00:00+08:00'],
    ['P0.5D', '2026-02-01T00:00:00+08:00'],
    ['PT1,5H', '2026-01-31T13:30:00+08:00'],
    ['-PT30M', '2026-01-31T11:30:00+08:00'],
    ['-P1M', '2025-12-31T12:00:00+08:00'],
    [' PT1M ', '2026-01-31T12:01:00+08:00'],
  ])('%s', (duration, expected) => {
    expect(shown(addDuration(NOON, duration))).toBe(shown(at(expected)));
  });

  it('counts months by the calendar of China, where it is the next day already', () => {
    // 31 January, 03:00 in China, is still 30 January in UTC
    expect(shown(addDuration(at('2026-01-30T19:00:00Z'), 'P1M'))).toBe('2026-02-27T19:00:00.000Z');
  });

  it('a year after 29 February is 28 February', () => {
    expect(shown(addDuration(at('2028-02-29T00:00:00+08:00'), 'P1Y'))).toBe(shown(at('2029-02-28T00:00:00+08:00')));
  });

  it.each(['', 'P', 'PT', 'P1DT', '1H', 'PT1X', 'P-1D', '--P1D', '-P', 'P1.5M', 'PT1H1D', 'P1H', 'P200Y', 'PT99999999999999999999S'])(
    'refuses %j',
    (text) => {
      expect(() => addDuration(NOON, text)).toThrow(TimeError);
    },
  );
});

describe('dates', () => {
  it.each([
    ['2026-01-31', '2026-01-30T16:00:00.000Z'],
    ['2026-01-31T18:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31 18:00:05', '2026-01-31T10:00:05.000Z'],
    ['2026-01-31T18:00:00Z', '2026-01-31T18:00:00.000Z'],
    ['2026-01-31T18:00:00.250-0500', '2026-01-31T23:00:00.250Z'],
    ['2026-01-31T18:00:00+02', '2026-01-31T16:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(shown(moment(text))).toBe(expected);
  });

  it.each(['', 'tomorrow', '2026-13-01', '2026-02-30', '2026-01-31T25:00:00', '31.01.2026'])('refuses %j', (text) => {
    expect(() => moment(text)).toThrow(TimeError);
  });
});

describe('repetitions', () => {
  it('counts down', () => {
    expect(firstOf('R3/PT1H', NOON)).toEqual({ due: NOON + 3_600_000, left: 2 });
    expect(firstOf('R/PT1H', NOON)).toEqual({ due: NOON + 3_600_000, left: -1 });
  });

  it('begins when it is told to', () => {
    const { due, left } = firstOf('R2/2026-03-01T08:00:00/P1D', NOON);
    expect([shown(due), left]).toEqual(['2026-03-01T00:00:00.000Z', 1]);
  });

  it('begins with the next step when its beginning is past', () => {
    expect(shown(firstOf('R/2026-01-30T11:00:00/PT24H', NOON).due)).toBe('2026-02-01T03:00:00.000Z');
    expect(shown(firstOf('R/2025-11-30T11:00:00/P1M', NOON).due)).toBe('2026-02-28T03:00:00.000Z');
  });

  it('begins at once far in the past without walking there', () => {
    expect(firstOf('R/1970-01-01T00:00:00/PT1S', NOON).due).toBe(NOON + 1000);
  });

  it('goes on from when it was due, not from when it was noticed', () => {
    expect(nextOf('R/PT1H', NOON, NOON + 60_000)).toBe(NOON + 3_600_000);
  });

  it('does not make up for what it missed', () => {
    expect(nextOf('R/PT1H', NOON, NOON + 3 * 86_400_000 + 1)).toBe(NOON + 3 * 86_400_000 + 3_600_000);
  });

  it('ends at its end', () => {
    const cycle = 'R/PT1H/2026-01-31T14:30:00';
    expect(shown(nextOf(cycle, NOON, NOON))).toBe('2026-01-31T05:00:00.000Z');
    expect(nextOf(cycle, NOON + 2 * 3_600_000, NOON)).toBeNull();
  });

  it('reads cron lines in the time of China', () => {
    expect(shown(firstOf('0 0 9 * * ?', NOON).due)).toBe('2026-02-01T01:00:00.000Z');
    expect(shown(nextOf('0 0 9 * * ?', at('2026-02-01T01:00:00Z'), at('2026-02-01T01:00:00Z')))).toBe('2026-02-02T01:00:00.000Z');
    expect(shown(firstOf('0 0/15 * * * ?', NOON).due)).toBe('2026-01-31T04:15:00.000Z');
  });

  it.each(['R3', 'R0/PT1H', 'R3/1H', 'R/PT0S', 'every day', '99 99 99 * * ?', 'R3/PT1H/never'])('refuses %j', (text) => {
    expect(() => firstOf(text, NOON)).toThrow(TimeError);
  });
});
