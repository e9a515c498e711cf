import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { dayIn } from '#kit/server/db/today.ts';
import type { Entity } from './document.ts';

/** Counts one opening of a document, per day of the company's zone and account. */
export async function countView(ctx: Ctx, entity: Entity, id: string): Promise<void> {
  await ctx.app.db
    .insertInto('visualViewStat')
    .values({
      entityType: entity,
      entityId: id,
      day: dayIn(ctx.now),
      userId: ctx.user.id,
      views: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['entityType', 'entityId', 'day', 'userId']).doUpdateSet({ views: sql`visual_view_stat.views + 1` }),
    )
    .execute();
}
