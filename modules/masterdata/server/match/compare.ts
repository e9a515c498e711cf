import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import { comparePairs, LARGEST_BLOCK, prepare, type Block, type MatchRule, type Pair, type Prepared } from '../../core/match/index.ts';
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
  for (let after = ''; ;) {
    signal.throwIfAborted();
    const portion = await openPortion(db, model.id, after);
    if (portion.length === 0) return { records, pairs };
    after = portion.at(-1)!;
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

/** The next records to compare: only this run opens any, so that nothing before the last portion is left. */
async function openPortion(db: Db, modelId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('masterdataMatchRecord')
    .select('recordId')
    .where('modelId', '=', modelId)
    .where('isCompared', '=', '0')
    .where('recordId', '>', after)
    .orderBy('recordId')
    .limit(PORTION)
    .execute();
  return rows.map(({ recordId }) => recordId);
}

/**
 * The blocks of some records, with those members that have been compared; the others meet these when their own turn comes. Of no block more
 * members are read than tell that it is too large: a value that half of the records share would be read whole for each portion.
 */
async function blocksOf(db: Db, modelId: string, portion: readonly string[]): Promise<Block[]> {
  const ids = [...portion];
  const { rows } = await sql<{ open: string[] | null; done: string[] | null }>`
    with mine as (select distinct block_key from masterdata_match_key where model_id = ${modelId} and record_id = any(${ids}::text[])),
    block as (select mine.block_key, array(select k.record_id from masterdata_match_key k
      where k.model_id = ${modelId} and k.block_key = mine.block_key limit ${LARGEST_BLOCK + 1}) as members from mine)
    select array_agg(r.record_id) filter (where r.is_compared = '0') as open,
      array_agg(r.record_id) filter (where r.is_compared = '1') as done
    from block cross join lateral unnest(block.members) as member(record_id)
      join masterdata_match_record r on r.model_id = ${modelId} and r.record_id = member.record_id
    where cardinality(block.members) between 2 and ${LARGEST_BLOCK} and (r.is_compared = '1' or r.record_id = any(${ids}::text[]))
    group by block.block_key having count(*) > 1`.execute(db);
  return rows.map(({ open, done }) => ({ open: open ?? [], done: done ?? [] }));
}

interface Prepare {
  readonly ids: readonly string[];
  readonly kept: Map<string, Prepared>;
  readonly pause: () => Promise<void> | void;
}
/** Forgets the oldest prepared records that are not needed now, so that further ones find room. */
function makeRoom(kept: Map<string, Prepared>, needed: readonly string[], room: number): void {
  if (kept.size + room <= KEPT) return;
  const isNeeded = new Set(needed);
  for (const id of kept.keys()) {
    if (kept.size + room <= KEPT) return;
    if (!isNeeded.has(id)) kept.delete(id);
  }
}

async function prepareAll(db: Db, model: ModelInForce, rule: MatchRule, { ids, kept, pause }: Prepare): Promise<void> {
  const wanted = ids.filter((one) => !kept.has(one));
  makeRoom(kept, ids, wanted.length);
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
  const blocks = await blocksOf(db, model.id, portion);
  const pause = turns(signal);
  const ids = new Set([...portion, ...blocks.flatMap(({ open, done }) => [...open, ...done])]);
  await prepareAll(db, model, rule, { ids: [...ids], kept, pause });
  const search = comparePairs(rule, { blocks, of: (id) => kept.get(id) });
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
