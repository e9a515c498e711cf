import type { PushMessage } from '#kit/contract/push.ts';

type Kind = PushMessage['kind'];
type DataOf<K extends Kind> = Extract<PushMessage, { kind: K }>['data'];
/** What can be heard: the kinds of the contract, and `missed`: messages may have been lost, ask for what you show. */
export type PushKind = Kind | 'missed';
type Heard<K extends PushKind> = K extends Kind ? DataOf<K> : Record<never, never>;

const handlers = new Map<PushKind, Set<(data: never) => void>>();

/**
 * Hears what the server tells this browser: `onPush('bell', ({ unread }) => …)`. Every tab hears every message. The result ends it;
 * an effect may return it. Handlers run whenever the browser is connected, see kit/web/push-stream.ts.
 */
export function onPush<K extends PushKind>(kind: K, handler: (data: Heard<K>) => void): () => void {
  const known = handlers.get(kind) ?? new Set();
  handlers.set(kind, known.add(handler));
  return () => void known.delete(handler);
}

/** Passes a message to the handlers of this tab. A handler that fails does not keep the others from hearing. */
export function receivePush(message: { kind: PushKind; data: unknown }): void {
  for (const handler of handlers.get(message.kind) ?? [])
    try {
      handler(message.data as never);
    } catch (error) {
      reportError(error);
    }
}
