import { describe, expect, it } from 'vitest';
import { byPlace, PushCursor, readCursor, type Placed } from './push-cursor.ts';

const row = (id: number, time: number): Placed => ({ id: String(id), time });
const rows = (count: number, from = 1) => Array.from({ length: count }, (_, i) => row(from + i, 1_000 + from + i));
const reread = (cursor: PushCursor) => readCursor(cursor.text())!;

it('messages stand in the order of their transactions, then of their ids, which are numbers', () => {
  expect([row(10, 5), row(9, 5), row(1, 6), row(11, 4)].toSorted(byPlace).map(({ id }) => id)).toEqual(['11', '9', '10', '1']);
});

describe('what a browser has', () => {
  it('is given once', () => {
    const cursor = new PushCursor([row(1, 5)]);
    expect(cursor.give(row(1, 5))).toBe(false);
    expect(cursor.give(row(2, 5))).toBe(true);
    expect(cursor.give(row(2, 5))).toBe(false);
    expect(cursor.text()).toBe('0.1.2');
  });

  it('is named one by one while it is little, so that what commits late still comes', () => {
    const { floor, isDelivered } = reread(new PushCursor([row(5, 900), row(7, 950)]));
    expect(floor).toBe(0);
    expect([row(5, 900), row(7, 950)].every(isDelivered)).toBe(true);
    expect([row(6, 100), row(8, 960)].some(isDelivered)).toBe(false);
  });

  it('of fewer than forty messages has no mark', () => {
    const cursor = new PushCursor(rows(39));
    expect(reread(cursor).floor).toBe(0);
    cursor.give(row(40, 1_040));
    expect(reread(cursor).floor).toBe(1_001);
  });

  it('beyond forty is everything before the oldest of them', () => {
    const { floor, isDelivered } = reread(new PushCursor(rows(50)));
    expect(floor).toBe(1_011);
    expect(rows(50).every(isDelivered)).toBe(true);
    // earlier transactions count as received; of the same moment those with smaller ids
    expect(isDelivered(row(999, 1_010))).toBe(true);
    expect(isDelivered(row(4, 1_011))).toBe(true);
    expect(isDelivered(row(999, 1_011))).toBe(false);
    expect(isDelivered(row(51, 1_051))).toBe(false);
  });

  it('keeps the newest forty, in whatever order they came', () => {
    const cursor = new PushCursor([]);
    for (const one of rows(45).toReversed()) cursor.give(one);
    // the five oldest came last and went first
    const { floor, isDelivered } = reread(cursor);
    expect(floor).toBe(1_006);
    expect(rows(45).every(isDelivered)).toBe(true);
    expect(cursor.text().split('.')).toHaveLength(41);
  });

  it('survives ids beyond what a number holds', () => {
    const big = { id: '1575830466789900288', time: 1_795_779_107_222 };
    const cursor = new PushCursor([big]);
    expect(reread(cursor).isDelivered(big)).toBe(true);
    expect(reread(cursor).isDelivered({ ...big, id: '1575830466789900289' })).toBe(false);
  });
});

it.each(['', '-1', '0.', '0..1', 'x y', '0.1A', `0${'.1'.repeat(41)}`, '12345678901', '0.12345678901234'])('%j is no cursor', (text) => {
  expect(readCursor(text)).toBeNull();
});
