import { sql } from 'kysely';
import type { Logger } from 'pino';
import { PushMessage } from '#kit/contract/push.ts';
import type { Db } from './ctx.ts';
import { byPlace, type Placed, type ReadCursor } from './push-cursor.ts';

/** Retention of messages; a browser that was away for longer reloads everything. */
export const PUSH_KEEP_MS = 15 * 60_000;
const POLL_MS = 700;
/** Transactions may commit long after they began: each poll looks back this far … */
const OVERLAP_MS = 120_000;
/** … and every n-th poll over the whole retention. */
const WIDE_EVERY = 40;
/** A browser that missed more than this gets the oldest of them. */
const MAX_MISSED = 2_000;

/** Address of a listener: account and session. Messages go to accounts, to sessions, or to everybody. */
export interface PushAddress {
  readonly accountId: string;
  readonly sessionId: string;
}

/** A stored message. */
export interface PushRow extends Placed {
  readonly accountId: string | null;
  readonly sessionId: string | null;
  readonly message: PushMessage;
}
type Known = Omit<PushRow, 'message'>;

/** True when a message is addressed to a listener. */
export const isFor = (row: Known, { accountId, sessionId }: PushAddress): boolean =>
  (row.accountId === null && row.sessionId === null) || row.sessionId === sessionId || row.accountId === accountId;

/** Receives the messages that became visible since the last poll, oldest first; often none. */
type PushListener = (fresh: readonly PushRow[]) => Promise<void>;

export interface PushFeed {
  /**
   * Subscribes to polls, at least one per second while anybody is subscribed. Resolves once the currently visible messages are known, so
   * that nothing later is missed. The result unsubscribes.
   */
  listen(listener: PushListener): Promise<() => void>;
  /** Messages to a listener that are already visible, and therefore not new. */
  known(address: PushAddress): Placed[];
  /** Retained messages to a listener, split by whether a cursor marks them as delivered. */
  since(address: PushAddress, cursor: ReadCursor): Promise<{ delivered: Placed[]; missed: PushRow[] }>;
  stop(): Promise<void>;
}

/** uses the database clock, which also wrote the timestamps */
const backTo = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000})`;
const COLUMNS = ['id', 'accountId', 'sessionId', 'kind', 'data', 'createTime'] as const;

/**
 * Polls `kit_push` once per node on behalf of all its browsers. Rows commit out of order, so seen messages are tracked by id; a position
 * would skip rows that commit late.
 */
export function pushFeed(db: Db, log: Pick<Logger, 'warn'>): PushFeed {
  const listeners = new Set<PushListener>();
  const seen = new Map<string, Known>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let primed: Promise<void> | undefined;
  let polls = 0;
  let isStopped = false;

  const unseen = async (backMs: number): Promise<PushRow[]> => {
    const ids = await db.selectFrom('kitPush').select('id').where('createTime', '>', backTo(backMs)).execute();
    const fresh = ids.map(({ id }) => id).filter((id) => !seen.has(id));
    if (fresh.length === 0) return [];
    const rows = await db.selectFrom('kitPush').select(COLUMNS).where('id', 'in', fresh).execute();
    return rowsOf(rows);
  };

  const note = (rows: readonly PushRow[]): void => {
    for (const { id, time, accountId, sessionId } of rows) seen.set(id, { id, time, accountId, sessionId });
  };

  const poll = async (): Promise<void> => {
    const isWide = polls++ % WIDE_EVERY === WIDE_EVERY - 1;
    if (isWide) for (const [id, { time }] of seen) if (time < Date.now() - 2 * PUSH_KEEP_MS) seen.delete(id);
    const fresh = await unseen(isWide ? PUSH_KEEP_MS : OVERLAP_MS);
    note(fresh);
    await Promise.all([...listeners].map((listener) => listener(fresh)));
  };

  const schedule = (): void => {
    if (timer || isStopped) return;
    timer = setTimeout(() => {
      running = poll()
        .catch((error: unknown) => log.warn({ error: String(error) }, 'messages to browsers wait for the database'))
        .finally(() => {
          timer = undefined;
          if (listeners.size > 0) schedule();
          else primed = undefined;
        });
    }, POLL_MS);
    timer.unref();
  };

  const prime = async (): Promise<void> => {
    await running;
    seen.clear();
    note(await unseen(PUSH_KEEP_MS));
  };

  return {
    async listen(listener) {
      primed ??= prime().catch((error: unknown) => {
        primed = undefined;
        throw error;
      });
      await primed;
      listeners.add(listener);
      schedule();
      return () => void listeners.delete(listener);
    },
    known: (address) => [...seen.values()].filter((row) => isFor(row, address)),
    async since(address, cursor) {
      const rows = rowsOf(
        await db
          .selectFrom('kitPush')
          .select(COLUMNS)
          .where('createTime', '>=', new Date(cursor.floor))
          .where('createTime', '>', backTo(PUSH_KEEP_MS))
          .where((e) =>
            e.or([
              e('accountId', '=', address.accountId),
              e('sessionId', '=', address.sessionId),
              e.and([e('accountId', 'is', null), e('sessionId', 'is', null)]),
            ]),
          )
          .orderBy('createTime')
          .orderBy('id')
          .limit(MAX_MISSED)
          .execute(),
      );
      return { delivered: rows.filter((row) => cursor.isDelivered(row)), missed: rows.filter((row) => !cursor.isDelivered(row)) };
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      listeners.clear();
      await running;
    },
  };
}

interface Stored {
  id: string;
  accountId: string | null;
  sessionId: string | null;
  kind: string;
  data: unknown;
  createTime: Date;
}

/** Rows of an unknown kind (written by a newer node) are skipped. */
const rowsOf = (rows: readonly Stored[]): PushRow[] =>
  rows
    .flatMap(({ id, accountId, sessionId, kind, data, createTime }) => {
      const message = PushMessage.safeParse({ kind, data });
      return message.success ? [{ id, accountId, sessionId, message: message.data, time: createTime.getTime() }] : [];
    })
    .sort(byPlace);
