import { describe, expect, it } from 'vitest';
import { dayAfter, dayKind, ownDays } from '#kit/core/cn/days-off.ts';
import { historyOutcome, type Point } from './anomaly.ts';
import { expectedRange, medianDeviation, seasonalRange } from './anomaly-range.ts';
import type { HistoryCheck } from './catalogue/measure.ts';
import { outcome, type Outcome } from './compile/outcome.ts';

const measured = (value: string | null): Outcome => outcome('r', { rows: 10, value });
const anomaly = (more: Partial<Extract<HistoryCheck, { check: 'anomaly' }>> = {}): HistoryCheck => ({
  check: 'anomaly',
  strategy: 'median',
  sensitivity: 3,
  least: 1,
  isCount: true,
  isEveryDay: false,
  ...more,
});
const change = (compare: string, min: string | null, max: string | null): HistoryCheck => ({
  check: 'change',
  compare,
  bounds: { min, max },
});
/** Figures of so many days up to a day, oldest first. */
const past = (until: string, days: number, of: (day: string, i: number) => number): Point[] =>
  Array.from({ length: days }, (_, i) => dayAfter(until, i - days + 1)).map((day, i) => ({ day, value: of(day, i) }));
/** Many rows on working days, few on days off, the same little noise every time. */
const worked = (day: string, i: number) => (dayKind(day).isOff ? 100 : 1000) + (i % 5);

describe('a number against its history', () => {
  it('is held against days of its kind', () => {
    const points = past('2026-11-27', 60, worked);
    const at = (day: string, value: number) =>
      historyOutcome(measured(String(value)), anomaly(), { points: points.filter((one) => one.day < day), day });
    expect(at('2026-11-27', 1002)).toMatchObject({ isGood: true, value: '1002', problem: null });
    expect(at('2026-11-27', 102)).toMatchObject({ isGood: false });
    // a Saturday
    const saturday = at('2026-11-28', 102);
    expect(saturday.isGood).toBe(true);
    expect(saturday.expected?.says).toMatch(/^预期\d+(\.\d+)?至\d+(\.\d+)?（按\d+天休息日历史）$/);
    expect(saturday.expected!.low).toBeLessThan(102);
    expect(saturday.expected!.high).toBeGreaterThan(102);
    expect(at('2026-11-28', 1002).isGood).toBe(false);
  });
  it('knows public holidays and weekend days that are worked', () => {
    const points = past('2026-09-30', 90, worked);
    // 国庆节 falls on Thursday; 10 October is a Saturday that is worked
    expect(historyOutcome(measured('101'), anomaly(), { points, day: '2026-10-01' }).isGood).toBe(true);
    expect(historyOutcome(measured('1001'), anomaly(), { points, day: '2026-10-01' }).isGood).toBe(false);
    expect(historyOutcome(measured('1001'), anomaly(), { points, day: '2026-10-10' }).isGood).toBe(true);
    const company = ownDays('2026-10-10')!;
    expect(historyOutcome(measured('1001'), anomaly(), { points, day: '2026-10-10', ownDays: company }).isGood).toBe(false);
  });
  it('without enough days of its kind is skipped, and kept', () => {
    const points = past('2026-11-27', 20, worked);
    const found = historyOutcome(measured('7'), anomaly(), { points, day: '2026-11-28' });
    expect(found).toMatchObject({ isGood: null, value: '7', problem: { state: 'skip' }, kept: { value: 7 } });
    expect(found.problem?.message).toBe('休息日历史有5天，不足7天，本次跳过（测得7）');
    expect(historyOutcome(measured('7'), anomaly({ isEveryDay: true }), { points, day: '2026-11-28' }).isGood).toBe(false);
  });
  it('the newest figure of a day counts, and none of the judged day', () => {
    const points = [...past('2026-11-26', 9, () => 50), { day: '2026-11-27', value: 9 }];
    const judge = (more: Point[]) =>
      historyOutcome(measured('50'), anomaly({ isEveryDay: true, least: 0 }), { points: [...points, ...more], day: '2026-11-27' });
    expect(judge([]).expected).toMatchObject({ low: 50, high: 50 });
    const changed = judge(points.slice(0, 9).map(({ day }) => ({ day, value: 60 })));
    expect(changed).toMatchObject({ isGood: false, expected: { low: 60, high: 60 } });
  });
  it('a single outlier of the past does not widen what the median expects', () => {
    const values = [100, 101, 99, 100, 5000, 102, 98, 100];
    expect(expectedRange('median', values, { times: 3, least: 0 })!.high).toBeLessThan(110);
    expect(expectedRange('normal', values, { times: 3, least: 0 })!.high).toBeGreaterThan(2000);
    expect(expectedRange('onlineNormal', [...values.slice(0, 4), 101, 99, 100, 5000, 100], { times: 3, least: 0 })!.high).toBeLessThan(110);
  });
  it('a constant past allows a little, as much as is asked', () => {
    const values = Array.from({ length: 10 }, () => 200);
    expect(expectedRange('median', values, { times: 3, least: 5 })).toEqual({ low: 190, high: 210, middle: 200 });
    expect(medianDeviation([5, 5, 5, 5, 9])).toBeCloseTo(1.00264);
  });
  it('steady growth is expected to go on where steps are looked at', () => {
    const values = Array.from({ length: 12 }, (_, i) => 1000 + i * 50);
    const range = expectedRange('absolute', values, { times: 3, least: 0 })!;
    expect(range.middle).toBe(1600);
    expect(
      expectedRange(
        'relative',
        values.map((_, i) => 2 ** i),
        { times: 3, least: 0 },
      )!.middle,
    ).toBe(4096);
  });
  it.each([['abc'], ['2026-01-01']])('%s is no number', (value) => {
    expect(historyOutcome(measured(value), anomaly(), { points: [], day: '2026-11-27' }).problem?.state).toBe('error');
  });
  it('what could not be measured stays as it is', () => {
    const found = outcome('r', { problem: { state: 'error', message: '没有权限' } });
    expect(historyOutcome(found, anomaly(), { points: past('2026-11-26', 30, worked), day: '2026-11-27' })).toBe(found);
  });
});

describe('seasons of a week', () => {
  const shape = [20, 100, 110, 120, 110, 100, 30];
  const of = (day: string) => shape[new Date(`${day}T00:00:00Z`).getUTCDay()]!;
  const width = { times: 3, least: 5 };
  const series = (until: string, days: number) => new Map(past(until, days, of).map(({ day, value }) => [day, value]));
  it('forecasts each day of the week, also where days have no run', () => {
    for (const lacking of [[], ['2026-03-11', '2026-03-12', '2026-03-20']]) {
      const found = series('2026-03-29', 42);
      lacking.forEach((day) => found.delete(day));
      for (const day of ['2026-03-30', '2026-04-01']) {
        const before = new Map([...found].filter(([one]) => one < day));
        expect(Math.abs(seasonalRange(before, day, { kindOf: dayKind, width })!.middle - of(day))).toBeLessThan(12);
      }
    }
  });
  it('takes a holiday for a Sunday', () => {
    const range = seasonalRange(series('2026-09-30', 42), '2026-10-01', { kindOf: dayKind, width })!;
    expect(Math.abs(range.middle - 20)).toBeLessThan(25);
  });
  it('needs two weeks', () => {
    const found = historyOutcome(measured('5'), anomaly({ strategy: 'holtWinters' }), {
      points: past('2026-03-29', 13, of),
      day: '2026-03-30',
    });
    expect(found.problem?.message).toContain('历史有13天，不足14天');
  });
});

describe('a number against one of its past', () => {
  const points = past('2026-11-27', 60, (_, i) => 100 + i);
  // the last of them is 159, on 27 November
  const at = (compare: string, value: string, min: string | null, max: string | null) =>
    historyOutcome(measured(value), change(compare, min, max), { points, day: '2026-11-28' });
  it.each([
    ['previous', '159', 0],
    ['day', '159', 0],
    ['weekday', '153', 0],
    ['average7', '156', 0],
    ['month', '129', 0],
  ])('%s', (compare, value, percent) => {
    expect(at(compare, value, String(percent), String(percent))).toMatchObject({ isGood: true });
  });
  it('says how much it changed and what would have been fine', () => {
    const found = at('day', '190.8', '-10', '10');
    expect(found).toMatchObject({ isGood: false, expected: { low: 143.1, says: '与前一天的159相比变化+20%' } });
    expect(found.expected?.high).toBeCloseTo(174.9);
    expect(at('day', '100', null, '10').isGood).toBe(true);
  });
  it('without anything to compare with is skipped', () => {
    const none = historyOutcome(measured('5'), change('day', '-10', '10'), { points: [], day: '2026-11-28' });
    expect(none).toMatchObject({ isGood: null, problem: { state: 'skip' }, kept: { value: 5 } });
    const few = historyOutcome(measured('5'), change('average7', '-10', '10'), {
      points: past('2026-11-27', 2, () => 5),
      day: '2026-11-28',
    });
    expect(few.problem?.message).toContain('近7天平均');
  });
  it('of nothing no rate follows, and from nothing to nothing none is needed', () => {
    const zero = past('2026-11-27', 3, () => 0);
    expect(historyOutcome(measured('5'), change('day', '-10', '10'), { points: zero, day: '2026-11-28' }).problem?.state).toBe('skip');
    expect(historyOutcome(measured('0'), change('day', '-10', '10'), { points: zero, day: '2026-11-28' }).isGood).toBe(true);
  });
  it('a month back from its 31st is the last day of the shorter one', () => {
    const found = historyOutcome(measured('7'), change('month', '0', '0'), {
      points: [{ day: '2026-02-28', value: 7 }],
      day: '2026-03-31',
    });
    expect(found.isGood).toBe(true);
  });
});
