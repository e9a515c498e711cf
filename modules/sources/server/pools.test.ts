import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReadRequest, SourcePool } from './adapter/types.ts';
import type { Source } from './load-source.ts';
import { pools } from './pools.ts';

const MINUTE_MS = 60_000;
const request: ReadRequest = { text: '', params: [], searchPath: [], timeoutMs: 1_000, signal: new AbortController().signal };
let closed: string[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await pools.close();
  vi.useRealTimers();
  closed = [];
});

/** A source whose result has three portions. */
function sourceOf(id: string, configVersion = 1): Source {
  const pool = (): SourcePool => {
    let left = 3;
    return {
      open: () => Promise.resolve({ columns: [], read: () => Promise.resolve(left-- > 0 ? [[1]] : []), close: () => Promise.resolve() }),
      write: () => Promise.reject(new Error('not asked')),
      close: () => Promise.resolve(void closed.push(configVersion === 1 ? id : `${id} ${configVersion}`)),
    };
  };
  return { id, row: { configVersion, host: 'db.example' }, connection: {}, adapter: { pool } } as unknown as Source;
}

test('a pool that is read from for longer than pools may rest stays open until its result has ended', async () => {
  const read = await pools.of(sourceOf('read'), Date.now()).open(request);
  await pools
    .of(sourceOf('rests'), Date.now())
    .open(request)
    .then((result) => result.close());
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(closed).toEqual(['rests']);
  expect(await read.read(10)).toHaveLength(1);
  await read.close();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(closed).toEqual(['rests']);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(closed).toEqual(['rests', 'read']);
});

test('sources beyond the limit of pools take the place of one that rests', async () => {
  const sources = Array.from({ length: 100 }, (_, i) => sourceOf(`s${i}`));
  const results = [];
  for (const source of sources) {
    results.push(await pools.of(source, Date.now()).open(request));
    await vi.advanceTimersByTimeAsync(1);
  }
  await results[7]?.close();
  pools.of(sourceOf('one more'), Date.now());
  expect(closed).toEqual(['s7']);
});

test('a changed source closes what was opened before, and whoever still knows the old one closes nothing', async () => {
  pools.of(sourceOf('changed'), Date.now());
  const now = pools.of(sourceOf('changed', 2), Date.now());
  expect(closed).toEqual(['changed']);
  pools.of(sourceOf('changed'), Date.now());
  expect(closed).toEqual(['changed']);
  expect(pools.of(sourceOf('changed', 2), Date.now())).toBe(now);
});
