import type { App, Db } from '#kit/server/ctx.ts';
import { copyText } from '#kit/server/db/copy.ts';
import { KINDS, TARGETS, type LineKind } from './lines.ts';
import { parted } from './parted.ts';
import { ensureDays, type LogTable } from './partitions.ts';
import type { Place, Spool } from './spool.ts';
import { Counted } from './stats.ts';

/** Bytes of one transaction. */
const BATCH_BYTES = 4 * 1024 ** 2;
/** How long lines of a day land in the default partition before its own is tried again. */
const AGAIN_MS = 60_000;
const TABLES: Readonly<Record<LineKind, LogTable>> = { api: 'market_api_log', service: 'market_service_log' };

/** Another node took this spool over: it thought that this one was dead. */
export class SpoolTaken extends Error {}

/** What belongs to the lines and has none of its own. */
export interface Beside {
  readonly node: string;
  readonly dropped: number;
  /** adds what was dropped since the last time */
  count(counted: Counted): void;
  /** what was added is in the database */
  done(): void;
}

/** Writes the lines of one spool to the database, each once: how far it is stands in the row of the spool and moves with the lines. */
export class SpoolWriter {
  readonly #app: App;
  readonly #spool: Spool;
  readonly #stream: string;
  #at: Place | null = null;
  #written = 0;
  /** days that have a partition, as this node knows, and when it tries again for those that have none */
  readonly #days = new Map<string, number>();

  constructor(app: App, spool: Spool, stream: string) {
    this.#app = app;
    this.#spool = spool;
    this.#stream = stream;
  }

  /** Writes everything that waits; throws what the database says, SpoolTaken. */
  async write(beside: Beside): Promise<void> {
    this.#at ??= await this.#begin(beside.node);
    for (let isFirst = true; ; isFirst = false) {
      const found = await this.#spool.read(this.#at, BATCH_BYTES).catch(asTaken);
      const counted = new Counted();
      beside.count(counted);
      if (!found && (!isFirst || counted.isEmpty)) return;
      await this.#move(found?.lines ?? Buffer.alloc(0), found?.next ?? this.#at, counted, beside);
      beside.done();
    }
  }

  /** Where the last writer of this spool had come; what lies before has been written. */
  async #begin(node: string): Promise<Place> {
    const row = { stream: this.#stream, node, segment: 0, position: 0, written: 0, dropped: 0, waiting: 0, mode: this.#spool.mode };
    await this.#app.db
      .insertInto('marketLogCursor')
      .values({ ...row, updateTime: this.#app.now() })
      .onConflict((conflict) => conflict.column('stream').doNothing())
      .execute();
    const { place, written } = await this.#stored();
    this.#written = written;
    this.#spool.release(place);
    return place;
  }
  async #stored(): Promise<{ place: Place; written: number }> {
    const row = await this.#app.db
      .selectFrom('marketLogCursor')
      .select(['segment', 'position', 'written'])
      .where('stream', '=', this.#stream)
      .executeTakeFirst();
    if (!row) throw new SpoolTaken();
    return { place: { segment: Number(row.segment), position: Number(row.position) }, written: Number(row.written) };
  }

  async #move(lines: Buffer, next: Place, counted: Counted, beside: Beside): Promise<void> {
    const from = this.#at!;
    const parts = parted(lines, counted);
    await this.#prepareDays(counted);
    const written = this.#written + parts.count;
    const isMine = await this.#app.db.transaction().execute(async (db) => {
      const moved = await this.#advance(db, from, next, { written, dropped: beside.dropped });
      if (!moved) return false;
      for (const kind of Object.keys(KINDS) as LineKind[])
        if (parts.rows[kind].length > 0) await copyText(db, TARGETS[kind], parts.rows[kind]);
      await counted.write(db);
      return true;
    });
    // the answer of a commit may have been lost: then the row stands where it should
    if (!isMine && !isSame((await this.#stored()).place, next)) throw new SpoolTaken();
    this.#at = next;
    this.#written = written;
    this.#spool.release(next);
  }
  async #advance(db: Db, from: Place, next: Place, figures: { written: number; dropped: number }): Promise<boolean> {
    const moved = await db
      .updateTable('marketLogCursor')
      .set({ ...next, ...figures, waiting: this.#spool.waiting, mode: this.#spool.mode, updateTime: this.#app.now() })
      .where('stream', '=', this.#stream)
      .where('segment', '=', String(from.segment))
      .where('position', '=', String(from.position))
      .returning('stream')
      .execute();
    return moved.length > 0;
  }

  /** Lines land in the default partition when theirs cannot be made now; a task moves them. */
  async #prepareDays(counted: Counted): Promise<void> {
    for (const { kind, day } of counted.days()) {
      const key = `${kind} ${day}`;
      if ((this.#days.get(key) ?? 0) > performance.now()) continue;
      const isMade = await ensureDays(this.#app.db, TABLES[kind], [day]).then(
        () => true,
        (error: unknown) => {
          this.#app.log.warn({ error: String(error), day }, 'partition of the call log not made');
          return false;
        },
      );
      this.#days.set(key, isMade ? Number.POSITIVE_INFINITY : performance.now() + AGAIN_MS);
    }
  }

  /** What no other node can have taken over. */
  get ownLines(): Buffer[] {
    return this.#spool.inMemory(this.#at ?? BEGINNING);
  }
  /** The spool is written and gone: nothing is known of it any more. */
  async forget(): Promise<void> {
    await this.#app.db.deleteFrom('marketLogCursor').where('stream', '=', this.#stream).execute();
  }
}

const BEGINNING: Place = { segment: 0, position: 0 };
/** A file that is gone went with its folder. */
function asTaken(error: unknown): never {
  throw (error as { code?: string }).code === 'ENOENT' ? new SpoolTaken() : error;
}
const isSame = (a: Place, b: Place): boolean => a.segment === b.segment && a.position === b.position;
