import { describe, expect, it } from 'vitest';
import { filledJson, filledPath, filledText, jsonProblem } from './places.ts';

const values = { title: '服务器 "A" \\ 新', amount: '12.50', days: 3, list: ['a', { b: 1 }], isBig: true, nothing: null };

it('a text takes texts and numbers, and keeps what has no value', () => {
  expect(filledText('{title}：{days} 天，{list}，{unknown}', values)).toBe('服务器 "A" \\ 新：3 天，{list}，{unknown}');
});

it('an address keeps its shape whatever a value holds', () => {
  expect(filledPath('/orders/{title}?a={amount}&b={unknown}', { title: '../x?y=1&/', amount: '1' })).toBe(
    '/orders/..%2Fx%3Fy%3D1%26%2F?a=1&b=',
  );
});

describe('JSON', () => {
  it('stays JSON whatever a value holds, inside of texts and as values', () => {
    const template =
      '{"name": "申请：{title}", "amount": {amount}, "days": {days}, "list": {list}, "big": {isBig}, "none": {unknown}, "n": {nothing}, "t": "{unknown}"}';
    expect(jsonProblem(template)).toBeNull();
    expect(JSON.parse(filledJson(template, values))).toEqual({
      name: '申请：服务器 "A" \\ 新',
      amount: '12.50',
      days: 3,
      list: ['a', { b: 1 }],
      big: true,
      none: null,
      n: null,
      t: '',
    });
  });

  it('is not left by escaped quotes, nor entered by a member of every object', () => {
    expect(JSON.parse(filledJson('{"a": "x\\"{title}", "b": {toString}}', { title: '", "evil": "1' }))).toEqual({
      a: 'x"", "evil": "1',
      b: null,
    });
  });

  it.each(['{"a": }', '{a: 1}', '["{title}"', '{"a": {title}'])('%s is refused', (template) =>
    expect(jsonProblem(template)).toContain('JSON'),
  );
});
