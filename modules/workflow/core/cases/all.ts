import type { ExecutionCase } from './case.ts';
import { EXCLUSIVE } from './exclusive.ts';
import { INCLUSIVE } from './inclusive.ts';
import { PARALLEL } from './parallel.ts';

/** All execution cases by construct. */
export const ALL_CASES: Readonly<Record<string, readonly ExecutionCase[]>> = {
  'exclusive gateway': EXCLUSIVE,
  'parallel gateway': PARALLEL,
  'inclusive gateway': INCLUSIVE,
};
