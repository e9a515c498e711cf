import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, App, Db } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { resumesElsewhere, type AbandonedJob, type JobRun } from '#kit/server/jobs.ts';
import { merge as contract } from '../../contract/match.ts';
import { loadCandidate } from '../match/candidates.ts';
import { regroup } from '../match/regroup.ts';
import { ruleOf } from '../match/rule.ts';
import { modelInForce } from '../model-in-force.ts';
import { mergeRecords } from './merge.ts';

export const MERGE_JOB = 'masterdata.mergeBatch';
export interface MergeBatchPayload {
  readonly modelId: string;
}
/** Groups that are fetched together; each is merged in a transaction of its own. */
const PORTION = 100;
const PERMISSION = 'masterdata:data:merge';
const STOPPED = '已停止，已合并的组保留';
const CHANGED = '该组在合并前已变化，未合并';

type Run = JobRun<MergeBatchPayload>;
interface Batch {
  readonly modelId: string;
  readonly revision: number;
  readonly createBy: string;
}
interface Group {
  readonly candidateId: string;
  readonly records: unknown;
}

/** Who asked for it, with the rights of now. Throws rule.broken when the account or its right is gone. */
async function starter(app: App, id: string): Promise<Account> {
  const user = (await app.modules.find((one) => one.accountOf)?.accountOf?.(app.db, id)) ?? null;
  if (!user || !holds(user, PERMISSION)) throw new AppError('rule.broken', '发起人的账号或合并权限已失效，已停止批量合并');
  return user;
}

/** Merges one group as it was when it was decided on. What is in the way of it is thrown as an AppError, and nothing is changed. */
async function mergeOne(run: Run, batch: Batch, user: Account, group: Group): Promise<void> {
  const { app, id: batchId } = run;
  const { afterCommit } = await app.db.transaction().execute(async (db) => {
    const origin = { user, route: contract.startBatch, db, signal: run.signal, requestId: batchId, ip: '', userAgent: '' };
    const { ctx, afterCommit: later } = detachedCtx(app, origin);
    const { row, model, records } = await loadCandidate(ctx, group.candidateId, { isLocked: true });
    const rule = await ruleOf(db, model);
    if (rule.revision !== batch.revision) throw new AppError('rule.broken', '匹配规则已修改，未合并');
    const isSame = row.state === 'open' && row.zone === 'auto' && records.join(' ') === (group.records as string[]).join(' ');
    if (!isSame) throw new AppError('rule.broken', CHANGED);
    const { id: mergeId } = await mergeRecords(ctx, batch.modelId, { candidateId: group.candidateId }, { batchId });
    await keepGroup(db, batchId, group.candidateId, { state: 'merged', mergeId });
    return { afterCommit: later };
  });
  for (const work of afterCommit) await work();
}

const keepGroup = (
  db: Db,
  batchId: string,
  candidateId: string,
  values: { state: 'merged' | 'skipped'; mergeId?: string; message?: string },
) =>
  db
    .updateTable('masterdataMergeBatchGroup')
    .set(values)
    .where('batchId', '=', batchId)
    .where('candidateId', '=', candidateId)
    .where('state', '=', 'waiting')
    .execute();

const portion = (db: Db, batchId: string): Promise<Group[]> =>
  db
    .selectFrom('masterdataMergeBatchGroup')
    .select(['candidateId', 'records'])
    .where('batchId', '=', batchId)
    .where('state', '=', 'waiting')
    .orderBy('candidateId')
    .limit(PORTION)
    .execute();

async function countsOf(db: Db, batchId: string) {
  const row = await db
    .selectFrom('masterdataMergeBatchGroup')
    .select((e) => [
      e.fn.countAll<string>().as('all'),
      e.fn.countAll<string>().filterWhere('state', '=', 'merged').as('merged'),
      e.fn.countAll<string>().filterWhere('state', '=', 'skipped').as('skipped'),
    ])
    .where('batchId', '=', batchId)
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), merged: Number(row.merged), skipped: Number(row.skipped) };
}

/** Merges group after group until none waits. What a group refuses is written down beside it. */
async function mergeAll(run: Run, batch: Batch): Promise<void> {
  const { app, id: batchId } = run;
  const counts = await countsOf(app.db, batchId);
  for (;;) {
    const groups = await portion(app.db, batchId);
    if (groups.length === 0) return;
    const user = await starter(app, batch.createBy);
    for (const group of groups) {
      run.signal.throwIfAborted();
      try {
        await mergeOne(run, batch, user, group);
        counts.merged++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await keepGroup(app.db, batchId, group.candidateId, { state: 'skipped', message: error.message.slice(0, 500) });
        counts.skipped++;
      }
      const done = counts.merged + counts.skipped;
      await run.progress(
        Math.floor((done / counts.all) * 100),
        `已合并 ${counts.merged} 组，跳过 ${counts.skipped} 组，共 ${counts.all} 组`,
      );
    }
  }
}

/** Groups what is left anew and writes down how the batch ended. */
async function finish(
  run: Pick<Run, 'app' | 'id'>,
  db: Db,
  modelId: string,
  state: 'done' | 'failed' | 'cancelled',
  problem: string | null,
): Promise<string> {
  const model = await modelInForce(db, { id: modelId });
  await regroup(run.app, db, modelId, await ruleOf(db, model, { isLocked: true }));
  const { merged, skipped } = await countsOf(db, run.id);
  const message = problem ?? `合并 ${merged} 组，跳过 ${skipped} 组`;
  await db.updateTable('masterdataMergeBatch').set({ state, message, endTime: run.app.now() }).where('id', '=', run.id).execute();
  return message;
}

/** Merges the groups that somebody decided on in bulk: each is whole or untouched, wherever the work is stopped. */
export async function mergeBatchJob(run: Run): Promise<string> {
  const { app, id } = run;
  const batch = await app.db.selectFrom('masterdataMergeBatch').selectAll().where('id', '=', id).executeTakeFirst();
  if (!batch) return '批量合并已删除';
  await app.db.updateTable('masterdataMergeBatch').set({ state: 'running' }).where('id', '=', id).execute();
  try {
    await mergeAll(run, batch);
    return await app.db.transaction().execute(async (db) => {
      const text = await finish(run, db, batch.modelId, 'done', null);
      await run.end(db, text);
      return text;
    });
  } catch (error) {
    if (run.signal.aborted && resumesElsewhere(run.signal)) throw error;
    const failure = error instanceof AppError ? error.message : '批量合并失败，已合并的组保留，请稍后重试';
    const [state, message] = run.signal.aborted ? (['cancelled', STOPPED] as const) : (['failed', failure] as const);
    await app.db.transaction().execute((db) => finish(run, db, batch.modelId, state, message));
    throw error;
  }
}

/** Writes down the end of a bulk merge that its handler did not see; where groups were merged, what is left is grouped anew. */
export async function abandonedBatch(
  { app, db }: { app: App; db: Db },
  { id, payload: { modelId }, state }: AbandonedJob<MergeBatchPayload>,
): Promise<void> {
  const { merged, skipped } = await countsOf(db, id);
  if (merged + skipped > 0) {
    const message = state === 'cancelled' ? STOPPED : '批量合并因服务节点多次中断没有完成，已合并的组保留';
    await finish({ app, id }, db, modelId, state, message);
    return;
  }
  const message = state === 'cancelled' ? '已停止，尚未合并' : '批量合并因服务节点多次中断没有开始，请重新合并';
  await db.updateTable('masterdataMergeBatch').set({ state, message, endTime: app.now() }).where('id', '=', id).execute();
}
