import type { Db } from '#kit/server/ctx.ts';

/**
 * Whether what waits for a batch may go on: it ended, no strong rule failed and each strong one could be judged. What could not run is no
 * verdict: whoever asks for one must not go on without it.
 */
export async function isPassed(db: Db, run: { id: string; state: string; isBlocked: string }): Promise<boolean> {
  if (run.state !== 'done' || run.isBlocked === '1') return false;
  const unjudged = await db
    .selectFrom('qualityCheckReport')
    .select('id')
    .where('checkBatch', '=', run.id)
    .where('state', '=', 'error')
    .where('ruleStrength', '=', '2')
    .limit(1)
    .executeTakeFirst();
  return unjudged === undefined;
}
