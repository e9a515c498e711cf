import { expect, it } from 'vitest';
import { Limiter } from './limiter.ts';

const alive = new AbortController().signal;
/** What has happened by the time that everything which can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets go first what is urgent, then the account with the fewest statements, then who came first', async () => {
  const limiter = new Limiter();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const come = (name: string, account: string, priority: 'interactive' | 'visible' | 'refresh') => {
    const turn = limiter.take('s', 2, account, priority, alive);
    void turn.ready.then((end) => {
      order.push(name);
      return ends.push(end);
    });
    return turn;
  };
  come('board 1', 'a', 'visible');
  come('board 2', 'a', 'visible');
  come('board 3', 'a', 'visible');
  const timer = come('timer', 'b', 'refresh');
  come('other 1', 'b', 'visible');
  come('builder', 'c', 'interactive');
  await settled();
  expect(order).toEqual(['board 1', 'board 2']);
  // the first of the board, the builder, the other person, then the second of the board
  for (const n of [0, 2, 3, 1]) {
    if (n === 3) timer.hurry('interactive');
    ends[n]!();
    await settled();
  }
  expect(order).toEqual(['board 1', 'board 2', 'builder', 'other 1', 'timer', 'board 3']);
  expect(limiter.running('s')).toBe(2);
  for (const end of ends) {
    end();
    end();
  }
  expect(limiter.running('s')).toBe(0);
});

it('forgets whoever leaves the line, before and after the turn', async () => {
  const limiter = new Limiter();
  const done = await limiter.take('s', 1, 'a', 'visible', alive).ready;
  const gone = new AbortController();
  const left = limiter.take('s', 1, 'b', 'interactive', gone.signal).ready;
  const next = limiter.take('s', 1, 'c', 'refresh', alive).ready;
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(limiter.take('s', 1, 'b', 'visible', gone.signal).ready).rejects.toThrow('gone');
  expect(limiter.running('s')).toBe(1);
  done();
  (await next)();
  expect(limiter.running('s')).toBe(0);
});
