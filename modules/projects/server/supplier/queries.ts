import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Page, PageQuery } from '#kit/contract/fields.ts';
import { contains, pageRows } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { Supplier, SupplierSearch } from '../../contract/supplier.ts';
import { addDays, dayAt } from '../../core/expiry.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import type { Grade } from '../../core/supplier-score.ts';
import { areaNames } from '../area-names.ts';
import { ownership, recordOrders } from '../record.ts';

export type Search = z.output<typeof SupplierSearch>;
type ListRow = Omit<z.input<typeof Supplier>, 'flow'>;

const SORTABLE = ['supplierCode', 'supplierName', 'score', 'nextExpiry', 'createTime', 'updateTime', 'sort'] as const;
export const CODE = 'project:supplier';
/** Who reads a supplier may read its files. */
export const READERS = [`${CODE}:detail`, `${CODE}:edit`] as const;

/** Row rights of the caller on suppliers, for the permission of the call unless others are named. */
export const reach = (ctx: Ctx, permissions?: readonly string[]): Expression<SqlBool> => scope(ctx, ownership('prjSupplier'), permissions);

/** Suppliers that the caller may see or change with the permission of the call, unless others are named. */
export const visibleSuppliers = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db.selectFrom('prjSupplier').where('prjSupplier.deletedAt', 'is', null).where(reach(ctx, permissions));

const listColumns = [
  'prjSupplier.id',
  'prjSupplier.version',
  'prjSupplier.supplierCode',
  'prjSupplier.supplierName',
  'prjSupplier.creditCode',
  'prjSupplier.supplierType',
  'prjSupplier.provinceCode',
  'prjSupplier.cityCode',
  'prjSupplier.contact',
  'prjSupplier.contactPhone',
  'prjSupplier.score',
  'prjSupplier.grade',
  'prjSupplier.scoreYear',
  'prjSupplier.listStatus',
  'prjSupplier.statusReason',
  'prjSupplier.nextExpiry',
  'prjSupplier.deptId as ownerDeptId',
  'prjSupplier.attachments',
  'prjSupplier.sort',
  'prjSupplier.remark',
  'prjSupplier.createBy',
  'prjSupplier.createTime',
  'prjSupplier.updateBy',
  'prjSupplier.updateTime',
] as const;

/** Something of the supplier ends between the two days. */
const endsWithin = (from: string | null, to: string): Expression<SqlBool> => {
  const span = (column: string) =>
    from === null ? sql`${sql.ref(column)} <= ${to}::date` : sql`${sql.ref(column)} >= ${from}::date and ${sql.ref(column)} <= ${to}::date`;
  return sql<SqlBool>`prj_supplier.id in (
    select q.supplier_id from prj_supplier_qualification q where ${span('q.qual_valid_to')}
    union all select s.id from prj_supplier s where s.deleted_at is null and ${span('s.safety_valid_to')})`;
};
/** Something ends within so many days from today, today included; '0' = something has ended. */
export function expiringWithin(ctx: Ctx, days: '0' | '7' | '30' | '90'): Expression<SqlBool> {
  const today = dayAt(ctx.now);
  return days === '0' ? endsWithin(null, addDays(today, -1)) : endsWithin(today, addDays(today, Number(days)));
}

/** Visible suppliers that a search asks for. */
export function searchSuppliers(ctx: Ctx, query: Search, permissions?: readonly string[]) {
  let rows = visibleSuppliers(ctx, permissions);
  if (query.keyword) {
    const { keyword } = query;
    // names are compared as people write them, codes are stored in capitals
    rows = rows.where((e) =>
      e.or([
        e('prjSupplier.supplierName', 'ilike', contains(keyword)),
        e('prjSupplier.supplierCode', 'like', contains(keyword.toUpperCase())),
        e('prjSupplier.creditCode', 'like', contains(keyword.toUpperCase())),
      ]),
    );
  }
  if (query.supplierName) rows = rows.where('prjSupplier.supplierName', 'ilike', contains(query.supplierName));
  if (query.creditCode) rows = rows.where('prjSupplier.creditCode', '=', query.creditCode.toUpperCase());
  if (query.supplierType) rows = rows.where('prjSupplier.supplierType', '=', query.supplierType);
  if (query.grade === 'none') rows = rows.where('prjSupplier.grade', 'is', null);
  else if (query.grade) rows = rows.where('prjSupplier.grade', '=', query.grade);
  if (query.listStatus) rows = rows.where('prjSupplier.listStatus', '=', query.listStatus);
  if (query.provinceCode) rows = rows.where('prjSupplier.provinceCode', '=', query.provinceCode);
  if (query.cityCode) rows = rows.where('prjSupplier.cityCode', '=', query.cityCode);
  if (query.areaCode) {
    const { areaCode } = query;
    rows = rows.where((e) => e.or([e('prjSupplier.provinceCode', '=', areaCode), e('prjSupplier.cityCode', '=', areaCode)]));
  }
  if (query.ownerDeptId) rows = rows.where('prjSupplier.deptId', '=', query.ownerDeptId);
  if (query.expiring) rows = rows.where(expiringWithin(ctx, query.expiring));
  return rows;
}

/** The check constraint of the table says what the type of a nullable column cannot. */
export const storedGrade = (grade: string | null): Grade | null => grade as Grade | null;

interface Named {
  provinceCode: string;
  cityCode: string;
  ownerDeptId: string | null;
  createBy: string | null;
}
/** Adds the names that a reader wants to see beside codes and ids. Three queries, however many rows. */
export async function withNames<Row extends Named>(db: Db, rows: readonly Row[]) {
  const deptIds = [...new Set(rows.flatMap((row) => row.ownerDeptId ?? []))];
  const makerIds = [...new Set(rows.flatMap((row) => row.createBy ?? []))];
  const depts = deptIds.length === 0 ? [] : await db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', deptIds).execute();
  const makers =
    makerIds.length === 0 ? [] : await db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', makerIds).execute();
  const areas = await areaNames(
    db,
    rows.map((row) => row.cityCode),
  );
  const deptName = new Map(depts.map((dept) => [dept.id, dept.deptName]));
  const maker = new Map(makers.map((user) => [user.id, user.nickname]));
  return rows.map((row) => ({
    ...row,
    areaName: areas.get(row.cityCode) ?? null,
    ownerDeptName: (row.ownerDeptId && deptName.get(row.ownerDeptId)) || null,
    createName: (row.createBy && maker.get(row.createBy)) || null,
  }));
}

/** A page of suppliers, telephone numbers masked. */
export async function supplierPage(ctx: Ctx, query: Search & PageQuery): Promise<Page<ListRow>> {
  const rows = searchSuppliers(ctx, query);
  let list = rows.select(listColumns);
  const sorting = { sortable: SORTABLE, mayBeMissing: ['score', 'nextExpiry'] };
  for (const [field, way] of recordOrders(query.sort, sorting)) list = list.orderBy(`prjSupplier.${field}`, way);
  const page = await pageRows(query, list, rows);
  const data = await withNames(ctx.db, page.data);
  return { ...page, data: data.map((row) => ({ ...row, grade: storedGrade(row.grade), contactPhone: maskNumber(row.contactPhone) })) };
}

/** One visible supplier as stored; throws entity.notFound. */
export async function findSupplier(ctx: Ctx, id: string, how: 'read' | 'lock' = 'read') {
  const query = visibleSuppliers(ctx)
    .selectAll('prjSupplier')
    .select(sql<boolean>`${reach(ctx, [`${CODE}:edit`])}`.as('isEditable'))
    .where('prjSupplier.id', '=', id);
  const row = await (how === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}
export type StoredSupplier = Awaited<ReturnType<typeof findSupplier>>;

const MAX_CHANGES = 100;

/** Qualifications in the order in which people put them. */
export const qualificationsOf = (db: Db, supplierIds: readonly string[]) =>
  db
    .selectFrom('prjSupplierQualification')
    .select(['supplierId', 'qualName', 'qualLevel', 'qualNo', 'qualValidTo'])
    .where('supplierId', 'in', supplierIds)
    .orderBy('supplierId')
    .orderBy('sortNo')
    .execute();

/** How the supplier came to its present state, latest first. */
export const statusChangesOf = (db: Db, supplierId: string) =>
  db
    .selectFrom('prjSupplierStatus as change')
    .leftJoin('sysUser', 'sysUser.id', 'change.createBy')
    .select(['change.id', 'change.fromStatus', 'change.toStatus', 'change.reason', 'sysUser.nickname as createName', 'change.createTime'])
    .where('change.supplierId', '=', supplierId)
    .orderBy('change.createTime', 'desc')
    .orderBy('change.id', 'desc')
    .limit(MAX_CHANGES)
    .execute();
