import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import { comparePairs, LARGEST_BLOCK, prepare, type MatchRule, type Pair, type Prepared } from '../../core/match/index.ts';
import type { ModelInForce } from '../model-in-force.ts';
import { compared, comparedRecords } from './records.ts';
import { turns } from './turns.ts';

/** Records whose blocks are looked at together. */
const PORTION = 500;
/** Prepared records kept between portions. */
const KEPT = 20_000;

export interface Compared {
  readonly records: number;
  readonly pairs: number;
}
interface Steps {
  readonly signal: AbortSignal;
  readonly progress: (done: number, all: number, pairs: number) => Promise<void>;
}

/** Compares every record of the index that has not been compared yet with all that share a block with it, and keeps the pairs. */
export async function compareRecords(db: Db, model: ModelInForce, rule: MatchRule, { signal, progress }: Steps): Promise<Compared> {
  const kept = new Map<string, Prepared>();
  const all = await countOpen(db, model.id);
  let records = 0;
  let pairs = 0;
  for (;;) {
    signal.throwIfAborted();
    const portion = await openPortion(db, model.id);
    if (portion.length === 0) return { records, pairs };
    const found = await comparePortion(db, model, rule, { portion, kept, signal });
    await keepPairs(db, model.id, portion, found);
    records += portion.length;
    pairs += found.length;
    await progress(records, all, pairs);
  }
}

async function countOpen(db: Db, modelId: string): Promise<number> {
  const row = await db
    .selectFrom('masterdataMatchRecord')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('modelId', '=', modelId)
    .where('isCompared', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function openPortion(db: Db, modelId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('masterdataMatchRecord')
    .select('recordId')
    .where('modelId', '=', modelId)
    .where('isCompared', '=', '0')
    .orderBy('recordId')
    .limit(PORTION)
    .execute();
  return rows.map(({ recordId }) => recordId);
}

/** The blocks of some records with all their members, and which of these have been compared before. */
async function blocksOf(db: Db, modelId: string, portion: readonly string[]) {
  const { rows } = await sql<{ blockKey: string; recordId: string; isCompared: string }>`
    with mine as (select distinct block_key from masterdata_match_key where model_id = ${modelId} and record_id in (${sql.join(portion)})),
    sized as (select k.block_key from masterdata_match_key k join mine on mine.block_key = k.block_key
      where k.model_id = ${modelId} group by k.block_key having count(*) between 2 and ${LARGEST_BLOCK})
    select k.block_key, k.record_id, r.is_compared from masterdata_match_key k join sized on sized.block_key = k.block_key
      join masterdata_match_record r on r.model_id = k.model_id and r.record_id = k.record_id
      where k.model_id = ${modelId}`.execute(db);
  const blocks = new Map<string, string[]>();
  const done = new Set<string>();
  for (const { blockKey, recordId, isCompared } of rows) {
    const block = blocks.get(blockKey);
    if (block) block.push(recordId);
    else blocks.set(blockKey, [recordId]);
    if (isCompared === '1') done.add(recordId);
  }
  return { blocks: [...blocks.values()], done };
}

interface Prepare {
  readonly ids: readonly string[];
  readonly kept: Map<string, Prepared>;
  readonly pause: () => Promise<void> | void;
}
async function prepareAll(db: Db, model: ModelInForce, rule: MatchRule, { ids, kept, pause }: Prepare): Promise<void> {
  const missing = ids.filter((id) => !kept.has(id));
  if (kept.size + missing.length > KEPT) kept.clear();
  const wanted = kept.size === 0 ? ids : missing;
  const id = fieldRef(model.table, '$id');
  for (let at = 0; at < wanted.length; at += PORTION) {
    const rows = await comparedRecords(db, model, rule)
      .where(id, 'in', wanted.slice(at, at + PORTION))
      .execute();
    for (const row of rows) {
      const one = prepare(rule, compared(rule, row));
      kept.set(one.id, one);
      await pause();
    }
  }
}

async function comparePortion(
  db: Db,
  model: ModelInForce,
  rule: MatchRule,
  { portion, kept, signal }: { portion: readonly string[]; kept: Map<string, Prepared>; signal: AbortSignal },
): Promise<Pair[]> {
  const { blocks, done } = await blocksOf(db, model.id, portion);
  const mine = new Set(portion);
  const pause = turns(signal);
  await prepareAll(db, model, rule, { ids: [...new Set([...portion, ...blocks.flat()])], kept, pause });
  // what is neither compared nor in this portion meets this one when its own turn comes
  const isReady = (id: string): boolean => mine.has(id) || done.has(id);
  const search = comparePairs(rule, {
    blocks,
    of: (id) => kept.get(id),
    isWanted: (a, b) => (mine.has(a) || mine.has(b)) && isReady(a) && isReady(b),
  });
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
    await pause();
  }
}

async function keepPairs(db: Db, modelId: string, portion: readonly string[], pairs: readonly Pair[]): Promise<void> {
  const rows = pairs.map(({ a, b, score, reasons }) => ({ a, b, s: score, r: reasons }));
  await db.transaction().execute(async (tx) => {
    await sql`insert into masterdata_match_pair (model_id, record_a, record_b, score, reasons)
      select ${modelId}, x.a, x.b, x.s, x.r from json_to_recordset(${JSON.stringify(rows)}::json) as x(a text, b text, s numeric, r jsonb)
      on conflict (model_id, record_a, record_b) do update set score = excluded.score, reasons = excluded.reasons`.execute(tx);
    await tx
      .updateTable('masterdataMatchRecord')
      .set({ isCompared: '1' })
      .where('modelId', '=', modelId)
      .where('recordId', 'in', [...portion])
      .execute();
  });
}

/** How many values so many records share that they say nothing. */
export async function largeBlocks(db: Db, modelId: string): Promise<number> {
  const { rows } = await sql<{
    count: string;
  }>`select count(*) as count from (select 1 from masterdata_match_key where model_id = ${modelId}
    group by block_key having count(*) > ${LARGEST_BLOCK}) large`.execute(db);
  return Number(rows[0]!.count);
}
