import type { App } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';

/**
 * Runs work that no call makes in a transaction of its own, and what it leaves for `afterCommit` once that has committed. A transaction that
 * is repeated after a conflict begins with nothing left. Throws what the work throws: then nothing holds.
 */
export async function inFlowTransaction<Answer>(app: App, work: (scope: FlowScope) => Promise<Answer>): Promise<Answer> {
  const afterwards: (() => Promise<void> | void)[] = [];
  const answer = await app.db.transaction().execute((db) => {
    afterwards.length = 0;
    return work({ app, db, now: app.now(), afterCommit: (each) => void afterwards.push(each) });
  });
  for (const each of afterwards) await each();
  return answer;
}
