import { writersOf, type ColumnOut, type ColumnWriter } from './json-rows.ts';
import type { Batch } from './postgres-batch.ts';
import type { WireColumn } from './postgres-wire-messages.ts';
import type { WireWriter } from './postgres-wire-writer.ts';

type Outs = (columns: readonly WireColumn[]) => readonly ColumnOut[];

/** A statement that a connection knows. */
export class Prepared {
  readonly name: string;
  columns: readonly WireColumn[] = [];
  /** the statement for several runs; null where there is none */
  batch: Batch | null = null;
  /** milliseconds from which on runs may go together */
  batchFrom = 0;
  /** writers of the last caller's outputs, made anew when they differ */
  #writers: { readonly outs: Outs; readonly list: readonly ColumnWriter[] } | null = null;

  constructor(name: string) {
    this.name = name;
  }
  writers(outs: Outs): readonly ColumnWriter[] {
    if (this.#writers?.outs === outs) return this.#writers.list;
    const list = writersOf(
      this.columns.map(({ dataTypeID }) => dataTypeID),
      outs(this.columns),
    );
    this.#writers = { outs, list };
    return list;
  }
}

/** Statements that one connection keeps; beyond, the one that was not used for longest is closed. */
const MAX_PREPARED = 200;

/** The statements of one connection, by their texts. What is made and closed is written to `out`. */
export class PreparedStatements {
  readonly #known = new Map<string, Prepared>();
  readonly #out: WireWriter;
  #made = 0;

  constructor(out: WireWriter) {
    this.#out = out;
  }
  find(text: string): Prepared | undefined {
    return this.#known.get(text);
  }

  /** Finds a statement, or has it parsed and described. */
  use(text: string): Prepared {
    const known = this.#known.get(text);
    if (known) {
      this.#known.delete(text);
      this.#known.set(text, known);
      return known;
    }
    const made = new Prepared(`api_${++this.#made}`);
    this.#out.prepare(made.name, text);
    this.#known.set(text, made);
    if (this.#known.size > MAX_PREPARED) {
      const [oldest, { name }] = this.#known.entries().next().value!;
      this.#known.delete(oldest);
      this.#out.close(name);
    }
    return made;
  }

  /** The server may not know it any more; what is closed goes with the next statement. */
  forget(text: string): void {
    const known = this.#known.get(text);
    if (!known) return;
    this.#known.delete(text);
    this.#out.close(known.name);
  }
}
