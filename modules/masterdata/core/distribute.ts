import type { TargetCondition } from '../contract/target.ts';

type Kind = TargetCondition['kind'];
/** A condition on the value of a record, which is numeric or text. */
export interface ValueCondition {
  readonly kind: Kind;
  readonly value: string;
  readonly isNumber: boolean;
}

type Order = (a: string, b: string) => number;
const byNumber: Order = (a, b) => Number(a) - Number(b);
const byText: Order = (a, b) => (a === b ? 0 : Number(a > b) * 2 - 1);
const TESTS: Readonly<Record<Exclude<Kind, 'empty' | 'filled' | 'in' | 'like' | 'ne'>, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
};

/** Whether a value meets a condition; a blank one meets 为空 and 不等于 only. */
export function meets(cell: string | null, { kind, value, isNumber }: ValueCondition): boolean {
  const order = isNumber ? byNumber : byText;
  if (kind === 'empty') return cell === null;
  if (kind === 'filled') return cell !== null;
  if (cell === null) return kind === 'ne';
  if (kind === 'like') return cell.toLowerCase().includes(value.toLowerCase());
  if (kind === 'in') return value.split(/[,，]/).some((one) => one.trim() !== '' && order(cell, one.trim()) === 0);
  if (kind === 'ne') return order(cell, value) !== 0;
  return TESTS[kind](order(cell, value));
}

const [FIRST_MS, LONGEST_MS] = [2_000, 300_000];
/** How long to wait after so many failures: 2 seconds, doubled each time, at most 5 minutes. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, Math.max(0, tries - 1)));

interface Unnumbered {
  readonly id: string;
  readonly recordId: string;
  readonly version: bigint;
}
const later = (a: string, b: string): string => (a.length > b.length || (a.length === b.length && a > b) ? a : b);

/**
 * Changes in the order in which targets hear of them: as they were made, and those of one record by their versions even where the clocks of
 * nodes disagree. Throws nothing; equal places keep their order.
 */
export function feedOrder<C extends Unnumbered>(changes: readonly C[]): C[] {
  const place = new Map<string, string>();
  const placed = changes
    .toSorted((a, b) => (a.version < b.version ? -1 : Number(a.version > b.version)))
    .map((change) => {
      const at = later(change.id, place.get(change.recordId) ?? '');
      place.set(change.recordId, at);
      return { change, at };
    });
  return placed.toSorted((a, b) => (a.at === b.at ? 0 : later(a.at, b.at) === a.at ? 1 : -1)).map(({ change }) => change);
}
