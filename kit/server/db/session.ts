import type pg from 'pg';

/** statement_timeout and idle_in_transaction_session_timeout of the app database; long-running work uses `longTransaction`. */
export const STATEMENT_LIMIT_MS = 60_000;
const SETUP_MS = 5_000;

/** Identity of the server process behind a connection; null behind a pooler or on a server that does not expose it. */
export interface Backend {
  readonly pid: number;
  /** start time of the server process: process ids are reused */
  readonly began: string;
  /** start time of the server: a different one means another server behind the same address */
  readonly server: string;
}

const limits = {
  default_transaction_isolation: 'read committed',
  statement_timeout: String(STATEMENT_LIMIT_MS),
  idle_in_transaction_session_timeout: String(STATEMENT_LIMIT_MS),
  // TCP keepalive on the server's side: it drops connections and locks of a node that lost power
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

const ALL = `select ${Object.entries(limits)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}, pg_backend_pid() as pid, pg_postmaster_start_time()::text as server,
  (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as began`;

/** True for an error reported by the server (SQLSTATE), as opposed to a broken connection. */
const isAnswer = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '');

/**
 * Applies the session limits to a new connection and answers which server process serves it. Servers that only speak the PostgreSQL
 * protocol may refuse some settings: each is tried separately, and the backend is then null.
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
    // behind a pooler the answering process differs from the one of the protocol handshake
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
