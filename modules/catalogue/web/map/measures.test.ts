import { expect, test } from 'vitest';
import type { MapNode } from '../../contract/map.ts';
import { areas } from './measures.ts';

const node = (bytes: number) => ({ bytes }) as MapNode;

test('one large table does not take the map, and an empty one keeps a place', () => {
  const sizes = areas([node(5_000_000_000), node(8192), node(8192), node(0)], 'bytes');
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes[0]! / whole).toBeLessThan(0.6);
  expect(sizes[0]!).toBeGreaterThan(sizes[1]!);
  expect(sizes[1]!).toBeGreaterThan(sizes[3]!);
  expect(sizes[3]! / whole).toBeGreaterThan(0.02);
});
