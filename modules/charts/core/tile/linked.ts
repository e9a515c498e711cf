import type { Scalar } from '#modules/datasets/contract/query.ts';

interface Clicked {
  readonly col: string;
  readonly value: Scalar;
}

/**
 * What a click links other items with: a mark further down stands for the way to it, too. Without it the others would forget what was chosen
 * above. Of a field that is on the way again, in finer steps of time, the mark alone counts.
 */
export const linkedValues = <T extends Clicked>(path: readonly T[], values: readonly T[]): T[] => [
  ...path.filter(({ col }) => !values.some((one) => one.col === col)),
  ...values,
];
