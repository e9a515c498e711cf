import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

/** Tells every node, within a second of the commit, that APIs, applications, keys or subscriptions have changed. */
export async function bumpRegistry(db: Db): Promise<void> {
  await db
    .updateTable('marketRevision')
    .set({ revision: sql`revision + 1` })
    .where('kind', '=', 'registry')
    .execute();
}

export async function registryRevision(db: Db): Promise<string> {
  const row = await db.selectFrom('marketRevision').select('revision').where('kind', '=', 'registry').executeTakeFirstOrThrow();
  return row.revision;
}
