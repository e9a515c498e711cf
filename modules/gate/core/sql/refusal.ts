/** Why the gate does not let a statement through; the message is for the person who wrote it. */
export class Refusal extends Error {
  /** position in the statement, UTF-16 units, when one place is to blame */
  readonly offset: number | null;
  constructor(message: string, offset: number | null = null) {
    super(message);
    this.name = 'Refusal';
    this.offset = offset;
  }
}
