import { expect, test } from 'vitest';
import { stopwatch } from '#kit/test/spent.ts';
import { inScope } from './in-scope.ts';

const names = ['shop.orders', 'shop.order_items', 'shop.tmp_a', 'hr.staff', 'hr.tmp_b'];
const left = (scope: Partial<Parameters<typeof inScope>[0]>) => {
  const test = inScope({ schemas: [], include: [], exclude: [], ...scope });
  return names.filter((name) => test(...(name.split('.') as [string, string])));
};

test('without limits everything is in scope', () => expect(left({})).toEqual(names));
test.each([
  [{ schemas: ['hr'] }, ['hr.staff', 'hr.tmp_b']],
  [{ include: ['shop.*'] }, ['shop.orders', 'shop.order_items', 'shop.tmp_a']],
  [{ include: ['SHOP.Order*'] }, ['shop.orders', 'shop.order_items']],
  [{ exclude: ['tmp_*'] }, ['shop.orders', 'shop.order_items', 'hr.staff']],
  [{ exclude: ['*.tmp_*'] }, ['shop.orders', 'shop.order_items', 'hr.staff']],
  [{ include: ['*'], exclude: ['*'] }, []],
  [{ include: ['order'] }, []],
  [{ include: ['shop.order?', 'h(r.*'] }, []],
  [{ schemas: ['shop'], include: ['*items', 'hr.*'] }, ['shop.order_items']],
])('%j leaves %j', (scope, expected) => expect(left(scope)).toEqual(expected));

test('a pattern full of stars takes no time', () => {
  const spent = stopwatch();
  expect(inScope({ schemas: [], include: [`${'*a'.repeat(60)}b`], exclude: [] })('s', 'a'.repeat(120))).toBe(false);
  expect(spent()).toBeLessThan(100);
});
