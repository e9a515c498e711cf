import { expect, it } from 'vitest';
import { hasShape } from './recognise-column.ts';

it.each([
  ['999', '123', true],
  ['999', '1234', false],
  ['999', '12', false],
  ['9', 'a', false],
  ['9', '/', false],
  ['9', ':', false],
  ['AA9', 'xZ0', true],
  ['AA9', 'x10', false],
  ['A', '汉', false],
  ['汉A99999', '京A12345', true],
  ['汉A99999', 'xA12345', false],
  ['A-9', 'B-7', true],
  ['A-9', 'B_7', false],
  ['A9*', 'B7', true],
  ['A9*', 'B7 and more', true],
  ['A9*', 'B', false],
  ['*', '', true],
])('%s fits %s: %s', (shape, value, fits) => {
  expect(hasShape(shape, value)).toBe(fits);
});
