import type { PushMessage } from '#kit/contract/push.ts';
import type { Db } from './ctx.ts';
import type { PushFeed } from './push-feed.ts';

/** Addressees of a message. */
export type Recipients = 'everybody' | { readonly accounts: readonly string[] } | { readonly sessions: readonly string[] };

/** Messages from the server to browsers, across all nodes on one database. */
export interface Push {
  /** Stores a message in the caller's transaction; browsers receive it within about a second after the commit. */
  send(db: Db, to: Recipients, message: PushMessage): Promise<void>;
  /** all messages as this node receives them */
  readonly feed: PushFeed;
}

const PER_INSERT = 1000;

/** The push service of one node: sending writes to the database, receiving uses the node's feed. */
export function pushOf(nextId: () => string, feed: PushFeed): Push {
  return {
    feed,
    async send(db, to, message) {
      const targets: { accountId: string | null; sessionId: string | null }[] =
        to === 'everybody'
          ? [{ accountId: null, sessionId: null }]
          : 'accounts' in to
            ? [...new Set(to.accounts)].map((accountId) => ({ accountId, sessionId: null }))
            : [...new Set(to.sessions)].map((sessionId) => ({ accountId: null, sessionId }));
      const rows = targets.map((target) => ({ id: nextId(), ...target, kind: message.kind, data: JSON.stringify(message.data) }));
      for (let at = 0; at < rows.length; at += PER_INSERT)
        await db
          .insertInto('kitPush')
          .values(rows.slice(at, at + PER_INSERT))
          .execute();
    },
  };
}
