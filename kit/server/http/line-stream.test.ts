import { expect, it } from 'vitest';
import { until } from '#kit/test/until.ts';
import { lineStream } from './ndjson.ts';

const opened = () => lineStream({ signal: new AbortController().signal });
const MEGABYTE = 'x'.repeat(1_048_575);

it('a reader that takes nothing is let go of before it fills the memory, and the others go on', async () => {
  const [stalled, slow, quick] = [opened(), opened(), opened()];
  const taken: string[] = [];
  quick.body.on('data', (chunk: Buffer) => taken.push(chunk.toString()));
  slow.write('a line that waits');
  for (let n = 0; n < 140; n++) stalled.write(MEGABYTE);
  await until(
    () => Promise.resolve(stalled.signal.aborted),
    (isOver) => isOver,
  );
  expect(stalled.body.destroyed).toBe(true);
  // what is still made for it goes nowhere, and nothing breaks
  stalled.write('late');
  stalled.end();
  for (let n = 0; n < 200; n++) {
    quick.write(MEGABYTE);
    await new Promise((resolve) => setImmediate(resolve));
  }
  quick.end();
  await until(
    () => Promise.resolve(taken.join('').length),
    (length) => length === 200 * 1_048_576,
  );
  expect([slow.signal.aborted, slow.body.destroyed]).toEqual([false, false]);
  slow.end();
  expect((await slow.body.toArray()).join('')).toBe('a line that waits\n');
});

it('ends what runs for a reader who goes away', () => {
  const gone = new AbortController();
  const lines = lineStream({ signal: gone.signal });
  gone.abort();
  expect(lines.signal.aborted).toBe(true);
  lines.write('nobody');
  expect(lines.body.readableLength).toBe(0);
});
