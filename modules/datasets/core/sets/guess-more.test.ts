import { expect, test } from 'vitest';
import type { Field } from '../../contract/field.ts';
import { guessField } from './guess.ts';
import { guessHierarchy } from './hierarchy-guess.ts';

const facts = { kind: 'number' as const, sourceType: 'numeric', cnName: null, isKey: false };

test.each([
  ['新签合同额（元，含税）', '元'],
  ['回款（含税, 万元）', '万元'],
  ['造价(单位：亿元)', '亿元'],
  ['面积，单位：平方米', '平方米'],
])('%s keeps its unit', (comment, unit) => {
  expect(guessField({ ...facts, id: 'x', comment }).format?.unit).toBe(unit);
});

test('a rate whose type holds parts of one is written in percent', () => {
  expect(guessField({ ...facts, sourceType: 'numeric(5,4)', id: 'profit_rate', comment: '利润率' }).format?.kind).toBe('percent');
  expect(guessField({ ...facts, sourceType: 'numeric(12,4)', id: 'profit_rate', comment: '利润率' }).format).toBeNull();
});

const field = (id: string, name: string, type: Field['type'] = 'string'): Field => ({ id, name, type, role: 'dimension', hidden: false });
test('a new hierarchy begins with levels that belong together, or empty', () => {
  const orders = [field('order_no', '订单编号'), field('ordered_at', '下单日期', 'date'), field('status', '状态')];
  expect(guessHierarchy(orders)).toEqual([]);
  const places = [...orders, field('c', '城市'), field('p', '省份')];
  expect(guessHierarchy(places)).toEqual(['p', 'c']);
  expect(guessHierarchy(places, new Set(['p', 'c']))).toEqual([]);
  expect(guessHierarchy([field('b', '二级分类'), field('a', '一级分类')])).toEqual(['a', 'b']);
});
