/** Limit of distinct prepared texts: each stays planned on every connection, so varying texts would exhaust the server's memory. */
const MAX_NAMES = 300;
/** Inserts, and writes and locks of a row by its id: their plans do not depend on the values. */
const STEADY =
  /^\s*insert\b|^(?:update|delete|with)\b.*\bwhere (?:"\w+"\.)?"id" = \$\d+|^select\b.*\bwhere (?:"\w+"\.)?"id" = .*\bfor update\b/is;
/** The unique index of a conflict is found by its condition when the plan is made: a plan for any values would not find it. */
const CONDITIONAL = /\bon conflict\b.*\bwhere\b.*\$\d/is;
/** A text is hot when it has come so often. */
const HOT_AFTER = 5;
const MAX_SEEN = 2_000;
/** Rows in their hundreds make texts of their own, each rare. */
const MAX_TEXT = 4_000;

/** The names of prepared statements of one database, the same on each of its connections. */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();
  /** Whether the server keeps what is prepared; false from the first name on that it did not know. */
  isUsed = true;

  /** The name of a text from now on; null beyond the limit of distinct texts. */
  of(text: string): string | null {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_NAMES) return null;
    const name = `steady_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  /** The name of a text that has one, or that is a steady write and has come often; else null. */
  ofHot(text: string): string | null {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_TEXT || !STEADY.test(text) || CONDITIONAL.test(text)) return null;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times >= HOT_AFTER) {
      this.#seen.delete(text);
      return this.of(text);
    }
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.set(text, times);
    return null;
  }
}
