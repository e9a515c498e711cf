import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';

/**
 * Does `one` for every item inside the transaction of the call. What is refused is tried again as long as others succeed, so that a
 * department and its parent can be given in any order; then the first refusal is thrown and everything is rolled back.
 */
export async function inPasses<T>(ctx: Ctx, items: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
  let left = items;
  while (left.length > 0) {
    const refused: { item: T; error: AppError }[] = [];
    for (const item of left) {
      await sql`savepoint recycle_row`.execute(ctx.db);
      try {
        await one(item);
        await sql`release savepoint recycle_row`.execute(ctx.db);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        await sql`rollback to savepoint recycle_row`.execute(ctx.db);
        refused.push({ item, error });
      }
    }
    const [first] = refused;
    if (first && refused.length === left.length) throw first.error;
    left = refused.map((each) => each.item);
  }
}
