import type { Db } from '#kit/server/ctx.ts';

/** Marks work of the outbox as done. */
export async function markDone(db: Db, endTime: Date, id: string): Promise<void> {
  await db.updateTable('flowOutbox').set({ state: 'done', endTime, error: null }).where('id', '=', id).execute();
}
