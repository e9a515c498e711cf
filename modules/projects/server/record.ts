import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { SimilarRecord } from '../contract/record.ts';

/** The columns that tell whose a record is: `scope(ctx, ownership('prjSupplier'))`. */
export const ownership = (table: string) => ({ dept: `${table}.deptId`, owner: `${table}.createBy` });

interface Placed {
  createBy: string | null;
  branchId: string;
  deptId: string;
}
/** Adds the names that a reader wants to see beside ids: branch, department, maker. Two queries, however many rows. */
export async function withNames<Row extends Placed>(db: Db, rows: readonly Row[]) {
  const [depts, makers] = [new Map<string, string>(), new Map<string, string>()];
  const deptIds = [...new Set(rows.flatMap((row) => [row.branchId, row.deptId]))];
  const makerIds = [...new Set(rows.flatMap((row) => row.createBy ?? []))];
  if (deptIds.length > 0)
    for (const row of await db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', deptIds).execute())
      depts.set(row.id, row.deptName);
  if (makerIds.length > 0)
    for (const row of await db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', makerIds).execute())
      makers.set(row.id, row.nickname);
  return rows.map((row) => ({
    ...row,
    branchName: depts.get(row.branchId) ?? null,
    deptName: depts.get(row.deptId) ?? null,
    createName: (row.createBy && makers.get(row.createBy)) || null,
  }));
}

/** The columns of a new row that nobody fills in. */
export const newStamp = (ctx: Ctx) => ({
  createBy: ctx.user.id,
  createTime: ctx.now,
  updateBy: ctx.user.id,
  updateTime: ctx.now,
  createDept: ctx.user.deptId,
});

/** Throws record.similar (409) with the records that look like the one being saved, unless the person has confirmed it. */
export function refuseSimilar(similar: readonly SimilarRecord[], isConfirmed: boolean | null | undefined): void {
  if (similar.length === 0 || isConfirmed) return;
  const names = similar.map((one) => `${one.title}（${one.detail}）`).slice(0, 3);
  throw new AppError('record.similar', `发现可能重复的记录：${names.join('、')}`, { similar });
}
