import { describe, expect, it } from 'vitest';
import type { CachePolicy } from '../../contract/cache-policy.ts';
import { decidedBy, windowsOf } from './cache-policy.ts';

const policy = (mode: CachePolicy['mode'], over: Partial<CachePolicy> = {}): CachePolicy => ({
  mode,
  freshSec: 60,
  staleSec: 600,
  ...over,
});
const platform = policy('ttl', { freshSec: 30, staleSec: 90 });

describe('the policy that holds', () => {
  it('is that of the nearest place that says something of its own', () => {
    const source = policy('adaptive');
    const set = policy('ttl', { freshSec: 5 });
    const document = policy('event');
    const chart = policy('none');
    expect(decidedBy({ chart, document, set, source, platform })).toEqual({ place: 'chart', policy: chart });
    expect(decidedBy({ chart: policy('inherit'), document, set, source, platform })).toEqual({ place: 'document', policy: document });
    expect(decidedBy({ chart: null, document: undefined, set, source, platform })).toEqual({ place: 'set', policy: set });
    expect(decidedBy({ set: policy('inherit'), source, platform })).toEqual({ place: 'source', policy: source });
    expect(decidedBy({ set: policy('inherit'), source: null, platform })).toEqual({ place: 'platform', policy: platform });
  });
});

describe('windows of an answer', () => {
  const at = Date.UTC(2026, 2, 10, 8);
  const HOUR = 3_600_000;
  const around = {
    next: (cron: string, after: number) => (cron === 'hourly' ? Math.floor(after / HOUR) * HOUR + HOUR : null),
    hasEvents: true,
    platform,
  };
  const of = (given: CachePolicy, ms = 100, over: Partial<typeof around> = {}) => windowsOf(given, { at, ms }, { ...around, ...over });
  const ofPlatform = { freshMs: 30_000, staleMs: 90_000 };

  it('follow what it says: never, for a time, by cost, until a moment, until something happens', () => {
    expect(of(policy('none'))).toBeNull();
    expect(of(policy('ttl', { freshSec: 5, staleSec: 7 }))).toEqual({ freshMs: 5000, staleMs: 7000 });
    expect(of(policy('adaptive'), 1)).toEqual({ freshMs: 10_000, staleMs: 100_000 });
    expect(of(policy('adaptive'), 3000)?.freshMs).toBe(600_000);
    expect(of(policy('adaptive'), 9_000_000)?.freshMs).toBe(86_400_000);
    const hourly = policy('schedule', { cron: 'hourly', staleSec: 0 });
    expect(of(hourly)).toEqual({ freshMs: HOUR, staleMs: 0 });
    expect(windowsOf(hourly, { at: at + HOUR - 1, ms: 1 }, around)?.freshMs).toBe(1);
    expect(of(policy('event'))).toEqual({ freshMs: Infinity, staleMs: 0 });
    expect(of(policy('inherit'))).toEqual(ofPlatform);
  });
  it('are those of the platform where nothing can say when the data change', () => {
    expect(of(policy('event'), 1, { hasEvents: false })).toEqual(ofPlatform);
    expect(of(policy('schedule', { cron: 'never' }))).toEqual(ofPlatform);
    expect(of(policy('schedule'))).toEqual(ofPlatform);
  });
});
