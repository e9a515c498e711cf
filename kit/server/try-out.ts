import { sql } from 'kysely';
import type { Ctx, Db } from './ctx.ts';

class RollBack extends Error {}

/** The same caller and route on another connection, with a discarded audit trail. */
const silent = (ctx: Ctx, db: Db): Ctx =>
  Object.create(ctx, {
    db: { value: db },
    audit: { value: { change: () => undefined, note: () => undefined } },
    afterCommit: { value: () => undefined },
  }) as Ctx;

/**
 * Runs work as it would be done and always takes its writes back: in a savepoint of the call's transaction if there is one, else in a
 * transaction of its own. The work gets a context that leaves nothing in the operation log and runs nothing after the commit.
 */
export async function tryOut<T>(ctx: Ctx, work: (trying: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) {
    await sql`savepoint try_out`.execute(ctx.db);
    const value = await work(silent(ctx, ctx.db));
    await sql`rollback to savepoint try_out`.execute(ctx.db);
    return value;
  }
  const done: T[] = [];
  try {
    await ctx.db.transaction().execute(async (db) => {
      done.push(await work(silent(ctx, db)));
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
  return done.at(-1) as T;
}
