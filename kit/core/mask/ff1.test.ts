import { createCipheriv } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { ff1 } from './ff1.ts';

const LONGEST = '2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F7F036D6F04FC6A94';
const blocks = (name: string, key: string) => {
  const context = createCipheriv(name, Buffer.from(key, 'hex'), null).setAutoPadding(false);
  return (block: Uint8Array): Uint8Array => context.update(block);
};
const aes = (bits: number) => blocks(`aes-${bits}-ecb`, LONGEST.slice(0, bits / 4));
const numerals = (text: string) => Array.from(text, (char) => parseInt(char, 36));
const textOf = (row: readonly number[]) => row.map((numeral) => numeral.toString(36)).join('');
const DIGITS = '0123456789';
const LETTERS = '0123456789abcdefghi';

// SP 800-38G, examples of FF1: samples 1 to 9
describe.each([
  [1, 128, 10, '', DIGITS, '2433477484'],
  [2, 128, 10, '39383736353433323130', DIGITS, '6124200773'],
  [3, 128, 36, '3737373770717273373737', LETTERS, 'a9tv40mll9kdu509eum'],
  [4, 192, 10, '', DIGITS, '2830668132'],
  [5, 192, 10, '39383736353433323130', DIGITS, '2496655549'],
  [6, 192, 36, '3737373770717273373737', LETTERS, 'xbj3kv35jrawxv32ysr'],
  [7, 256, 10, '', DIGITS, '6657667009'],
  [8, 256, 10, '39383736353433323130', DIGITS, '1001623463'],
  [9, 256, 36, '3737373770717273373737', LETTERS, 'xs8a0azh2avyalyzuwd'],
])('sample %i of NIST', (_, bits, radix, tweak, clear, encrypted) => {
  const cipher = ff1(aes(bits), radix);
  const bytes = Buffer.from(tweak, 'hex');
  it('encrypts', () => expect(textOf(cipher.encrypt(numerals(clear), bytes))).toBe(encrypted));
  it('decrypts', () => expect(textOf(cipher.decrypt(numerals(encrypted), bytes))).toBe(clear));
});

test('with SM4 every value has a value of its own and leads back, also where a round needs more than one block', () => {
  const cipher = ff1(blocks('sm4-ecb', '0123456789abcdeffedcba9876543210'), 10);
  const seen = new Set<string>();
  for (let value = 0; value < 2000; value++) {
    const row = numerals(String(value).padStart(6, '0'));
    const other = cipher.encrypt(row, new Uint8Array());
    seen.add(textOf(other));
    expect(cipher.decrypt(other, new Uint8Array())).toEqual(row);
  }
  expect(seen.size).toBe(2000);
  const long = numerals('8'.repeat(57));
  expect(
    cipher.decrypt(
      cipher.encrypt(long, Buffer.from('a tweak that is longer than a block')),
      Buffer.from('a tweak that is longer than a block'),
    ),
  ).toEqual(long);
});

test.each([
  [10, 5],
  [2, 19],
  [36, 3],
  [10, 1],
  [10, 0],
])('radix %i with %i numerals has too few values and is refused', (radix, length) => {
  const cipher = ff1(aes(256), radix);
  expect(() => cipher.encrypt(Array<number>(length).fill(1), new Uint8Array())).toThrow(RangeError);
  expect(() => cipher.decrypt(Array<number>(length).fill(1), new Uint8Array())).toThrow(RangeError);
});
