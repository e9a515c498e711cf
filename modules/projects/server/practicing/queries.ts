import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Page, PageQuery } from '#kit/contract/fields.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { idCardProblem, maskIdCard, normalIdCard } from '#kit/core/cn/id-card.ts';
import { CODE, type Qualification, type QualificationSearch } from '../../contract/practicing-qualification.ts';
import { addDays, dayAt, daysLeft } from '../../core/expiry.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { assertAllFound, ownership, withNames } from '../record.ts';
import { statusOn } from './expiry.ts';

export const TABLE = 'prj_practicing_qualification';
const EDIT = `${CODE}:edit`;
const PURPOSE = 'prj_practicing_qualification:id_card';
const SORTABLE = ['personName', 'certName', 'validTo', 'registerDate', 'createTime', 'sort'] as const;

/** What is stored of an identity number: the sealed number, and a keyed digest that finds it. */
export const sealIdCard = (app: App, idCardNo: string | null) => ({
  idCardSealed: idCardNo === null ? null : app.secrets.seal(idCardNo, PURPOSE),
  idCardIndex: idCardNo === null ? null : idCardIndex(app, idCardNo),
});
export const openIdCard = (app: App, sealed: string | null): string | null => (sealed === null ? null : app.secrets.open(sealed, PURPOSE));
const idCardIndex = (app: App, idCardNo: string): string => app.secrets.sign(idCardNo.trim().toUpperCase(), PURPOSE);

const columns = [
  'q.id',
  'q.version',
  'q.personName',
  'q.employeeNo',
  'q.userId',
  'q.gender',
  'q.birthday',
  'q.idCardSealed',
  'q.phone',
  'q.education',
  'q.major',
  'q.titleLevel',
  'q.branchId',
  'q.deptId',
  'q.topTypeId',
  'q.typeId',
  'q.specialty',
  'q.certName',
  'q.certNo',
  'q.registerNo',
  'q.sealNo',
  'q.issueOrg',
  'q.issueDate',
  'q.registerUnit',
  'q.isUnified',
  'q.registerDate',
  'q.validFrom',
  'q.validTo',
  'q.registerStatus',
  'q.eduHoursDone',
  'q.occupied',
  'q.occupiedProjectId',
  'q.occupiedProjectName',
  'q.occupiedTime',
  'q.attachments',
  'q.sort',
  'q.remark',
  'q.createBy',
  'q.createTime',
  'q.updateBy',
  'q.updateTime',
] as const;

/** Living certificates that the caller may see or change with the permission of the call, or with others when they are named. */
export const visible = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('prjPracticingQualification as q')
    .where('q.deletedAt', 'is', null)
    .where(scope(ctx, ownership('q'), permissions));

/** Visible certificates that a search asks for. */
export function searchQualifications(ctx: Ctx, query: QualificationSearch, permissions?: readonly string[]) {
  const today = dayAt(ctx.now);
  let rows = visible(ctx, permissions);
  const keyword = query.keyword?.trim();
  if (keyword) {
    const isNumber = idCardProblem(normalIdCard(keyword)) === null;
    rows = rows.where((e) =>
      isNumber
        ? e('q.idCardIndex', '=', idCardIndex(ctx.app, keyword))
        : e.or(['q.personName', 'q.certNo', 'q.registerNo', 'q.employeeNo'].map((column) => containsText(column, keyword))),
    );
  }
  if (query.personName) rows = rows.where(containsText('q.personName', query.personName));
  if (query.employeeNo) rows = rows.where('q.employeeNo', '=', query.employeeNo);
  if (query.certNo) rows = rows.where(containsText('q.certNo', query.certNo));
  if (query.idCardNo) rows = rows.where('q.idCardIndex', '=', idCardIndex(ctx.app, query.idCardNo));
  if (query.branchId) rows = rows.where('q.branchId', '=', query.branchId);
  if (query.deptId) rows = rows.where('q.deptId', '=', query.deptId);
  if (query.typeId) {
    const { typeId } = query;
    rows = rows.where((e) => e.or([e('q.typeId', '=', typeId), e('q.topTypeId', '=', typeId)]));
  }
  if (query.specialty) rows = rows.where('q.specialty', '=', query.specialty);
  if (query.registerStatus) rows = rows.where('q.registerStatus', '=', query.registerStatus);
  if (query.occupied) rows = rows.where('q.occupied', '=', query.occupied);
  if (query.isUnified) rows = rows.where('q.isUnified', '=', query.isUnified);
  if (query.validToBegin) rows = rows.where('q.validTo', '>=', query.validToBegin);
  if (query.validToEnd) rows = rows.where('q.validTo', '<=', query.validToEnd);
  if (query.dueDays !== undefined)
    rows = rows
      .where('q.registerStatus', '!=', '4')
      .where('q.validTo', '>=', today)
      .where('q.validTo', '<=', addDays(today, query.dueDays));
  // the states are spans of two indexed days: right at every moment, whatever the nightly run has stored
  if (query.certStatus === '4') rows = rows.where('q.registerStatus', '=', '4');
  else if (query.certStatus) rows = rows.where('q.registerStatus', '!=', '4');
  if (query.certStatus === '3') rows = rows.where('q.validTo', '<', today);
  if (query.certStatus === '2') rows = rows.where('q.validTo', '>=', today).where('q.warnFrom', '<=', today);
  if (query.certStatus === '1') rows = rows.where('q.validTo', '>=', today).where('q.warnFrom', '>', today);
  return rows;
}

const statusNow = (ctx: Ctx) => statusOn(dayAt(ctx.now)).as('certStatus');
type Stored = Awaited<ReturnType<typeof storedRows>>[number];
const storedRows = (ctx: Ctx) => visible(ctx).select(columns).select(statusNow(ctx)).execute();

/** Those of the certificates that the caller's right to edit reaches: only of them numbers are shown whole. */
export async function editableOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || !holds(ctx.user, EDIT)) return new Set();
  const rows = await visible(ctx, [EDIT]).select('q.id').where('q.id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Rows as replies show them, with the names behind their ids; identity and phone numbers masked unless the row is named in `open`. */
export async function present(ctx: Ctx, rows: readonly Stored[], open: ReadonlySet<string>) {
  const named = await withNames(ctx.db, rows);
  const types = await typesOf(
    ctx.db,
    rows.flatMap((row) => [row.typeId, row.topTypeId]),
  );
  const today = dayAt(ctx.now);
  return named.map(({ idCardSealed, ...row }) => {
    const idCardNo = openIdCard(ctx.app, idCardSealed);
    const isOpen = open.has(row.id);
    return {
      ...row,
      idCardNo: idCardNo !== null && !isOpen ? maskIdCard(idCardNo) : idCardNo,
      phone: row.phone !== null && !isOpen ? maskNumber(row.phone) : row.phone,
      daysLeft: daysLeft(row.validTo, today),
      topTypeName: types.get(row.topTypeId)?.typeName ?? '',
      typeName: types.get(row.typeId)?.typeName ?? '',
      eduHoursNeeded: types.get(row.typeId)?.eduHours ?? null,
      education: row.education as z.input<typeof Qualification>['education'],
      titleLevel: row.titleLevel as z.input<typeof Qualification>['titleLevel'],
    };
  });
}

async function typesOf(db: Db, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const rows =
    wanted.length === 0
      ? []
      : await db.selectFrom('prjPracticingType').select(['id', 'typeName', 'eduHours']).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A page of certificates, identity and phone numbers masked. */
export async function qualificationPage(
  ctx: Ctx,
  query: QualificationSearch & PageQuery,
): Promise<Page<Omit<z.input<typeof Qualification>, 'flow'>>> {
  const rows = searchQualifications(ctx, query);
  let list = rows.select(columns).select(statusNow(ctx));
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
    list = list.orderBy(`q.${field as (typeof SORTABLE)[number] | 'id'}`, direction);
  const page = await pageRows(query, list, rows);
  return { ...page, data: await present(ctx, page.data, new Set()) };
}

/** The rows of an export, by id. */
export function exportBatch(ctx: Ctx, query: QualificationSearch & { ids?: string[] | null }, after: string, limit: number) {
  let rows = searchQualifications(ctx, query).select(columns).select(statusNow(ctx)).where('q.id', '>', after);
  if (query.ids) rows = rows.where('q.id', 'in', query.ids);
  return rows.orderBy('q.id').limit(limit).execute();
}

/** One certificate within the caller's scope; throws entity.notFound. With 'lock' nobody else changes it before this transaction ends. */
export async function findQualification(ctx: Ctx, id: string, lock?: 'lock'): Promise<Stored> {
  const one = visible(ctx).select(columns).select(statusNow(ctx)).where('q.id', '=', id);
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** Several, locked in one order; throws entity.notFound unless all are there. */
export async function lockQualifications(ctx: Ctx, ids: readonly string[]): Promise<Stored[]> {
  const rows = await visible(ctx).select(columns).select(statusNow(ctx)).where('q.id', 'in', ids).orderBy('q.id').forUpdate().execute();
  assertAllFound(rows, ids);
  return rows;
}

export type StoredQualification = Stored;
