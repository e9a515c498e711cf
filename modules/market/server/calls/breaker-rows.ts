import type { App } from '#kit/server/ctx.ts';
import type { BreakerState } from './breaker.ts';

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
