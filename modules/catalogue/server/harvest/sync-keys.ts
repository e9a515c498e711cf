import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { SyncState } from './sync-run.ts';

/** kB of search keys that wait beside their index; enough for some 500,000 columns. */
const PENDING_KB = 512 * 1024;
const INDEXES = ['metadata_table__grams_all', 'metadata_column__grams_all'];

/**
 * Lets the search keys of a large write wait beside their index (GIN pending list) instead of sorting them in every few megabytes, which takes
 * longer than the rows themselves; searches read the list too. Until the end of the transaction; the run sorts them in when it has ended.
 * A database without the setting goes on as usual.
 */
export async function deferSearchKeys(db: Db, run: SyncState): Promise<void> {
  await sql`select set_config(name, ${String(PENDING_KB)}, true) from pg_settings where name = 'gin_pending_list_limit'`.execute(db);
  run.hasDeferredKeys = true;
}

/** Sorts the waiting keys into their indexes, on a server that has such lists. When that is not possible, autovacuum or the next write does it. */
export async function settleSearchKeys(app: App, run: SyncState): Promise<void> {
  if (!run.hasDeferredKeys) return;
  try {
    const { rows } = await sql`select 1 from pg_proc where proname = 'gin_clean_pending_list'`.execute(app.db);
    if (rows.length === 0) return;
    for (const index of INDEXES) await sql`select gin_clean_pending_list(${index}::regclass)`.execute(app.db);
  } catch (error) {
    app.log.warn({ error }, 'search keys stay beside their index for now');
  }
}
