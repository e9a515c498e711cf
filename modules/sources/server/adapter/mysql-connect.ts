import { connect as connectSocket, isIP } from 'node:net';
import { createConnection, type Connection as Client, type ConnectionOptions } from 'mysql2';
import { sourceError } from './mysql-errors.ts';
import { flavourOf, type Flavour } from './mysql-flavour.ts';
import { VALUE_OPTIONS } from './mysql-values.ts';
import { pinned } from './pinned.ts';
import { SourceError, type Connection } from './types.ts';

const CONNECT_MS = 8_000;
/** A host that is gone is noticed about ten seconds after this, also by what runs without a deadline. */
const KEEP_ALIVE_MS = 5_000;

/**
 * Driver settings of a connection. The socket goes to the address that was looked up and checked once, whatever the name says later.
 * No LOAD DATA LOCAL (a server could ask for any file of ours), no several statements in one text, no plain-text password plugin.
 */
async function clientConfig(connection: Connection, tls: boolean): Promise<ConnectionOptions> {
  const { host, port } = connection;
  const address = await pinned(host);
  return {
    ...VALUE_OPTIONS,
    host,
    port,
    user: connection.username ?? undefined,
    password: connection.password ?? undefined,
    database: connection.database,
    charset: 'utf8mb4_general_ci',
    connectTimeout: CONNECT_MS,
    multipleStatements: false,
    flags: ['-LOCAL_FILES', '-IGNORE_SPACE'],
    maxPreparedStatements: 20,
    connectAttributes: { program_name: 'databrain' },
    stream: () => connectSocket({ host: address, port, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, noDelay: true }),
    ...(tls && {
      ssl: { rejectUnauthorized: connection.sslMode === 'verify', verifyIdentity: connection.sslMode === 'verify' && isIP(host) === 0 },
    }),
  } as ConnectionOptions;
}

/** A statement of our own on a connection; the rows as arrays. */
export const ask = (client: Client, text: string, values: readonly unknown[] = []): Promise<unknown[][]> =>
  new Promise((resolve, reject) =>
    client.query({ sql: text, values: [...values] as never }, (error, rows) =>
      error ? reject(error) : resolve(rows as unknown as unknown[][]),
    ),
  );

function open(config: ConnectionOptions): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = createConnection(config);
    // A connection that breaks while idle shows at its next use. The listener must stay: without one the process ends.
    client.on('error', () => undefined);
    client.connect((error) => {
      if (!error) return resolve(client);
      client.destroy();
      reject(error);
    });
  });
}

/** What is found out at the first connection to a source. */
export interface Opened {
  readonly client: Client;
  readonly tls: boolean;
  readonly config: ConnectionOptions;
  readonly flavour: Flavour;
  readonly mode: string;
}

/** Opens one connection. `prefer` falls back to plain text when the server knows no TLS. Throws SourceError. */
export async function connectOnce(connection: Connection): Promise<Opened> {
  const { sslMode } = connection;
  const tries = sslMode === 'disable' ? [false] : sslMode === 'prefer' ? [true, false] : [true];
  for (const tls of tries) {
    let client: Client | null = null;
    try {
      const config = await clientConfig(connection, tls);
      client = await open(config);
      const [row] = await ask(client, 'select version(), @@version_comment, @@sql_mode');
      const [version, comment, mode] = (row ?? []) as (string | null)[];
      return { client, tls, config, flavour: flavourOf(String(version ?? ''), String(comment ?? '')), mode: String(mode ?? '') };
    } catch (error) {
      client?.destroy();
      if (tls && tries.length > 1 && (error as { code?: string }).code === 'HANDSHAKE_NO_SSL_SUPPORT') continue;
      throw sourceError(error);
    }
  }
  throw new SourceError('unreachable', '数据源无法连接');
}

/** Ends a connection politely; one that does not answer is cut. */
export const end = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => (client.destroy(), resolve()), 1_000);
    client.end(() => (clearTimeout(cut), resolve()));
  });
