import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callTimes } from './call-times.ts';

describe('the time of a call', () => {
  it('is gate, queue, source and encoding', () => {
    expect(callTimes({ time: 10, queryTime: 8, queueTime: 2, encodeTime: 1 })).toEqual({
      gateTime: 2,
      queueTime: 2,
      sourceTime: 5,
      encodeTime: 1,
    });
  });
  it('is the gate alone where nothing was asked', () => {
    const refused = { time: 0.4, queryTime: null, queueTime: null, encodeTime: null };
    expect(callTimes(refused)).toEqual({ gateTime: 0.4, queueTime: null, sourceTime: null, encodeTime: null });
  });
  it('is not taken apart further where it was not measured', () => {
    expect(callTimes({ time: 5, queryTime: 4, queueTime: null, encodeTime: null })).toMatchObject({ gateTime: 1, sourceTime: null });
  });
  it('adds up, whatever was measured', () => {
    const ms = fc.double({ min: -1, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10_000, noNaN: true }), ms, ms, ms, (time, queryTime, queueTime, encodeTime) => {
        const parts = Object.values(callTimes({ time, queryTime: Math.max(queryTime, 0), queueTime, encodeTime })) as number[];
        for (const part of parts) expect(part).toBeGreaterThanOrEqual(0);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(time, 1);
      }),
    );
  });
});
