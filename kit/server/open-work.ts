import { sql, type RawBuilder } from 'kysely';
import type { Db } from './ctx.ts';

/**
 * Counts open work of one kind and the people who answer for it, in the shape of `openWork` of the contract. `rows` is a query with one row
 * for each thing that is open and the account that answers for it, or null, as `owner`.
 */
export async function countOpenWork<K extends string>(db: Db, kind: K, rows: RawBuilder<unknown>) {
  const { rows: found } = await sql<{ total: string; owners: string; ownerName: string | null }>`
    select count(*) as total, count(distinct person.id) as owners, min(person.nickname) as owner_name
    from (${rows}) open_rows left join sys_user person on person.id = open_rows.owner`.execute(db);
  const { total = '0', owners = '0', ownerName = null } = found[0] ?? {};
  return { kind, total: Number(total), owners: Number(owners), ownerName };
}

/** A kind of which the caller has nothing to see. */
export const noOpenWork = <K extends string>(kind: K) => ({ kind, total: 0, owners: 0, ownerName: null });
