import { blockKeys } from './blocks.ts';
import type { MatchRecord, MatchRule, Pair } from './kinds.ts';
import { comparePair, prepare, type Prepared } from './score.ts';

/** A key that more records share says nothing (a hotline, a common name alone): its block is left out and counted. */
export const LARGEST_BLOCK = 200;

/** What a search has done so far. */
export interface FindState {
  readonly done: number;
  readonly all: number;
  readonly compared: number;
  readonly leftOut: number;
}
export interface Found {
  readonly pairs: readonly Pair[];
  readonly compared: number;
  /** blocks that were too large */
  readonly leftOut: number;
}

/**
 * All pairs of records at or above the review threshold. A generator that pauses after each record with what it has done, so that the caller can
 * let others work and stop it. With `isNew` only pairs with at least one such record are compared. The order of the records makes no
 * difference to what is found.
 */
export function* findPairs(
  rule: MatchRule,
  records: readonly MatchRecord[],
  isNew: (id: string) => boolean = () => true,
): Generator<FindState, Found, void> {
  const prepared: Prepared[] = [];
  const blocks = new Map<string, number[]>();
  const keysOf: (readonly string[])[] = [];
  const all = records.length * 2;
  for (const record of records) {
    const at = prepared.length;
    const one = prepare(rule, record);
    const keys = blockKeys(rule, one);
    prepared.push(one);
    keysOf.push(keys);
    for (const key of keys) {
      const block = blocks.get(key);
      if (block) block.push(at);
      else blocks.set(key, [at]);
    }
    yield { done: prepared.length, all, compared: 0, leftOut: 0 };
  }
  let leftOut = 0;
  for (const block of blocks.values()) if (block.length > LARGEST_BLOCK) leftOut += 1;
  const pairs: Pair[] = [];
  let compared = 0;
  for (const [at, one] of prepared.entries()) {
    const isOneNew = isNew(one.id);
    const others = new Set<number>();
    for (const key of keysOf[at]!) {
      const block = blocks.get(key)!;
      if (block.length > LARGEST_BLOCK) continue;
      for (const other of block) if (other > at && (isOneNew || isNew(prepared[other]!.id))) others.add(other);
    }
    for (const other of others) {
      const pair = comparePair(rule, one, prepared[other]!);
      compared += 1;
      if (pair.score >= rule.review) pairs.push(pair);
    }
    yield { done: records.length + at + 1, all, compared, leftOut };
  }
  return { pairs, compared, leftOut };
}

/** Runs a search to its end. */
export function findAllPairs(rule: MatchRule, records: readonly MatchRecord[], isNew?: (id: string) => boolean): Found {
  const search = findPairs(rule, records, isNew);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}
