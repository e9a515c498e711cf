import { expect, it } from 'vitest';
import { nextVersion } from './next-version.ts';

it.each([
  [[], 'v1.0.0'],
  [['v1.0.0'], 'v1.0.1'],
  [['v1.0.10', 'v1.0.9', 'v0.9.99'], 'v1.0.11'],
  [['v1.0.9999'], 'v1.1.0'],
  [['v1.9999.9999', 'v1.2.0'], 'v2.0.0'],
  [['v9999.9999.9999'], null],
])('after %j comes %s', (versions, next) => {
  expect(nextVersion(versions)).toBe(next);
});
