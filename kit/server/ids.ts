/** Start of our time axis; chosen so that ids have 19 digits from the first day until 2084 and sort as text. */
const EPOCH = Date.UTC(2015, 0, 1);
const SEQUENCE_BITS = 12n;
const NODE_BITS = 10n;
const SEQUENCE_LIMIT = 1 << Number(SEQUENCE_BITS);

/** Number of nodes that can share one database. */
export const NODE_LIMIT = 1 << Number(NODE_BITS);

export interface IdMaker {
  /** A new id: 41 bits of milliseconds, 10 of node, 12 of sequence, as a decimal text. */
  next(): string;
}

/** The maker of a node, which tells how far it has got. */
export interface NodeIds extends IdMaker {
  /** the millisecond that the last id used; no later maker with this node number may begin before it is over */
  latest(): number;
}

/**
 * Makes time-ordered 64-bit ids (the snowflake layout). Ids of one maker always grow, also when the clock steps back.
 * `node` must be this process's own number (0–1023) among those on one database, and `after` the last millisecond that the number was used
 * in before: a clock that was set back meanwhile makes no id twice.
 */
export function idMaker(node: number, clock: () => number = Date.now, after = 0): NodeIds {
  if (!Number.isInteger(node) || node < 0 || node >= NODE_LIMIT) throw new Error(`node number ${node} is out of range`);
  let last = after;
  let sequence = SEQUENCE_LIMIT - 1;
  return {
    latest: () => last,
    next() {
      const now = clock();
      if (now > last) {
        last = now;
        sequence = 0;
      } else if (++sequence === SEQUENCE_LIMIT) {
        // The millisecond is used up (or the clock went back): borrow the next one.
        last += 1;
        sequence = 0;
      }
      return ((BigInt(last - EPOCH) << (NODE_BITS + SEQUENCE_BITS)) | (BigInt(node) << SEQUENCE_BITS) | BigInt(sequence)).toString();
    },
  };
}
