import { sql } from 'kysely';
import * as z from 'zod';
import type { App, Db } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';

/** What follows the synchronisation of a source. Its writes go through `db`: they happen exactly once per synchronisation. */
type Follow = (db: Db, sourceId: string) => Promise<unknown>;
const followers = new WeakMap<App, Map<string, Follow>>();

/**
 * Registers a follow-up of successful synchronisations. `name` identifies it in the database and must never change. It runs once per
 * synchronisation: right after it on the same node, or within a minute on any node if that node stopped; the mark that it ran is written
 * in the follow-up's own transaction. A follow-up that throws is logged and retried. Returns a function that deregisters it.
 */
export function onSourceSynced(app: App, name: string, follow: Follow): () => void {
  const all = followers.get(app) ?? new Map<string, Follow>();
  followers.set(app, all);
  all.set(name, follow);
  return () => void all.delete(name);
}

/** Runs one follower for one source unless it has followed the last synchronisation already. Returns whether it ran. */
async function followOnce(app: App, [name, follow]: readonly [string, Follow], sourceId: string): Promise<boolean> {
  return app.db.transaction().execute(async (db) => {
    const { rows } = await sql`
      insert into metadata_sync_follower as f (follower, source_id, sync_time)
      select ${name}, id, sync_time from metadata_source where id = ${sourceId} and deleted_at is null and sync_time is not null
      on conflict (follower, source_id) do update set sync_time = excluded.sync_time where f.sync_time <> excluded.sync_time
      returning 1`.execute(db);
    if (rows.length > 0) await follow(db, sourceId);
    return rows.length > 0;
  });
}

async function tryToFollow(app: App, follower: readonly [string, Follow], sourceId: string): Promise<boolean> {
  try {
    return await followOnce(app, follower, sourceId);
  } catch (error) {
    app.log.error({ error, sourceId, follower: follower[0] }, 'a synchronisation could not be followed');
    return false;
  }
}

/** Runs the registered follow-ups of a source. To be called after the commit of a synchronisation; does not throw when one fails. */
export async function notifySynced(app: App, sourceId: string): Promise<void> {
  for (const follower of followers.get(app) ?? []) await tryToFollow(app, follower, sourceId);
}

/** Follows the synchronisations whose node stopped before it could. */
export const followSynced = defineTask({
  name: '同步后续处理',
  summary: '补做数据源同步后因节点停止而未完成的后续处理',
  params: z.object({}),
  async run({ app, signal }) {
    let followed = 0;
    for (const follower of followers.get(app) ?? []) {
      const { rows } = await sql<{ id: string }>`
        select s.id from metadata_source s left join metadata_sync_follower f on f.source_id = s.id and f.follower = ${follower[0]}
        where s.deleted_at is null and s.sync_time is not null and f.sync_time is distinct from s.sync_time order by s.id`.execute(app.db);
      for (const { id } of rows) {
        signal.throwIfAborted();
        if (await tryToFollow(app, follower, id)) followed++;
      }
    }
    return followed === 0 ? null : `补做 ${followed} 项同步后续处理`;
  },
});
