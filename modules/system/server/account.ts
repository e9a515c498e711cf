import { sql, type RawBuilder } from 'kysely';
import { ADMIN_ROLE, ALL_PERMS } from '#kit/contract/access.ts';
import type { Account, DataScope, Db, RoleGrant } from '#kit/server/ctx.ts';

/** What `grantsOf` answers for each enabled role. */
export interface StoredGrant {
  roleId: string;
  dataScope: DataScope;
  perms: string[];
  deptIds: string[];
}

/**
 * SQL: what a role gives, as JSON; `role` is an alias of sys_role in the query around it.
 * `possible` counts disabled menus too: what the role would give if somebody enabled them.
 */
const grantJson = (role: string, kind: 'effective' | 'possible' = 'effective') => sql`json_build_object(
  'roleId', ${sql.ref(`${role}.id`)},
  'dataScope', ${sql.ref(`${role}.dataScope`)},
  'perms', array(select distinct m.menu_perms from sys_role_menu rm join sys_menu m on m.id = rm.menu_id
    where rm.role_id = ${sql.ref(`${role}.id`)} and m.menu_perms is not null and m.deleted_at is null
      ${kind === 'effective' ? sql`and m.is_effective = '1'` : sql``}),
  'deptIds', array(select rd.dept_id from sys_role_dept rd where rd.role_id = ${sql.ref(`${role}.id`)}))`;

/** SQL expression: the grants of an account's enabled roles, for one query together with the account (and its session). */
export const grantsOf = (userId: RawBuilder<string>): RawBuilder<StoredGrant[]> =>
  sql<StoredGrant[]>`coalesce((select json_agg(${grantJson('r')} order by r.id) from sys_user_role ur join sys_role r on r.id = ur.role_id
    where ur.user_id = ${userId} and r.status = '1' and r.deleted_at is null), '[]'::json)`;

const grantFrom = (stored: StoredGrant): RoleGrant =>
  stored.roleId === ADMIN_ROLE
    ? { roleId: ADMIN_ROLE, perms: new Set([ALL_PERMS]), dataScope: '1', deptIds: [] }
    : {
        roleId: stored.roleId,
        perms: new Set(stored.perms),
        dataScope: stored.dataScope,
        deptIds: stored.dataScope === '2' ? stored.deptIds : [],
      };

/** The account of a row that was read with `grantsOf`. */
export function accountFrom(row: {
  id: string;
  username: string;
  nickname: string;
  phone: string | null;
  deptId: string | null;
  grants: readonly StoredGrant[];
}): Account {
  const grants = row.grants.map(grantFrom);
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    phone: row.phone,
    deptId: row.deptId,
    grants,
    roles: grants.map((grant) => grant.roleId),
    perms: new Set(grants.flatMap((grant) => [...grant.perms])),
  };
}

/** What people call an account, deleted ones too; null for none. */
export async function nicknameOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('sysUser').select('nickname').where('id', '=', userId).executeTakeFirst();
  return row?.nickname ?? null;
}

/** An account as it stands now, null when it does not exist, is disabled or has expired. */
export async function loadAccount(db: Db, userId: string): Promise<Account | null> {
  const row = await db
    .selectFrom('sysUser')
    .select(['id', 'username', 'nickname', 'phone', 'deptId', grantsOf(sql.ref<string>('sysUser.id')).as('grants')])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  return row ? accountFrom(row) : null;
}

/**
 * What roles give, by role id. `effective`: at present, so nothing when disabled; `possible`: if the role and its menus were enabled.
 */
export async function loadGrants(
  db: Db,
  roleIds: readonly string[] | 'all',
  kind: 'effective' | 'possible',
): Promise<Map<string, RoleGrant>> {
  if (roleIds !== 'all' && roleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sysRole')
    .select(sql<StoredGrant>`${grantJson('sysRole', kind)}`.as('grant'))
    .where('deletedAt', 'is', null)
    .$if(kind === 'effective', (query) => query.where('status', '=', '1'))
    .$if(roleIds !== 'all', (query) => query.where('id', 'in', roleIds as readonly string[]))
    .execute();
  return new Map(rows.map(({ grant }) => [grant.roleId, grantFrom(grant)]));
}
