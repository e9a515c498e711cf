import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import { containsText, pageRows } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { QualityProjectSearch } from '../../contract/quality-project.ts';
import { areaNames } from '../area-names.ts';
import { ownership, recordOrders, withNames } from '../record.ts';

export type Search = z.output<typeof QualityProjectSearch>;
export const CODE = 'project:qualityProject';
export const TABLE = 'prjQualityProject';

const SORTABLE = [
  'projectName',
  'projectCode',
  'stage',
  'awardLevel',
  'awardDate',
  'contractAmount',
  'finishDate',
  'createTime',
  'updateTime',
  'sort',
] as const;
const DECIDED = ['5', '6'] as const;
/** what may be missing stands last, whichever way the rest goes */
const MAY_BE_MISSING: readonly string[] = ['awardDate', 'contractAmount', 'finishDate'];

const columns = [
  'id',
  'version',
  'projectName',
  'projectCode',
  'projectType',
  'businessType',
  'branchId',
  'deptId',
  'provinceCode',
  'cityCode',
  'address',
  'lng',
  'lat',
  'ownerUnit',
  'surveyUnit',
  'designUnit',
  'buildUnit',
  'supervisionUnit',
  'contractAmount',
  'investAmount',
  'scale',
  'startDate',
  'planFinishDate',
  'finishDate',
  'acceptDate',
  'acceptGrade',
  'awardName',
  'awardLevel',
  'awardGrade',
  'awardOrg',
  'awardDate',
  'awardCertNo',
  'role',
  'stage',
  'projectManager',
  'techLeader',
  'members',
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

/** Visible records that a search asks for. */
export function search(ctx: Ctx, query: Search, permissions?: readonly string[]) {
  let rows = visible(ctx, permissions);
  if (query.keyword) {
    const { keyword } = query;
    rows = rows.where((e) => e.or(['projectName', 'projectCode', 'awardName', 'ownerUnit'].map((column) => containsText(column, keyword))));
  }
  if (query.projectType) rows = rows.where('projectType', '=', query.projectType);
  if (query.businessType) rows = rows.where('businessType', '=', query.businessType);
  if (query.awardLevel) rows = rows.where('awardLevel', '=', query.awardLevel);
  if (query.stage) rows = rows.where('stage', '=', query.stage);
  if (query.phase) rows = rows.where('stage', query.phase === 'decided' ? 'in' : 'not in', DECIDED);
  if (query.branchId) rows = rows.where('branchId', '=', query.branchId);
  if (query.areaCode) rows = rows.where(query.areaCode.endsWith('0000') ? 'provinceCode' : 'cityCode', '=', query.areaCode);
  if (query.awardFrom) rows = rows.where('awardDate', '>=', query.awardFrom);
  if (query.awardTo) rows = rows.where('awardDate', '<=', query.awardTo);
  if (query.finishFrom) rows = rows.where('finishDate', '>=', query.finishFrom);
  if (query.finishTo) rows = rows.where('finishDate', '<=', query.finishTo);
  return rows;
}

interface Placed {
  cityCode: string;
  createBy: string | null;
  branchId: string;
  deptId: string;
}
/** Adds the names behind ids and codes. */
async function named<Row extends Placed>(db: Db, rows: readonly Row[]) {
  const areas = await areaNames(
    db,
    rows.map((row) => row.cityCode),
  );
  return (await withNames(db, rows)).map((row) => ({ ...row, areaName: areas.get(row.cityCode) ?? null }));
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

/** The way a project went, oldest step first. */
const trackOf = (db: Db, projectId: string) =>
  db
    .selectFrom('prjQualityProjectStage as step')
    .leftJoin('sysUser', 'sysUser.id', 'step.createBy')
    .select(['step.fromStage', 'step.stage', 'step.reason', 'step.createTime', 'sysUser.nickname as createName'])
    .where('step.projectId', '=', projectId)
    .orderBy('step.createTime')
    .orderBy('step.id')
    .execute();

/** One record with names and the way it went, as `GET /{id}` answers it. */
export async function detail(ctx: Ctx, id: string) {
  const [row] = await named(ctx.db, [await find(ctx, id)]);
  if (!row) throw new AppError('entity.notFound');
  return { ...row, track: await trackOf(ctx.db, id) };
}

/** Rows of an export after an id, with the texts that a sheet shows. */
export async function batch(ctx: Ctx, query: Search & { ids?: string[] | null }, after: string, limit: number) {
  let rows = search(ctx, query).where('id', '>', after);
  if (query.ids) rows = rows.where('id', 'in', query.ids);
  return named(ctx.db, await rows.select(columns).orderBy('id').limit(limit).execute());
}
