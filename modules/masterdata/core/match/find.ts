import { blockKeys } from './blocks.ts';
import type { MatchRecord, MatchRule, Pair } from './kinds.ts';
import { comparePair, prepare, type Prepared } from './score.ts';

/** A key that more records share says nothing (a hotline, a common name alone): its block is left out and counted. */
export const LARGEST_BLOCK = 200;

/** Records to compare: blocks of ids, what is known of each, and which of them have not been compared yet. */
export interface Search {
  readonly blocks: Iterable<readonly string[]>;
  readonly of: (id: string) => Prepared | undefined;
  readonly isWanted: (a: string, b: string) => boolean;
}

/** The wanted pairs of ids that share a block, each once, `a` before `b`. */
export function pairsToCompare({ blocks, isWanted }: Pick<Search, 'blocks' | 'isWanted'>): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const block of blocks) {
    const ids = [...block].sort();
    for (const [at, a] of ids.entries())
      for (const b of ids.slice(at + 1)) {
        if (a === b || !isWanted(a, b)) continue;
        const known = wanted.get(a);
        if (known) known.add(b);
        else wanted.set(a, new Set([b]));
      }
  }
  return wanted;
}

/**
 * Compares what shares a block; yields after each record how many it compared, so that the caller can let others work and stop. Returns the pairs at
 * or above the review threshold.
 */
export function* comparePairs(rule: MatchRule, { of, ...search }: Search): Generator<number, Pair[], void> {
  const pairs: Pair[] = [];
  for (const [a, others] of pairsToCompare(search)) {
    const one = of(a);
    if (one)
      for (const b of others) {
        const two = of(b);
        const pair = two && comparePair(rule, one, two);
        if (pair && pair.score >= rule.review) pairs.push(pair);
      }
    yield others.size;
  }
  return pairs;
}

/** All pairs of records that are held in memory, and how many blocks were too large. With `isNew` only pairs with at least one such record. */
export function findAllPairs(
  rule: MatchRule,
  records: readonly MatchRecord[],
  isNew: (id: string) => boolean = () => true,
): { pairs: Pair[]; compared: number; leftOut: number } {
  const prepared = new Map(records.map((record) => [record.id, prepare(rule, record)]));
  const blocks = new Map<string, string[]>();
  for (const one of prepared.values())
    for (const key of blockKeys(rule, one)) {
      const block = blocks.get(key);
      if (block) block.push(one.id);
      else blocks.set(key, [one.id]);
    }
  const small = [...blocks.values()].filter(({ length }) => length <= LARGEST_BLOCK);
  const search = comparePairs(rule, { blocks: small, of: (id) => prepared.get(id), isWanted: (a, b) => isNew(a) || isNew(b) });
  let compared = 0;
  for (;;) {
    const { done, value } = search.next();
    if (done) return { pairs: value, compared, leftOut: blocks.size - small.length };
    compared += value;
  }
}
