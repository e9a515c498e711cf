import { expect, it } from 'vitest';
import { ByteText } from './byte-text.ts';

it('keeps the bytes of a text, each as one character', () => {
  const text = '{"名称":"😀é\u0000"}';
  const bytes = ByteText.of(text);
  expect(bytes.length).toBe(Buffer.byteLength(text));
  expect(bytes.toString()).toBe(text);
  expect(bytes.toBuffer().equals(Buffer.from(text))).toBe(true);
});
