import { expect, test } from 'vitest';
import { asText, asValue, typeOf } from './param-text.ts';

test('what is typed becomes a value of its type, and comes back as text', () => {
  expect(asValue('12', 'number')).toBe(12);
  expect(asValue('12x', 'number')).toBeUndefined();
  expect(asValue('12345678901234567890', 'number')).toBe('12345678901234567890');
  expect(asValue('0.10', 'number')).toBe('0.10');
  expect(asValue('a，b,\n c ', 'list')).toEqual(['a', 'b', 'c']);
  expect(asValue(' , ', 'list')).toBeUndefined();
  expect(asValue(' x ', 'text')).toBe(' x ');
  expect(asText(['a', 'b'])).toBe('a，b');
  expect(asText(0)).toBe('0');
  expect([typeOf(['a']), typeOf(3), typeOf('3'), typeOf(undefined)]).toEqual(['list', 'number', 'text', 'text']);
});
