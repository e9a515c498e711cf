import { sql } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { Score, ScoreInput } from '../../contract/supplier.ts';
import { dayAt } from '../../core/expiry.ts';
import { DIMENSIONS, DIMENSION_LABELS, gradeOf, scoreOf, type Marks } from '../../core/supplier-score.ts';
import { mayFollow, needsReason, nextStatuses, STATUS_LABELS, touchesBlacklist, type ListStatus } from '../../core/supplier-status.ts';
import { fieldRefusal } from '../record-rules.ts';
import { CODE, findSupplier, reach, type StoredSupplier } from './queries.ts';
import { readWeights } from './seeds.ts';
import { noteStatus } from './writes.ts';

const ENTITY = '供应商';
/** States from which a D grade leads to the question whether to suspend. */
const ACTIVE: readonly ListStatus[] = ['1', '2', '3'];

/** The evaluations of a supplier, latest year first. */
export async function scoresOf(db: Db, supplierId: string): Promise<z.input<typeof Score>[]> {
  const rows = await db
    .selectFrom('prjSupplierScore as score')
    .leftJoin('sysUser', 'sysUser.id', 'score.updateBy')
    .selectAll('score')
    .select('sysUser.nickname as updateName')
    .where('supplierId', '=', supplierId)
    .orderBy('scoreYear', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    year: row.scoreYear,
    quality: Number(row.quality),
    schedule: Number(row.schedule),
    price: Number(row.price),
    service: Number(row.service),
    safety: Number(row.safety),
    weights: row.weights as Marks,
    score: Number(row.score),
    grade: row.grade,
    remark: row.remark,
    updateName: row.updateName,
    updateTime: row.updateTime,
  }));
}

const sentence = (marks: Marks, score: number, grade: string): string =>
  `${score}分 ${grade}级（${DIMENSIONS.map((name) => `${DIMENSION_LABELS[name]}${marks[name]}`).join('、')}）`;

/** Stores the evaluation of a year, in place of an earlier one; the supplier carries score and grade of its latest year. */
export async function saveScore(ctx: Ctx, id: string, { year, remark, ...marks }: z.output<typeof ScoreInput>) {
  const supplier = await findSupplier(ctx, id, 'lock');
  if (year > Number(dayAt(ctx.now).slice(0, 4))) throw fieldRefusal('year', '不能评价未来的年度');
  const weights = await readWeights(ctx.db);
  const score = scoreOf(marks, weights);
  const grade = gradeOf(score);
  const before = (await scoresOf(ctx.db, id)).find((one) => one.year === year);
  const values = { ...marks, weights: JSON.stringify(weights), score, grade, remark, updateBy: ctx.user.id, updateTime: ctx.now };
  if (before) await ctx.db.updateTable('prjSupplierScore').set(values).where('id', '=', before.id).execute();
  else
    await ctx.db
      .insertInto('prjSupplierScore')
      .values({ ...values, id: ctx.app.ids.next(), supplierId: id, scoreYear: year, createBy: ctx.user.id, createTime: ctx.now })
      .execute();
  if (supplier.scoreYear === null || year >= supplier.scoreYear)
    await ctx.db
      .updateTable('prjSupplier')
      .set({ score, grade, scoreYear: year, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
  ctx.audit.change({
    entity: ENTITY,
    id,
    name: supplier.supplierName,
    before: { [`${year}年度评价`]: before ? sentence(before, before.score, before.grade) : null, 评价说明: before?.remark ?? null },
    after: { [`${year}年度评价`]: sentence(marks, score, grade), 评价说明: remark },
  });
  return { score, grade, replaced: before !== undefined, suggestsSuspension: grade === 'D' && ACTIVE.includes(supplier.listStatus) };
}

/**
 * The supplier, locked, when the caller may move it to another state. Onto the blacklist and off it takes the permission `blacklist`, everything else `edit`; the row must
 * lie within the reach of that very permission. Throws rule.broken for a step that does not exist or a missing reason.
 */
export async function assertMayMove(
  ctx: Ctx,
  id: string,
  { listStatus: to, reason }: { listStatus: ListStatus; reason: string | null },
): Promise<StoredSupplier> {
  const supplier = await findSupplier(ctx, id, 'lock');
  const from = supplier.listStatus;
  const permission = `${CODE}:${touchesBlacklist(from, to) ? 'blacklist' : 'edit'}`;
  if (!holds(ctx.user, permission)) throw new AppError('auth.noPermission');
  const isReached = await ctx.db
    .selectFrom('prjSupplier')
    .select('id')
    .where('id', '=', id)
    .where(reach(ctx, [permission]))
    .executeTakeFirst();
  if (!isReached) throw new AppError('entity.notFound');
  if (from === to) throw fieldRefusal('listStatus', `该供应商已经是${STATUS_LABELS[to]}状态`);
  if (!mayFollow(from, to)) {
    const ways = nextStatuses(from).map((status) => STATUS_LABELS[status]);
    throw fieldRefusal('listStatus', `${STATUS_LABELS[from]}供应商不能直接转为${STATUS_LABELS[to]}，可转为：${ways.join('、')}`);
  }
  if (needsReason(from, to) && !reason) throw fieldRefusal('reason', '请填写原因');
  return supplier;
}

/** Moves a supplier to another state. Throws as `assertMayMove`. */
export async function changeStatus(
  ctx: Ctx,
  id: string,
  { listStatus: to, reason }: { listStatus: ListStatus; reason: string | null },
): Promise<{ version: number }> {
  const supplier = await assertMayMove(ctx, id, { listStatus: to, reason });
  const from = supplier.listStatus;
  await ctx.db
    .updateTable('prjSupplier')
    .set({
      listStatus: to,
      statusReason: needsReason(to, to) ? reason : null,
      statusTime: ctx.now,
      version: sql`version + 1`,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await noteStatus(ctx, id, { from, to, reason });
  ctx.audit.change({
    entity: ENTITY,
    id,
    name: supplier.supplierName,
    before: { listStatus: from, statusReason: supplier.statusReason },
    after: { listStatus: to, statusReason: reason },
  });
  return { version: supplier.version + 1 };
}
