import { describe, expect, it } from 'vitest';
import { randomCourse } from './random-course.ts';

/** `npm run chaos -- invariants` runs 10,000. */
const EACH = 100;

describe('random block-structured models with random commands', () => {
  it.each([1, 101, 201, 301, 401])('keep I1 to I6, end, and come to the same state when replayed: 100 from %i', async (first) => {
    const kinds: Record<string, number> = {};
    for (let seed = first; seed < first + EACH; seed += 1)
      for (const [kind, count] of Object.entries(await randomCourse(seed))) kinds[kind] = (kinds[kind] ?? 0) + count;
    for (const kind of [
      'complete',
      'fireTimer',
      'message',
      'move',
      'return',
      'restore',
      'migrate',
      'addInstance',
      'removeInstance',
      'addSigners',
      'dropTimer',
    ])
      expect(kinds[kind], kind).toBeGreaterThan(0);
  });
});
