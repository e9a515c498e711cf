import { join } from 'node:path';
import pg from 'pg';
import type { SecretBox } from '#kit/server/secret-box.ts';
import { retryConflicts } from '#kit/server/db/retry.ts';
import { requireAbilities } from './abilities.ts';
import type { Config } from './config.ts';
import { launchEmbedded } from './embedded-db/index.ts';
import { MANAGED_READER, managedReaderPassword } from '#modules/managed/server/index.ts';

const DEMO_DATABASE = 'databrain_demo';
const DEMO_READER = 'databrain_demo_reader';
const APP_DATABASE = 'databrain';

/** The databases of this start: where the platform lives, and where the demo warehouse goes. */
export interface Databases {
  readonly app: pg.PoolConfig;
  readonly demoOwnerUrl: string | null;
  readonly demoReaderUrl: string | null;
  /** where the reader of managed tables connects; whether the server knows that account shows later */
  readonly managedReaderUrl: string | null;
  readonly embedded: boolean;
  /** a sentence worth showing when the demo warehouse has no place */
  readonly demoMissing: string | null;
  stop(): Promise<void>;
}

const socketUrl = (user: string, at: { host: string; port: number }, database: string): string =>
  `postgres://${user}@/${database}?host=${encodeURIComponent(at.host)}&port=${at.port}`;

async function createIfMissing(config: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    // statements of their own, since a database is made outside transactions: each may be tried again
    const { rowCount } = await retryConflicts(() => client.query('select 1 from pg_database where datname = $1', [name]));
    if (rowCount === 0) await retryConflicts(() => client.query(`create database ${client.escapeIdentifier(name)}`));
    // Whoever reads one database of the cluster has no business in the others.
    await client.query(`revoke connect on database ${client.escapeIdentifier(name)} from public`).catch(() => undefined);
  } catch (error) {
    // Two nodes may start at once; the database of the other one is as good as ours.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

/** Password of the demo reader: derived from the installation key, so every node knows it and nothing stores it. */
export const demoReaderPassword = (secrets: SecretBox): string => secrets.sign('databrain_demo_reader', 'demo-reader');

function readerUrlOf(ownerUrl: string, username: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = username;
  url.password = password;
  return url.toString();
}

/** Starts the embedded cluster, or connects to DATABASE_URL, and makes sure that the databases exist. */
export async function openDatabases(config: Config, secrets: SecretBox, log: (text: string) => void): Promise<Databases> {
  if (config.databaseUrl) return outsideDatabases(config, config.databaseUrl, secrets);
  const cluster = await launchEmbedded({ dir: join(config.dataDir, 'pg'), log });
  try {
    const wanted = config.seed === 'demo' ? [APP_DATABASE, DEMO_DATABASE] : [APP_DATABASE];
    for (const name of wanted) await createIfMissing(cluster.connection('postgres'), name);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  const at = cluster.connection(DEMO_DATABASE);
  const hasDemo = config.seed === 'demo';
  return {
    app: cluster.connection(APP_DATABASE),
    demoOwnerUrl: hasDemo ? socketUrl(at.user, at, DEMO_DATABASE) : null,
    demoReaderUrl: hasDemo ? socketUrl(DEMO_READER, at, DEMO_DATABASE) : null,
    managedReaderUrl: socketUrl(MANAGED_READER, at, APP_DATABASE),
    embedded: true,
    demoMissing: null,
    stop: () => cluster.stop(),
  };
}

async function outsideDatabases(config: Config, url: string, secrets: SecretBox): Promise<Databases> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await requireAbilities(client);
  } finally {
    await client.end();
  }
  const demo = config.seed === 'demo' ? await outsideDemo(config, url) : { url: null, missing: null };
  return {
    app: { connectionString: url },
    demoOwnerUrl: demo.url,
    demoReaderUrl: demo.url === null ? null : readerUrlOf(demo.url, DEMO_READER, demoReaderPassword(secrets)),
    managedReaderUrl: config.managedReaderUrl ?? readerUrlOf(url, MANAGED_READER, managedReaderPassword(secrets)),
    embedded: false,
    demoMissing: demo.missing,
    stop: () => Promise.resolve(),
  };
}

async function outsideDemo(config: Config, url: string): Promise<{ url: string | null; missing: string | null }> {
  if (config.demoDatabaseUrl) return { url: config.demoDatabaseUrl, missing: null };
  try {
    await createIfMissing({ connectionString: url }, DEMO_DATABASE);
    const demo = new URL(url);
    demo.pathname = `/${DEMO_DATABASE}`;
    return { url: demo.toString(), missing: null };
  } catch {
    return { url: null, missing: `无法创建演示数据仓库 ${DEMO_DATABASE}（账号没有建库权限），已跳过；可用 DEMO_DATABASE_URL 指定一个库` };
  }
}
