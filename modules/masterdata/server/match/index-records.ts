import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import { blockKeys, identitiesOf, prepare, type MatchRule } from '../../core/match/index.ts';
import type { ModelInForce } from '../model-in-force.ts';
import { compared, comparedRecords } from './records.ts';
import { turns } from './turns.ts';

/** Records read and indexed at a time. */
const PORTION = 1_000;
/** Up to so many new or changed records are looked for at once: when few of a million are, each look in order reads through all of them. */
const FEW = 20_000;
/** Keys are stored by what is told apart: no value of a record stands in the index. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Forgets everything that was compared, so that the next run compares all again; what people decided stays. */
export async function forgetCompared(db: Db, modelId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('masterdataMatchRule').set({ matchedRevision: null }).where('modelId', '=', modelId).execute();
    await tx.deleteFrom('masterdataMatchKey').where('modelId', '=', modelId).execute();
    await tx.deleteFrom('masterdataMatchPair').where('modelId', '=', modelId).execute();
    await tx.deleteFrom('masterdataMatchRecord').where('modelId', '=', modelId).execute();
  });
}

/** Forgets what is known of records that are gone, retired or merged. */
export async function forgetRecords(db: Db, modelId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('masterdataMatchKey').where('modelId', '=', modelId).where('recordId', 'in', ids).execute();
  await db.deleteFrom('masterdataMatchPair').where('modelId', '=', modelId).where('recordA', 'in', ids).execute();
  await db.deleteFrom('masterdataMatchPair').where('modelId', '=', modelId).where('recordB', 'in', ids).execute();
  await db.deleteFrom('masterdataMatchRecord').where('modelId', '=', modelId).where('recordId', 'in', ids).execute();
}

async function forgetGone(db: Db, model: ModelInForce): Promise<void> {
  const inForce = selectFrom(db, model.table, ['$id']).where(fieldRef(model.table, '$status'), '=', '1');
  const gone = await db
    .selectFrom('masterdataMatchRecord')
    .select('recordId')
    .where('modelId', '=', model.id)
    .where(sql<boolean>`not exists (select 1 from (${inForce}) as living(id) where living.id = masterdata_match_record.record_id)`)
    .execute();
  const ids = gone.map(({ recordId }) => recordId);
  for (let at = 0; at < ids.length; at += PORTION) await forgetRecords(db, model.id, ids.slice(at, at + PORTION));
}

/** The records that are new or changed since they were put into the index. */
function openRecords(db: Db, model: ModelInForce, rule: MatchRule) {
  const [id, version] = [fieldRef(model.table, '$id'), fieldRef(model.table, '$version')];
  return comparedRecords(db, model, rule).where(
    sql<boolean>`not exists (select 1 from masterdata_match_record m where m.model_id = ${model.id} and m.record_id = ${id}
      and m.record_version = ${version})`,
  );
}
async function openCount(db: Db, model: ModelInForce, rule: MatchRule): Promise<number> {
  const { count } = await db
    .selectFrom(openRecords(db, model, rule).as('open'))
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ids of the records that are new or changed, in order; null when they are many. */
async function fewOpen(db: Db, model: ModelInForce, rule: MatchRule): Promise<string[] | null> {
  const open = openRecords(db, model, rule).clearSelect().select(fieldRef(model.table, '$id').as('id'));
  // materialized: planned as a comparison of the whole tables, not as a search for the first in order
  const { rows } = await sql<{ id: string }>`with open as materialized (${open}) select id from open limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? null : rows.map((row) => row.id).sort();
}

/** Portions of the records that are new or changed, with how many there are in all. */
async function* openPortions(db: Db, model: ModelInForce, rule: MatchRule) {
  const id = fieldRef(model.table, '$id');
  const few = await fewOpen(db, model, rule);
  if (few !== null) {
    for (let at = 0; at < few.length; at += PORTION) {
      const rows = await openRecords(db, model, rule)
        .where(id, 'in', few.slice(at, at + PORTION))
        .execute();
      yield { rows, all: few.length };
    }
    return;
  }
  const all = await openCount(db, model, rule);
  for (let after = ''; ;) {
    const rows = await openRecords(db, model, rule).where(id, '>', after).orderBy(id).limit(PORTION).execute();
    if (rows.length === 0) return;
    after = String(rows.at(-1)!['$id'] as string);
    yield { rows, all };
  }
}

/** Puts records that are new or changed into the index, each portion at once; answers how many. */
export async function indexRecords(
  db: Db,
  model: ModelInForce,
  rule: MatchRule,
  { signal, progress }: { signal: AbortSignal; progress: (indexed: number, all: number) => Promise<void> },
): Promise<number> {
  await forgetGone(db, model);
  let indexed = 0;
  for await (const { rows, all } of openPortions(db, model, rule)) {
    signal.throwIfAborted();
    await indexPortion(
      db,
      model.id,
      rule,
      rows.map((row) => compared(rule, row)),
      turns(signal),
    );
    indexed += rows.length;
    await progress(indexed, Math.max(indexed, all));
  }
  return indexed;
}

async function indexPortion(
  db: Db,
  modelId: string,
  rule: MatchRule,
  records: readonly ReturnType<typeof compared>[],
  pause: () => Promise<void> | void,
): Promise<void> {
  const keys: { k: string; r: string }[] = [];
  const known: { r: string; v: number; i: Record<string, string> }[] = [];
  for (const record of records) {
    const one = prepare(rule, record);
    for (const key of blockKeys(rule, one)) keys.push({ k: digest(key), r: one.id });
    const identities = Object.entries(identitiesOf(rule, one)).map(([column, text]) => [column, digest(text)]);
    known.push({ r: record.id, v: record.version, i: Object.fromEntries(identities) as Record<string, string> });
    await pause();
  }
  await db.transaction().execute(async (tx) => {
    await forgetRecords(
      tx,
      modelId,
      records.map((record) => record.id),
    );
    await sql`insert into masterdata_match_record (model_id, record_id, record_version, identities, is_compared)
      select ${modelId}, x.r, x.v, x.i, '0' from json_to_recordset(${JSON.stringify(known)}::json) as x(r text, v integer, i jsonb)`.execute(
      tx,
    );
    await sql`insert into masterdata_match_key (model_id, block_key, record_id)
      select ${modelId}, x.k, x.r from json_to_recordset(${JSON.stringify(keys)}::json) as x(k text, r text)`.execute(tx);
  });
}
