import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

const { signal } = new AbortController();
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Slots, and who has come in so far. */
function queue() {
  const slots = new Slots();
  const inside: string[] = [];
  const come = async (name: string, key: string, most: number, isBehindPeople = false) => {
    const leave = await slots.take([[key, most]], { waitMs: 5_000, signal, isBehindPeople });
    inside.push(name);
    return leave;
  };
  return { slots, inside, come };
}

test('exactly as many run at once as a key allows, and each one that ends lets one in', async () => {
  const { inside, come } = queue();
  const all = ['a', 'b', 'c', 'd'].map((name) => come(name, 'source', 2));
  await settled();
  expect(inside).toEqual(['a', 'b']);
  for (const [n, expected] of [
    [0, 3],
    [1, 4],
  ] as const) {
    (await all[n])!();
    await settled();
    expect(inside).toHaveLength(expected);
  }
});

test('a place that is given back twice is free once', async () => {
  const { inside, come } = queue();
  const leave = await come('a', 'source', 2);
  await come('b', 'source', 2);
  leave();
  leave();
  const waiting = ['c', 'd'].map((name) => come(name, 'source', 2));
  await settled();
  expect(inside).toEqual(['a', 'b', 'c']);
  (await waiting[0])!();
  await Promise.all(waiting);
});

test('keys have nothing to do with each other, but who needs two waits for both', async () => {
  const { slots, inside, come } = queue();
  const leave = await come('a', 'one', 1);
  await come('b', 'other', 2);
  const both = slots
    .take(
      [
        ['one', 1],
        ['other', 2],
      ],
      { waitMs: 5_000, signal },
    )
    .then(() => inside.push('both'));
  await settled();
  expect(inside).toEqual(['a', 'b']);
  leave();
  await both;
  expect(inside).toEqual(['a', 'b', 'both']);
});

test('people go before what the platform does by itself, and who waits too long is told', async () => {
  const { slots, inside, come } = queue();
  const leave = await come('first', 'source', 1);
  const platform = come('platform', 'source', 1, true);
  const person = come('person', 'source', 1);
  await expect(slots.take([['source', 1]], { waitMs: 10, signal })).rejects.toMatchObject({ key: 'throttle.exceeded' });
  leave();
  await settled();
  expect(inside).toEqual(['first', 'person']);
  (await person)();
  await platform;
  expect(inside).toEqual(['first', 'person', 'platform']);
});
