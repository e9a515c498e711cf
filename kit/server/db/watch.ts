import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { Logger } from 'pino';
import { setUpSession, STATEMENT_LIMIT_MS, type Backend } from './session.ts';

const TICK_MS = 1_000;
/** A response that has not started after this long triggers a probe. */
const SILENT_MS = 3_000;
/** Silence that is accepted while the server process cannot be identified or another server answers. */
const OTHER_SERVER_MS = 10_000;
const UNKNOWN_MS = STATEMENT_LIMIT_MS + 10_000;
/** After this long without reaching the server, pending statements fail. */
const UNREACHABLE_MS = 5_000;
/** Time limit of one probe, connecting included. */
const PROBE_MS = 2_000;
/** Result of a /health/ready check is reused for this long. */
const KNOWN_MS = 1_000;

/** Members of a pg connection beyond its declared type. */
type Inside = pg.PoolClient & {
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Stream };
};
/** The socket; how much of what was written still waits to be taken, Node itself asks its handle for. */
interface Stream {
  readonly bytesRead: number;
  readonly _handle?: { readonly writeQueueSize: number } | null;
  destroy(error: Error): void;
}

interface Watched {
  readonly client: Inside;
  readonly backend: Backend | null;
  bytes: number;
  /** bytes that the other side has not taken yet */
  unsent: number;
  /** `performance.now()` of the last byte that was received or taken, or of the start of the wait */
  receivedAt: number;
  isWaiting: boolean;
  isIdle: boolean;
}

/** State of the server processes behind our connections. */
interface ServerState {
  readonly server: string;
  readonly backends: ReadonlyMap<number, { readonly began: string; readonly isDeaf: boolean }>;
}

export interface Watch {
  /** hook for the pool: called with each new connection */
  onConnect(client: pg.ClientBase): Promise<void>;
  /** Health probe: null when the database is reachable, else the reason. Two seconds at most; cached for one. */
  reach(): Promise<string | null>;
  /** Destroys every connection, whatever it is doing. */
  cutAll(): void;
  stop(): void;
}

const unsentBy = ({ connection }: Inside): number => connection.stream._handle?.writeQueueSize ?? 0;

/** Whether bytes came or were taken since the last look. */
const hasMoved = ({ client, bytes, unsent }: Watched): boolean =>
  client.connection.stream.bytesRead !== bytes || unsentBy(client) !== unsent;

/** Looks at a connection. The server calls itself idle until it has the whole of a large statement, so what it takes is no silence either. */
function note(one: Watched, now: number): void {
  const isWaiting = !one.client.readyForQuery && !one.isIdle;
  if (hasMoved(one) || !isWaiting || !one.isWaiting) one.receivedAt = now;
  one.bytes = one.client.connection.stream.bytesRead;
  one.unsent = unsentBy(one.client);
  one.isWaiting = isWaiting;
}

const GONE = 'Connection terminated: the database does not answer on it any more';

/**
 * Detects dead connections: the network dropped them or their server is gone, and no packet says so. TCP cannot distinguish that from a
 * slow statement, so a probe connection asks the server whether the backend still works for us; when it is idle, stuck sending or gone, the
 * connection is destroyed and the backend terminated, which frees its locks. While the server is unreachable, pending statements fail after
 * some seconds instead of blocking callers.
 */
export function watchConnections(config: pg.PoolConfig, log: Pick<Logger, 'warn'>): Watch & { attach(pool: pg.Pool): void } {
  const all = new Map<pg.ClientBase, Watched>();
  let unreachableSince: number | null = null;
  /** backends whose connections were destroyed while the server was unreachable; they hold locks until they end */
  let left: { readonly backends: Backend[]; readonly since: number } | null = null;
  let looking = false;
  let stopped = false;

  const look = async (): Promise<void> => {
    const now = performance.now();
    if (left && ((await endBackends(config, left.backends)) || now - left.since > UNKNOWN_MS)) left = null;
    for (const one of all.values()) note(one, now);
    const silent = [...all.values()].filter((one) => one.isWaiting && now - one.receivedAt >= SILENT_MS);
    if (silent.length === 0) {
      unreachableSince = null;
      return;
    }
    const found = await lookAtServer(config, silent);
    const isStill = (one: Watched) => all.get(one.client) === one && !hasMoved(one);
    if (found instanceof Error) {
      unreachableSince ??= now;
      if (performance.now() - unreachableSince < UNREACHABLE_MS) return;
      const dead = silent.filter(isStill);
      left = { backends: [...(left?.backends ?? []), ...dead.flatMap(({ backend }) => backend ?? [])], since: now };
      cut(dead);
      return;
    }
    unreachableSince = null;
    cut(silent.filter((one) => isStill(one) && isLost(one, found, now - one.receivedAt, [...all.values()])));
  };

  const cut = (dead: readonly Watched[]): void => {
    if (dead.length === 0) return;
    log.warn({ connections: dead.length }, 'connections to the database went silent and were cut');
    // connections that idled meanwhile may be dead too; a new connection is cheaper than another timeout
    for (const one of [...dead, ...[...all.values()].filter((other) => other.isIdle)]) destroy(one);
  };
  const destroy = (one: Watched): void => {
    all.delete(one.client);
    one.client.connection.stream.destroy(new Error(GONE));
  };

  const timer = setInterval(() => {
    if (looking || (all.size === 0 && !left)) return;
    looking = true;
    void look()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'connections to the database could not be looked after'))
      .finally(() => (looking = false));
  }, TICK_MS);
  timer.unref();

  let known: { readonly at: number; readonly answer: Promise<string | null> } | null = null;
  const ask = async (): Promise<string | null> => {
    // a connection that receives bytes needs no probe
    for (const one of all.values()) {
      const bytes = one.client.connection.stream.bytesRead;
      if (bytes === one.bytes) continue;
      one.bytes = bytes;
      one.receivedAt = performance.now();
      return null;
    }
    const error = await withProbe(config, async (client) => void (await client.query('select 1')));
    return error instanceof Error ? error.message : null;
  };

  return {
    async onConnect(client) {
      const backend = await setUpSession(client);
      if (stopped) return;
      const inside = client as Inside;
      const bytes = inside.connection.stream.bytesRead;
      all.set(client, { client: inside, backend, bytes, unsent: 0, receivedAt: performance.now(), isWaiting: false, isIdle: false });
      client.once('end', () => all.delete(client));
    },
    attach(pool) {
      const mark = (client: pg.PoolClient, isIdle: boolean) => {
        const one = all.get(client);
        if (one) one.isIdle = isIdle;
      };
      pool.on('acquire', (client) => mark(client, false));
      pool.on('release', (_error, client) => mark(client, true));
      pool.on('remove', (client) => all.delete(client));
    },
    reach() {
      if (!known || performance.now() - known.at > KNOWN_MS) {
        const answer = ask();
        known = { at: performance.now(), answer };
        // cached from the time of the answer, so that a check that had to wait is not repeated at once
        void answer.then(() => (known = { at: performance.now(), answer }));
      }
      return known.answer;
    },
    cutAll() {
      for (const one of all.values()) destroy(one);
    },
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

/** True when no more data will arrive on a connection. */
function isLost(one: Watched, { server, backends }: ServerState, silentMs: number, all: readonly Watched[]): boolean {
  if (one.backend === null) return silentMs >= UNKNOWN_MS;
  if (one.backend.server !== server) {
    // the address points to another server now; behind a load balancer the old one may still be alive: look at its other connections
    const isAlive = all.some(
      (other) => other !== one && other.backend?.server === one.backend?.server && other.receivedAt > one.receivedAt,
    );
    return silentMs >= (isAlive ? UNKNOWN_MS : OTHER_SERVER_MS);
  }
  const backend = backends.get(one.backend.pid);
  return backend?.began !== one.backend.began || backend.isDeaf;
}

/**
 * Asks the server for the state of the backends of silent connections and terminates those that wait for us. An Error when it is
 * unreachable.
 */
async function lookAtServer(config: pg.PoolConfig, silent: readonly Watched[]): Promise<ServerState | Error> {
  return withProbe(config, async (client) => {
    const pids = silent.flatMap((one) => one.backend?.pid ?? []);
    if (pids.length === 0) return { server: '', backends: new Map() };
    const { rows } = await client.query<{ server: string; pid: number; began: string; is_deaf: boolean }>(
      `select pg_postmaster_start_time()::text as server, pid, backend_start::text as began,
         coalesce((state not in ('active', 'fastpath function call', 'disabled') and now() - state_change > interval '1 second')
           or (wait_event = 'ClientWrite' and now() - state_change > interval '3 seconds'), false) as is_deaf
       from pg_stat_activity where pid = any($1) or pid = pg_backend_pid()`,
      [pids],
    );
    const deaf = silent.filter(({ backend }) =>
      rows.some((row) => row.is_deaf && row.pid === backend?.pid && row.began === backend.began && row.server === backend.server),
    );
    if (deaf.length > 0)
      await client
        .query('select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1) and pid <> pg_backend_pid()', [
          deaf.map(({ backend }) => backend?.pid),
        ])
        .catch(() => undefined);
    return {
      server: rows[0]?.server ?? '',
      backends: new Map(rows.map((row) => [row.pid, { began: row.began, isDeaf: row.is_deaf }])),
    };
  });
}

/** Terminates orphaned backends; false when the server is unreachable. */
async function endBackends(config: pg.PoolConfig, backends: readonly Backend[]): Promise<boolean> {
  const names = backends.map(({ server, pid, began }) => `${server} ${pid} ${began}`);
  const done = await withProbe(config, async (client) => {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pg_postmaster_start_time()::text || ' ' || pid || ' ' || backend_start::text = any($1)",
      [names],
    );
  });
  return !(done instanceof Error);
}

/** Runs `work` on a fresh probe connection within two seconds; answers the error when that fails. */
async function withProbe<T>(config: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T | Error> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS });
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error('数据库没有在 2 秒内应答')), PROBE_MS);
  });
  const done = (async () => {
    await client.connect();
    return work(client);
  })().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  const result = await Promise.race([done, late]);
  clearTimeout(timer);
  // `end()` on a frozen connection would wait for the server's reply
  (client as unknown as { connection: Inside['connection'] }).connection.stream.destroy(new Error('done'));
  return result;
}
