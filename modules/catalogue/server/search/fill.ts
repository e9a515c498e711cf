import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { searchTextOf } from '../../core/search/grams.ts';

export const FILL_JOB = 'metadata.search.fill';
const BATCH = 1000;
/** Between two looks at rows that another transaction holds. */
const LOOK_MS = 200;

type Kind = 'table' | 'column';
const TABLES = { table: 'metadata_table', column: 'metadata_column' } as const;

interface Filled {
  id: string;
  texts: (string | null)[];
}

/** What objects can be found by, the most telling first: see `searchTextOf`. */
const textsOf = {
  table: (where: ReturnType<typeof sql>) => sql<Filled>`
    select t.id, array[t.table_name, t.cn_name, t.table_comment, t.description, d.domain_name, u.nickname]
      || array(select g.tag_name from metadata_tag_link l join metadata_tag g on g.id = l.tag_id
               where l.object_type = 'table' and l.object_id = t.id and g.deleted_at is null order by g.tag_name) as texts
    from metadata_table t left join metadata_domain d on d.id = t.domain_id left join sys_user u on u.id = t.owner_id ${where}`,
  column: (where: ReturnType<typeof sql>) => sql<Filled>`
    select t.id, array[t.column_name, t.cn_name, t.column_comment, t.description]
      || array(select g.tag_name from metadata_tag_link l join metadata_tag g on g.id = l.tag_id
               where l.object_type = 'column' and l.object_id = t.id and g.deleted_at is null order by g.tag_name) as texts
    from metadata_column t ${where}`,
};

async function write(db: Db, kind: Kind, rows: readonly Filled[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ id, texts }) => ({ id, ...searchTextOf(texts) }));
  await sql`
    update ${sql.table(TABLES[kind])} t set grams = array(select jsonb_array_elements_text(v.grams)), search_text = v.search_text
    from (select x->>'id' as id, x->'grams' as grams, x->>'searchText' as search_text from jsonb_array_elements(${JSON.stringify(values)}::jsonb) x) v
    where t.id = v.id`.execute(db);
}

/** Works out anew what the given tables and columns are found by; inside the transaction that changed them. */
export async function refreshSearchText(db: Db, kind: Kind, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += BATCH) {
    const chunk = ids.slice(i, i + BATCH);
    await write(db, kind, (await textsOf[kind](sql`where t.id = any(${chunk})`).execute(db)).rows);
  }
}

/** Locks one batch of rows without search text; other nodes skip locked rows. */
async function fillBatch(db: Db, kind: Kind): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(TABLES[kind])} where search_text = '' order by id limit ${BATCH} for update skip locked`.execute(trx);
    await refreshSearchText(
      trx,
      kind,
      rows.map((row) => row.id),
    );
    return rows.length;
  });
}

/** Background job: fills missing search texts in batches. Can be interrupted; filled rows are not selected again. */
export async function fillSearch(run: JobRun<null>): Promise<string> {
  let filled = 0;
  for (;;) {
    for (const kind of ['table', 'column'] as const)
      for (let n = BATCH; n > 0;) {
        run.signal.throwIfAborted();
        n = await fillBatch(run.app.db, kind);
        filled += n;
        if (n > 0) await run.progress(50, `已建立 ${filled} 个检索项`);
      }
    const text = `建立检索项 ${filled} 个`;
    if (await endFilled(run, text)) return text;
    await sleep(LOOK_MS, null, { signal: run.signal });
  }
}

class Unfilled extends Error {}

/** Ends the job unless rows are left. Requests until now have joined this job; later ones start another. */
const endFilled = (run: JobRun<null>, text: string): Promise<boolean> =>
  run.app.db
    .transaction()
    .execute(async (db) => {
      await run.end(db, text);
      if (await isUnfilled(db)) throw new Unfilled();
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Unfilled) return false;
      throw error;
    });

const isUnfilled = async (db: Db): Promise<boolean> =>
  (
    await sql<{ any: boolean }>`
      select exists (select 1 from metadata_table where search_text = '') or exists (select 1 from metadata_column where search_text = '') as any`.execute(
      db,
    )
  ).rows[0]?.any === true;

/**
 * Has rows with an empty search text filled in the background; nothing happens when there are none. Whoever writes many rows at once may leave
 * `search_text` empty and call this once that is committed: a job that runs already is joined. One job for all nodes.
 */
export async function requestSearchFill(app: App, db: Db): Promise<void> {
  if (await isUnfilled(db)) await app.jobs.enqueue(db, { kind: FILL_JOB, subject: 'all', payload: null, createBy: 'system' });
}

/** Leaves the search text of everything that carries a tag or lies in a domain to the background job. */
export async function forgetSearchText({ app, db, afterCommit }: Ctx, of: { tagId: string } | { domainId: string }): Promise<void> {
  if ('domainId' in of) await db.updateTable('metadataTable').set({ searchText: '' }).where('domainId', '=', of.domainId).execute();
  else
    for (const [objectType, table] of [
      ['table', 'metadataTable'],
      ['column', 'metadataColumn'],
    ] as const)
      await db
        .updateTable(table)
        .set({ searchText: '' })
        .where('id', 'in', (e) =>
          e.selectFrom('metadataTagLink').select('objectId').where('objectType', '=', objectType).where('tagId', '=', of.tagId),
        )
        .execute();
  afterCommit(() => requestSearchFill(app, app.db));
}
