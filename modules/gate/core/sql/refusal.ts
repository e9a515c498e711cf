import type { Lacked } from '../../contract/statement.ts';

export type { Lacked } from '../../contract/statement.ts';

/** Why the gate does not let a statement through; the message is for the person who wrote it. */
export class Refusal extends Error {
  /** position in the statement, UTF-16 units, when one place is to blame */
  readonly offset: number | null;
  /** the right that is missing, when that is why */
  readonly lacked: Lacked | null;
  constructor(message: string, offset: number | null = null, lacked: Lacked | null = null) {
    super(message);
    this.name = 'Refusal';
    this.offset = offset;
    this.lacked = lacked;
  }
}
