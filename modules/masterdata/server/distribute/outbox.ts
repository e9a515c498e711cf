import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { insertRows as insertBulk } from '#kit/server/db/bulk.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import { feedOrder, storedCell } from '../../core/index.ts';
import type { ModelInForce } from '../model-in-force.ts';

/** What happened to a record. */
export interface RecordChange {
  readonly recordId: string;
  /** add, change, retire, restore, remove, merge, unmerge */
  readonly action: string;
}
interface Within {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
}

const OUTBOX = {
  id: 'text',
  modelId: 'text',
  targetId: 'text',
  recordId: 'text',
  recordVersion: 'bigint',
  action: 'text',
  status: 'text',
  cells: 'jsonb',
  createTime: 'timestamptz',
} as const;

/** State and values of records as they are now; those that are gone are left out. */
async function standingOf(db: Db, model: ModelInForce, ids: readonly string[]) {
  const fields = model.columns.map(({ id }) => id);
  const rows = await selectFrom(db, model.table, ['$id', '$status', ...fields])
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = any(${[...ids]}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      String(row['$id'] as string),
      { status: storedCell(row['$status']), cells: Object.fromEntries(fields.map((id) => [id, storedCell(row[id])])) },
    ]),
  );
}

/** The records as they are now, into the outbox; `versions` are those in the feed. */
async function put(
  w: Within,
  model: ModelInForce,
  { changes, versions, targetId }: { changes: readonly RecordChange[]; versions: ReadonlyMap<string, string>; targetId: string | null },
): Promise<void> {
  const ids = changes.map(({ recordId }) => recordId);
  const records = await standingOf(w.db, model, ids);
  await insertBulk(
    w.db,
    'masterdata_outbox',
    OUTBOX,
    changes.map(({ recordId, action }) => {
      const record = records.get(recordId);
      return {
        id: w.app.ids.next(),
        modelId: model.id,
        targetId,
        recordId,
        recordVersion: versions.get(recordId) ?? '1',
        action,
        status: record?.status ?? null,
        cells: record?.cells ?? null,
        createTime: w.now.toISOString(),
      };
    }),
  );
}

/**
 * Writes down for the targets of a model what became of records, in the transaction of the change: after it the records are read again.
 * The version of a record in the feed is locked until the commit, so that its changes are numbered in the order in which they were made.
 */
export async function tellTargets(w: Within, model: ModelInForce, changes: readonly RecordChange[]): Promise<void> {
  if (changes.length === 0) return;
  const some = await w.db
    .selectFrom('masterdataTarget')
    .select('id')
    .where('modelId', '=', model.id)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!some) return;
  // always in the same order, so that two transactions do not wait for each other
  const ids = [...new Set(changes.map(({ recordId }) => recordId))].sort();
  const { rows } = await sql<{ recordId: string; recordVersion: string }>`
    insert into masterdata_feed_record (model_id, record_id, record_version)
    select ${model.id}, one.id, 1 from unnest(${ids}::text[]) as one (id)
    on conflict (model_id, record_id) do update set record_version = masterdata_feed_record.record_version + 1
    returning record_id, record_version`.execute(w.db);
  await put(w, model, {
    changes,
    versions: new Map(rows.map(({ recordId, recordVersion }) => [recordId, String(recordVersion)])),
    targetId: null,
  });
}

/** Queues records for one target as they are now, in a transaction that keeps writers of the model waiting. */
export async function queueFor(
  w: Within,
  model: ModelInForce,
  { targetId, ids, action }: { targetId: string; ids: readonly string[]; action: 'snapshot' | 'resend' },
): Promise<void> {
  if (ids.length === 0) return;
  const sorted = [...ids].sort();
  await sql`insert into masterdata_feed_record (model_id, record_id, record_version)
    select ${model.id}, one.id, 1 from unnest(${sorted}::text[]) as one (id) on conflict (model_id, record_id) do nothing`.execute(w.db);
  const { rows } = await sql<{ recordId: string; recordVersion: string }>`
    select record_id, record_version from masterdata_feed_record
    where model_id = ${model.id} and record_id = any(${sorted}::text[])`.execute(w.db);
  await put(w, model, {
    changes: ids.map((recordId) => ({ recordId, action })),
    versions: new Map(rows.map(({ recordId, recordVersion }) => [recordId, String(recordVersion)])),
    targetId,
  });
}

/** Keeps whoever writes records of a model waiting until the transaction ends. */
export async function holdWriters(db: Db, modelId: string): Promise<void> {
  await db.selectFrom('masterdataModel').select('id').where('id', '=', modelId).forUpdate().execute();
}

/** Numbers what was committed since, in the order of the changes; numbers have no gaps. Answers the last number. */
export async function numberChanges(db: Db, modelId: string): Promise<string> {
  await db
    .insertInto('masterdataFeed')
    .values({ modelId })
    .onConflict((conflict) => conflict.column('modelId').doNothing())
    .execute();
  const feed = await db.selectFrom('masterdataFeed').select('lastSeq').where('modelId', '=', modelId).forUpdate().executeTakeFirstOrThrow();
  const found = await db
    .selectFrom('masterdataOutbox')
    .select(['id', 'recordId', 'recordVersion'])
    .where('modelId', '=', modelId)
    .where('seq', 'is', null)
    .execute();
  if (found.length === 0) return String(feed.lastSeq);
  const ids = feedOrder(found.map((row) => ({ ...row, version: BigInt(row.recordVersion) }))).map(({ id }) => id);
  await sql`update masterdata_outbox o set seq = ${feed.lastSeq}::bigint + n.at
    from unnest(${ids}::text[]) with ordinality as n (id, at) where o.id = n.id`.execute(db);
  const last = String(BigInt(feed.lastSeq) + BigInt(ids.length));
  await db.updateTable('masterdataFeed').set({ lastSeq: last }).where('modelId', '=', modelId).execute();
  return last;
}
