import type { App } from '#kit/server/ctx.ts';

type Heard = (sourceId: string) => Promise<unknown>;
const listeners = new WeakMap<App, Set<Heard>>();

/**
 * Hears of every source whose synchronisation on this node ended well: what it holds may have changed since. A listener that fails is logged
 * and spoils nothing. Answers how to stop hearing.
 */
export function onSourceSynced(app: App, heard: Heard): () => void {
  const all = listeners.get(app) ?? new Set();
  listeners.set(app, all);
  all.add(heard);
  return () => void all.delete(heard);
}

/** Tells those who wished to hear of it. */
export async function notifySynced(app: App, sourceId: string): Promise<void> {
  for (const heard of listeners.get(app) ?? []) {
    try {
      await heard(sourceId);
    } catch (error) {
      app.log.error({ error, sourceId }, 'a synchronisation could not be told');
    }
  }
}
