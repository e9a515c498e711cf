import { afterEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

afterEach(() => {
  noteServerTime(Date.now());
  vi.useRealTimers();
});

it('follows the clock of the server on a computer whose own is an hour slow', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 8) });
  noteServerTime(Date.UTC(2026, 10, 20, 9));
  vi.advanceTimersByTime(5_000);
  expect(serverNow()).toBe(Date.UTC(2026, 10, 20, 9, 0, 5));
});

it('ignores answers without a time', () => {
  const before = serverNow();
  noteServerTime(undefined);
  noteServerTime('soon');
  expect(Math.abs(serverNow() - before)).toBeLessThan(1_000);
});
