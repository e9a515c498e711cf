import { describe, expect, it } from 'vitest';
import { backoffSeconds, firings, isAlertDue } from './policy.ts';

const now = new Date('2026-11-21T08:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('firings', () => {
  it('run each due time that is hardly late, whatever the policy', () => {
    for (const misfire of ['once', 'skip', 'all'] as const)
      expect(firings({ misfire, times: [ago(2), ago(1), ago(0)], now }).map((one) => [one.dueTime, one.isMissed, one.isSkipped])).toEqual([
        [ago(2), false, false],
        [ago(1), false, false],
        [ago(0), false, false],
      ]);
  });

  it('make up for all missed ones at once', () => {
    expect(firings({ misfire: 'once', times: [ago(300), ago(200), ago(100)], now })).toEqual([
      { dueTime: ago(100), isMissed: true, isSkipped: false },
    ]);
  });

  it('need no extra run when one is due right now', () => {
    expect(firings({ misfire: 'once', times: [ago(100), ago(1)], now })).toEqual([{ dueTime: ago(1), isMissed: false, isSkipped: false }]);
  });

  it('leave a trace of what was skipped', () => {
    expect(firings({ misfire: 'skip', times: [ago(200), ago(100), ago(1)], now })).toEqual([
      { dueTime: ago(100), isMissed: true, isSkipped: true },
      { dueTime: ago(1), isMissed: false, isSkipped: false },
    ]);
  });

  it('make up for each, but never more than the newest ten', () => {
    const times = Array.from({ length: 30 }, (_, index) => ago(3000 - index * 60));
    const made = firings({ misfire: 'all', times, now });
    expect(made).toHaveLength(10);
    expect(made.at(-1)?.dueTime).toEqual(times.at(-1));
    expect(made.every((one) => one.isMissed && !one.isSkipped)).toBe(true);
  });

  it('do nothing when nothing is due', () => expect(firings({ misfire: 'once', times: [], now })).toEqual([]));
});

describe('retries', () => {
  it('grow by the factor and stop at the cap', () => {
    const rules = { delaySeconds: 10, factor: 3, capSeconds: 200 };
    expect([1, 2, 3, 4, 9].map((attempt) => backoffSeconds(rules, attempt))).toEqual([10, 30, 90, 200, 200]);
    expect(backoffSeconds({ delaySeconds: 5, factor: 1, capSeconds: 60 }, 7)).toBe(5);
  });
});

describe('alerts', () => {
  it('come at every N-th failure in a row', () => {
    expect([1, 2, 3, 4, 5, 6].filter((failures) => isAlertDue(failures, 3))).toEqual([3, 6]);
    expect(isAlertDue(1, 1)).toBe(true);
    expect(isAlertDue(0, 1)).toBe(false);
  });
});
