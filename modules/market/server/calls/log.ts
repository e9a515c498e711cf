import type { App } from '#kit/server/ctx.ts';

export interface CallLine {
  readonly apiId: string | null;
  readonly callerId: string | null;
  readonly callerIp: string;
  readonly callerUrl: string;
  readonly callerParams: string;
  readonly callerDate: Date;
  readonly callerSize: number;
  readonly time: number;
  readonly msg: string;
  readonly httpStatus: number;
  readonly requestId: string;
}
const FLUSH_MS = 200;
/** Rows of one statement. */
const BATCH = 500;
/** Lines that wait at most, when the database is away; more are dropped and counted. */
const MAX_WAITING = 50_000;

/** Keeps lines of calls and writes them a few times a second, so that no call waits for its line. */
export class CallLog {
  #waiting: CallLine[] = [];
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
    else this.#waiting.push(line);
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
      const rows = part.map((line) => ({ id: this.#app.ids.next(), ...line, status: line.httpStatus === 200 ? '1' : '0' }));
      await this.#app.db.insertInto('marketApiLog').values(rows).execute();
      this.#waiting.splice(0, part.length);
    }
    const used = [...this.#usedKeys];
    this.#usedKeys = new Map();
    for (const [id, at] of used) await this.#app.db.updateTable('marketAppKey').set({ lastUsedTime: at }).where('id', '=', id).execute();
  }
}
