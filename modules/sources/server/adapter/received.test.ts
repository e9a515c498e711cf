import { expect, it } from 'vitest';
import { Received } from './received.ts';

/** Reads texts of one digit for their length and so many letters, from chunks of `size` bytes. */
function read(text: string, size: number): string[] {
  const received = new Received();
  const found: string[] = [];
  for (let from = 0; from < text.length; from += size) {
    const chunk = Buffer.from(text.slice(from, from + size));
    const bytes = received.with(chunk);
    let at = 0;
    while (at < bytes.length && at + 1 + (bytes[at]! - 0x30) <= bytes.length) {
      const end = at + 1 + (bytes[at]! - 0x30);
      found.push(bytes.toString('latin1', at + 1, end));
      at = end;
    }
    received.keep(bytes, at);
    // the chunk is somebody else's from now on
    chunk.fill(0);
  }
  return found;
}

it.each([1, 2, 3, 5, 7, 100])('puts together what came in pieces of %i bytes', (size) => {
  expect(read('3abc0' + '1x' + '9123456789' + '2yz', size)).toEqual(['abc', '', 'x', '123456789', 'yz']);
});
