import { describe, expect, it } from 'vitest';
import { roomOf, type Counted, type Limit } from './limits.ts';

const NEW: Counted = { start: 0, used: 0 };
const at = (text: string) => Date.parse(text);

/** Takes all shares there are at a moment; answers how many calls they let through. */
function drain(limit: Limit, from: Counted, now: number): { got: number; row: Counted; ends: number } {
  let got = 0;
  let row = from;
  for (;;) {
    const room = roomOf(limit, row, now);
    row = { start: room.start, used: room.used };
    if (room.share === 0) return { got, row, ends: room.ends };
    got += room.share;
  }
}

describe('a window by the calendar', () => {
  const month: Limit = { kind: 'month', most: 1000 };
  const day: Limit = { kind: 'day', most: 10 };

  it('is the month of Asia/Shanghai', () => {
    const last = drain(month, NEW, at('2026-01-31T15:59:59Z'));
    expect(last).toMatchObject({ got: 1000, ends: at('2026-02-01T00:00:00+08:00') });
    expect(drain(month, last.row, at('2026-01-31T15:59:59.999Z')).got).toBe(0);
    expect(drain(month, last.row, at('2026-01-31T16:00:00Z'))).toMatchObject({ got: 1000, ends: at('2026-03-01T00:00:00+08:00') });
  });

  it('ends with the year', () => {
    expect(drain(month, NEW, at('2026-12-31T12:00:00Z')).ends).toBe(at('2027-01-01T00:00:00+08:00'));
    expect(drain(day, NEW, at('2026-12-31T12:00:00Z')).ends).toBe(at('2027-01-01T00:00:00+08:00'));
  });

  it('does not begin again when the clock is set back by an hour', () => {
    const first = drain(day, NEW, at('2026-05-02T00:10:00+08:00'));
    expect(first.got).toBe(10);
    expect(drain(day, first.row, at('2026-05-01T23:10:00+08:00'))).toMatchObject({ got: 0, ends: at('2026-05-03T00:00:00+08:00') });
    expect(drain(day, first.row, at('2026-05-02T01:10:00+08:00')).got).toBe(0);
    expect(drain(day, first.row, at('2026-05-03T00:00:00+08:00')).got).toBe(10);
  });

  it('goes on with a new number when its limit is changed', () => {
    const { row } = drain(day, NEW, at('2026-05-02T08:00:00+08:00'));
    expect(drain({ kind: 'day', most: 15 }, row, at('2026-05-02T09:00:00+08:00')).got).toBe(5);
    expect(drain({ kind: 'day', most: 5 }, row, at('2026-05-02T09:00:00+08:00')).got).toBe(0);
  });
});

describe('a window that begins with its first call', () => {
  const limit: Limit = { kind: 'limit', most: 5, seconds: 60 };

  it('lasts as long as it says, and no clock that was set back makes it longer', () => {
    const now = at('2026-05-02T08:00:00Z');
    const { row, got, ends } = drain(limit, NEW, now);
    expect([got, ends]).toEqual([5, now + 60_000]);
    expect(drain(limit, row, now + 59_999).got).toBe(0);
    expect(drain(limit, row, now + 60_000).got).toBe(5);
    // nodes differ by little; an hour is no difference but a clock that was set
    expect(drain(limit, row, now - 1_000).got).toBe(0);
    expect(drain(limit, row, now - 3_600_000)).toMatchObject({ got: 5, ends: now - 3_600_000 + 60_000 });
  });
});

describe('a rate', () => {
  const rate: Limit = { kind: 'rate', most: 20, perSecond: 10 };

  it('lets the burst through at once and the rate in the long run', () => {
    const now = at('2026-05-02T08:00:00Z');
    let { got, row } = drain(rate, NEW, now);
    expect(got).toBe(20);
    for (let ms = 10; ms <= 10_000; ms += 10) {
      const more = drain(rate, row, now + ms);
      got += more.got;
      row = more.row;
    }
    expect(got).toBe(120);
  });

  it('counts no moment twice when nodes that asked at nearly the same time come in another order', () => {
    const now = at('2026-05-02T08:00:00Z');
    let { got, row } = drain(rate, NEW, now);
    for (let ms = 10; ms <= 10_000; ms += 10)
      for (const late of [0, 8]) {
        const more = drain(rate, row, now + ms - late);
        got += more.got;
        row = more.row;
      }
    expect(got).toBe(120);
  });

  it('tells when the next call may come', () => {
    const now = at('2026-05-02T08:00:00Z');
    const { row, ends } = drain(rate, NEW, now);
    expect(ends - now).toBe(100);
    expect(drain(rate, row, ends).got).toBe(1);
  });

  it('is neither stuck nor generous when the clock is set', () => {
    const now = at('2026-05-02T08:00:00Z');
    const { row } = drain(rate, NEW, now);
    const back = drain(rate, row, now - 3_600_000);
    expect(back.got).toBe(0);
    expect(drain(rate, back.row, now - 3_600_000 + 1_000).got).toBe(10);
    expect(drain(rate, row, now + 3_600_000).got).toBe(20);
  });
});
