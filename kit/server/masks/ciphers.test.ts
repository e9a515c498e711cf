import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { ciphersOf, type MaskKey } from './ciphers.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

describe('the algorithms that OpenSSL brings are those of the standards', () => {
  // GB/T 32905-2016, appendix A
  it.each([
    ['abc', '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0'],
    ['abcd'.repeat(16), 'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732'],
  ])('SM3 of %s', (text, digest) => expect(createHash('sm3').update(text).digest('hex')).toBe(digest));

  // GB/T 32907-2016, appendix A
  const key = hex('0123456789abcdeffedcba9876543210');
  it('SM4 of one block', () => {
    const cipher = createCipheriv('sm4-ecb', key, null).setAutoPadding(false);
    expect(cipher.update(key).toString('hex')).toBe('681edf34d206965e86b3e94f536e4246');
  });
  it('SM4 a million times over', () => {
    const cipher = createCipheriv('sm4-ecb', key, null).setAutoPadding(false);
    let block = key;
    for (let n = 0; n < 1_000_000; n++) block = cipher.update(block);
    expect(block.toString('hex')).toBe('595298c7c6fd271f0402f804c33d3f66');
  });

  it('HMAC-SM3 is HMAC (RFC 2104) over SM3', () => {
    const [inner, outer] = [0x36, 0x5c].map((pad) => Buffer.alloc(64, pad).map((byte, i) => byte ^ (key[i] ?? 0)));
    const sm3 = (...parts: Uint8Array[]) => parts.reduce((hash, part) => hash.update(part), createHash('sm3')).digest();
    const message = Buffer.from('13812345678');
    expect(createHmac('sm3', key).update(message).digest('hex')).toBe(sm3(outer!, sm3(inner!, message)).toString('hex'));
  });
});

const first: MaskKey = { version: 1, secret: Buffer.alloc(32, 1) };
const second: MaskKey = { version: 2, secret: Buffer.alloc(32, 2) };
const before = ciphersOf([first], (text) => text);
const after = ciphersOf([first, second], (text) => text);

test.each(['aes', 'sm4'] as const)('%s: every sealing is another text, names its key, leads back, and cannot be changed', (cipher) => {
  const [one, other] = [before.seal(cipher, '张三 😀'), before.seal(cipher, '张三 😀')];
  expect(one).toMatch(/^v1\.[as]\.[\w-]+$/);
  expect(one).not.toBe(other);
  expect([before.open(one), before.open(other)]).toEqual(['张三 😀', '张三 😀']);
  const at = one.length - 3;
  const changed = one.slice(0, at) + (one[at] === 'A' ? 'B' : 'A') + one.slice(at + 1);
  expect(() => before.open(changed)).toThrow();
  expect(() => before.open(one.replace('v1', 'v2'))).toThrow();
  expect(() => before.open('v1.s.')).toThrow();
  expect(() => before.open('13812345678')).toThrow();
});

test('after a rotation the new key makes and the old one still reads', () => {
  const [sealed, token] = [before.seal('sm4', 'x'), before.token('sm3', 'x')];
  expect(after.version).toBe(2);
  expect(after.seal('sm4', 'x')).toMatch(/^v2\./);
  expect(after.open(sealed)).toBe('x');
  expect(() => before.open(after.seal('aes', 'x'))).toThrow();
  expect(after.token('sm3', 'x')).not.toBe(token);
  const block = Buffer.alloc(16);
  expect(Buffer.from(after.blockOf('sm4', 1)(block))).toEqual(Buffer.from(before.block('sm4')(block)));
  expect(Buffer.from(after.block('sm4')(block))).not.toEqual(Buffer.from(before.block('sm4')(block)));
});

test('tokens are equal for equal values, and their hashes and uses have keys of their own', () => {
  expect(before.token('sha256', 'x')).toMatch(/^[0-9a-f]{32}$/);
  expect(before.token('sha256', 'x')).toBe(ciphersOf([first], (text) => text).token('sha256', 'x'));
  expect(new Set([before.token('sha256', 'x'), before.token('sm3', 'x'), before.token('sm3', 'y')]).size).toBe(3);
  const block = Buffer.alloc(16);
  expect(Buffer.from(before.block('aes')(block))).not.toEqual(Buffer.from(before.block('sm4')(block)));
});
