import { describe, expect, it } from 'vitest';
import { BOUNDS_MS, callMeter } from './call-meter.ts';

const call = (more: object = {}) => ({ method: 'GET', path: '/posts/:id', status: 200, ms: 5, requestId: 'r', ...more });

describe('the call meter', () => {
  it('counts calls of a route by duration and status, failures apart', () => {
    const meter = callMeter();
    for (const [ms, status] of [
      [1, 200],
      [1.5, 201],
      [90, 404],
      [70_000, 500],
      [5, 503],
    ] as const)
      meter.note(call({ ms, status }));
    meter.note(call({ method: 'PUT' }));
    const [row, other] = meter.total();
    expect(meter.total()).toHaveLength(2);
    expect(other).toMatchObject({ method: 'PUT', calls: 1, failures: 0 });
    expect(row).toMatchObject({ calls: 5, failures: 2, sumMs: 70_097.5, maxMs: 70_000, statuses: { 2: 2, 4: 1, 5: 2 } });
    const filled = row!.classes.flatMap((count, at) => (count > 0 ? [[BOUNDS_MS[at] ?? 'beyond', count]] : []));
    expect(filled).toEqual([
      [1, 1],
      [2, 1],
      [5, 1],
      [100, 1],
      ['beyond', 1],
    ]);
    meter.note(call({ ms: 5 }));
    expect(row!.classes[BOUNDS_MS.indexOf(5)]).toBe(2);
  });
  it('gives what came since the last time, and keeps the whole', () => {
    const meter = callMeter();
    meter.note(call());
    expect(meter.take().routes.map(({ calls }) => calls)).toEqual([1]);
    expect(meter.take()).toEqual({ routes: [], slow: [] });
    meter.note(call());
    expect(meter.take().routes.map(({ calls }) => calls)).toEqual([1]);
    expect(meter.total().map(({ calls }) => calls)).toEqual([2]);
  });
  it('keeps the twenty slowest calls of a second and more', () => {
    const meter = callMeter(() => 42);
    meter.note(call({ ms: 999 }));
    for (let i = 0; i < 25; i++) meter.note(call({ ms: 1_000 + i + 0.4, requestId: String(i) }));
    const { slow } = meter.take();
    expect(slow.map(({ ms }) => ms).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => 1_005 + i));
    expect(slow[0]).toMatchObject({ time: 42, path: '/posts/:id' });
    expect(meter.take().slow).toEqual([]);
  });
});
