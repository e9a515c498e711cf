import type { App } from '#kit/server/ctx.ts';
import { copyText } from '#kit/server/db/copy.ts';
import { apiLine, KINDS, serviceLine, TARGETS, type CallLine, type LineKind, type ServiceLine } from './lines.ts';

const FLUSH_MS = 200;
/** Lines of one transaction. */
const BATCH = 5_000;
/** Lines that wait at most, when the database is away; more are dropped and counted. */
const MAX_WAITING = 50_000;

/** Keeps lines of calls and writes them a few times a second, so that no call waits for its line. */
export class CallLog {
  #waiting: string[] = [];
  #usedKeys = new Map<string, Date>();
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> | null = null;
  #dropped = 0;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }
  get dropped(): number {
    return this.#dropped;
  }
  get waiting(): number {
    return this.#waiting.length;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.flush();
    await this.flush();
  }

  note(line: CallLine): void {
    if (this.#waiting.length >= MAX_WAITING) this.#dropped += 1;
    else this.#waiting.push(apiLine(line, this.#app.ids.next(), String(this.#app.node)));
  }
  noteService(line: ServiceLine): void {
    if (this.#waiting.length >= MAX_WAITING) this.#dropped += 1;
    else this.#waiting.push(serviceLine(line, this.#app.ids.next(), String(this.#app.node)));
  }
  keyUsed(keyId: string, at: Date): void {
    this.#usedKeys.set(keyId, at);
  }

  /** Writes what waits; lines that could not be written wait for the next time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write()
      .catch((error: unknown) => this.#app.log.warn({ error: String(error), waiting: this.#waiting.length }, 'call log not written'))
      .finally(() => {
        this.#flushing = null;
      });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const part = this.#waiting.slice(0, BATCH);
      await this.#app.db.transaction().execute(async (db) => {
        for (const kind of Object.keys(KINDS) as LineKind[]) {
          const rows = part.filter((line) => line.startsWith(KINDS[kind])).map((line) => Buffer.from(line.slice(2)));
          if (rows.length > 0) await copyText(db, TARGETS[kind], rows);
        }
      });
      this.#waiting.splice(0, part.length);
    }
    const used = [...this.#usedKeys];
    this.#usedKeys = new Map();
    for (const [id, at] of used) await this.#app.db.updateTable('marketAppKey').set({ lastUsedTime: at }).where('id', '=', id).execute();
  }
}
