import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { retryConflicts } from '#kit/server/db/retry.ts';
import { BEGIN } from '#kit/server/db/transaction.ts';

export const WAREHOUSE_READER = 'databrain_demo_reader';

async function setRole(admin: Client, name: string, password: string, options: string): Promise<void> {
  const { rowCount } = await admin.query('select 1 from pg_roles where rolname = $1', [name]);
  await admin.query(`${rowCount ? 'alter' : 'create'} role ${escapeIdentifier(name)} login ${options} password ${escapeLiteral(password)}`);
}

const LAYERS = ['ods', 'dwd', 'dws', 'ads'];

/**
 * The account that the platform reads with: it may connect and select, nothing else, and its statements end after a minute.
 * `client` is connected to the warehouse after loading, as a role that may create roles; running it again renews password and grants.
 */
export const createReader = (client: Client, password: string): Promise<void> =>
  retryConflicts(() =>
    createOnce(client, password).catch((error: unknown) => {
      throw isRace(error) ? Object.assign(new Error('another node makes the reader', { cause: error }), { code: '40001' }) : error;
    }),
  );

/** Two nodes at once: roles and the rights of a database know no waiting, the later one is told that it came second. */
const isRace = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return ['42710', '23505'].includes(code) || (code === 'XX000' && /tuple concurrently (updated|deleted)/.test(message));
};

async function createOnce(client: Client, password: string): Promise<void> {
  const reader = escapeIdentifier(WAREHOUSE_READER);
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = escapeIdentifier((rows[0] as { name: string }).name);
  await client.query(BEGIN);
  try {
    await setRole(client, WAREHOUSE_READER, password, 'nosuperuser nocreatedb nocreaterole noinherit connection limit 20');
    for (const setting of [
      'default_transaction_read_only = on',
      "statement_timeout = '60s'",
      "idle_in_transaction_session_timeout = '60s'",
      "lock_timeout = '5s'",
    ])
      await client.query(`alter role ${reader} in database ${database} set ${setting}`);
    // A sort over everything must not fill the disk that the platform shares; only a superuser may set this one.
    await client.query('savepoint temp_files');
    await client
      .query(`alter role ${reader} in database ${database} set temp_file_limit = '2GB'`)
      .catch(() => client.query('rollback to savepoint temp_files'));
    await client.query(`revoke all on database ${database} from public`);
    await client.query(`grant connect on database ${database} to ${reader}`);
    await client.query('revoke all on schema public from public');
    for (const layer of LAYERS) {
      await client.query(`grant usage on schema ${layer} to ${reader}`);
      await client.query(`grant select on all tables in schema ${layer} to ${reader}`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
