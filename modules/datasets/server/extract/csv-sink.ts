import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { AppError } from '#kit/contract/errors.ts';
import { NULL_MARK } from '../../core/sets/extract-sql.ts';

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return NULL_MARK;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
};

/** Writes rows as delimited text; a full disk share ends it. `close` must be called. */
export class CsvSink {
  readonly #out: ReturnType<typeof createWriteStream>;
  readonly #mostBytes: number;
  #bytes = 0;
  #problem: Error | null = null;

  constructor(path: string, mostBytes: number) {
    this.#out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.#out.on('error', (error) => (this.#problem ??= error));
    this.#mostBytes = mostBytes;
  }

  /** Resolves when the rows have gone to the system: a slow disk slows the source down. */
  async write(rows: readonly unknown[][]): Promise<void> {
    if (this.#problem) throw this.#problem;
    const chunk = rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
    this.#bytes += Buffer.byteLength(chunk);
    if (this.#bytes > this.#mostBytes) throw new AppError('file.quotaExceeded', '抽取数据的空间不足，请联系管理员清理或提高上限');
    if (this.#out.write(chunk)) return;
    await new Promise<void>((resolve, reject) => {
      this.#out.once('drain', resolve);
      this.#out.once('error', reject);
    });
  }

  async close(): Promise<void> {
    this.#out.end();
    await finished(this.#out).catch((error: Error) => (this.#problem ??= error));
    if (this.#problem) throw this.#problem;
  }
}
