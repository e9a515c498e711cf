import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { AppError } from '#kit/contract/errors.ts';

/** What stands for NULL in the text; texts are always quoted, so no value can look like it. */
export const NULL_MARK = '\\N';

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return NULL_MARK;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
};

/** Writes rows as delimited text for DuckDB; a full disk share ends it with the sentence given. `close` must be called. */
export class CsvSink {
  readonly #out: ReturnType<typeof createWriteStream>;
  readonly #mostBytes: number;
  readonly #full: string;
  #bytes = 0;
  #problem: Error | null = null;

  constructor(path: string, mostBytes: number, full: string) {
    this.#out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.#out.on('error', (error) => (this.#problem ??= error));
    this.#mostBytes = mostBytes;
    this.#full = full;
  }

  /** Resolves when the rows have gone to the system: a slow disk slows the source down. */
  async write(rows: readonly unknown[][]): Promise<void> {
    if (this.#problem) throw this.#problem;
    const chunk = rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
    this.#bytes += Buffer.byteLength(chunk);
    if (this.#bytes > this.#mostBytes) throw new AppError('file.quotaExceeded', this.#full);
    if (this.#out.write(chunk)) return;
    await once(this.#out, 'drain');
  }

  async close(): Promise<void> {
    this.#out.end();
    await finished(this.#out).catch((error: Error) => (this.#problem ??= error));
    if (this.#problem) throw this.#problem;
  }
}
