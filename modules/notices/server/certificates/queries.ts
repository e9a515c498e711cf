import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import type { PageQuery } from '#kit/contract/fields.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { StoredCertificate, type CertificateSearch } from '../../contract/certificate.ts';
import { SOON_DAYS, certStatus, dayAfter, dayOf, daysBetween, type CertStatus } from '../../core/certificate-status.ts';

const SORTABLE = ['createTime', 'certName', 'validTo', 'issueDate', 'sort'] as const;
export const columns = Object.keys(StoredCertificate.shape) as (keyof z.output<typeof StoredCertificate>)[];

type Stored = z.input<typeof StoredCertificate>;

/** A stored certificate with its status on a day. */
export const asOf = <T extends Pick<Stored, 'validTo' | 'isCancelled'>>(row: T, today: string) => ({
  ...row,
  certStatus: certStatus(row, today),
  daysLeft: row.validTo === null ? null : daysBetween(today, row.validTo),
});

/** SQL for what `certStatus` decides: certificates that have a status on a day. */
export function hasStatus(status: CertStatus, today: string): Expression<SqlBool> {
  const soon = dayAfter(today, SOON_DAYS);
  switch (status) {
    case '1':
      return sql<SqlBool>`(is_cancelled = '0' and (valid_to is null or valid_to > ${soon}))`;
    case '2':
      return sql<SqlBool>`(is_cancelled = '0' and valid_to between ${today} and ${soon})`;
    case '3':
      return sql<SqlBool>`(is_cancelled = '0' and valid_to < ${today})`;
    case '4':
      return sql<SqlBool>`is_cancelled = '1'`;
  }
}

/** Living certificates that the caller reaches with the permission of the call. */
export const reached = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysCertificate')
    .where('deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'createDept', owner: 'createBy' }));

export function searched(ctx: Ctx, query: z.output<typeof CertificateSearch> & { ids?: readonly string[] | null }) {
  let rows = reached(ctx);
  if (query.ids) rows = rows.where('id', 'in', query.ids);
  if (query.certName) rows = rows.where(containsText('certName', query.certName));
  if (query.certNo) rows = rows.where(containsText('certNo', query.certNo));
  if (query.issueOrg) rows = rows.where(containsText('issueOrg', query.issueOrg));
  if (query.certType) rows = rows.where('certType', '=', query.certType);
  if (query.certStatus) rows = rows.where(hasStatus(query.certStatus, dayOf(ctx.now)));
  if (query.validToBegin) rows = rows.where('validTo', '>=', query.validToBegin);
  if (query.validToEnd) rows = rows.where('validTo', '<=', query.validToEnd);
  return rows;
}

export async function certificatePage(ctx: Ctx, query: z.output<typeof CertificateSearch> & PageQuery) {
  const rows = searched(ctx, query);
  let list = rows.select(columns);
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
    list = list.orderBy(field as (typeof SORTABLE)[number] | 'id', (o) => (direction === 'asc' ? o.asc() : o.desc()));
  const page = await pageRows(query, list, rows);
  const today = dayOf(ctx.now);
  return { ...page, data: page.data.map((row) => asOf(row, today)) };
}

export async function certificateStats(ctx: Ctx) {
  const today = dayOf(ctx.now);
  const count = (status: CertStatus) => sql<number>`(count(*) filter (where ${hasStatus(status, today)}))::int`;
  return reached(ctx)
    .select([
      sql<number>`count(*)::int`.as('total'),
      count('1').as('valid'),
      count('2').as('expiring'),
      count('3').as('expired'),
      count('4').as('cancelled'),
    ])
    .executeTakeFirstOrThrow();
}

/** Former periods of a certificate, newest first. */
export const renewalsOf = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('sysCertificateRenewal as r')
    .leftJoin('sysUser as u', 'u.id', 'r.createBy')
    .select([
      'r.id',
      'r.certNo',
      'r.grade',
      'r.issueDate',
      'r.validFrom',
      'r.validTo',
      'r.imageFiles',
      'r.remark',
      'r.createTime',
      'u.nickname as operator',
    ])
    .where('r.certificateId', '=', id)
    .orderBy('r.createTime', 'desc')
    .orderBy('r.id', 'desc')
    .limit(100)
    .execute();
