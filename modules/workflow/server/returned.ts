import type { Db } from '#kit/server/ctx.ts';

/** Who sent the record of an instance back last, and why; null when nobody did. */
export async function lastReturn(db: Db, instanceId: string) {
  const row = await db
    .selectFrom('flowHistory')
    .leftJoin('sysUser', 'sysUser.id', 'flowHistory.actorId')
    .select(['sysUser.nickname as userName', 'flowHistory.opinion', 'flowHistory.createTime as time'])
    .where('flowHistory.instanceId', '=', instanceId)
    .where('flowHistory.action', '=', '退回')
    .orderBy('flowHistory.rev', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
