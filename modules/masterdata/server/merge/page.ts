import { sql } from 'kysely';
import { pageOf, type Page } from '#kit/contract/fields.ts';
import { cappedTotal } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import type { MergeRow } from '../../contract/match.ts';
import { groupRecords, inScope, lookAt, titleOf } from '../match/group-rows.ts';
import { modelInForce } from '../model-in-force.ts';

const MAX_COUNTED = 10_000;

/** Merges of a model, newest first, whose record the caller may see. */
export async function mergePage(
  ctx: Ctx,
  modelId: string,
  query: Parameters<typeof pageOf>[0] & { batchId?: string | undefined },
): Promise<Page<MergeRow>> {
  const model = await modelInForce(ctx.db, { id: modelId });
  const { pageNum, pageSize } = pageOf(query);
  const seen = selectFrom(ctx.db, model.table, ['$id'])
    .where(inScope(ctx, model.table))
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = masterdata_merge.record_id`);
  let rows = ctx.db
    .selectFrom('masterdataMerge')
    .where('modelId', '=', modelId)
    .where(sql<boolean>`exists (${seen})`);
  if (query.batchId) rows = rows.where('batchId', '=', query.batchId);
  const list = await rows
    .select(['id', 'recordId', 'batchId', 'mergedCount', 'mergeTime', 'undoTime'])
    .select((e) => [
      e.selectFrom('sysUser').select('nickname').whereRef('sysUser.id', '=', 'masterdataMerge.userId').as('byName'),
      e.selectFrom('sysUser').select('nickname').whereRef('sysUser.id', '=', 'masterdataMerge.undoBy').as('undoName'),
    ])
    .orderBy('mergeTime', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const look = await lookAt(ctx, model);
  const records = await groupRecords(ctx, look, [...new Set(list.map(({ recordId }) => recordId))]);
  return {
    pageNum,
    pageSize,
    ...(await cappedTotal(rows.select('id'), ctx.db, MAX_COUNTED)),
    data: list.map((row) => ({
      ...row,
      modelId,
      title: titleOf(look, records.get(row.recordId)?.values),
      mergeTime: row.mergeTime.toISOString(),
      undoTime: row.undoTime?.toISOString() ?? null,
    })),
  };
}
