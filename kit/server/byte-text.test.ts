import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ByteText } from './byte-text.ts';
import { LentBytes, takeBuffer } from './lent-bytes.ts';

const text = '{"名称":"😀é\u0000"}';

it('keeps the bytes of a text, each as one character', () => {
  const bytes = ByteText.of(text);
  expect(bytes.length).toBe(Buffer.byteLength(text));
  expect(bytes.toString()).toBe(text);
  expect(bytes.toBuffer().equals(Buffer.from(text))).toBe(true);
});

describe('a text whose bytes are lent', () => {
  function lent(): { bytes: ByteText; written: Buffer } {
    const written = takeBuffer();
    return { bytes: new ByteText(new LentBytes(written, written.write(text))), written };
  }

  it('is what the same text as a string is', async () => {
    const around = [ByteText.of('《').latin1(), '>'] as const;
    const [one, other] = [ByteText.of(text).within(...around), lent().bytes.within(...around)];
    expect(other.toString()).toBe(`《${text}>`);
    expect(other.length).toBe(one.length);
    expect(other.latin1()).toBe(one.latin1());
    expect(other.hash(createHash('sha256')).digest('hex')).toBe(one.hash(createHash('sha256')).digest('hex'));
    for (const bytes of [one, other]) {
      const stream = new PassThrough();
      bytes.endOn(stream);
      expect((await buffer(stream)).toString()).toBe(`《${text}>`);
    }
  });

  it('lies in bytes that nobody else gets before the stream it goes to has closed, and nobody reads afterwards', async () => {
    const { bytes, written } = lent();
    const stream = new PassThrough();
    bytes.within('', '.').endOn(stream);
    expect(takeBuffer()).not.toBe(written);
    expect((await buffer(stream)).toString()).toBe(`${text}.`);
    await new Promise((resolve) => (stream.closed ? resolve(null) : stream.once('close', resolve)));
    expect(takeBuffer()).toBe(written);
    expect(() => bytes.toString()).toThrow(/given back/);
  });

  it('can be kept: then its bytes may be written over', () => {
    const { bytes, written } = lent();
    const kept = bytes.kept();
    expect(takeBuffer()).toBe(written);
    written.fill(0);
    expect(kept.toString()).toBe(text);
    bytes.giveBack();
    expect(takeBuffer()).not.toBe(written);
  });
});
