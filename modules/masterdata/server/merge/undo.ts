import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { fieldRef, keyOfRow, putWholeRows, selectFrom, wholeRows, type WholeRow } from '#modules/managed/server/index.ts';
import { tellTargets } from '../distribute/outbox.ts';
import { keepApart, pairsAmong } from '../match/decide.ts';
import { inScope } from '../match/group-rows.ts';
import { forgetRecords } from '../match/index-records.ts';
import { regroup } from '../match/regroup.ts';
import { ruleOf } from '../match/rule.ts';
import { modelInForce, type ModelInForce } from '../model-in-force.ts';
import { recordProposals } from '../record-approval.ts';
import { indexForSearch } from '../search-index.ts';
import { repeated, setRow, stamp, storedColumn, type Kept, type Taken } from './merge.ts';
import { pointBack, tellOfReferences } from './references.ts';

/** A merge of a record that the caller may see, locked. Throws entity.notFound, and rule.broken where something later stands on it. */
async function loadMerge(ctx: Ctx, id: string) {
  const missing = new AppError('entity.notFound', '合并记录不存在或没有查看权限');
  const row = await ctx.db.selectFrom('masterdataMerge').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing;
  const model = await modelInForce(ctx.db, { id: row.modelId }, { isLocked: true });
  const rule = await ruleOf(ctx.db, model, { isLocked: true });
  const current = await ctx.db.selectFrom('masterdataMerge').select('undoTime').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const later = await ctx.db
    .selectFrom('masterdataMerge as m')
    .innerJoin('masterdataMergeRecord as r', 'r.mergeId', 'm.id')
    .select(['m.id', 'm.recordId'])
    .where('r.recordId', '=', row.recordId)
    .where('m.undoTime', 'is', null)
    .where('m.id', '>', id)
    .orderBy('m.id', 'desc')
    .executeTakeFirst();
  // the record may stand in another one by now: that one says who may see it
  const seen = await selectFrom(ctx.db, model.table, ['$id'])
    .where(fieldRef(model.table, '$id'), '=', later?.recordId ?? row.recordId)
    .where(inScope(ctx, model.table))
    .executeTakeFirst();
  if (!seen) throw missing;
  if (current.undoTime !== null) throw new AppError('rule.broken', '该合并已撤销');
  if (later) throw new AppError('rule.broken', '这条记录后来又参与了合并，请先撤销后来的合并');
  return { row, model, rule };
}

/** What the record that stayed becomes: as it was, but for attributes that were changed after the merge. */
function restored(ctx: Ctx, model: ModelInForce, { before, kept, now }: { before: WholeRow; kept: WholeRow; now: WholeRow }) {
  const version = storedColumn(model.table, '$version').id;
  if (now[version] === kept[version]) return { row: before, isExact: true };
  const row = Object.fromEntries(
    model.columns.flatMap(({ id }) => {
      const column = storedColumn(model.table, id).id;
      return now[column] === kept[column] && before[column] !== undefined ? [[column, before[column]] as const] : [];
    }),
  );
  return { row: { ...row, ...stamp(ctx, model.table, now) }, isExact: false };
}

/**
 * Makes merged records what they were: rows, sources, references and history are exactly those before the merge. What was changed since in the
 * record that stayed is kept and stands in its history. The records are not proposed as one again.
 */
export async function undoMerge(ctx: Ctx, id: string): Promise<null> {
  const { row: merge, model, rule } = await loadMerge(ctx, id);
  const taken = merge.taken as Taken;
  const kept = (merge.kept as Kept).row;
  await recordProposals.assertFree(ctx.db, [merge.recordId], 'edit');
  const [now] = await wholeRows(ctx.db, model.table, [merge.recordId]);
  const [before, ...gone] = taken.rows;
  if (!now || !before) throw new AppError('entity.notFound', '合并后的记录已不存在，请刷新');
  const { row, isExact } = restored(ctx, model, { before, kept, now });
  await setRow(ctx.db, model, merge.recordId, row);
  try {
    await putWholeRows(ctx.db, model.table, gone);
  } catch (error) {
    throw repeated(error, model);
  }
  const ids = taken.rows.map((one) => keyOfRow(model.table, one));
  await indexForSearch(ctx.db, model, ids);
  for (const { id: xref, recordId } of taken.xrefs)
    await ctx.db.updateTable('masterdataXref').set({ recordId }).where('id', '=', xref).where('recordId', '=', merge.recordId).execute();
  await pointBack(ctx.db, taken.references, merge.recordId);
  await writeHistory(ctx, { model, recordId: merge.recordId, historyId: taken.historyId, now, row, isExact });
  await ctx.db.updateTable('masterdataMerge').set({ undoBy: ctx.user.id, undoTime: ctx.now }).where('id', '=', id).execute();
  await tellTargets(
    ctx,
    model,
    ids.map((recordId) => ({ recordId, action: 'unmerge' })),
  );
  await tellOfReferences(ctx, taken.references);
  await keepApart(ctx, { modelId: model.id, pairs: pairsAmong(ids), origin: 'undone', candidateId: merge.candidateId });
  if (merge.candidateId !== null)
    await ctx.db
      .updateTable('masterdataCandidate')
      .set({ state: 'never', decideBy: ctx.user.id, decideTime: ctx.now })
      .where('id', '=', merge.candidateId)
      .where('state', '=', 'merged')
      .execute();
  await forgetRecords(ctx.db, model.id, ids);
  await regroup(ctx.app, ctx.db, model.id, rule);
  ctx.audit.note(`“${model.modelName}”撤销合并，恢复 ${ids.length} 条记录`);
  return null;
}

interface Undone {
  readonly model: ModelInForce;
  readonly recordId: string;
  readonly historyId: string;
  readonly now: WholeRow;
  readonly row: WholeRow;
  readonly isExact: boolean;
}
/** The history is that before the merge; only where the record went on since, both the merge and its end stand in it. */
async function writeHistory(ctx: Ctx, { model, recordId, historyId, now, row, isExact }: Undone): Promise<void> {
  if (isExact) {
    await ctx.db.deleteFrom('masterdataAttrHistory').where('id', '=', historyId).execute();
    return;
  }
  const changes = model.columns.flatMap(({ id }) => {
    const column = storedColumn(model.table, id).id;
    const [was, is] = [now[column] ?? null, row[column] === undefined ? (now[column] ?? null) : row[column]];
    return was === is ? [] : [[id, { before: was, after: is }] as const];
  });
  await ctx.db
    .insertInto('masterdataAttrHistory')
    .values({
      id: ctx.app.ids.next(),
      modelId: model.id,
      recordId,
      action: 'unmerge',
      origin: 'unmerge',
      changes: JSON.stringify(Object.fromEntries(changes)),
      recordVersion: Number(row[storedColumn(model.table, '$version').id]),
      userId: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
}
