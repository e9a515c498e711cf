import { sql } from 'kysely';
import pg from 'pg';
import type { App, Db } from '#kit/server/ctx.ts';
import type { SecretBox } from '#kit/server/secret-box.ts';
import { MANAGED_READER, SCHEMA } from './names.ts';

const CONNECT_MS = 5_000;

/** Password of the reader: derived from the installation key, so every node knows it and nothing stores it. */
export const managedReaderPassword = (secrets: SecretBox): string => secrets.sign(MANAGED_READER, 'managed-reader');

/** The account in the address of the reader; another one than ours was made by whoever runs the database. */
function accountOf(url: string): string {
  const name = /^postgres(?:ql)?:\/\/([^:@/]+)[:@]/.exec(url)?.[1];
  if (name === undefined) throw new Error('the address of the reader names no account');
  return decodeURIComponent(name);
}

/** The account to which managed tables are opened; null where there is none. */
export async function readerOf(app: App, db: Db): Promise<string | null> {
  const url = app.settings.managedReaderUrl;
  if (url === null) return null;
  const account = accountOf(url);
  const { rows } = await sql`select 1 from pg_roles where rolname = ${account}`.execute(db);
  return rows.length > 0 ? account : null;
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** What the reader is told when it tries to come in; null = it came in. */
async function triesLogin(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, application_name: 'databrain' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes the schema of managed tables. Answers what is missing, in Chinese; null = it is there. */
export async function prepareSchema(app: App): Promise<string | null> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${SCHEMA}`.execute(app.db);
  if (rows.length > 0) return null;
  try {
    await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(app.db);
    return null;
  } catch (error) {
    // another node was there first
    if (['42P06', '23505'].includes(codeOf(error))) return null;
    if (codeOf(error) !== '42501') throw error;
    return `平台数据库账号不能建立模式，数据填报与主数据无法建表；请由数据库管理员执行 create schema ${SCHEMA} authorization 平台账号`;
  }
}

const mark = (database: string) => `databrain ${database}`;

/** Makes our own account, or gives it the password of this installation when it is known to be ours. */
async function makeRole(app: App, database: string): Promise<string | null> {
  const role = sql.id(MANAGED_READER);
  const password = sql.lit(managedReaderPassword(app.secrets));
  const { rows } = await sql<{ note: string | null }>`
    select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = ${MANAGED_READER}`.execute(app.db);
  try {
    if (rows[0] && rows[0].note !== mark(database))
      return `数据库服务器上的账号 ${MANAGED_READER} 属于另一套安装，平台数据暂不能作为数据源；请用 MANAGED_READER_URL 指定一个只读账号`;
    if (rows[0]) await sql`alter role ${role} login password ${password}`.execute(app.db);
    else {
      await sql`create role ${role} login nosuperuser nocreatedb nocreaterole noinherit connection limit 40 password ${password}`.execute(
        app.db,
      );
      await sql`comment on role ${role} is ${sql.lit(mark(database))}`.execute(app.db);
    }
    return null;
  } catch (error) {
    // another node makes it at this moment
    if (['42710', '23505'].includes(codeOf(error)) || /tuple concurrently/.test((error as Error).message)) return null;
    if (codeOf(error) === '42501')
      return `平台数据库账号不能创建只读账号 ${MANAGED_READER}，平台数据暂不能作为数据源（建表与填报不受影响）；请由数据库管理员建好只读账号并设置 MANAGED_READER_URL`;
    throw error;
  }
}

/** What the account may do: come in, and look into the schema. Its statements end after a minute and write nothing. */
async function limit(app: App, account: string, database: string): Promise<void> {
  const role = sql.id(account);
  const grants = [sql`grant connect on database ${sql.id(database)} to ${role}`, sql`grant usage on schema ${sql.id(SCHEMA)} to ${role}`];
  const settings = [
    sql`alter role ${role} in database ${sql.id(database)} set default_transaction_read_only = on`,
    sql`alter role ${role} in database ${sql.id(database)} set statement_timeout = '60s'`,
    sql`alter role ${role} in database ${sql.id(database)} set idle_in_transaction_session_timeout = '60s'`,
  ];
  for (const statement of account === MANAGED_READER ? [...grants, ...settings] : grants)
    await statement.execute(app.db).catch((error: unknown) => {
      // what the account may already do needs no grant, and each reading statement sets its own limits too
      app.log.info({ error: String(error) }, 'a right of the reader of managed tables was not set');
    });
}

/**
 * Makes the account that reads managed tables, as far as the platform may. Answers in Chinese what is missing and what to do; null when
 * the account comes in. Repeatable; two nodes at once do no harm.
 */
export async function prepareReader(app: App): Promise<string | null> {
  const url = app.settings.managedReaderUrl;
  if (url === null) return '没有平台数据的只读账号，平台数据不能作为数据源';
  const account = accountOf(url);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const database = rows[0]!.name;
  const isOurs = account === MANAGED_READER;
  if (isOurs && ((await readerOf(app, app.db)) === null || (await triesLogin(url)) !== null)) {
    // an account that is there may only lack the right to connect
    if ((await readerOf(app, app.db)) !== null) await limit(app, account, database);
    const problem = (await readerOf(app, app.db)) !== null && (await triesLogin(url)) === null ? null : await makeRole(app, database);
    if (problem) return problem;
  }
  await limit(app, account, database);
  const refused = await triesLogin(url);
  if (refused === null) return null;
  app.log.warn({ error: String(refused) }, 'the reader of managed tables cannot connect');
  return `平台数据的只读账号 ${account} 无法连接数据库，平台数据暂不能查询；请检查账号、密码与数据库的连接规则`;
}
