import type { Ctx } from '#kit/server/ctx.ts';
import type { ShareRow } from './ticket.ts';

/** Keeps what became of a visit, apart from the transaction of its call. */
export async function noteVisit(ctx: Ctx, row: ShareRow, outcome: string): Promise<void> {
  await ctx.app.db
    .insertInto('visualShareVisit')
    .values({ id: ctx.app.ids.next(), shareId: row.id, ip: ctx.ip, agent: ctx.userAgent.slice(0, 300), outcome, createTime: ctx.now })
    .execute();
}
