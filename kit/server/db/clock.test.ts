import pg from 'pg';
import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { databaseClock } from './clock.ts';

const app = startApp();
const HOUR_MS = 3_600_000;

function clockOffBy(ms: number) {
  const told = new Map<string, string | null>();
  let off = ms;
  const clock = databaseClock(app.database.pool, { set: (key, text) => void told.set(key, text) }, () => Date.now() + off);
  const wrongBy = () => Math.abs(clock.now().getTime() - Date.now());
  return { clock, wrongBy, told: () => [...told.values()], set: (next: number) => (off = next) };
}

test.each([
  ['behind', -HOUR_MS, '本机时钟比数据库慢约60分钟，已按数据库时间工作，请校准本机时钟'],
  ['ahead', HOUR_MS, '本机时钟比数据库快约60分钟，已按数据库时间工作，请校准本机时钟'],
])('a node whose clock is an hour %s works by the time of the database and says so', async (_word, off, sentence) => {
  const { clock, wrongBy, told, set } = clockOffBy(off);
  await clock.look();
  expect(wrongBy()).toBeLessThan(1_000);
  expect(told()).toEqual([sentence]);
  set(0);
  await clock.look();
  expect(wrongBy()).toBeLessThan(1_000);
  expect(told()).toEqual([null]);
  clock.stop();
});

test('a clock that is set while the node runs moves nothing', async () => {
  const { clock, wrongBy, set } = clockOffBy(0);
  await clock.look();
  set(HOUR_MS);
  expect(wrongBy()).toBeLessThan(1_000);
  clock.stop();
});

test('without an answer of the database the time goes on', async () => {
  const pool = new pg.Pool(app.connection);
  await pool.end();
  const clock = databaseClock(pool, { set: () => undefined });
  await clock.look();
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
  clock.stop();
});
