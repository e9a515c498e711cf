import { sql, type RawBuilder } from 'kysely';
import type { PushMessage } from '#kit/contract/push.ts';
import type { Db } from './ctx.ts';
import type { PushFeed } from './push-feed.ts';

/** Addressees of a message. */
export type Recipients = 'everybody' | { readonly accounts: readonly string[] } | { readonly sessions: readonly string[] };

/** A message with its addressees. */
export interface Parcel {
  readonly to: Recipients;
  readonly message: PushMessage;
}

/** Messages from the server to browsers, across all nodes on one database. */
export interface Push {
  /** Stores a message in the caller's transaction; browsers receive it within about a second after the commit. */
  send(db: Db, to: Recipients, message: PushMessage): Promise<void>;
  /** Stores several messages, each for its own recipients, in one go. */
  sendAll(db: Db, parcels: readonly Parcel[]): Promise<void>;
  /** all messages as this node receives them */
  readonly feed: PushFeed;
}

/**
 * SQL that stores messages to accounts as part of a statement that does more: `rows` answers their id, account, kind and data. Ids come from
 * `app.ids`.
 */
export const pushInsert = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into kit_push (id, account_id, kind, data) ${rows}`;

const PER_INSERT = 1000;

interface Target {
  readonly accountId: string | null;
  readonly sessionId: string | null;
}
function targetsOf(to: Recipients): readonly Target[] {
  if (to === 'everybody') return [{ accountId: null, sessionId: null }];
  if ('accounts' in to) return [...new Set(to.accounts)].map((accountId) => ({ accountId, sessionId: null }));
  return [...new Set(to.sessions)].map((sessionId) => ({ accountId: null, sessionId }));
}

/** The push service of one node: sending writes to the database, receiving uses the node's feed. */
export function pushOf(nextId: () => string, feed: PushFeed): Push {
  const sendAll: Push['sendAll'] = async (db, parcels) => {
    const rows = parcels.flatMap(({ to, message: { kind, data } }) =>
      targetsOf(to).map((target) => ({ id: nextId(), ...target, kind, data: JSON.stringify(data) })),
    );
    for (let at = 0; at < rows.length; at += PER_INSERT)
      await db
        .insertInto('kitPush')
        .values(rows.slice(at, at + PER_INSERT))
        .execute();
  };
  return { feed, sendAll, send: (db, to, message) => sendAll(db, [{ to, message }]) };
}
