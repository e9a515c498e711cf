import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BoardConfig } from '../contract/board-config.ts';
import type { TileLine } from '#modules/charts/contract/tile.ts';
import { shapeOfBoard } from '../core/outline.ts';
import { FeedStore, type FeedSource, type TileState } from '#modules/charts/web/parts.ts';

const chart = (dataSetId: string) => ({
  chartType: 'bar',
  dataSetId,
  rows: [{ col: 'x' }],
  measures: [{ col: 'y', aggregateType: 'sum' }],
});
const shapeWith = (refreshSec: number) =>
  shapeOfBoard(
    BoardConfig.parse({
      v: 1,
      refreshSec,
      tabs: [{ id: 'm', name: '页', layout: ['a', 'b'].map((i) => ({ i, x: 0, y: 0, w: 8, h: 8, chart: chart(`set${i}`) })) }],
    }),
  );
const data = (value: number): NonNullable<TileLine['data']> => ({
  columns: [],
  rows: [[value]],
  truncated: false,
  queriedAt: '2026-11-22T00:00:00.000Z',
  ms: 1,
  cache: 'miss',
});

/** A feed over answers that the test gives, with what was asked and every state that tile `a` showed. */
function made(refreshSec: number, answer: (n: number) => TileLine | Error = (n) => ({ key: 'a', etag: `e${n}`, data: data(n) })) {
  const asked: { keys: string[]; isPassive: boolean; at: number }[] = [];
  const start = Date.now();
  const source: FeedSource = {
    async ask(tiles, _wish, { isPassive }, hear) {
      asked.push({ keys: tiles.map(({ key }) => key), isPassive, at: Date.now() - start });
      const line = answer(asked.length);
      await Promise.resolve();
      if (line instanceof Error) throw line;
      for (const { key } of tiles) hear({ ...line, key });
    },
    options: () => Promise.resolve([]),
    detail: () => Promise.reject(new Error('no')),
  };
  const shape = shapeWith(refreshSec);
  const feed = new FeedStore({ source, shape: () => shape });
  const shown: TileState[] = [];
  feed.subscribe('a', () => shown.push(feed.get('a')));
  return { feed, asked, shown };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
function hide(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  hide(false);
  vi.useRealTimers();
});

it('between two answers a tile never stands empty and never looks busy, 2,000 times', async () => {
  const { feed, asked, shown } = made(10);
  feed.want('a');
  await pass(20);
  shown.length = 0;
  await pass(2000 * 10_050);
  expect(asked.length).toBeGreaterThan(1990);
  expect(asked.slice(1).every(({ isPassive }) => isPassive)).toBe(true);
  expect(shown.length).toBeGreaterThan(1990);
  expect(shown.filter(({ status, data: held }) => status !== 'ready' || held === null)).toEqual([]);
  // nothing is kept of what was before
  expect(feed.get('a').data?.rows).toEqual([[asked.length]]);
  feed.close();
});

it('rests in a hidden tab and asks once when it is seen again', async () => {
  const { feed, asked } = made(10);
  feed.want('a');
  feed.want('b');
  await pass(20);
  expect(asked).toHaveLength(1);
  hide(true);
  await pass(600_000);
  expect(asked).toHaveLength(1);
  hide(false);
  await pass(100);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatchObject({ keys: ['a', 'b'], isPassive: true });
  feed.close();
  await pass(600_000);
  expect(asked).toHaveLength(2);
});

it('keeps the last good figures through errors, asks less and less often, and goes on as before once it is answered', async () => {
  let isDown = true;
  const { feed, asked } = made(10, (n) => (n === 1 || !isDown ? { key: 'a', data: data(n) } : new TypeError('gone')));
  feed.want('a');
  await pass(20);
  await pass(1_000_000);
  const gaps = asked.slice(1).map(({ at }, n) => Math.round((at - asked[n]!.at) / 1000));
  expect(gaps).toEqual([10, 10, 20, 40, 80, 160, 320]);
  expect(feed.get('a')).toMatchObject({ status: 'error', data: { rows: [[1]] }, error: { key: 'client.noResponse' } });
  isDown = false;
  await pass(600_100);
  expect(feed.get('a')).toMatchObject({ status: 'ready', error: null });
  const answered = asked.length;
  await pass(30_300);
  expect(asked.length - answered).toBeGreaterThanOrEqual(2);
  feed.close();
});

it('a page that does not refresh tries again when it was told to wait, and not when it may not', async () => {
  for (const [error, tries] of [
    ['throttle.exceeded', 2],
    ['source.timeout', 2],
    ['input.invalid', 1],
    ['auth.noPermission', 1],
  ] as const) {
    const { feed, asked } = made(0, () => ({ key: 'a', error: { error, msg: '…' } }));
    feed.want('a');
    await pass(5000);
    expect(asked.length, error).toBe(tries);
    feed.close();
  }
});

it('what a viewer may not see any more leaves the page', async () => {
  const { feed } = made(10, (n) =>
    n === 1 ? { key: 'a', data: data(1) } : { key: 'a', error: { error: 'auth.noPermission', msg: '没有权限' } },
  );
  feed.want('a');
  await pass(20);
  expect(feed.get('a').data).not.toBeNull();
  await pass(10_100);
  expect(feed.get('a')).toMatchObject({ status: 'noRight', data: null });
  feed.close();
});

it('a tile that goes before it was asked for is asked for when it comes back', async () => {
  const { feed, asked } = made(0);
  feed.want('a');
  feed.drop('a');
  feed.want('a');
  await pass(50);
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  expect(feed.get('a')).toMatchObject({ status: 'ready', data: { rows: [[1]] } });
});
