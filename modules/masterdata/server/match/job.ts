import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { JobKind, JobRun } from '#kit/server/jobs.ts';
import type { MatchSummary } from '../../contract/match.ts';
import { modelInForce } from '../model-in-force.ts';
import { compareRecords, largeBlocks } from './compare.ts';
import { forgetCompared, indexRecords } from './index-records.ts';
import { regroup } from './regroup.ts';
import { ruleOf } from './rule.ts';

export const MATCH_JOB = 'masterdata.match';
/** Percent of a run after which all is indexed, and all compared. */
const INDEXED = 25;
const COMPARED = 95;
/** The planner is told of new keys when they are at least this share of all. */
const TOLD = 0.1;
/** Counting the blocks that are too large reads every key: of more records than these, a run of less than this share keeps the last count. */
const MANY = 100_000;
const COUNTED_ANEW = 0.01;
export interface MatchPayload {
  readonly modelId: string;
  /** compare everything again, whatever has been compared */
  readonly isFull: boolean;
}

async function indexedCount(db: Db, modelId: string): Promise<number> {
  const { count } = await db
    .selectFrom('masterdataMatchRecord')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('modelId', '=', modelId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Finds records that may be one: what is new or changed is indexed, compared with what shares a block, and all pairs become groups. After a
 * change of the rule everything is compared again. Wherever it is stopped, the next run goes on; the groups change only at its end.
 */
async function matchRecords({ app, payload, signal, progress, end }: JobRun<MatchPayload>): Promise<string> {
  const model = await modelInForce(app.db, { id: payload.modelId });
  const rule = await ruleOf(app.db, model);
  if (payload.isFull || rule.matchedRevision !== rule.revision) await forgetCompared(app.db, model.id);
  const indexed = await indexRecords(app.db, model, rule, {
    signal,
    progress: (done, all) => progress(Math.floor((done / all) * INDEXED), `已整理 ${done}/${all} 条`),
  });
  const all = await indexedCount(app.db, model.id);
  // how blocks are found depends on what the planner knows of them: of keys that were just written it knows nothing, and takes minutes
  if (indexed > all * TOLD) await sql`analyze masterdata_match_key, masterdata_match_record`.execute(app.db);
  const { records, pairs } = await compareRecords(app.db, model, rule, {
    signal,
    progress: (done, all, found) =>
      progress(INDEXED + Math.floor((done / Math.max(1, all)) * (COMPARED - INDEXED)), `已比较 ${done}/${all} 条，发现 ${found} 对`),
  });
  const last = all > MANY && records < all * COUNTED_ANEW ? rule.summary : null;
  const leftOut = last?.leftOut ?? (await largeBlocks(app.db, model.id));
  signal.throwIfAborted();
  return app.db.transaction().execute(async (tx) => {
    const current = await ruleOf(tx, model, { isLocked: true });
    const groups = await regroup(app, tx, model.id, { ...current, auto: rule.auto, review: rule.review });
    const summary: MatchSummary = { records: await indexedCount(tx, model.id), compared: records, pairs, groups, leftOut };
    await tx
      .updateTable('masterdataMatchRule')
      .set({ matchedRevision: rule.revision, matchTime: app.now(), summary: JSON.stringify(summary) })
      .where('modelId', '=', model.id)
      .execute();
    const text = `比较了 ${records} 条，${groups} 组待处理`;
    await end(tx, text);
    return text;
  });
}

export const matchJob: JobKind<MatchPayload> = { run: matchRecords, atOnce: 1 };
