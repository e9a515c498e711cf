import { describe, expect, it, test } from 'vitest';
import { CN_KINDS, type CnKind } from './index.ts';

/** Numbers that are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
type Draw = (below: number) => number;
const pick = <T>(next: Draw, from: ArrayLike<T>): T => from[next(from.length)]!;
const digits = (next: Draw, count: number) => Array.from({ length: count }, () => next(10)).join('');
const pad = (n: number) => String(n).padStart(2, '0');

// The check characters are computed by other means than in the code under test.

/** ISO 7064 MOD 11-2 by the recursive definition of the standard. */
function idCard(next: Draw): string {
  const area = pick(next, ['110101', '310104', '440305', '510107', '650102', '330106']);
  const body = `${area}${1940 + next(70)}${pad(1 + next(12))}${pad(1 + next(28))}${digits(next, 3)}`;
  let p = 0;
  for (const digit of body) p = ((p + Number(digit)) * 2) % 11;
  const check = (12 - p) % 11;
  return body + (check === 10 ? 'X' : String(check));
}
const CHARS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
function orgCode(next: Draw): string {
  const body = Array.from({ length: 8 }, () => pick(next, CHARS)).join('');
  // C9 is what makes the whole sum divisible by 11
  const sum = [...body].reduce((total, char, i) => total + parseInt(char, 36) * [3, 7, 9, 10, 5, 8, 4, 2][i]!, 0);
  const check = Array.from({ length: 11 }, (_, c) => c).find((c) => (sum + c) % 11 === 0)!;
  return body + (check === 10 ? 'X' : check);
}
function creditCode(next: Draw): string {
  const body = `91${pick(next, ['110108', '310115', '440300'])}${orgCode(next)}`;
  const total = [...body].reduce((all, char, i) => all + BigInt(CHARS.indexOf(char)) * 3n ** BigInt(i), 0n);
  return body + CHARS[Number((31n - (total % 31n)) % 31n)];
}
function bankCard(next: Draw): string {
  const body = `6222${digits(next, 12 + next(3))}`;
  const isRight = (check: number) => {
    const doubled = [...`${body}${check}`].reverse().map((char, i) => (i % 2 === 1 ? String(Number(char) * 2) : char));
    return [...doubled.join('')].reduce((sum, char) => sum + Number(char), 0) % 10 === 0;
  };
  return body + Array.from({ length: 10 }, (_, check) => check).find(isRight)!;
}
const CHECKED: { readonly [K in CnKind]?: (next: Draw) => string } = { idCard, creditCode, orgCode, bankCard };
/** Kinds without a check character: what is damaged is their length or their alphabet. */
const UNCHECKED: { readonly [K in CnKind]?: (next: Draw) => string } = {
  mobile: (next) => `${pick(next, ['138', '139', '150', '177', '188', '199'])}${digits(next, 8)}`,
  phone: (next) => `${pick(next, ['010', '021', '0571', '0755'])}-${2 + next(7)}${digits(next, 7)}`,
  plate: (next) => `${pick(next, '京沪浙苏粤')}${pick(next, 'ABCDEF')}${digits(next, 5)}`,
  name: (next) => `${pick(next, '王李张刘陈')}${pick(next, '伟芳娜敏静')}${pick(next, ['', '强', '磊'])}`,
  address: (next) => `浙江省杭州市${pick(next, ['西湖区文三路', '滨江区江南大道'])}${1 + next(900)}号`,
};
const problemOf = (kind: CnKind, text: string) => CN_KINDS[kind].problem(text);

/** Another digit at one place. */
function changed(text: string, next: Draw): string {
  const at = pick(
    next,
    [...text].flatMap((char, i) => (/\d/.test(char) ? [i] : [])),
  );
  const other = pick(
    next,
    [...'0123456789'].filter((char) => char !== text[at]),
  );
  return text.slice(0, at) + other + text.slice(at + 1);
}

describe.each(Object.entries(CHECKED) as [CnKind, (next: Draw) => string][])('%s', (kind, make) => {
  const next = numbers(20_260_101);
  const valid = Array.from({ length: 1000 }, () => make(next));

  it('takes 1,000 valid ones', () => expect(valid.filter((text) => problemOf(kind, text) !== null)).toEqual([]));
  it('refuses each of them with one digit changed', () => {
    const wrong = valid.map((text) => changed(text, next));
    expect(wrong.filter((text) => problemOf(kind, text) === null)).toEqual([]);
  });
});

describe.each(Object.entries(UNCHECKED) as [CnKind, (next: Draw) => string][])('%s', (kind, make) => {
  const next = numbers(20_260_102);
  const valid = Array.from({ length: 1000 }, () => make(next));

  it('takes 1,000 valid ones', () => expect(valid.filter((text) => problemOf(kind, text) !== null)).toEqual([]));
  it('refuses each of them without its digits, or with one where none belongs', () => {
    const wrong = valid.map((text) => (/\d/.test(text) ? text.replace(/\d/g, '') : `${text}9`));
    expect(wrong.filter((text) => problemOf(kind, text) === null)).toEqual([]);
  });
});

const right = (kind: CnKind, texts: readonly string[]) => texts.filter((text) => problemOf(kind, text) === null);

test('every kind is covered, and says in Chinese what is wrong', () => {
  for (const kind of Object.keys(CN_KINDS) as CnKind[]) {
    expect(CHECKED[kind] ?? UNCHECKED[kind], kind).toBeDefined();
    expect(problemOf(kind, '')).toMatch(/[\u4e00-\u9fff]/);
  }
});

test('values of each kind and their neighbours', () => {
  expect(right('idCard', ['11010519491231002X', '11010519491231002x', '11010119900230123X', '990101199001011234'])).toHaveLength(2);
  expect(right('orgCode', ['D2143569-X', 'D2143569X', 'D2143569-1'])).toEqual(['D2143569-X', 'D2143569X']);
  expect(right('bankCard', ['6222600260001072444', '4111111111111111', '5555 5555 5555 4444'])).toHaveLength(3);
  expect(right('bankCard', ['6222600260001072445', '0000000000000000', '1234567812345670', '20260101'])).toEqual([]);
  expect(right('mobile', ['13812345678', '+86 19912345678', '138-1234-5678', '17012345678'])).toHaveLength(4);
  expect(right('mobile', ['12812345678', '1381234567', '20240101120', '14112345678'])).toEqual([]);
  expect(right('phone', ['010-62345678', '(0571)87654321', '0755-26543210-8001', '400-820-8820'])).toHaveLength(4);
  expect(right('phone', ['62345678', '2024', '010-12345678'])).toEqual([]);
  expect(right('plate', ['京A12345', '粤B·D12345', '沪AF12345', '川A1234学'])).toHaveLength(4);
  expect(right('plate', ['京I12345', 'A12345'])).toEqual([]);
  expect(right('name', ['张三', '欧阳娜娜', '王小明', '阿卜杜拉·买买提'])).toHaveLength(4);
  expect(right('name', ['安全', '杭州市', '销售部', '苹果'])).toEqual([]);
  expect(right('address', ['北京市海淀区中关村大街27号', '浙江省杭州市', '市场部'])).toEqual(['北京市海淀区中关村大街27号']);
});

test('a credit code of a body that registers nothing, or with a wrong code inside, is none though its check character is right', () => {
  const withCheck = (body: string) => {
    const total = [...body].reduce((all, char, i) => all + BigInt(CHARS.indexOf(char)) * 3n ** BigInt(i), 0n);
    return body + CHARS[Number((31n - (total % 31n)) % 31n)];
  };
  expect(problemOf('creditCode', withCheck('91350100M000100Y4'))).toBeNull();
  expect(problemOf('creditCode', withCheck('81350100M000100Y4'))).toBeNull();
  expect(problemOf('creditCode', withCheck('82350100M000100Y4'))).toMatch(/前两位/);
  expect(problemOf('creditCode', withCheck('91350100M000100Y5'))).toMatch(/主体标识码/);
});
