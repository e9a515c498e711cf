import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { idMaker } from '../ids.ts';
import { takeNodeNumber } from './node-number.ts';

const app = startApp();

/** A process: its number, and ids by its own clock. */
async function started(clock: () => number) {
  const number = await takeNodeNumber(app.database.pool);
  const ids = idMaker(number.node, clock, number.after);
  number.follow(ids.latest);
  return { ...number, make: (count: number) => Array.from({ length: count }, () => ids.next()) };
}
const used = async (node: number): Promise<number> =>
  Number((await app.database.pool.query('select used_until from kit_node where node = $1', [node])).rows[0].used_until);

test('no id comes twice when the clock was set back between two runs', async () => {
  const start = Date.now();
  const first = await started(() => start);
  const before = first.make(3_000);
  await first.release();
  const second = await started(() => start - 3_600_000);
  expect(second.node).toBe(first.node);
  const after = second.make(3_000);
  expect(new Set([...before, ...after]).size).toBe(6_000);
  expect(after[0]! > before.at(-1)!).toBe(true);
  await second.release();
});

test('a host whose clock is behind follows a process that lost its power', async () => {
  const start = Date.now();
  const first = await started(() => start + 30_000);
  const before = first.make(3_000);
  // the lease said ahead what it may use; nobody gives the number back
  await until(
    () => used(first.node),
    (value) => value > start + 50_000,
  );
  await app.database.pool.query(`update kit_node set lease_until = now() - interval '1 hour' where node = $1`, [first.node]);
  const second = await started(() => start - 7_200_000);
  expect(second.node).toBe(first.node);
  const after = second.make(3_000);
  expect(new Set([...before, ...after]).size).toBe(6_000);
  await second.release();
});

test('a process whose lease ended while the database was away shares its number with none that starts then', async () => {
  let now = Date.now();
  const first = await started(() => now);
  await app.database.pool.query(`update kit_node set lease_until = now() - interval '1 minute' where node = $1`, [first.node]);
  const second = await started(() => now);
  // beyond what the lease had said ahead
  now += 300_000;
  expect(new Set([...first.make(3_000), ...second.make(3_000)]).size).toBe(6_000);
  await Promise.all([first.release(), second.release()]);
});
