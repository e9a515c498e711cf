import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FAILED, masked, maskValue, revealsNoMore, tightened, type Mask, type MaskAlgorithm, type MaskParams } from './index.ts';

const ciphers = {
  digest: (text: string) => createHash('sha256').update(text).digest('hex'),
  token: (hash: string, text: string) => createHmac(hash, 'k').update(text).digest('hex').slice(0, 32),
  seal: (_: string, text: string) => `sealed ${createHash('sha256').update(text).digest('hex')}`,
  block: () => (block: Uint8Array) => block,
};
const mask = (algorithm: MaskAlgorithm, params: MaskParams = {}): Mask => ({ algorithm, params });
const showOf = (one: Mask) => masked(one, ciphers, () => undefined);
const over = (lower: Mask | null, upper: Mask) =>
  tightened({ show: lower === null ? maskValue : showOf(lower), mask: lower }, { show: showOf(upper), mask: upper });

describe('a mask reveals no more than another', () => {
  it.each<[Mask, Mask | null, boolean]>([
    [mask('full'), mask('keep', { head: 1 }), true],
    [mask('full'), null, true],
    [mask('empty'), mask('full'), true],
    [mask('keep', { tail: 4 }), mask('mobile'), true],
    [mask('keep', { head: 3, tail: 4 }), mask('mobile'), true],
    [mask('mobile'), mask('keep', { tail: 4 }), false],
    [mask('keep', { head: 4 }), mask('mobile'), false],
    [mask('name'), null, true],
    [mask('keep', { head: 1 }), mask('name'), true],
    [mask('idCard'), null, false],
    [mask('address'), mask('keep', { head: 6 }), false],
    [mask('email'), mask('email'), true],
    [mask('keep', { head: 1 }), mask('email'), true],
    [mask('date', { unit: 'year' }), mask('date', { unit: 'month' }), true],
    [mask('date', { unit: 'month' }), mask('date', { unit: 'year' }), false],
    [mask('date', { unit: 'year' }), null, false],
    [mask('round', { step: 10_000 }), mask('round', { step: 1000 }), true],
    [mask('round', { step: 1500 }), mask('round', { step: 1000 }), false],
    [mask('geo', { decimals: 1 }), mask('geo', { decimals: 2 }), true],
    [mask('geo', { decimals: 3 }), mask('geo', { decimals: 2 }), false],
    // no character is shown, but equal values are told apart from others
    [mask('token'), mask('mobile'), false],
    [mask('token'), null, false],
    [mask('token'), mask('hash'), true],
    [mask('hash'), mask('token'), false],
    [mask('token'), mask('preserve', { kind: 'mobile' }), true],
    [mask('preserve', { kind: 'mobile' }), mask('token'), false],
    [mask('encrypt'), mask('mobile'), false],
    [mask('encrypt'), mask('preserve'), true],
    [mask('keep', { head: 1 }), mask('token'), false],
    [mask('pattern', { pattern: '##***' }), mask('keep', { head: 3 }), true],
    [mask('pattern', { pattern: '#*#' }), mask('keep', { head: 3 }), false],
    [mask('range', { from: 2, to: 4 }), mask('keep', { head: 3, tail: 4 }), false],
  ])('%j beside %j: %s', (first, second, isSo) => {
    expect(revealsNoMore(first, second)).toBe(isSo);
  });
});

describe('a mask on top of another', () => {
  it.each<[Mask | null, Mask, unknown, unknown]>([
    [mask('mobile'), mask('keep', { tail: 4 }), '13812345678', '*******5678'],
    [mask('mobile'), mask('full'), '13812345678', '***'],
    [mask('mobile'), mask('empty'), '13812345678', null],
    [mask('mobile'), mask('keep', { tail: 4 }), null, null],
    [null, mask('mobile'), '13812345678', '138****5678'],
    [null, mask('name'), '欧阳娜', '欧**'],
    [mask('date', { unit: 'month' }), mask('date', { unit: 'year' }), '1990-05-06', '1990'],
    // the class was given another mask since: what cannot be compared is hidden whole
    [mask('token'), mask('keep', { tail: 4 }), '13812345678', '***'],
    [mask('full'), mask('mobile'), '13812345678', '***'],
  ])('%j under %j makes %j of a value: %j', (lower, upper, value, shown) => {
    const result = over(lower, upper)(value);
    // stars may be fewer for long texts
    if (upper.algorithm === 'keep' && typeof shown === 'string' && shown !== '***') expect(String(result).replace(/^\*+/, '')).toBe('5678');
    else expect(result).toEqual(shown);
  });

  const RUNS = 100_000;
  /** Numbers that are the same in every run (mulberry32). */
  let state = 20_261_128;
  const next = (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
  const pick = <T>(from: readonly T[]): T => from[next(from.length)]!;
  const digits = (count: number) => Array.from({ length: count }, () => next(10)).join('');
  const CHARS = [...'张三欧阳娜abcXYZ0123456789*@.-+ 😀𠮷路区市'];
  const VALUES: (() => unknown)[] = [
    () => Array.from({ length: next(24) }, () => pick(CHARS)).join(''),
    () => `1${3 + next(7)}${digits(9)}`,
    () => `+86 1${3 + next(7)}${digits(9)}`,
    () => `${digits(17)}X`,
    () => `${digits(next(3) + 1)}@${digits(3)}.cn`,
    () => digits(12 + next(8)),
    () => next(1_000_000_000),
    () => BigInt(next(1_000_000_000)),
    () => pick(['张三', '欧阳娜', '京A12345', '192.168.1.7', '0571-88886666', '*', '***', '******', '']),
  ];
  const FORMS: MaskAlgorithm[] = [
    'full',
    'empty',
    'name',
    'idCard',
    'mobile',
    'phone',
    'email',
    'bankCard',
    'plate',
    'passport',
    'ip',
    'hash',
    'token',
  ];
  const MASKS: (() => Mask)[] = [
    () => mask('keep', { head: next(8), tail: next(8) }),
    () => mask('range', { from: 1 + next(9), to: 1 + next(20) }),
    () => mask('pattern', { pattern: Array.from({ length: 1 + next(12) }, () => pick(['#', '*'])).join('') }),
    () => mask(pick(FORMS)),
    () => mask(pick(FORMS)),
  ];

  it('never shows a character that the lower one hides', () => {
    let compared = 0;
    for (let i = 0; i < RUNS; i++) {
      const lower = next(4) === 0 ? null : pick(MASKS)();
      const [upper, value] = [pick(MASKS)(), pick(VALUES)()];
      const below = lower === null ? maskValue(value) : showOf(lower)(value);
      const result = over(lower, upper)(value);
      // what follows from what the lower one shows tells no more than that
      if (result === null || result === '***' || result === FAILED || result === showOf(upper)(below)) continue;
      const about = `${JSON.stringify([lower, upper])} ${String(value)} ${String(below)} ${String(result)}`;
      expect(revealsNoMore(upper, lower), about).toBe(true);
      if (upper.algorithm === 'hash' || upper.algorithm === 'token') continue;
      const [shown, hidden] = [[...String(result)], [...String(below)]];
      expect(
        shown.every((char, at) => char === '*' || char === hidden[at]),
        about,
      ).toBe(true);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(500);
  });
});
