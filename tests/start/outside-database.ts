import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder } from './product.ts';

/** A PostgreSQL that the product does not run itself, as the database of a customer. */
export interface OutsideDatabase {
  /** where it listens, for a proxy */
  readonly socket: string;
  /** its cluster, to do harm to */
  readonly dataDir: string;
  /** address of a database for the product, over the socket or through a TCP port of this machine */
  url(database: string, port?: number): string;
  /** makes an empty database */
  create(database: string): Promise<void>;
  /** a connection that goes past every proxy */
  query<Row extends pg.QueryResultRow>(database: string, text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

const PASSWORD = 'outside';

export async function outsideDatabase(settings: Record<string, string> = {}): Promise<OutsideDatabase> {
  const folder = dataFolder();
  const cluster = await launchEmbedded({
    dir: folder.path,
    log: () => {},
    durable: false,
    settings: { max_connections: '100', fsync: 'off', ...settings },
  });
  const run = async <Row extends pg.QueryResultRow>(database: string, text: string, values?: unknown[]): Promise<Row[]> => {
    const client = new pg.Client(cluster.connection(database));
    client.on('error', () => undefined); // the statement says that the server has gone
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const hba = join(cluster.dataDir, 'pg_hba.conf');
  writeFileSync(hba, `local all app scram-sha-256\n${readFileSync(hba, 'utf8')}`);
  await run('postgres', `create role app login createdb password '${PASSWORD}'`);
  await run('postgres', 'select pg_reload_conf()');
  const { host } = cluster.connection('postgres');
  return {
    socket: join(host, '.s.PGSQL.5432'),
    dataDir: cluster.dataDir,
    url: (database, port) =>
      port === undefined
        ? `postgres://app:${PASSWORD}@localhost/${database}?host=${encodeURIComponent(host)}`
        : `postgres://app:${PASSWORD}@127.0.0.1:${port}/${database}`,
    create: async (database) => void (await run('postgres', `create database ${database} owner app`)),
    query: run,
    async stop() {
      await cluster.stop();
      folder.remove();
    },
  };
}
