import type { Connection as Client } from 'mysql2';
import { converterOf, resultColumn, type MysqlField } from './mysql-values.ts';
import type { ResultColumn } from './types.ts';

/** Rows that may wait here before the socket is paused. */
const MAX_WAITING = 512;

interface Emitter {
  on(event: 'fields', listener: (fields: MysqlField[] | undefined) => void): this;
  on(event: 'result', listener: (row: unknown) => void): this;
  on(event: 'error', listener: (error: unknown) => void): this;
  on(event: 'end', listener: () => void): this;
}

/**
 * The rows of one statement, taken from the socket only as fast as they are asked for: memory does not depend on the size of the result.
 */
export class Rows {
  readonly #client: Client;
  #waiting: unknown[][] = [];
  #columns: readonly ResultColumn[] | null = null;
  #converters: readonly (((value: unknown) => unknown) | undefined)[] = [];
  #error: unknown = null;
  #isOver = false;
  #isPaused = false;
  #wake: (() => void) | null = null;

  constructor(client: Client, text: string, params: readonly unknown[]) {
    this.#client = client;
    // Values travel apart from the text, prepared; without values the text protocol is exact and understood by every product.
    const query = (params.length > 0
      ? client.execute({ sql: text, values: [...params] as never })
      : client.query({ sql: text })) as unknown as Emitter;
    const over = (error: unknown) => {
      client.off('error', over);
      if (this.#isOver) return;
      this.#error = error;
      this.#isOver = true;
      this.#wake?.();
    };
    // a connection that is lost tells itself, not its statement, since no callback waits for that
    client.on('error', over);
    query
      .on('fields', (fields) => {
        this.#converters = (fields ?? []).map(converterOf);
        this.#columns = (fields ?? []).map(resultColumn);
        this.#wake?.();
      })
      .on('result', (row) => {
        if (!Array.isArray(row)) return; // how many rows a statement without a result changed
        this.#waiting.push(row as unknown[]);
        if (this.#waiting.length >= MAX_WAITING) this.#pause();
        this.#wake?.();
      })
      .on('error', over)
      .on('end', () => over(null));
  }

  /** everything the server had to say has been received */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** What is known once the statement answers. */
  async columns(): Promise<readonly ResultColumn[]> {
    await this.#until(() => this.#columns !== null);
    return this.#columns ?? [];
  }

  /** Up to `most` rows, at least one unless the result is over. */
  async take(most: number): Promise<unknown[][]> {
    if (this.#waiting.length === 0) this.#resume();
    await this.#until(() => this.#waiting.length > 0);
    const rows = this.#waiting.splice(0, most);
    if (this.#waiting.length < MAX_WAITING / 2) this.#resume();
    return rows.map((row) => row.map((value, i) => this.#converters[i]?.(value) ?? value));
  }

  async #until(isThere: () => boolean): Promise<void> {
    while (!isThere() && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = null;
    if (this.#error !== null && !isThere()) throw this.#error;
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#client.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#client.resume();
  }
}
