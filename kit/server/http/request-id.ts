import { randomFillSync } from 'node:crypto';

const BYTES = 8;
/** Ids of one draw: a draw for each costs more than the rest of a short call's bookkeeping. */
const DRAWN = 512;
const drawn = Buffer.alloc(BYTES * DRAWN);
let at = drawn.length;

/** An id for a request that nobody can guess: 64 random bits as hexadecimal digits. */
export function newRequestId(): string {
  if (at === drawn.length) {
    randomFillSync(drawn);
    at = 0;
  }
  at += BYTES;
  return drawn.toString('hex', at - BYTES, at);
}
