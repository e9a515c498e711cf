import type pg from 'pg';

/** A statement or an idle transaction of the app database that takes longer is ended by the server; long work says so (`longTransaction`). */
export const STATEMENT_LIMIT_MS = 60_000;
const SETUP_MS = 5_000;

/** Who serves a connection, as far as the server says; null behind a pooler or on a server that does not tell. */
export interface Backend {
  readonly pid: number;
  /** when the process on the server began: numbers of processes are used again */
  readonly began: string;
  /** when the server began: another time is another server behind the same address */
  readonly server: string;
}

const limits = {
  default_transaction_isolation: 'read committed',
  statement_timeout: String(STATEMENT_LIMIT_MS),
  idle_in_transaction_session_timeout: String(STATEMENT_LIMIT_MS),
  // a node that lost its power must not keep its connections and locks on the server
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

const ALL = `select ${Object.entries(limits)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}, pg_backend_pid() as pid, pg_postmaster_start_time()::text as server,
  (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as began`;

/** True for an answer of the server, as opposed to a connection that broke. */
const isAnswer = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '');

/**
 * Gives a new connection the limits of our sessions and answers who serves it. Other servers that speak the protocol of PostgreSQL may not know
 * all of it: then each setting counts for itself, and nobody is known.
 */
export async function setUpSession(client: pg.ClientBase): Promise<Backend | null> {
  const own = client as unknown as { processID: number | null; connection: { stream: { destroy(error: Error): void } } };
  const timer = setTimeout(
    () => own.connection.stream.destroy(new Error('Connection terminated: no answer while it was set up')),
    SETUP_MS,
  );
  try {
    const { rows } = await client.query<{ pid: number; server: string | null; began: string | null }>(ALL);
    const [row] = rows;
    // behind a pooler the process that answers is not the one that we were told of
    if (!row || row.pid !== own.processID || !row.server || !row.began) return null;
    return { pid: row.pid, began: row.began, server: row.server };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    for (const [name, value] of Object.entries(limits))
      await client.query(`set ${name} = '${value}'`).catch((refused: unknown) => {
        if (!isAnswer(refused)) throw refused;
      });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
