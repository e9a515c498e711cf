import type { App, Db } from '#kit/server/ctx.ts';
import type { LevelChange } from './inherit.ts';

/** One column whose level or class became another. */
export type Classified = Pick<LevelChange, 'columnId' | 'sourceId' | 'oldLevel' | 'newLevel' | 'oldClassId' | 'newClassId'>;
type Follower = (db: Db, changes: readonly Classified[]) => Promise<unknown>;
const followers = new WeakMap<App, Set<Follower>>();

/**
 * Registers what must follow a change of levels or classes, by hand, by recognition or by lineage. It runs in the transaction of the change:
 * when it throws, the change is undone. Returns a function that deregisters it.
 */
export function onClassified(app: App, follower: Follower): () => void {
  const all = followers.get(app) ?? new Set<Follower>();
  followers.set(app, all);
  all.add(follower);
  return () => void all.delete(follower);
}

/** Runs the followers for columns that were just written. */
export async function notifyClassified(app: App, db: Db, changes: readonly Classified[]): Promise<void> {
  if (changes.length === 0) return;
  for (const follower of followers.get(app) ?? []) await follower(db, changes);
}
