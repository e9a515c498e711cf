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
    // whole and parts that contradict each other, as clocks and rounding make them
    const moments = [0, 0.004, 0.5, 3, 40];
    for (const time of moments)
      for (const queryTime of moments)
        for (const queueTime of [-0.01, ...moments])
          for (const encodeTime of [-0.01, ...moments]) {
            const parts = Object.values(callTimes({ time, queryTime, queueTime, encodeTime })) as number[];
            expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
            expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(time, 1);
          }
  });
});
