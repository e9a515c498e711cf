import { blockKeys } from './blocks.ts';
import type { MatchRecord, MatchRule, Pair } from './kinds.ts';
import { comparePair, prepare, type Prepared } from './score.ts';

/** A key that more records share says nothing (a hotline, a common name alone): its block is left out and counted. */
export const LARGEST_BLOCK = 200;

/** Ids that share a key: those whose pairs are wanted, and those that were compared with each other before. */
export interface Block {
  readonly open: readonly string[];
  readonly done: readonly string[];
}
/** Records to compare: their blocks, and what is known of each. */
export interface Search {
  readonly blocks: Iterable<Block>;
  readonly of: (id: string) => Prepared | undefined;
}

/** Notes for each open record of a block whom it meets; of two open ones the first by id does. */
function meet(wanted: Map<string, Set<string>>, { open, done }: Block): void {
  for (const a of open) {
    const known = wanted.get(a) ?? new Set();
    for (const b of done) known.add(b);
    for (const b of open) if (a < b) known.add(b);
    if (known.size > 0) wanted.set(a, known);
  }
}

/**
 * Compares open records with all that share a block with them, each pair once; yields now and then how many it compared since, so that the caller
 * can let others work and stop. Returns the pairs at or above the review threshold.
 */
export function* comparePairs(rule: MatchRule, { blocks, of }: Search): Generator<number, Pair[], void> {
  const wanted = new Map<string, Set<string>>();
  for (const block of blocks) {
    meet(wanted, block);
    yield 0;
  }
  const pairs: Pair[] = [];
  for (const [a, others] of wanted) {
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
  const parted = small.map((ids): Block => ({ open: ids.filter(isNew), done: ids.filter((id) => !isNew(id)) }));
  const search = comparePairs(rule, { blocks: parted, of: (id) => prepared.get(id) });
  let compared = 0;
  for (;;) {
    const { done, value } = search.next();
    if (done) return { pairs: value, compared, leftOut: blocks.size - small.length };
    compared += value;
  }
}
