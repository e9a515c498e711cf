import { expect, it } from 'vitest';
import { keyText } from './key-text.ts';

it('takes a key from either header, and none from an empty one', () => {
  expect(keyText({ api_key: 'ak_1.x' })).toBe('ak_1.x');
  expect(keyText({ 'x-api-key': 'ak_1.x' })).toBe('ak_1.x');
  expect(keyText({ api_key: '', 'x-api-key': 'ak_1.x' })).toBe('ak_1.x');
  expect(keyText({ api_key: '' })).toBeNull();
  expect(keyText({})).toBeNull();
  expect(keyText({ api_key: 'k'.repeat(201) })).toBeNull();
  expect(keyText({ api_key: ['a', 'b'] })).toBeNull();
});
