import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { MessageKind } from '../contract/message.ts';

/** A message to people. */
export interface NewMessage {
  /** account ids; unknown, disabled and deleted accounts are left out */
  readonly to: readonly string[];
  readonly kind: MessageKind;
  readonly title: string;
  readonly text: string;
  /** own page that a click opens */
  readonly path: string | null;
  /** what it is about: a second message with the same key to the same account is dropped; null = never dropped */
  readonly key: string | null;
}

const PER_INSERT = 500;

/**
 * Adds a message to the bell of each account, in the caller's transaction, and pushes to their browsers. Returns the number of recipients.
 */
export async function notify(app: App, db: Db, message: NewMessage): Promise<number> {
  const wanted = [...new Set(message.to)];
  const reached: string[] = [];
  for (let at = 0; at < wanted.length; at += PER_INSERT) {
    const living = await db
      .selectFrom('sysUser')
      .select('id')
      .where('id', 'in', wanted.slice(at, at + PER_INSERT))
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .orderBy('id')
      .execute();
    if (living.length === 0) continue;
    const { kind, title, text, path, key } = message;
    const createTime = app.now();
    const stored = await db
      .insertInto('sysMessage')
      .values(living.map((account) => ({ id: app.ids.next(), accountId: account.id, kind, title, text, path, key, createTime })))
      .onConflict((c) => c.columns(['accountId', 'key']).where('key', 'is not', null).doNothing())
      .returning('accountId')
      .execute();
    reached.push(...stored.map((row) => row.accountId));
  }
  if (reached.length > 0) await app.push.send(db, { accounts: reached }, { kind: 'bell', data: { unread: null } });
  return reached.length;
}

/**
 * The enabled accounts that hold a permission and whose data scope for it reaches a department. A record of no department (null) is
 * reached only by those whose scope has no limit. Owners (scope 本人) are the caller's business: add them to the result.
 */
export async function holdersOf(db: Db, permission: string, deptId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUser as u')
    .innerJoin('sysUserRole as ur', 'ur.userId', 'u.id')
    .innerJoin('sysRole as r', 'r.id', 'ur.roleId')
    .select('u.id')
    .distinct()
    .where('u.deletedAt', 'is', null)
    .where('u.status', '=', '1')
    .where((e) => e.or([e('u.expireTime', 'is', null), e('u.expireTime', '>', sql<Date>`now()`)]))
    .where('r.deletedAt', 'is', null)
    .where('r.status', '=', '1')
    .where(
      sql<boolean>`(r.id = 'admin' or (
        exists (select 1 from sys_role_menu rm join sys_menu m on m.id = rm.menu_id
          where rm.role_id = r.id and m.menu_perms = ${permission} and m.is_effective = '1' and m.deleted_at is null)
        and (r.data_scope = '1'
          or (r.data_scope = '2' and exists (select 1 from sys_role_dept rd where rd.role_id = r.id and rd.dept_id = ${deptId}))
          or (r.data_scope = '3' and u.dept_id = ${deptId})
          or (r.data_scope = '4' and exists (select 1 from sys_dept own join sys_dept below on below.path like own.path || '%'
            where own.id = u.dept_id and own.deleted_at is null and below.id = ${deptId} and below.deleted_at is null)))))`,
    )
    .orderBy('u.id')
    .execute();
  return rows.map((row) => row.id);
}
