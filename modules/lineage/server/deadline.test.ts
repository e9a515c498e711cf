import { afterEach, expect, test, vi } from 'vitest';
import { workDeadline } from './deadline.ts';

afterEach(() => vi.restoreAllMocks());

/** A machine whose clock and whose work for this process stand where the test says. */
function machine() {
  const at = { clockMs: 1_000, workMs: 500 };
  vi.spyOn(performance, 'now').mockImplementation(() => at.clockMs);
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: at.workMs * 600, system: at.workMs * 400 }));
  return at;
}

test('computing is late when the clock and the work are past the limit', () => {
  const at = machine();
  const isLate = workDeadline(2_000);
  Object.assign(at, { clockMs: 2_900, workMs: 2_400 });
  expect(isLate()).toBe(false);
  Object.assign(at, { clockMs: 3_001, workMs: 2_501 });
  expect(isLate()).toBe(true);
});

test('a machine that does other work makes nothing late', () => {
  const at = machine();
  const isLate = workDeadline(2_000);
  Object.assign(at, { clockMs: 60_000, workMs: 900 });
  expect(isLate()).toBe(false);
});

test('many threads that work at once do not make it earlier than the clock', () => {
  const at = machine();
  const isLate = workDeadline(2_000);
  Object.assign(at, { clockMs: 1_900, workMs: 9_000 });
  expect(isLate()).toBe(false);
});

test('what does no work at all ends too', () => {
  const at = machine();
  const isLate = workDeadline(2_000);
  Object.assign(at, { clockMs: 121_001, workMs: 500 });
  expect(isLate()).toBe(true);
});
