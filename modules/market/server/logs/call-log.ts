import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#kit/server/ctx.ts';
import { SLOT_MS } from '../../core/statistics.ts';
import { apiLine, serviceLine, type CallLine, type LineKind, type ServiceLine } from './lines.ts';
import { claim, disown, streamOf, takeOver, touch } from './owners.ts';
import { Spool, type SpoolMode } from './spool.ts';
import type { Counted } from './stats.ts';
import { SpoolTaken, SpoolWriter, type Beside } from './writer.ts';

/** Lines are in a file after so long: a node that is killed loses no more. */
const SPOOL_MS = 10;
/** From there to the database: a few statements that cost the same for one line and for thousands. */
const FLUSH_MS = 500;
/** How often a node says that it lives and looks for lines that dead ones have left. */
const LOOK_MS = 15_000;
/**
 * A node that has not said for so long that it lives looks before it writes whether its folder is still its own; so does one that has not written
 * for a while: it may have been frozen.
 */
const SURE_MS = 1_000;
const STILL_MS = 100;
/** Lines that wait for the file at most. */
const MAX_HELD = 50_000;
/** A node that stops gives the database so long to take what waits; the rest stays in the file. */
const DRAIN_MS = 3_000;
const TOLD_WAITING = 16 * 1024 ** 2;

export interface LogState {
  readonly mode: SpoolMode;
  /** lines on their way to the file */
  readonly held: number;
  /** bytes on their way to the database */
  readonly waiting: number;
  /** lines dropped since the node started */
  readonly dropped: number;
  readonly noted: number;
  /** seconds since everything was in the database */
  readonly lagSeconds: number;
}

/**
 * Lines of calls: from memory to a file every 10 ms, from there to the database twice a second, so that no call waits for its line and
 * a killed node loses next to none. While the database is away calls go on; what the file cannot hold is dropped and counted.
 */
export class CallLog {
  readonly #app: App;
  readonly #node: string;
  readonly #root: string;
  #stream = '';
  #spool: Spool | null = null;
  #writer: SpoolWriter | null = null;
  /** whether the spool has a folder, and when its node last said that it lives */
  #isKept = false;
  #touched = 0;
  /** when lines last went to the file */
  #spooled = 0;
  #held: string[] = [];
  #tick: NodeJS.Timeout | null = null;
  #spooling: Promise<void> = Promise.resolve();
  #flushing: Promise<void> | null = null;
  readonly #timers: NodeJS.Timeout[] = [];
  #usedKeys = new Map<string, Date>();
  /** calls without a line since the last flush: kind, API, application, five minutes */
  #missing = new Map<string, number>();
  #noted = 0;
  #dropped = 0;
  #empty = performance.now();

  constructor(app: App) {
    this.#app = app;
    this.#node = String(app.node);
    this.#root = join(app.settings.dataDir, 'spool', 'calls');
  }
  get state(): LogState {
    const waiting = this.#spool?.waiting ?? 0;
    const lagSeconds = this.#isIdle ? 0 : Math.round((performance.now() - this.#empty) / 1000);
    return {
      mode: this.#spool?.mode ?? 'memory',
      held: this.#held.length,
      waiting,
      dropped: this.#dropped,
      noted: this.#noted,
      lagSeconds,
    };
  }
  get #isIdle(): boolean {
    return this.#held.length === 0 && (this.#spool?.waiting ?? 0) === 0;
  }

  start(): void {
    this.#open();
    const every = (ms: number, work: () => void) => this.#timers.push(setInterval(work, ms).unref());
    every(FLUSH_MS, () => void this.flush());
    every(LOOK_MS, () => void this.#look());
    void this.#look();
  }
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#spoolNow();
    // one that is under way may have begun before the last line
    const drained = this.flush().then(() => this.flush());
    await Promise.race([drained, sleep(DRAIN_MS, undefined, { ref: false })]);
    await this.#close();
  }
  #open(): void {
    this.#stream = randomUUID().replaceAll('-', '');
    const kept = this.#inFolder();
    this.#isKept = kept !== null;
    this.#app.conditions.set(
      'market.logMemory',
      kept ? null : '接口日志的暂存目录不可写，日志改在内存中暂存，节点异常退出时会丢失；请检查数据目录的权限和空间',
    );
    this.#spool = kept ?? new Spool(null);
    this.#touched = performance.now();
    this.#writer = new SpoolWriter(this.#app, this.#spool, this.#stream);
  }
  /** A spool in a folder of this node; null when the disk is full or refuses. */
  #inFolder(): Spool | null {
    const folder = join(this.#root, this.#stream);
    try {
      const spool = new Spool(folder);
      claim(this.#root, this.#stream);
      return spool;
    } catch {
      removeQuietly(folder);
      return null;
    }
  }
  /** Goes on in a folder of its own: another node has taken the one that it had, with everything that was in its files. */
  async #openAgain(): Promise<void> {
    const rest = this.#writer?.ownLines ?? [];
    disown(this.#root, this.#stream);
    void this.#spool?.seal();
    this.#open();
    for (const lines of rest) await this.#spool?.append(lines);
  }
  /** Whether another node cannot have taken the folder since this one last looked. */
  #isSure(): boolean {
    const now = performance.now();
    return now - this.#touched <= SURE_MS && now - this.#spooled <= STILL_MS;
  }
  /** Says that this node lives; false when its folder is not its own any more. */
  #touch(): boolean {
    if (!this.#isKept) return true;
    try {
      touch(this.#root, this.#stream);
      this.#touched = performance.now();
      return true;
    } catch {
      return false;
    }
  }
  /** What is written is gone; what could not be written stays for the next start. */
  async #close(): Promise<void> {
    const isDone = this.#isIdle;
    if (isDone) await this.#writer?.forget().catch(() => undefined);
    await (isDone ? this.#spool?.remove() : this.#spool?.seal());
    disown(this.#root, this.#stream);
  }

  note(line: CallLine): void {
    this.#noted += 1;
    if (this.#held.length >= MAX_HELD || this.#spool?.isFull === true) this.#drop('api', line.callerDate, line.apiId, line.callerId);
    else this.#hold(apiLine(line, this.#app.ids.next(), this.#node));
  }
  noteService(line: ServiceLine): void {
    this.#noted += 1;
    if (this.#held.length >= MAX_HELD || this.#spool?.isFull === true)
      this.#drop('service', line.callerDate, line.serviceId, line.callerId);
    else this.#hold(serviceLine(line, this.#app.ids.next(), this.#node));
  }
  keyUsed(keyId: string | null, at: Date): void {
    if (keyId !== null) this.#usedKeys.set(keyId, at);
  }
  #hold(line: string): void {
    this.#held.push(line);
    this.#tick ??= setTimeout(() => void this.#spoolNow(), SPOOL_MS);
  }
  #drop(kind: LineKind, at: Date, objectId: string | null, appId: string | null): void {
    this.#dropped += 1;
    const key = `${kind}\t${at.getTime() - (at.getTime() % SLOT_MS)}\t${objectId ?? ''}\t${appId ?? ''}`;
    this.#missing.set(key, (this.#missing.get(key) ?? 0) + 1);
  }

  /** Lines that are held go to the file, one write after the other. */
  #spoolNow(): Promise<void> {
    if (this.#tick) clearTimeout(this.#tick);
    this.#tick = null;
    this.#spooling = this.#spooling.then(async () => {
      if (this.#held.length === 0 || !this.#spool) return;
      const lines = Buffer.from(this.#held.join(''));
      this.#held = [];
      // one that was frozen, or whose folder was removed, would write where nobody reads
      if (!this.#isSure() && !this.#touch()) await this.#openAgain();
      this.#spooled = performance.now();
      await this.#spool.append(lines);
    });
    return this.#spooling;
  }

  /** Writes what waits to the database; what could not be written waits for the next time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#flushing = null;
      });
    return this.#flushing;
  }
  async #write(): Promise<void> {
    if (!this.#writer) return;
    const beside = this.#beside();
    await this.#writer.write(beside).finally(beside.giveBack);
    if (this.#isIdle) this.#empty = performance.now();
    this.#app.conditions.set('market.logWaiting', null);
    const used = [...this.#usedKeys];
    this.#usedKeys = new Map();
    for (const [id, at] of used) await this.#app.db.updateTable('marketAppKey').set({ lastUsedTime: at }).where('id', '=', id).execute();
  }
  #failed(error: unknown): void {
    if (error instanceof SpoolTaken) this.#spooling = this.#spooling.then(() => this.#openAgain());
    const { waiting, dropped } = this.state;
    this.#app.log.warn({ error: String(error), waiting, dropped }, 'call log not written');
    if (dropped > 0) this.#app.conditions.set('market.logWaiting', '接口日志写不进数据库，暂存已满，新的日志被丢弃；请检查数据库');
    else if (waiting > TOLD_WAITING) this.#app.conditions.set('market.logWaiting', '接口日志写不进数据库，正在本地暂存；请检查数据库');
  }
  #beside(): Beside & { giveBack(): void } {
    let taken = new Map<string, number>();
    return {
      node: this.#node,
      dropped: this.#dropped,
      count: (counted: Counted) => {
        [taken, this.#missing] = [this.#missing, new Map()];
        for (const [key, count] of taken) {
          const [kind, slot, objectId = '', appId = ''] = key.split('\t');
          counted.drop(kind as LineKind, Number(slot), objectId, appId, count);
        }
      },
      done: () => (taken = new Map()),
      giveBack: () => {
        for (const [key, count] of taken) this.#missing.set(key, (this.#missing.get(key) ?? 0) + count);
      },
    };
  }

  /** Says that this node lives, and writes what dead ones have left. */
  async #look(): Promise<void> {
    if (this.#spool === null) return;
    this.#spooling = this.#spooling.then(() => this.#settle());
    await this.#spooling;
    if (!this.#isKept) return;
    try {
      for (let name = takeOver(this.#root, this.#stream); name; name = takeOver(this.#root, this.#stream)) await this.#adopt(name);
    } catch (error) {
      this.#app.log.warn({ error: String(error) }, 'lines of another node not written');
    }
  }
  /** A folder that was taken is replaced; where there was none, one is tried again once nothing waits in memory. */
  async #settle(): Promise<void> {
    if (!this.#touch()) return this.#openAgain();
    if (this.#isKept || !this.#isIdle) return;
    const before = this.#writer;
    this.#open();
    await before?.forget().catch(() => undefined);
  }
  async #adopt(name: string): Promise<void> {
    const spool = new Spool(join(this.#root, name));
    const writer = new SpoolWriter(this.#app, spool, streamOf(name));
    try {
      await writer.write({ node: this.#node, dropped: 0, count: () => undefined, done: () => undefined });
      await writer.forget();
      await spool.remove();
      this.#app.log.info({ stream: streamOf(name) }, 'lines of a node that died are written');
    } finally {
      // what could not be written is found again
      disown(this.#root, name);
    }
  }
}

/** An empty folder would look like that of a node that died; where there cannot be one, there is none to remove. */
function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // it could not be made
  }
}
