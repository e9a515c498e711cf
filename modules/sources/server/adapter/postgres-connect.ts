import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { pinned } from './pinned.ts';
import { sourceError } from './postgres-errors.ts';
import { valueTypes } from './postgres-values.ts';
import { SourceError, type Connection } from './types.ts';

const CONNECT_MS = 8_000;
/** A host that is gone is noticed about ten seconds after this, also by what runs without a deadline. */
const KEEP_ALIVE_MS = 5_000;

/** Driver settings of a connection, with the host name already looked up. */
async function clientConfig(connection: Connection, tls: boolean, stream?: () => Duplex): Promise<pg.ClientConfig> {
  const common: pg.ClientConfig = {
    application_name: 'databrain',
    connectionTimeoutMillis: CONNECT_MS,
    types: valueTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // where the connection is encrypted, the driver makes a stream of its own around it
    ...(tls ? {} : { stream }),
  };
  if (connection.url !== null) return { ...common, connectionString: connection.url };
  return {
    ...common,
    host: await pinned(connection.host),
    port: connection.port,
    database: connection.database,
    user: connection.username ?? undefined,
    password: connection.password ?? undefined,
    ssl: tls
      ? { rejectUnauthorized: connection.sslMode === 'verify', ...(isIP(connection.host) ? {} : { servername: connection.host }) }
      : false,
  };
}

/** Opens one connection, by way of `stream` where it is not encrypted. `prefer` falls back to plain text when the server knows no TLS. */
export async function connectOnce(
  connection: Connection,
  stream?: () => Duplex,
): Promise<{ client: pg.Client; tls: boolean; config: pg.ClientConfig }> {
  const tries =
    connection.url !== null || connection.sslMode === 'disable' ? [false] : connection.sslMode === 'prefer' ? [true, false] : [true];
  for (const tls of tries)
    try {
      const config = await clientConfig(connection, tls, stream);
      const client = new pg.Client(config);
      client.on('error', () => undefined); // a connection that breaks while idle shows at its next use
      await client.connect();
      return { client, tls, config };
    } catch (error) {
      const noTls = /does not support SSL/i.test(String((error as Error).message));
      if (tls && noTls && tries.length > 1) continue;
      throw sourceError(error);
    }
  throw new SourceError('unreachable', '数据源无法连接');
}
