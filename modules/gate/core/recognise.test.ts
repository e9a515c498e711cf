import { describe, expect, test } from 'vitest';
import { classify, type ClassRule, type ColumnFacts } from './recognise-column.ts';
import {
  isAddress,
  isBankCard,
  isCreditCode,
  isEmail,
  isIdCard,
  isIp,
  isMobile,
  isName,
  isOrgCode,
  isPhone,
  isPlate,
} from './recognise.ts';

/** Numbers that are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}
const pad = (n: number, length: number) => String(n).padStart(length, '0');

/** Independent of the code under test: ISO 7064 MOD 11-2 by the recursive definition of the standard. */
function idCard(next: (n: number) => number): string {
  const area = ['110101', '310104', '440305', '510107', '650102', '330106'][next(6)]!;
  const body = `${area}${1940 + next(70)}${pad(1 + next(12), 2)}${pad(1 + next(28), 2)}${pad(next(1000), 3)}`;
  let p = 0;
  for (const digit of body) p = ((p + Number(digit)) * 2) % 11;
  const check = (12 - p) % 11;
  return body + (check === 10 ? 'X' : String(check));
}
const CHARS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
function creditCode(next: (n: number) => number): string {
  let org = '';
  for (let i = 0; i < 8; i++) org += CHARS[next(31)];
  const sum = [...org].reduce((total, char, i) => total + parseInt(char, 36) * [3, 7, 9, 10, 5, 8, 4, 2][i]!, 0);
  const check = 11 - (sum % 11);
  const body = `91${['110108', '310115', '440300'][next(3)]}${org}${check === 10 ? 'X' : check === 11 ? '0' : check}`;
  const total = [...body].reduce((all, char, i) => all + CHARS.indexOf(char) * Number(3n ** BigInt(i) % 31n), 0);
  return body + CHARS[(31 - (total % 31)) % 31];
}
/** Another character of the same kind at one place. */
function damaged(text: string, next: (n: number) => number): string {
  const at = next(text.length);
  const kinds = /\d/.test(text[at]!) ? '0123456789' : 'ABCDEFGHJKLMNPQRTUWXY';
  const others = [...kinds].filter((char) => char !== text[at]);
  return text.slice(0, at) + others[next(others.length)] + text.slice(at + 1);
}

describe('1,000 valid values and 1,000 with one wrong character (A17)', () => {
  test.each([
    ['身份证', idCard, isIdCard],
    ['统一社会信用代码', creditCode, isCreditCode],
  ] as const)('%s', (_name, make, check) => {
    const next = numbers(20_260_101);
    const valid = Array.from({ length: 1000 }, () => make(next));
    const wrong = valid.map((text) => damaged(text, next));
    expect(valid.filter((text) => !check(text))).toEqual([]);
    expect(wrong.filter(check)).toEqual([]);
  });
});

test('recognises the values of each kind and nothing else', () => {
  expect(isIdCard('11010119900230123X')).toBe(false);
  expect(isIdCard('990101199001011234')).toBe(false);
  expect(isOrgCode('D2143569-X')).toBe(true);
  expect(isOrgCode('D2143569-1')).toBe(false);
  expect(['6222600260001072444', '4111111111111111', '5555555555554444'].map(isBankCard)).toEqual([true, true, true]);
  expect(['6222600260001072445', '0000000000000000', '1234567812345670', '20260101'].map(isBankCard)).toEqual([false, false, false, false]);
  expect(['13812345678', '+86 19912345678', '138-1234-5678', '17012345678'].map(isMobile)).toEqual([true, true, true, true]);
  expect(['12812345678', '1381234567', '20240101120', '14112345678'].map(isMobile)).toEqual([false, false, false, false]);
  expect(['010-62345678', '(0571)87654321', '0755-26543210-8001', '400-820-8820'].map(isPhone)).toEqual([true, true, true, true]);
  expect(['62345678', '2024', '010-12345678'].map(isPhone)).toEqual([false, false, false]);
  expect(['a.b+c@example.com.cn', 'x@y.cn', 'a@b', '@x.cn', 'a b@c.cn'].map(isEmail)).toEqual([true, true, false, false, false]);
  expect(['京A12345', '粤B·D12345', '沪AF12345', '川A1234学', '京I12345', 'A12345'].map(isPlate)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(['张三', '欧阳娜娜', '王小明', '阿卜杜拉·买买提', '安全', '杭州市', '销售部', '苹果'].map(isName)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(['北京市海淀区中关村大街27号', '浙江省杭州市', '市场部'].map(isAddress)).toEqual([true, false, false]);
  expect(['192.168.1.1', '::1', '2001:db8::8a2e:370:7334', '256.1.1.1', '1.2.3', '12:30:45'].map(isIp)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

const rule = (id: string, recogniser: string | null, patterns: string[], threshold = 0.8): ClassRule => ({
  id,
  name: id,
  recogniser,
  patterns,
  valuePattern: null,
  threshold,
});
const RULES = [
  rule('idCard', 'idCard', ['身份证', 'sfz', 'sfzh', 'shenfenzheng', 'id_card', 'idcard']),
  rule('mobile', 'mobile', ['手机', 'sjh', 'shouji', 'mobile', 'phone']),
  rule('bankCard', 'bankCard', ['银行卡', 'yhkh', 'bank_card']),
  rule('name', 'name', ['姓名', 'xm', 'xingming', 'real_name']),
  rule('salary', null, ['薪酬', '工资', 'gongzi', 'salary']),
];
const column = (name: string, comment = '', dataType = 'varchar'): ColumnFacts => ({ name, texts: comment ? [comment] : [], dataType });
const idsOf = (facts: ColumnFacts, values: string[]) => classify(facts, values, RULES).map((hit) => hit.classId);
const many = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i));

test('names in Chinese, English and pinyin are enough without values', () => {
  for (const name of ['sfzh', 'SFZH', 'shenfenzheng', 'yuangong_shenfenzhenghao', 'idCard', 'ID_CARD', 'customer_id_card'])
    expect(idsOf(column(name), [])).toEqual(['idCard']);
  expect(idsOf(column('c1', '员工身份证号码'), [])).toEqual(['idCard']);
  expect(idsOf(column('gz', '月工资', 'numeric'), [])).toEqual(['salary']);
  expect(idsOf(column('xm'), [])).toEqual(['name']);
});
test('things about a thing are not the thing', () => {
  for (const facts of [column('id_card_type'), column('sfzlx', '身份证类型'), column('mobile_brand'), column('phone_verified', '', 'int')])
    expect(idsOf(facts, [])).toEqual([]);
  expect(idsOf(column('phonebook_id'), [])).toEqual([]);
});
test('values with a check digit speak for themselves, and say how sure they are', () => {
  const next = numbers(7);
  const values = many(200, (i) => (i % 10 === 0 ? '不详' : idCard(next)));
  const [hit] = classify(column('c7'), values, RULES);
  expect(hit).toMatchObject({ classId: 'idCard', byName: false, sampleSize: 181 });
  expect(hit!.matchRate).toBeCloseTo(180 / 181, 3);
  expect(hit!.reason).toContain('99.4%');
});
test('a comment that speaks of checking does not hide identity numbers', () => {
  const next = numbers(11);
  const values = many(50, () => idCard(next));
  expect(idsOf(column('id_card_no', '身份证号码（校验不通过置空）'), values)).toEqual(['idCard']);
  expect(idsOf(column('mobile_brand', '手机品牌'), ['华为', '小米', '荣耀', '苹果', '魅族'])).toEqual([]);
});
test('a column that is called so may hold mobile numbers of a segment that is new; another may not', () => {
  const values = many(50, (i) => String(15_400_000_000 + i * 7919));
  expect(idsOf(column('mobile', '手机号码'), values)).toEqual(['mobile']);
  expect(idsOf(column('c9'), values)).toEqual([]);
});
test('years, codes and keys are not tagged (OM#29049, #30868)', () => {
  expect(
    idsOf(
      column('year', '年份', 'int4'),
      many(60, (i) => String(1980 + i)),
    ),
  ).toEqual([]);
  expect(
    idsOf(
      column('id', '', 'bigint'),
      many(500, (i) => String(13_800_000_000 + i)),
    ),
  ).toEqual([]);
  expect(
    idsOf(
      column('order_code', '订单编码'),
      many(500, (i) => String(13_800_000_000 + i)),
    ),
  ).toEqual([]);
  expect(
    idsOf(
      column('item_id', '', 'bigint'),
      many(500, (i) => String(6_222_600_260_001_072_444n + BigInt(i))),
    ),
  ).toEqual([]);
  expect(
    idsOf(
      column('serial', '', 'bigint'),
      many(500, (i) => String(6_222_600_260_001_072_444n + BigInt(i))),
    ),
  ).toEqual([]);
  expect(
    idsOf(
      column('city'),
      many(60, (i) => ['杭州', '宁波', '温州', '合肥', '南京', '苏州'][i % 6]!),
    ),
  ).toEqual([]);
  expect(
    idsOf(
      column('created', '', 'timestamptz'),
      many(50, (i) => `2026-01-01 00:00:${pad(i, 2)}`),
    ),
  ).toEqual([]);
});
test('a name that the values contradict is not believed', () => {
  expect(
    idsOf(
      column('phone'),
      many(50, (i) => `型号${i}`),
    ),
  ).toEqual([]);
  expect(
    idsOf(
      column('phone'),
      many(50, (i) => String(13_900_000_000 + i)),
    ),
  ).toEqual(['mobile']);
});
