import { sql } from 'kysely';
import { expirySource } from '../reminders/source.ts';

const common = {
  entity: 'supplier',
  label: '供应商',
  owner: sql`r.create_by`,
  // nobody works with a blacklisted supplier: what it holds may end
  alive: sql<boolean>`r.deleted_at is null and r.list_status <> '5'`,
} as const;

/** Qualifications and safety licences that end. */
export const supplierExpiry = [
  expirySource({
    ...common,
    what: '资质有效期',
    from: sql`prj_supplier r join prj_supplier_qualification q on q.supplier_id = r.id`,
    title: sql`r.supplier_name || '：' || q.qual_name`,
    validTo: 'q.qualValidTo',
  }),
  expirySource({
    ...common,
    what: '安全生产许可证有效期',
    from: sql`prj_supplier r`,
    title: sql`r.supplier_name`,
    validTo: 'r.safetyValidTo',
  }),
];
