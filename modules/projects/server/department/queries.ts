import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import { containsText, pageRows } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { DepartmentSearch } from '../../contract/department.ts';
import { dayAt } from '../../core/expiry.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { areaNames } from '../area-names.ts';
import { ownership, recordOrders } from '../record.ts';

export type Search = z.output<typeof DepartmentSearch>;
export const CODE = 'project:department';
export const TABLE = 'prjDepartment';

const SORTABLE = ['deptName', 'deptCode', 'deptType', 'staffActual', 'establishDate', 'createTime', 'updateTime', 'sort'] as const;

const columns = [
  'id',
  'version',
  'deptName',
  'deptCode',
  'deptType',
  'parentId',
  'sysDeptId',
  'deptId',
  'leader',
  'leaderPhone',
  'viceLeaders',
  'provinceCode',
  'cityCode',
  'address',
  'establishDate',
  'mainBusiness',
  'staffPlan',
  'staffActual',
  'certStaff',
  'status',
  'attachments',
  'sort',
  'remark',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
] as const;

/** Units that the caller may see or change with the permission of the call, unless others are named. */
export const visible = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom(TABLE)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, ownership(TABLE), permissions));

/** The unit or anything below it; `union` ends on a circle. */
const below = (id: string): Expression<SqlBool> => sql<SqlBool>`id in (
  with recursive tree as (
    select id from prj_department where id = ${id}
    union select d.id from prj_department d join tree on d.parent_id = tree.id where d.deleted_at is null
  ) select id from tree)`;

/** Visible units that a search asks for. */
export function search(ctx: Ctx, query: Search, permissions?: readonly string[]) {
  let rows = visible(ctx, permissions);
  if (query.keyword) {
    const { keyword } = query;
    rows = rows.where((e) => e.or(['deptName', 'deptCode', 'leader'].map((column) => containsText(column, keyword))));
  }
  if (query.deptType) rows = rows.where('deptType', '=', query.deptType);
  if (query.below) rows = rows.where(below(query.below));
  if (query.areaCode) rows = rows.where(query.areaCode.endsWith('0000') ? 'provinceCode' : 'cityCode', '=', query.areaCode);
  if (query.establishFrom) rows = rows.where('establishDate', '>=', query.establishFrom);
  if (query.establishTo) rows = rows.where('establishDate', '<=', query.establishTo);
  if (query.status) rows = rows.where('status', '=', query.status);
  return rows;
}

/** The year that people mean by "this year". */
export const yearOf = (ctx: Ctx): number => Number(dayAt(ctx.now).slice(0, 4));

/** Yearly targets of units, oldest first. */
export const targetsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('prjDepartmentTarget')
    .select(['departmentId', 'targetYear as year', 'contract', 'output', 'receipt', 'profit'])
    .where('departmentId', 'in', ids)
    .orderBy('departmentId')
    .orderBy('targetYear');

interface Linked {
  parentId: string;
  sysDeptId: string | null;
  provinceCode: string | null;
  cityCode: string | null;
  createBy: string | null;
}
/** Adds the names behind ids and codes. Four queries, however many rows. */
async function named<Row extends Linked>(db: Db, rows: readonly Row[]) {
  const idsOf = (pick: (row: Row) => string | null) => [...new Set(rows.flatMap((row) => pick(row) ?? []))];
  const [parentIds, deptIds, makerIds] = [idsOf((row) => row.parentId), idsOf((row) => row.sysDeptId), idsOf((row) => row.createBy)];
  const nothing: never[] = [];
  const parents =
    parentIds.length === 0 ? nothing : await db.selectFrom(TABLE).select(['id', 'deptName']).where('id', 'in', parentIds).execute();
  const depts =
    deptIds.length === 0 ? nothing : await db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', deptIds).execute();
  const makers =
    makerIds.length === 0 ? nothing : await db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', makerIds).execute();
  const areas = await areaNames(
    db,
    rows.flatMap((row) => row.cityCode ?? row.provinceCode ?? []),
  );
  const parentName = new Map(parents.map((row) => [row.id, row.deptName]));
  const deptName = new Map(depts.map((row) => [row.id, row.deptName]));
  const maker = new Map(makers.map((row) => [row.id, row.nickname]));
  return rows.map((row) => ({
    ...row,
    parentName: parentName.get(row.parentId) ?? null,
    sysDeptName: (row.sysDeptId && deptName.get(row.sysDeptId)) || null,
    areaName: areas.get(row.cityCode ?? row.provinceCode ?? '') ?? null,
    createName: (row.createBy && maker.get(row.createBy)) || null,
  }));
}

const masked = <Row extends { leaderPhone: string | null }>(row: Row): Row => ({
  ...row,
  leaderPhone: row.leaderPhone === null ? null : maskNumber(row.leaderPhone),
});

async function withTarget<Row extends { id: string }>(ctx: Ctx, rows: readonly Row[]) {
  const ids = rows.map((row) => row.id);
  const targets = ids.length === 0 ? [] : await targetsOf(ctx.db, ids).where('targetYear', '=', yearOf(ctx)).execute();
  const byUnit = new Map(targets.map(({ departmentId, ...target }) => [departmentId, target]));
  return rows.map((row) => {
    const target = byUnit.get(row.id) ?? null;
    return {
      ...row,
      target,
      targetContract: target?.contract ?? null,
      targetOutput: target?.output ?? null,
      targetReceipt: target?.receipt ?? null,
      targetProfit: target?.profit ?? null,
    };
  });
}

/** A page of units with the targets of this year; telephone numbers masked. */
export async function page(ctx: Ctx, query: Search & PageQuery) {
  const rows = search(ctx, query);
  let list = rows.select(columns);
  const sorting = { sortable: SORTABLE, mayBeMissing: ['establishDate'], fallback: 'sort,-createTime' };
  for (const [field, way] of recordOrders(query.sort, sorting)) list = list.orderBy(field, way);
  const found = await pageRows(query, list, rows);
  return { ...found, data: (await withTarget(ctx, await named(ctx.db, found.data))).map(masked) };
}

/** One visible unit as stored, and whether the caller may edit it; throws entity.notFound. */
export async function find(ctx: Ctx, id: string, how: 'read' | 'lock' = 'read') {
  const query = visible(ctx)
    .select([...columns, sql<boolean>`${scope(ctx, ownership(TABLE), [`${CODE}:edit`])}`.as('isEditable')])
    .where('id', '=', id);
  const row = await (how === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** One unit with names and all yearly targets, as `GET /{id}` answers it. */
export async function detail(ctx: Ctx, id: string) {
  const found = await find(ctx, id);
  const [row] = await named(ctx.db, [found.isEditable ? found : masked(found)]);
  if (!row) throw new AppError('entity.notFound');
  const targets = await targetsOf(ctx.db, [id]).execute();
  return { ...row, targets: targets.map(({ departmentId: _, ...target }) => target) };
}

/** Rows of an export after an id, with the texts that a sheet shows and the targets of this year. */
export async function batch(ctx: Ctx, query: Search & { ids?: string[] | null }, after: string, limit: number) {
  let rows = search(ctx, query).where('id', '>', after);
  if (query.ids) rows = rows.where('id', 'in', query.ids);
  const found = await rows
    .select([...columns, sql<boolean>`${scope(ctx, ownership(TABLE), [`${CODE}:edit`])}`.as('isEditable')])
    .orderBy('id')
    .limit(limit)
    .execute();
  const all = await withTarget(ctx, await named(ctx.db, found));
  return all.map((row) => ({
    ...(row.isEditable ? row : masked(row)),
    targetYear: row.target?.year ?? null,
  }));
}
