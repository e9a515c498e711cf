import { expect, test } from 'vitest';
import type { Recogniser } from '../contract/classify.ts';
import { classify, type ClassRule, type ColumnFacts } from './recognise-column.ts';
import { recognises } from './recognise.ts';

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
test('recognises the values of each kind and nothing else', () => {
  const which = (kind: Recogniser, texts: readonly string[]) => texts.filter((text) => recognises(kind, text));
  expect(which('email', ['a.b+c@example.com.cn', 'x@y.cn', 'a@b', '@x.cn', 'a b@c.cn'])).toEqual(['a.b+c@example.com.cn', 'x@y.cn']);
  expect(which('ip', ['192.168.1.1', '::1', '2001:db8::8a2e:370:7334', '256.1.1.1', '1.2.3', '12:30:45', '1:2:3:4::5:6:7:8'])).toEqual([
    '192.168.1.1',
    '::1',
    '2001:db8::8a2e:370:7334',
  ]);
  expect(which('creditCode', [' 91350100m000100y43 ', '91350100M000100Y44'])).toEqual([' 91350100m000100y43 ']);
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
