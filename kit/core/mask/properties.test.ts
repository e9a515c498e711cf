import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bankCardProblem, luhnCheck } from '../cn/bank-card.ts';
import { CREDIT_CODE_CHARACTERS, creditCodeCheck, creditCodeProblem } from '../cn/credit-code.ts';
import { idCardCheck, idCardProblem } from '../cn/id-card.ts';
import { mobileProblem } from '../cn/mobile.ts';
import { orgCodeCheck } from '../cn/org-code.ts';
import { phoneProblem } from '../cn/phone.ts';
import { MASK_ALGORITHMS, masked, preserver, type Ciphers, type Mask, type MaskAlgorithm, type PreservedKind } from './index.ts';

const COUNT = 100_000;
/** Encryption takes a hundred times longer than a mask: MASK_VALUES=100000 tries as many as of the others. */
const ENCRYPTED = Number(process.env['MASK_VALUES'] ?? 10_000);
const ANY_SHARE = 10;

/** Numbers that are the same in every run (mulberry32). */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
type Draw = (below: number) => number;
const pick = <T>(next: Draw, from: ArrayLike<T>): T => from[next(from.length)]!;
const digits = (next: Draw, count: number) => Array.from({ length: count }, () => next(10)).join('');
const pad = (n: number, width = 2) => String(n).padStart(width, '0');
const idBody = (next: Draw) => `${pick(next, ['11', '31', '44', '65', '83'])}${pad(1 + next(9999), 4)}`;

const DRAWS = {
  idCard(next: Draw) {
    const born = `${1900 + next(120)}${pad(1 + next(12))}${pad(1 + next(28))}`;
    if (next(10) === 0) return `${idBody(next)}${pad(next(100))}${born.slice(4)}${digits(next, 3)}`;
    const body = `${idBody(next)}${born}${digits(next, 3)}`;
    return body + idCardCheck(body);
  },
  mobile: (next: Draw) =>
    `${pick(next, ['', '', '+86', '86-'])}1${pick(next, ['38', '50', '99', '77'])}${pick(next, ['', ' ', '-'])}${digits(next, 4)}${digits(next, 4)}`,
  phone: (next: Draw) =>
    next(8) === 0
      ? `400-${digits(next, 3)}-${digits(next, 4)}`
      : `${pick(next, ['010-', '(021)', '0571 ', '0755'])}${2 + next(7)}${digits(next, 6 + next(2))}${pick(next, ['', '', '-801', '转12'])}`,
  bankCard(next: Draw) {
    const body = pick(next, ['622202', '400000', '552801']) + digits(next, 9 + next(4));
    return body + luhnCheck(body);
  },
  creditCode(next: Draw) {
    const organisation = Array.from({ length: 8 }, () => pick(next, CREDIT_CODE_CHARACTERS)).join('');
    const body = `${pick(next, ['91', '12', 'N1'])}${digits(next, 6)}${organisation}${orgCodeCheck(organisation)}`;
    return body + creditCodeCheck(body);
  },
  digits: (next: Draw) => `${pick(next, ['', 'E', 'GD-', '合同'])}${digits(next, 6 + next(30))}`,
  name: (next: Draw) => pick(next, ['王', '李', '欧阳', '司马', '阿不都·', '𠮷']) + pick(next, ['伟', '芳芳', '', '娜', '😀']),
  email: (next: Draw) => `${pick(next, ['a', 'li.lei', '张三', 'x_9'])}${next(9)}@${pick(next, ['corp.cn', '例子.公司', 'a.b.c'])}`,
  address: (next: Draw) =>
    `${pick(next, ['浙江省', '', '内蒙古自治区'])}${pick(next, ['杭州市', '盐城市', ''])}${pick(next, ['西湖区', '霍城县', '翠苑小区', ''])}${pick(next, ['文三路', '门市部'])}${next(900)}号`,
  cnaps: (next: Draw) => digits(next, 12),
  passport: (next: Draw) => pick(next, ['E', 'EA', 'G']) + digits(next, 7),
  travelPermit: (next: Draw) => pick(next, ['H', 'M', 'C']) + digits(next, 8),
  plate: (next: Draw) => `${pick(next, '京沪浙')}${pick(next, 'ABF')}${pick(next, ['', '·'])}${digits(next, 5)}`,
  ip: (next: Draw) =>
    next(2) ? `${next(256)}.${next(256)}.${next(256)}.${next(256)}` : `2001:${next(9999).toString(16)}::${next(9999).toString(16)}`,
  geo: (next: Draw) => `${70 + next(60)}.${digits(next, next(7))}1,${next(50)}.${digits(next, 1 + next(7))}`,
  date: (next: Draw) => `${1900 + next(150)}${pick(next, ['-', '/', ''])}${pad(1 + next(12))}${pick(next, ['-01', '', ' 12:00'])}`,
  amount: (next: Draw) => `${pick(next, ['', '-'])}${next(10_000_000)}${pick(next, ['', '.00', `.${next(100)}`, '0000'])}`,
  /** anything at all, in any length and alphabet */
  text: (next: Draw) =>
    Array.from({ length: next(24) }, () =>
      pick(next, ['*', '1', '9', 'a', '@', '·', '张', '市', '区', ' ', '😀', '\ud800', '-', '.', ':', '１']),
    ).join(''),
};
type Drawn = keyof typeof DRAWS;

const context = (name: string, bytes: number) => {
  const cipher = createCipheriv(name, createHash('sha256').update('properties').digest().subarray(0, bytes), null).setAutoPadding(false);
  return (block: Uint8Array): Uint8Array => cipher.update(block);
};
const blocks = { aes: context('aes-256-ecb', 32), sm4: context('sm4-ecb', 16) };
const token = (text: string) => createHmac('sm3', 'properties').update(text).digest('hex');
const ciphers: Ciphers = {
  digest: token,
  token: (_, text) => token(text),
  seal: (_, text) => `v1.${token(text)}`,
  block: (cipher) => blocks[cipher],
};

/** Parameters that each algorithm is tried with. */
const MASKS: Partial<Record<MaskAlgorithm, Mask['params'][]>> = {
  keep: [{ head: 3, tail: 4 }, { head: 1 }, { tail: 100 }],
  range: [
    { from: 4, to: 7 },
    { from: 1, to: 1 },
    { from: 9, to: 9 },
  ],
  before: [{ char: '@' }, { char: '1' }],
  after: [{ char: '-' }, { char: '张' }],
  pattern: [{ pattern: '###****####' }, { pattern: '#####*' }, { pattern: '*' }],
  fixed: [{ text: '保密' }, { text: '1' }],
  date: [{ unit: 'year' }, { unit: 'month' }],
  round: [{ step: 1000 }, { step: 1 }, { step: 0.01 }],
  amount: [{ step: 10_000 }, { step: 1 }],
  geo: [{ decimals: 2 }, { decimals: 0 }],
};
/** Every algorithm once for every value of its kind, and a share of them for everything else. */
const OWN: Partial<Record<MaskAlgorithm, Drawn>> = {
  ...Object.fromEntries(Object.keys(DRAWS).map((kind) => [kind, kind as Drawn])),
  round: 'amount',
  keep: 'mobile',
  range: 'mobile',
  before: 'email',
  after: 'email',
  pattern: 'plate',
};

const isNothing = (value: string) => value === '';
describe.each((Object.keys(MASK_ALGORITHMS) as MaskAlgorithm[]).filter((algorithm) => algorithm !== 'preserve' && algorithm !== 'encrypt'))(
  '%s',
  (algorithm) => {
    test(`never shows a value as it is, and never throws, over ${COUNT} values of its kind and a tenth of any`, () => {
      const next = numbers(20_261_128);
      const shows = (MASKS[algorithm] ?? [{}]).map((params) =>
        masked({ algorithm, params }, ciphers, (error) => {
          throw error;
        }),
      );
      const bad: unknown[] = [];
      for (let n = 0; n < COUNT; n++) {
        const value = DRAWS[n % ANY_SHARE === 0 ? 'text' : (OWN[algorithm] ?? 'text')](next);
        const shown = shows[n % shows.length]!(value);
        const isText = typeof shown === 'string' && shown !== value && shown.length > 0;
        if (!isText && !(algorithm === 'empty' && shown === null) && !isNothing(value)) bad.push([value, shown]);
      }
      expect(bad).toEqual([]);
    });
  },
);

/** Forms whose mask is as long as the value. */
test.each([
  ['idCard', /^(?:\d{6}\*{8}\d{3}[\dX]|\d{6}\*{6}\d{3})$/],
  ['mobile', /^(?:\+?86-?)?1\d\d\*{4}\d{4}$/],
  ['bankCard', /^\d{6}\*{6,9}\d{4}$/],
  ['creditCode', /^\w{4}\*{10}\w{4}$/],
  ['cnaps', /^\d{3}\*{8}\d$/],
  ['passport', /^\w\*{5,6}\d\d$/],
  ['travelPermit', /^\w\*{6}\d\d$/],
  ['plate', /^.[A-Z]\*{3}\d\d$/],
  ['phone', /^(?:\D*\d{3,4}\D?)?\*{5,6}\d\d$/],
] as const)(`the mask of %s hides as many characters as its form has to hide, over ${COUNT} values`, (kind, form) => {
  const next = numbers(7);
  const show = masked({ algorithm: kind, params: {} }, ciphers, () => undefined);
  const bad: unknown[] = [];
  for (let n = 0; n < COUNT; n++) {
    const value = DRAWS[kind](next);
    if (!form.test(String(show(value)))) bad.push([value, show(value)]);
  }
  expect(bad.slice(0, 5)).toEqual([]);
});

const VALID: Record<PreservedKind, (text: string) => boolean> = {
  idCard: (text) => idCardProblem(text.length === 15 ? withCentury(text) : text) === null,
  mobile: (text) => mobileProblem(text) === null,
  phone: (text) => phoneProblem(text) === null,
  bankCard: (text) => bankCardProblem(text) === null,
  creditCode: (text) => creditCodeProblem(text) === null,
  digits: () => true,
};
const withCentury = (old: string) => {
  const body = `${old.slice(0, 6)}19${old.slice(6)}`;
  return body + idCardCheck(body);
};
describe.each(Object.keys(VALID) as PreservedKind[])('form-preserving encryption of %s', (kind) => {
  test(`passes the check of its kind, keeps the length, is another value and leads back, over ${ENCRYPTED} values`, () => {
    const next = numbers(11);
    const ways = [preserver(kind, blocks.aes), preserver(kind, blocks.sm4)];
    const bad: unknown[] = [];
    let same = 0;
    for (let n = 0; n < ENCRYPTED; n++) {
      const value = DRAWS[kind](next);
      const way = ways[n % 2]!;
      const other = way.encrypt(value);
      if (other === value) same++;
      if (other.length !== value.length || !VALID[kind](other) || way.decrypt(other) !== value) bad.push([value, other]);
    }
    expect(bad).toEqual([]);
    // one value of a million may be its own: as a mask it is hidden then
    expect(same).toBeLessThanOrEqual(2);
  });
});

test.each([
  ['idCard', ['11010519491231002', '110105194912310021', '990105194912310024', '']],
  ['mobile', ['1381234567', '12812345678', '010-62345678']],
  ['phone', ['62345678', '13812345678']],
  ['bankCard', ['6222600260001072445', '622260026000']],
  ['creditCode', ['91350100M000100Y4', '91350100M000100Y44']],
  ['digits', ['12345', '张三', '1'.repeat(61)]],
] as const)('what is no %s is not encrypted as one', (kind, values) => {
  for (const value of values) expect(() => preserver(kind, blocks.sm4).encrypt(value), value).toThrow(RangeError);
});
