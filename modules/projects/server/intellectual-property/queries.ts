import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import { contains, containsText, pageRows } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { IntellectualPropertySearch } from '../../contract/intellectual-property.ts';
import { addDays, dayAt } from '../../core/expiry.ts';
import { ownership, recordOrders, withNames } from '../record.ts';

export type Search = z.output<typeof IntellectualPropertySearch>;
export const CODE = 'project:intellectualProperty';
export const TABLE = 'prjIntellectualProperty';

const SORTABLE = ['ipName', 'applyDate', 'grantDate', 'expireDate', 'annualFeeDue', 'createTime', 'updateTime', 'sort'] as const;
/** days that may be missing stand last, whichever way the rest goes */
const MAY_BE_MISSING: readonly string[] = ['applyDate', 'grantDate', 'expireDate', 'annualFeeDue'];

/** Rights that are in force: their last day and their fees matter. */
const IN_FORCE = ['4', '7'] as const;
const PENDING = ['2', '3'] as const;
const PATENTS = ['1', '2', '3'] as const;

const columns = [
  'id',
  'version',
  'ipName',
  'ipType',
  'ipLevel',
  'applyNo',
  'applyDate',
  'grantNo',
  'grantDate',
  'certNo',
  'owner',
  'coOwners',
  'inventors',
  'branchId',
  'deptId',
  'legalStatus',
  'expireDate',
  'annualFeeDue',
  'annualFee',
  'ipcClass',
  'field',
  'projectId',
  'transformAmount',
  'rewardAmount',
  'attachments',
  'sort',
  'remark',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
] as const;

/** Records that the caller may see or change with the permission of the call, unless others are named. */
export const visible = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom(TABLE)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, ownership(TABLE), permissions));

/** The right or its fee ends by a day; `from` null = has ended before `to`. */
const endsWithin = (from: string | null, to: string): Expression<SqlBool> => {
  const span = (column: string) =>
    from === null ? sql`${sql.ref(column)} < ${to}::date` : sql`${sql.ref(column)} between ${from}::date and ${to}::date`;
  return sql<SqlBool>`(legal_status in ('4', '7') and (${span('expireDate')} or ${span('annualFeeDue')}))`;
};
export function dueWithin(ctx: Ctx, days: '0' | '7' | '30' | '90'): Expression<SqlBool> {
  const today = dayAt(ctx.now);
  return days === '0' ? endsWithin(null, today) : endsWithin(today, addDays(today, Number(days)));
}

/** Visible records that a search asks for. */
export function search(ctx: Ctx, query: Search, permissions?: readonly string[]) {
  let rows = visible(ctx, permissions);
  if (query.keyword) {
    const { keyword } = query;
    rows = rows.where((e) =>
      e.or([
        containsText('ipName', keyword),
        containsText('applyNo', keyword),
        containsText('grantNo', keyword),
        containsText('owner', keyword),
        sql<SqlBool>`array_to_string(inventors, '、') like ${contains(keyword)}`,
      ]),
    );
  }
  if (query.ipType) rows = rows.where('ipType', '=', query.ipType);
  if (query.ipLevel) rows = rows.where('ipLevel', '=', query.ipLevel);
  if (query.legalStatus) rows = rows.where('legalStatus', '=', query.legalStatus);
  if (query.phase === 'pending') rows = rows.where('legalStatus', 'in', PENDING);
  else if (query.phase) rows = rows.where('legalStatus', 'in', IN_FORCE);
  if (query.phase === 'patents') rows = rows.where('ipType', 'in', PATENTS);
  if (query.branchId) rows = rows.where('branchId', '=', query.branchId);
  if (query.applyFrom) rows = rows.where('applyDate', '>=', query.applyFrom);
  if (query.applyTo) rows = rows.where('applyDate', '<=', query.applyTo);
  if (query.grantFrom) rows = rows.where('grantDate', '>=', query.grantFrom);
  if (query.grantTo) rows = rows.where('grantDate', '<=', query.grantTo);
  if (query.dueWithin) rows = rows.where(dueWithin(ctx, query.dueWithin));
  return rows;
}

interface Linked {
  projectId: string | null;
  createBy: string | null;
  branchId: string;
  deptId: string;
}
/** Adds the names behind the ids of a record. */
async function named<Row extends Linked>(db: Db, rows: readonly Row[]) {
  const ids = [...new Set(rows.flatMap((row) => row.projectId ?? []))];
  const projects =
    ids.length === 0 ? [] : await db.selectFrom('prjQualityProject').select(['id', 'projectName']).where('id', 'in', ids).execute();
  const names = new Map(projects.map((project) => [project.id, project.projectName]));
  return (await withNames(db, rows)).map((row) => ({ ...row, projectName: (row.projectId && names.get(row.projectId)) || null }));
}

export async function page(ctx: Ctx, query: Search & PageQuery) {
  const rows = search(ctx, query);
  let list = rows.select(columns);
  const sorting = { sortable: SORTABLE, mayBeMissing: MAY_BE_MISSING };
  for (const [field, way] of recordOrders(query.sort, sorting)) list = list.orderBy(field, way);
  const found = await pageRows(query, list, rows);
  return { ...found, data: await named(ctx.db, found.data) };
}

/** One visible record as stored; throws entity.notFound. */
export async function find(ctx: Ctx, id: string, how: 'read' | 'lock' = 'read') {
  const query = visible(ctx).select(columns).where('id', '=', id);
  const row = await (how === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}
/** The same with names, as `GET /{id}` answers it. */
export async function detail(ctx: Ctx, id: string) {
  const [row] = await named(ctx.db, [await find(ctx, id)]);
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** Rows of an export after an id, with the texts that a sheet shows. */
export async function batch(ctx: Ctx, query: Search & { ids?: string[] | null }, after: string, limit: number) {
  let rows = search(ctx, query).where('id', '>', after);
  if (query.ids) rows = rows.where('id', 'in', query.ids);
  return named(ctx.db, await rows.select(columns).orderBy('id').limit(limit).execute());
}
