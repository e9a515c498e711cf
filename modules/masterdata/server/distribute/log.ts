import { sql } from 'kysely';
import type * as z from 'zod';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { target as contract, TargetState } from '../../contract/target.ts';
import { modelEver, modelInForce } from '../model-in-force.ts';
import { reachableRecord } from '../record-changes.ts';
import type { StoredTarget } from './target-rows.ts';
import { titlesOf } from './titles.ts';

const MAX_COUNTED = 10_000;

/** What was sent to a target, the latest first. */
export async function deliveryPage(ctx: Ctx, target: StoredTarget, query: z.output<typeof contract.deliveries.query>) {
  let rows = ctx.db.selectFrom('masterdataDelivery').where('targetId', '=', target.id);
  if (query.state) rows = rows.where('state', '=', query.state);
  if (query.recordId) rows = rows.where('recordId', '=', query.recordId);
  const { pageNum, pageSize } = pageOf(query);
  const data = await rows
    .selectAll()
    .orderBy('sendTime', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const known = endOfList({ pageNum, pageSize }, data.length);
  const total = await cappedTotal(rows.select('id'), ctx.db as never, MAX_COUNTED, known);
  // of a model that is gone nothing has a name any more
  const model = await modelEver(ctx.db, target.modelId);
  const ids = [...new Set(data.map((row) => row.recordId))];
  const titles: ReadonlyMap<string, string> = model ? await titlesOf(ctx, model, ids) : new Map<string, string>();
  return {
    pageNum,
    pageSize,
    ...total,
    data: data.map((row) => ({
      ...row,
      title: titles.get(row.recordId) ?? null,
      seq: String(row.seq),
      recordVersion: String(row.recordVersion),
      state: row.state as 'done',
    })),
  };
}

/** Lets deliveries that failed for good be tried again. */
export async function retryDeliveries(ctx: Ctx, target: StoredTarget, ids: readonly string[] | null): Promise<{ count: number }> {
  let rows = ctx.db
    .updateTable('masterdataDelivery')
    .set({ state: 'retry', tries: 0, nextTime: ctx.now })
    .where('targetId', '=', target.id)
    .where('state', 'in', ['dead', 'retry']);
  if (ids !== null) rows = rows.where('id', 'in', ['', ...ids]);
  const { numUpdatedRows } = await rows.executeTakeFirst();
  ctx.audit.note(`“${target.targetName}”重试 ${numUpdatedRows} 条`);
  return { count: Number(numUpdatedRows) };
}

/** To whom a record goes, and which version of it each target has. */
export async function targetsOfRecord(ctx: Ctx, modelId: string, id: string) {
  const model = await modelInForce(ctx.db, { id: modelId });
  await reachableRecord(ctx, model, id);
  const feed = await ctx.db
    .selectFrom('masterdataFeedRecord')
    .select('recordVersion')
    .where('modelId', '=', modelId)
    .where('recordId', '=', id)
    .executeTakeFirst();
  const rows = await ctx.db
    .selectFrom('masterdataTarget as t')
    .leftJoin('masterdataTargetRecord as s', (join) => join.onRef('s.targetId', '=', 't.id').on('s.recordId', '=', id))
    .select(['t.id as targetId', 't.targetName', 't.state', 't.problem', 's.recordVersion as sentVersion', 's.sendTime', 's.isGone'])
    .select(
      sql<string | null>`(select d.message from masterdata_delivery d where d.target_id = t.id and d.record_id = ${id}
        and d.state in ('retry', 'dead') order by d.seq desc limit 1)`.as('message'),
    )
    .where('t.modelId', '=', modelId)
    .where('t.deletedAt', 'is', null)
    .orderBy('t.id')
    .limit(100)
    .execute();
  return rows.map(({ isGone, problem, sentVersion, ...row }) => ({
    ...row,
    state: row.state as TargetState,
    recordVersion: String(feed?.recordVersion ?? 1),
    sentVersion: sentVersion === null || isGone === '1' ? null : String(sentVersion),
    message: row.message ?? problem,
  }));
}
