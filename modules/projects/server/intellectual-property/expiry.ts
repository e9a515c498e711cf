import { sql, type SqlBool } from 'kysely';
import { expirySource } from '../reminders/source.ts';

const from = sql`prj_intellectual_property r`;
const title = sql`r.ip_name`;
const owner = sql`r.create_by`;
// granted and licensed rights only: what is pending has no term, what has lapsed needs no reminder
const alive = sql<SqlBool>`r.deleted_at is null and r.legal_status in ('4', '7')`;

/** Rights in force: their last day, and the next annual fee. */
export const intellectualPropertyExpiry = [
  expirySource({ entity: 'intellectualProperty', label: '知识产权', what: '权利届满', from, title, validTo: 'r.expireDate', owner, alive }),
  expirySource({
    entity: 'intellectualProperty',
    label: '知识产权',
    what: '年费到期',
    from,
    title,
    validTo: 'r.annualFeeDue',
    owner,
    alive,
  }),
];
