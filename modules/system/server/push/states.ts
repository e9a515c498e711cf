import type { App } from '#kit/server/ctx.ts';
import { onlineSince } from '../auth/session-store.ts';

/** Live sessions among the given ones and whether each is locked; those that ended are missing. Asking keeps none alive. */
export async function sessionStates(app: App, ids: readonly string[]): Promise<Map<string, { locked: boolean }>> {
  const now = app.now();
  const rows = await app.db
    .selectFrom('sysSession as s')
    .innerJoin('sysUser as u', 'u.id', 's.userId')
    .select(['s.id', 's.isLocked'])
    .where('s.id', 'in', ids)
    .where('s.expireTime', '>', now)
    .where('s.lastTime', '>', await onlineSince(app, app.db))
    .where('u.status', '=', '1')
    .where('u.deletedAt', 'is', null)
    .where((e) => e.or([e('u.expireTime', 'is', null), e('u.expireTime', '>', now)]))
    .execute();
  return new Map(rows.map((row) => [row.id, { locked: row.isLocked === '1' }]));
}
