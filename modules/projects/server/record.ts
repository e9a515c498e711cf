import type { OrderByModifiersCallbackExpression } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { sortOrders } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { SimilarRecord } from '../contract/record.ts';
import { changesOf } from './changes.ts';

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

interface Sorting<Field extends string> {
  readonly sortable: readonly Field[];
  /** fields that may be missing: those rows stand last, whichever way the rest goes */
  readonly mayBeMissing: readonly string[];
  readonly fallback?: string;
}
/** How a list of records is ordered, for `orderBy`; the newest first when nobody says how. Throws input.invalid. */
export const recordOrders = <Field extends string>(
  text: string | undefined,
  { sortable, mayBeMissing, fallback = '-createTime' }: Sorting<Field>,
): (readonly [Field | 'id', OrderByModifiersCallbackExpression])[] =>
  sortOrders(text, sortable, fallback).map(([field, direction]) => [
    field as Field | 'id', // sortOrders lets no other through
    (order) => {
      const way = direction === 'asc' ? order.asc() : order.desc();
      return mayBeMissing.includes(field) ? way.nullsLast() : way;
    },
  ]);

/** Throws entity.notFound unless every record that was asked for is among those that the caller may change. */
export function assertAllFound(rows: readonly unknown[], ids: readonly string[]): void {
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
}

type RecordTable = 'prjDepartment' | 'prjIntellectualProperty' | 'prjQualityProject' | 'prjSupplier';
/** Puts records, all locked by the caller, into the recycle bin and notes each of them. */
export async function removeRecords<Row extends { id: string }>(
  ctx: Ctx,
  table: RecordTable,
  rows: readonly Row[],
  { label, name }: { label: string; name: (row: Row) => string },
): Promise<null> {
  const ids = rows.map(({ id }) => id);
  await ctx.db.updateTable(table).set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now }).where('id', 'in', ids).execute();
  for (const row of rows) ctx.audit.change({ entity: label, id: row.id, name: name(row), before: row, after: null });
  return null;
}

interface RecordWork<Search, Page, Detail, Input, Made, Change, Changed, StatSearch, Stat> {
  page(ctx: Ctx, query: Search): Page;
  detail(ctx: Ctx, id: string): Detail;
  find(ctx: Ctx, id: string): Promise<unknown>;
  create(ctx: Ctx, body: Input): Made;
  update(ctx: Ctx, id: string, body: Change): Changed;
  remove(ctx: Ctx, ids: readonly string[]): Promise<null>;
  stat(ctx: Ctx, query: StatSearch): Stat;
}
/** The calls that all kinds of records answer alike, made of what each kind does by itself. */
export const recordCalls = <Search, Page, Detail, Input, Made, Change, Changed, StatSearch, Stat>(
  work: RecordWork<Search, Page, Detail, Input, Made, Change, Changed, StatSearch, Stat>,
) => ({
  page: (ctx: Ctx, { query }: { query: Search }) => work.page(ctx, query),
  get: (ctx: Ctx, { params }: { params: { id: string } }) => work.detail(ctx, params.id),
  create: (ctx: Ctx, { body }: { body: Input }) => work.create(ctx, body),
  update: (ctx: Ctx, { params, body }: { params: { id: string }; body: Change }) => work.update(ctx, params.id, body),
  remove: (ctx: Ctx, { params }: { params: { id: string } }) => work.remove(ctx, [params.id]),
  removeBatch: (ctx: Ctx, { params }: { params: { ids: readonly string[] } }) => work.remove(ctx, params.ids),
  async changes(ctx: Ctx, { params }: { params: { id: string } }) {
    await work.find(ctx, params.id);
    return changesOf(ctx.db, params.id);
  },
  stat: (ctx: Ctx, { query }: { query: StatSearch }) => work.stat(ctx, query),
});
