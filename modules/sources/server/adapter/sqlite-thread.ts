import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ThreadColumns, ThreadReply, ThreadRequest } from './sqlite-protocol.ts';
import { startWorker } from '#kit/server/typescript-worker.ts';

const HEAP_MB = 256;

/** The thread ended before it answered. */
export class ThreadEnded extends Error {}

/** A thread that holds one SQLite file and runs one statement at a time. */
export class SqliteThread {
  readonly #worker: Worker;
  #waiting: { resolve(result: unknown): void; reject(error: Error): void } | null = null;
  isGone = false;

  private constructor() {
    this.#worker = startWorker(new URL('./sqlite-worker.ts', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', ({ result, failure }: ThreadReply) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      if (failure === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(failure));
    });
    this.#worker.on('error', (cause) => this.#ended(cause));
    this.#worker.on('exit', () => this.#ended());
  }

  #ended(cause?: unknown): void {
    this.isGone = true;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(new ThreadEnded('the thread ended', { cause }));
  }

  #ask(request: ThreadRequest): Promise<unknown> {
    if (this.isGone) return Promise.reject(new ThreadEnded());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(request);
    });
  }

  /** Starts a thread and loads the file into it. Rejects with SQLite's words when it is none. */
  static async open(path: string): Promise<SqliteThread> {
    const thread = new SqliteThread();
    try {
      const wasm = join(dirname(createRequire(import.meta.url).resolve('sql.js')), 'sql-wasm.wasm');
      await thread.#ask({ call: 'open', path, wasm });
      return thread;
    } catch (error) {
      thread.end();
      throw error;
    }
  }

  query(text: string, params: readonly (string | number | null)[]): Promise<ThreadColumns> {
    return this.#ask({ call: 'query', text, params }) as Promise<ThreadColumns>;
  }
  /** The next rows, none at the end. */
  read(most: number): Promise<unknown[][]> {
    return this.#ask({ call: 'read', most }) as Promise<unknown[][]>;
  }
  async close(): Promise<void> {
    await this.#ask({ call: 'close' });
  }
  /** Ends the thread and whatever it does, at once. */
  end(): void {
    this.#ended();
    void this.#worker.terminate(); // nobody waits for it
  }
}
