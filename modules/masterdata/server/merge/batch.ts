import { sql } from 'kysely';
import { pageOf, type Page } from '#kit/contract/fields.ts';
import { AppError } from '#kit/contract/errors.ts';
import { insertRows as insertBulk } from '#kit/server/db/bulk.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { BatchPreview, MergeBatch, SkippedGroup } from '../../contract/match.ts';
import { groupRecords, lookAt, seenWhole, titleOf } from '../match/group-rows.ts';
import { ruleOf, survivorsOf } from '../match/rule.ts';
import { modelInForce, type ModelInForce } from '../model-in-force.ts';
import { recordProposals } from '../record-approval.ts';
import { MERGE_JOB, type MergeBatchPayload } from './batch-job.ts';

const GROUP = { batchId: 'text', candidateId: 'text', records: 'jsonb', state: 'text' } as const;

/** Open groups of the automatic zone that the caller sees whole, with their records. */
async function automaticGroups(ctx: Ctx, model: ModelInForce): Promise<{ id: string; records: string[] }[]> {
  const rows = await ctx.db
    .selectFrom('masterdataCandidate')
    .innerJoin('masterdataCandidateRecord as r', 'r.candidateId', 'masterdataCandidate.id')
    .select(['masterdataCandidate.id', sql<string[]>`array_agg(r.record_id order by r.record_id)`.as('records')])
    .where('modelId', '=', model.id)
    .where('state', '=', 'open')
    .where('zone', '=', 'auto')
    .where(seenWhole(ctx, model))
    .groupBy(['masterdataCandidate.id', 'masterdataCandidate.score'])
    .orderBy('masterdataCandidate.score', 'desc')
    .orderBy('masterdataCandidate.id')
    .execute();
  return rows;
}

/** Those of some records that wait for the approval of a change. */
async function waitingOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += 5_000)
    for (const [id, flow] of await recordProposals.flowOf(ctx.db, ids.slice(at, at + 5_000))) if (flow.flowStatus !== '5') found.add(id);
  return found;
}

/** What merging the automatic zone would do; nothing is changed by looking. */
export async function batchPreview(ctx: Ctx, modelId: string): Promise<BatchPreview> {
  const model = await modelInForce(ctx.db, { id: modelId });
  const rule = await ruleOf(ctx.db, model);
  const groups = await automaticGroups(ctx, model);
  const survivors = await survivorsOf(ctx.db, model);
  const ids = groups.flatMap(({ records }) => records);
  const waiting = await waitingOf(ctx, ids);
  return {
    groups: groups.length,
    records: ids.length,
    gone: ids.length - groups.length,
    waiting: groups.filter(({ records }) => records.some((id) => waiting.has(id))).length,
    manual: model.columns.filter(({ id }) => survivors.get(id) === 'manual').map(({ columnComment }) => columnComment),
    isStale: rule.matchedRevision !== rule.revision,
  };
}

/** Begins to merge what the caller has seen: exactly the groups of the automatic zone as they are now. Throws rule.broken where that is not what was seen. */
export async function startBatch(ctx: Ctx, modelId: string, expected: number): Promise<{ id: string }> {
  const model = await modelInForce(ctx.db, { id: modelId }, { isLocked: true });
  const rule = await ruleOf(ctx.db, model, { isLocked: true });
  if (rule.matchedRevision !== rule.revision) throw new AppError('rule.broken', '匹配规则已修改，请重新查重后再批量合并');
  const running = await ctx.app.jobs.latest(ctx.db, MERGE_JOB, modelId);
  if (running && ['waiting', 'running'].includes(running.state)) throw new AppError('rule.broken', '正在批量合并，请等待结束或先停止');
  const groups = await automaticGroups(ctx, model);
  if (groups.length !== expected)
    throw new AppError('rule.broken', `达到自动线的组已由 ${expected} 组变为 ${groups.length} 组，请重新核对`);
  const payload: MergeBatchPayload = { modelId };
  const id = await ctx.app.jobs.enqueue(ctx.db, { kind: MERGE_JOB, subject: modelId, payload, createBy: ctx.user.id });
  await ctx.db
    .insertInto('masterdataMergeBatch')
    .values({ id, modelId, revision: rule.revision, state: 'waiting', createBy: ctx.user.id, createTime: ctx.now })
    .execute();
  await insertBulk(
    ctx.db,
    'masterdata_merge_batch_group',
    GROUP,
    groups.map((group) => ({ batchId: id, candidateId: group.id, records: group.records, state: 'waiting' })),
  );
  ctx.audit.note(`“${model.modelName}”批量合并达到自动线的 ${groups.length} 组`);
  return { id };
}

/** The last bulk merge of a model, with how far it is. */
export async function latestBatch(ctx: Ctx, modelId: string): Promise<MergeBatch | null> {
  const model = await modelInForce(ctx.db, { id: modelId });
  const row = await ctx.db
    .selectFrom('masterdataMergeBatch as b')
    .select(['b.id', 'b.state', 'b.message', 'b.createTime', 'b.endTime'])
    .select((e) => e.selectFrom('sysUser').select('nickname').whereRef('sysUser.id', '=', 'b.createBy').as('createName'))
    .where('b.modelId', '=', model.id)
    .orderBy('b.createTime', 'desc')
    .orderBy('b.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const count = await ctx.db
    .selectFrom('masterdataMergeBatchGroup')
    .select((e) => [
      e.fn.countAll<string>().as('groups'),
      e.fn.countAll<string>().filterWhere('state', '=', 'merged').as('merged'),
      e.fn.countAll<string>().filterWhere('state', '=', 'skipped').as('skipped'),
    ])
    .where('batchId', '=', row.id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    state: row.state as MergeBatch['state'],
    groups: Number(count.groups),
    merged: Number(count.merged),
    skipped: Number(count.skipped),
    createTime: row.createTime.toISOString(),
    endTime: row.endTime?.toISOString() ?? null,
  };
}

async function loadBatch(ctx: Ctx, id: string) {
  const row = await ctx.db.selectFrom('masterdataMergeBatch').select(['id', 'modelId']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '批量合并不存在或已删除');
  return { id, model: await modelInForce(ctx.db, { id: row.modelId }) };
}

/** Stops a bulk merge; what was merged stays and can be undone group by group. */
export async function cancelBatch(ctx: Ctx, id: string): Promise<null> {
  const { model } = await loadBatch(ctx, id);
  if (!(await ctx.app.jobs.cancel(ctx.db, id))) throw new AppError('rule.broken', '没有正在进行的批量合并');
  ctx.audit.note(`停止“${model.modelName}”的批量合并`);
  return null;
}

/** Groups that a bulk merge left as they were, with the reason; those that the caller sees whole. */
export async function skippedGroups(ctx: Ctx, id: string, query: Parameters<typeof pageOf>[0]): Promise<Page<SkippedGroup>> {
  const { model } = await loadBatch(ctx, id);
  const { pageNum, pageSize } = pageOf(query);
  const rows = ctx.db
    .selectFrom('masterdataMergeBatchGroup as g')
    .innerJoin('masterdataCandidate', 'masterdataCandidate.id', 'g.candidateId')
    .where('g.batchId', '=', id)
    .where('g.state', '=', 'skipped')
    .where(seenWhole(ctx, model));
  const list = await rows
    .select(['g.candidateId', 'g.records', 'g.message'])
    .orderBy('g.candidateId')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const total = await rows.select((e) => e.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const look = await lookAt(ctx, model);
  const records = await groupRecords(ctx, look, [...new Set(list.flatMap((row) => row.records as string[]))]);
  return {
    pageNum,
    pageSize,
    total: Number(total.total),
    data: list.map((row) => {
      const ids = row.records as string[];
      const title = titleOf(look, records.get(ids.find((one) => records.has(one)) ?? '')?.values);
      return { candidateId: row.candidateId, title, records: ids.length, message: row.message ?? '' };
    }),
  };
}
