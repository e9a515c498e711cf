import { expect, test } from 'vitest';
import { pulled } from './pulled.ts';

test('a producer that hands on something after its consumer has left a full buffer is told so', async () => {
  const answers: boolean[] = [];
  let consumerHasLeft!: () => void;
  const left = new Promise<void>((resolve) => (consumerHasLeft = resolve));
  const pieces = pulled<number>(new AbortController().signal, async (put, signal) => {
    signal.addEventListener('abort', () => consumerHasLeft());
    // as many as wait without anybody being held up, after the one that is taken
    for (let piece = 0; piece < 5; piece++) await put(piece);
    // what the producer reads from elsewhere comes when nobody takes it any more
    await left;
    answers.push(await put(5));
  });
  expect((await pieces.next()).value).toBe(0);
  expect(await pieces.return(undefined)).toEqual({ value: undefined, done: true });
  expect(answers).toEqual([false]);
});

test('pieces come in their order, and the error of the producer after them', async () => {
  const taken: number[] = [];
  const pieces = pulled<number>(new AbortController().signal, async (put) => {
    for (let piece = 0; piece < 9; piece++) await put(piece);
    throw new Error('the source broke');
  });
  await expect(
    (async () => {
      for await (const piece of pieces) taken.push(piece);
    })(),
  ).rejects.toThrow('the source broke');
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});
