/** Epoch of the ids, in milliseconds; chosen so that ids have 19 digits until 2084 and sort as text. */
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

/** The id generator of a node, with its high-water mark. */
export interface NodeIds extends IdMaker {
  /** the millisecond of the last id; a later generator with the same node number must start after it */
  latest(): number;
}

/**
 * Generates time-ordered 64-bit ids (Snowflake layout), strictly increasing even when the clock steps back. `node` (0–1023) must be unique
 * among the live processes on one database; `after` is the last millisecond used with that number, so that a clock set back in between
 * creates no duplicates.
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
        // all sequence numbers of this millisecond are used (or the clock went back): borrow the next millisecond
        last += 1;
        sequence = 0;
      }
      return ((BigInt(last - EPOCH) << (NODE_BITS + SEQUENCE_BITS)) | (BigInt(node) << SEQUENCE_BITS) | BigInt(sequence)).toString();
    },
  };
}

/** When an id was made, in milliseconds; null for built-in ones. A clock that was set back makes ids that are ahead of it. */
export const timeOfId = (id: string): number | null =>
  /^\d{10,20}$/.test(id) ? Number(BigInt(id) >> (NODE_BITS + SEQUENCE_BITS)) + EPOCH : null;
