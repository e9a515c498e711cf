import type { PushMessage } from '#kit/contract/push.ts';

type Kind = PushMessage['kind'];
type DataOf<K extends Kind> = Extract<PushMessage, { kind: K }>['data'];
/** Kinds of messages: those of the contract, and `missed` (messages may be lost, refetch what is shown). */
export type PushKind = Kind | 'missed';
type Received<K extends PushKind> = K extends Kind ? DataOf<K> : Record<never, never>;

const handlers = new Map<PushKind, Set<(data: never) => void>>();

/**
 * Subscribes to messages of the server: `onPush('bell', ({ unread }) => …)`. Every tab receives every message. The result unsubscribes and
 * may be returned from an effect.
 */
export function onPush<K extends PushKind>(kind: K, handler: (data: Received<K>) => void): () => void {
  const known = handlers.get(kind) ?? new Set();
  handlers.set(kind, known.add(handler));
  return () => void known.delete(handler);
}

/** Dispatches a message to the handlers of this tab; a throwing handler does not affect the others. */
export function receivePush(message: { kind: PushKind; data: unknown }): void {
  for (const handler of handlers.get(message.kind) ?? [])
    try {
      handler(message.data as never);
    } catch (error) {
      reportError(error);
    }
}
