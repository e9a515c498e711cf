import { sql, type RawBuilder } from 'kysely';
import type { Account } from '#kit/server/ctx.ts';

/** What a grant may allow; every other action includes `meta`. */
export type GrantAction = 'meta' | 'preview' | 'query' | 'export' | 'unmask';

/** An account as the grants see it. */
export type Holder = Pick<Account, 'id' | 'roles' | 'deptId'>;

/** Rows of `metadata_authorize` that are in force: not removed, enabled, within their time. */
export const inForce = (now: Date, alias = 'metadata_authorize'): RawBuilder<boolean> => {
  const at = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`(${at('deleted_at')} is null and ${at('status')} = '1'
    and (${at('begin_time')} is null or ${at('begin_time')} <= ${now})
    and (${at('end_time')} is null or ${at('end_time')} > ${now}))`;
};

/**
 * Rows of `metadata_authorize` whose subject is the holder: the account, one of its roles, its department or one above (a grant to a
 * department holds for the departments below). Whether they are in force is `inForce`.
 */
export function isSubject(holder: Holder, alias = 'metadata_authorize'): RawBuilder<boolean> {
  const type = sql.ref(`${alias}.subject_type`);
  const id = sql.ref(`${alias}.subject_id`);
  const parts = [sql`(${type} = 'user' and ${id} = ${holder.id})`];
  if (holder.roles.length > 0) parts.push(sql`(${type} = 'role' and ${id} in (${sql.join(holder.roles)}))`);
  if (holder.deptId !== null)
    parts.push(
      sql`(${type} = 'dept' and ${id} in (select above.id from sys_dept own join sys_dept above on above.id = any(string_to_array(own.path, '/'))
        where own.id = ${holder.deptId} and own.deleted_at is null and above.deleted_at is null))`,
    );
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** Grants that the holder has now and that allow `action`, as the tail of `select … from metadata_authorize where`. */
export const heldNow = (holder: Holder, now: Date, action: GrantAction): RawBuilder<boolean> =>
  sql<boolean>`(${inForce(now)} and ${isSubject(holder)}${action === 'meta' ? sql`` : sql` and ${action} = any(metadata_authorize.actions)`})`;
