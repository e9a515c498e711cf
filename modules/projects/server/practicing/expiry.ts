import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { expirySource } from '../reminders/source.ts';

/** The state of a certificate on a day, in SQL: the same rule as `expiryStatus` in core, over two columns that have indexes. */
export const statusOn = (today: string) =>
  sql<'1' | '2' | '3' | '4'>`case when register_status = '4' then '4' when valid_to < ${today}::date then '3'
    when warn_from <= ${today}::date then '2' else '1' end`;

/** Brings the stored states up to date, of one type or all; answers how many rows changed. */
export async function refreshCertStatus(db: Db, today: string, typeId?: string): Promise<number> {
  let rows = db
    .updateTable('prjPracticingQualification')
    .set({ certStatus: statusOn(today) })
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`cert_status <> ${statusOn(today)}`);
  if (typeId !== undefined) rows = rows.where('typeId', '=', typeId);
  const { numUpdatedRows } = await rows.executeTakeFirst();
  return Number(numUpdatedRows);
}

export const qualificationExpiry = expirySource({
  entity: 'practicingQualification',
  label: '执业资质',
  what: '注册有效期',
  from: sql`prj_practicing_qualification r`,
  title: sql`r.person_name || ' ' || r.cert_name`,
  validTo: 'r.validTo',
  owner: sql`coalesce(r.user_id, r.create_by)`,
  alive: sql<boolean>`r.deleted_at is null and r.register_status <> '4'`,
  refresh: (db, today) => refreshCertStatus(db, today),
});
