import { expect, test } from 'vitest';
import type { MatchKind } from './kinds.ts';
import { likeness } from './similar.ts';
import { standardise } from './standardise.ts';

const like = (kind: MatchKind, a: string, b: string) => likeness(kind, standardise(kind, a)!, standardise(kind, b)!);

test.each([
  ['江苏沿江城市建设投资有限公司', '江苏沿江城市建设投资有限责任公司', '写法不同，规范后相同'],
  ['江苏沿江城建投资有限公司', '沿江城建投资有限公司（江苏）', '写法不同，规范后相同'],
  ['南京华鑫建材有限公司', '南京华鑫建材股份有限公司', '去公司后缀后相同'],
  ['江苏省南京市华鑫建材有限公司', '南京华鑫建材有限公司', '名称相同，一方未写地区'],
  ['江苏沿江城市建设投资有限公司', '江苏沿江城建投资有限公司', '一方是简称'],
  ['南京华鑫建材有限公司', '南京华信建材有限公司', '读音相同，用字不同'],
  ['ＡＢＢ（中国）有限公司', 'abb(中国)有限公司', '相同'],
])('companies %s and %s: %s', (a, b, text) => {
  const found = like('company', a, b);
  expect(found.text).toBe(text);
  expect(found.score).toBeGreaterThan(0.8);
});
test.each([
  ['南京华鑫建材有限公司', '苏州华鑫建材有限公司', '名称相近，地区不同'],
  ['中建第一工程局有限公司', '中建第二工程局有限公司', '序号、方位或数字不同'],
  ['南京华鑫建材有限公司', '南京华鑫物流有限公司', '业务用词不同'],
  ['南京恒瑞检测技术有限公司', '南京鼎盛检测技术有限公司', '名称不同'],
])('companies %s and %s are two: %s', (a, b, text) => {
  const found = like('company', a, b);
  expect(found.text).toBe(text);
  expect(found.score).toBeLessThan(0.7);
});

test('credit codes: the same, with a slip, and two that are both valid', () => {
  expect(like('creditCode', '91110000100001124e', ' 91110000 10000112 4E')).toEqual({ score: 0.9, text: '相同，但校验未通过' });
  expect(like('creditCode', '91350100M000100Y43', '91350100m000100y43')).toEqual({ score: 1, text: '相同，校验通过' });
  expect(like('creditCode', '91350100M000100Y43', '91350100M000100Y42').text).toBe('差1位，有一方校验未通过');
  expect(like('creditCode', '91350100M000100Y43', '91110108551385082Q')).toEqual({ score: 0, text: '都有效但不同', clashes: true });
});
test('telephones as people write them', () => {
  expect(like('phone', '+86 138-1234-5678', '13812345678').score).toBe(1);
  expect(like('phone', '025-62345678', '62345678').text).toBe('相同，一方没有区号');
  expect(like('phone', '（025）62345678 转 801', '02562345678').score).toBe(1);
  expect(like('phone', '13812345678', '13812345679').text).toBe('差1位');
  expect(like('phone', '13812345678', '13998765432').score).toBe(0);
});
test('people, addresses, days and figures', () => {
  expect(like('person', '张伟先生', '张 伟').score).toBe(1);
  expect(like('person', '刘莉', '刘丽').text).toBe('读音相同，用字不同');
  expect(like('person', '张伟', '张敏').text).toBe('姓同，名不同');
  expect(like('address', '江苏省南京市工农路88号', '南京市工农路 88 号').score).toBeGreaterThan(0.8);
  expect(like('address', '南京市工农路88号', '南京市工农路92号').text).toBe('门牌不同');
  expect(like('date', '2026年3月4日', '2026-04-03').text).toBe('月和日对调');
  expect(like('date', '20260304', '2026-03-04').score).toBe(1);
  expect(like('number', '1,200.00', '1200').score).toBe(1);
});
test('what is no value of its kind is not compared', () => {
  expect(standardise('number', '面议')).toBeNull();
  expect(standardise('date', '去年')).toBeNull();
  expect(standardise('phone', '无')).toBeNull();
  expect(standardise('company', ' 　')).toBeNull();
});
