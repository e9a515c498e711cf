import { expect, it } from 'vitest';
import { Lanes, laneOf, type LaneName } from './lanes.ts';

const { signal } = new AbortController();
/** Places that are asked for, with who has got one. */
function line() {
  const lanes = new Lanes();
  const got: string[] = [];
  const ask = async (who: string, lane: LaneName, userId: string | null = null, sourceId = 's') => {
    const release = await lanes.take(lane, { sourceId, userId, signal });
    got.push(who);
    return release;
  };
  const many = (count: number, who: string, lane: LaneName, userId: string | null = null) =>
    Array.from({ length: count }, (_, i) => ask(`${who}${i}`, lane, userId));
  return { got, ask, many };
}
/** Everything that could start has started. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('gives a statement of the console its place while fifty tables of two stewards are profiled', async () => {
  const { got, ask, many } = line();
  const tables = [...many(25, 'a', laneOf('profile')), ...many(25, 'b', laneOf('profile'))];
  await settled();
  expect(got).toEqual(['a0', 'a1', 'a2', 'a3']);
  await ask('analyst', 'console', 'analyst');
  expect(got.at(-1)).toBe('analyst');
  for (const place of tables) (await place)();
  expect(got).toHaveLength(51);
});

it('puts measures and matching behind people when a source is full', async () => {
  const { got, ask, many } = line();
  const boards = ['p', 'q'].flatMap((user) => many(10, user, 'chart', user));
  await settled();
  const measure = ask('measure', 'quality');
  const match = ask('match', 'match');
  const analyst = ask('analyst', 'console', 'analyst');
  await settled();
  expect(got).toHaveLength(20);
  (await boards[0])!();
  await analyst;
  expect(got.slice(20)).toEqual(['analyst']);
  (await boards[1])!();
  (await measure)();
  await match;
  expect(got.slice(20)).toEqual(['analyst', 'measure', 'match']);
});

it('counts people by account and the work of the platform by source', async () => {
  const { got, ask, many } = line();
  const places = [...many(3, 'match', 'match'), ...many(4, 'console', 'console', 'one'), ...many(13, 'chart', 'chart', 'two')];
  await settled();
  const of = (who: string) => got.filter((name) => name.startsWith(who)).length;
  expect([of('console'), of('chart'), of('match')]).toEqual([3, 12, 2]);
  await ask('elsewhere', 'match', null, 'other');
  expect(of('elsewhere')).toBe(1);
  for (const place of places) (await place)(); // nobody is left waiting when the test ends
});

it('measures one table at a time while people are at work on the source, and more once they have stopped', async () => {
  let now = 0;
  const lanes = new Lanes(() => now);
  let measuring = 0;
  const measure = async (sourceId: string) => {
    const release = await lanes.take('quality', { sourceId, userId: null, signal });
    measuring += 1;
    return () => {
      measuring -= 1;
      release();
    };
  };
  const leave = await lanes.take('console', { sourceId: 's', userId: 'analyst', signal });
  now = 10_000;
  leave();
  const tables = Array.from({ length: 12 }, () => measure('s'));
  const elsewhere = [measure('t'), measure('t')];
  await settled();
  expect(measuring).toBe(3);
  now = 12_001;
  (await tables[0])!();
  await settled();
  expect(measuring).toBe(6);
  for (const place of [...tables.slice(1), ...elsewhere]) (await place)();
  expect(measuring).toBe(0);
});
