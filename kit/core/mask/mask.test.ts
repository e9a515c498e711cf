import { expect, test } from 'vitest';
import { FAILED, masked, maskValue, type Ciphers, type MaskAlgorithm, type MaskParams } from './index.ts';

const failing = () => {
  throw new Error('no key');
};
const ciphers: Ciphers = { digest: (text) => `digest-of-${text.length}-characters`, token: failing, seal: failing, block: failing };
let failures = 0;
const shown = (algorithm: MaskAlgorithm, value: unknown, params: MaskParams = {}) => {
  failures = 0;
  return masked({ algorithm, params }, ciphers, () => failures++)(value);
};

test.each([
  ['keep', '13812345678', { head: 3, tail: 4 }, '138****5678'],
  ['keep', '123456', { head: 3, tail: 4 }, '******'],
  ['keep', '1234567', { head: 3, tail: 4 }, '*******'],
  ['keep', '12345678', { head: 3, tail: 4 }, '12***678'],
  ['keep', '1', { head: 3, tail: 4 }, '*'],
  ['keep', '😀甲乙丙丁戊', { head: 1, tail: 1 }, '😀****戊'],
  ['range', '13812345678', { from: 4, to: 7 }, '138****5678'],
  ['range', '13812345678', { from: 3, to: 3 }, '13*12345678'],
  ['range', '13812345678', { from: 9, to: 40 }, '13812345***'],
  ['range', '138', { from: 4, to: 7 }, '***'],
  ['range', '😀甲乙', { from: 2, to: 2 }, '😀*乙'],
  ['before', 'zhangsan@example.com', { char: '@' }, '********@example.com'],
  ['before', '@example.com', { char: '@' }, '********'],
  ['before', 'nobody', { char: '@' }, '******'],
  ['after', 'GD-2026-0042', { char: '-' }, 'GD-********'],
  ['after', 'GD-', { char: '-' }, '***'],
  ['after', 'GD', { char: '-' }, '**'],
  ['pattern', '京A12345', { pattern: '##***##' }, '京A***45'],
  ['pattern', '京A123456', { pattern: '##***##' }, '京A***45*'],
  ['pattern', '京A', { pattern: '##***##' }, '**'],
  ['full', '任何内容', {}, '***'],
  ['full', 12, {}, '***'],
  ['full', '***', {}, FAILED],
  ['fixed', '任何内容', { text: '保密' }, '保密'],
  ['fixed', '保密', { text: '保密' }, FAILED],
  ['hash', 'x', {}, 'digest-of-1-char'],
  ['empty', 'x', {}, null],
  ['date', '1990-05-06', { unit: 'month' }, '1990-05'],
  ['date', '1990-5-6', { unit: 'month' }, '1990-05'],
  ['date', '1990-05', { unit: 'month' }, '***'],
  ['date', '19900506', { unit: 'year' }, '1990'],
  ['date', '1990', { unit: 'year' }, '***'],
  ['date', '很久以前', { unit: 'year' }, '***'],
  ['round', '12345.67', { step: 1000 }, '12000'],
  ['round', 1499, { step: 1000 }, '1000'],
  ['round', '12000.00', { step: 1000 }, '***'],
  ['round', '不是数', { step: 1000 }, '***'],
  ['round', '12345', { step: 0 }, '***'],
  ['round', '0.37', { step: 0.1 }, '0.4'],
  ['amount', '12345.67', { step: 10_000 }, '10000~20000'],
  ['amount', '-1', { step: 10_000 }, '-10000~0'],
  ['amount', '10000', { step: 10_000 }, '10000~20000'],
  ['amount', '面议', { step: 10_000 }, '***'],
  ['email', 'someone@example.com', {}, 's***@example.com'],
  ['email', 'a@b.com', {}, '*@b.com'],
  ['email', 'nobody', {}, '***'],
  ['email', '@example.com', {}, '***'],
  ['name', '张三', {}, '张*'],
  ['name', '张三丰', {}, '张**'],
  ['name', '欧阳娜娜', {}, '欧阳**'],
  ['name', '欧阳娜', {}, '欧阳*'],
  ['name', '欧阳', {}, '欧*'],
  ['name', '淳于意', {}, '淳于*'],
  ['name', '王李小明', {}, '王***'],
  ['name', '阿卜杜拉·买买提', {}, '阿*******'],
  ['name', '𠮷田', {}, '𠮷*'],
  ['name', '张', {}, '*'],
  ['idCard', '11010519491231002X', {}, '110105********002X'],
  ['idCard', '１１０１０５１９４９１２３１００２Ｘ', {}, '110105********002X'],
  ['idCard', '110105491231002', {}, '110105******002'],
  ['idCard', '11010519491231', {}, '***'],
  ['mobile', '13812345678', {}, '138****5678'],
  ['mobile', '１３８１２３４５６７８', {}, '138****5678'],
  ['mobile', '+86 138-1234-5678', {}, '+86 138****5678'],
  ['mobile', '1381234567', {}, '***'],
  ['phone', '010-62345678', {}, '010-******78'],
  ['phone', '(0571)87654321', {}, '(0571)******21'],
  ['phone', '0755-26543210-8001', {}, '0755-******10'],
  ['phone', '62345678', {}, '******78'],
  ['phone', '400-820-8820', {}, '400-*****20'],
  ['phone', '8001', {}, '***'],
  ['bankCard', '6222600260001072444', {}, '622260*********2444'],
  ['bankCard', '6222 6002 6000 1072 444', {}, '622260*********2444'],
  ['bankCard', '622260026000', {}, '622260**6000'],
  ['bankCard', '62226002600', {}, '***'],
  ['address', '浙江省杭州市西湖区文三路90号', {}, '浙江省杭州市西湖区****'],
  ['address', '北京市海淀区中关村大街27号', {}, '北京市海淀区****'],
  ['address', '内蒙古自治区锡林郭勒盟锡林浩特市团结路1号', {}, '内蒙古自治区锡林郭勒盟锡林浩特市****'],
  ['address', '新疆维吾尔自治区伊犁哈萨克自治州霍城县1号', {}, '新疆维吾尔自治区伊犁哈萨克自治州霍城县****'],
  ['address', '浙江省杭州市翠苑小区3幢', {}, '浙江省杭州市****'],
  ['address', '浙江省杭州市城市花园3幢', {}, '浙江省杭州市****'],
  ['address', '江苏省盐城市大丰区人民路1号', {}, '江苏省盐城市大丰区****'],
  ['address', '福建省厦门市延安路百货门市部2楼', {}, '福建省厦门市****'],
  ['address', '河北省唐山市路北区建设路1号', {}, '河北省唐山市路北区****'],
  ['address', '浙江省金华市义乌市稠州路9号', {}, '浙江省金华市义乌市****'],
  ['address', '浙江省杭州市西湖区', {}, '****'],
  ['address', '文三路90号', {}, '****'],
  ['creditCode', '91350100M000100Y43', {}, '9135**********0Y43'],
  ['creditCode', '91350100M000100Y4', {}, '***'],
  ['cnaps', '102100099996', {}, '102********6'],
  ['cnaps', '10210009999', {}, '***'],
  ['passport', 'E12345678', {}, 'E******78'],
  ['passport', 'EA1234567', {}, 'E******67'],
  ['passport', '12', {}, '***'],
  ['travelPermit', 'H12345678', {}, 'H******78'],
  ['travelPermit', 'A123456(3)', {}, 'A*****63'],
  ['travelPermit', '830000199001011234', {}, '830000********1234'],
  ['travelPermit', '没有', {}, '***'],
  ['plate', '京A12345', {}, '京A***45'],
  ['plate', '粤B·D12345', {}, '粤B****45'],
  ['plate', '12', {}, '***'],
  ['ip', '192.168.1.77', {}, '192.168.1.*'],
  ['ip', '2001:db8:1:2::77', {}, '2001:db8:1::*'],
  ['ip', '::1', {}, '0:0:0::*'],
  ['ip', '1:2:3:4:5:6:7:8:9', {}, '***'],
  ['ip', '本机', {}, '***'],
  ['geo', '116.397128,39.916527', { decimals: 2 }, '116.39,39.91'],
  ['geo', '116.397128', { decimals: 0 }, '116'],
  ['geo', '116.39', { decimals: 2 }, '***'],
  ['geo', '116.390', { decimals: 2 }, '***'],
  ['geo', '东经116度', {}, '***'],
] as const)('%s of %s with %o', (algorithm, value, params, expected) => {
  expect(shown(algorithm, value, params)).toBe(expected);
  expect(failures).toBe(0);
});

test('nothing stays nothing; an empty text, a yes or no and a big number do not show through', () => {
  expect(shown('full', null)).toBeNull();
  expect(shown('preserve', undefined)).toBeUndefined();
  expect(shown('keep', true, { head: 3, tail: 3 })).toBe('***');
  expect(shown('keep', '', { head: 3, tail: 3 })).toBe('***');
  expect(shown('empty', false)).toBeNull();
  expect(shown('fixed', '', { text: '无' })).toBe('无');
  expect(shown('keep', 13_812_345_678n, { head: 3, tail: 4 })).toBe('138****5678');
  expect(shown('full', { a: 1 })).toBe('***');
});

test.each(['token', 'encrypt', 'preserve', 'no such thing'])('what cannot be masked is hidden and told, never shown: %s', (algorithm) => {
  expect(shown(algorithm as MaskAlgorithm, '13812345678', { kind: 'mobile' })).toBe(FAILED);
  expect(failures).toBe(1);
});

test.each([
  ['13812345678', '138****5678'],
  ['1381234567', '1********7'],
  ['甲乙丙', '甲*丙'],
  ['甲乙', '甲*'],
  ['甲', '*'],
  ['*', FAILED],
  ['**', FAILED],
  [13_812_345_678, '***'],
  [null, null],
])('without a class %s is shown as %s', (value, expected) => {
  expect(maskValue(value)).toBe(expected);
});
