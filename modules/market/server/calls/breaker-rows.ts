import type { App } from '#kit/server/ctx.ts';
import type { Breaker, BreakerState } from './breaker.ts';

/** How often a node says that a source is still left alone, and after what time its word is no longer taken. */
const SAY_MS = 15_000;
export const SILENT_MS = 60_000;

/** Keeps what this node found of a source where people see it; a database that does not answer keeps no call waiting. */
export function noteBreaker(app: App, sourceId: string, state: BreakerState, failures: number): void {
  const now = app.now();
  app.log.warn({ sourceId, state, failures }, 'breaker of a source turned');
  const write = app.db
    .insertInto('marketBreaker')
    .values({ nodeId: String(app.node), sourceId, state, failures, since: now, updateTime: now })
    .onConflict((conflict) => conflict.columns(['nodeId', 'sourceId']).doUpdateSet({ state, failures, since: now, updateTime: now }))
    .execute();
  write.catch((error: unknown) => app.log.warn({ error: String(error) }, 'state of a breaker not written'));
}

/** Forgets what a node of this number left behind, and says again and again what is left alone; answers how it ends. */
export async function keepBreakers(app: App, breaker: Breaker): Promise<() => void> {
  const nodeId = String(app.node);
  await app.db.deleteFrom('marketBreaker').where('nodeId', '=', nodeId).execute();
  const say = () => {
    const ids = breaker.open.map(({ sourceId }) => sourceId);
    if (ids.length === 0) return;
    const write = app.db
      .updateTable('marketBreaker')
      .set({ updateTime: app.now() })
      .where('nodeId', '=', nodeId)
      .where('sourceId', 'in', ids)
      .execute();
    write.catch((error: unknown) => app.log.warn({ error: String(error) }, 'state of breakers not written'));
  };
  const timer = setInterval(say, SAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
