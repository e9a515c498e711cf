import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { PushMessage } from '#kit/contract/push.ts';
import { executeLater } from '#kit/server/db/postponed.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import { pushInsert } from '#kit/server/push.ts';
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
  /** the message is of something that waits for them: their to-dos are counted anew */
  readonly isTodo?: boolean;
}

const PER_INSERT = 500;

/**
 * Adds a message to the bell of each account, in the caller's transaction, and pushes to their browsers. Returns the number of recipients.
 */
export async function notify(app: App, db: Db, { to, ...message }: NewMessage): Promise<number> {
  const wanted = [...new Set(to)];
  let reached = 0;
  for (let at = 0; at < wanted.length; at += PER_INSERT) reached += await store(app, db, wanted.slice(at, at + PER_INSERT), message);
  return reached;
}

/** As `notify`, for who needs not know how many it reached: in a transaction the message goes with its next statement or its commit. */
export async function notifyLater(app: App, db: Db, { to, ...message }: NewMessage): Promise<void> {
  const wanted = [...new Set(to)];
  for (let at = 0; at < wanted.length; at += PER_INSERT) {
    const accounts = wanted.slice(at, at + PER_INSERT);
    const statement = statementFor(app, accounts, message);
    await executeLater(db, { compile: () => statement.compile(db) }, { isSteady: accounts.length === 1 });
  }
}

/** Pushes are of a message of the contract: what browsers hear, they know. */
const dataOf = (message: PushMessage) => sql`${message.kind}::text, ${JSON.stringify(message.data)}::jsonb`;
const BELL: PushMessage = { kind: 'bell', data: { unread: null } };
const TODO: PushMessage = { kind: 'todo', data: { count: null } };

/**
 * Stores a message for those of the accounts that are enabled and what their browsers are told, in one statement: it comes with every step of
 * an approval. Answers how many got it.
 */
async function store(app: App, db: Db, accounts: readonly string[], message: Omit<NewMessage, 'to'>): Promise<number> {
  const statement = statementFor(app, accounts, message);
  if (accounts.length > 1) return (await statement.execute(db)).rows.length;
  return (await runPreparedQuery(db, { compile: () => statement.compile(db) })).length;
}

function statementFor(app: App, accounts: readonly string[], message: Omit<NewMessage, 'to'>) {
  const { kind, title, text, path, key, isTodo } = message;
  const id = () => app.ids.next();
  const each = sql.join(accounts.map((account) => sql`(${id()}, ${account}, ${id()}, ${isTodo ? id() : null}::text)`));
  const bells = sql`select w.bell, w.account, ${dataOf(BELL)} from wanted w join stored s on s.account_id = w.account`;
  const todos = isTodo ? sql` union all select w.todo, w.account, ${dataOf(TODO)} from wanted w` : sql``;
  // in the order of accounts: two that tell the same people never wait for each other
  return sql<{ accountId: string }>`
    with wanted (id, account, bell, todo) as (values ${each}),
    stored as (insert into sys_message (id, account_id, kind, title, text, path, key, create_time)
      select w.id, u.id, ${kind}, ${title}, ${text}, ${path}, ${key}, ${app.now()}::timestamptz
      from wanted w join sys_user u on u.id = w.account
      where u.deleted_at is null and u.status = '1' order by u.id
      on conflict (account_id, key) where key is not null do nothing
      returning account_id),
    pushed as (${pushInsert(sql`${bells}${todos}`)})
    select account_id from stored`;
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
