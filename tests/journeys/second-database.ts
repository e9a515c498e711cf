import { randomBytes } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';

/** A database of somebody else's server, as far as the product can tell: reached by host and port, with an account that may only read. */
export interface SecondDatabase {
  readonly name: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Runs SQL as its owner. */
  sql(text: string): Promise<void>;
  /** Reads as its owner. */
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  /** What a program sends to register it. */
  body(sourceName: string, over?: Record<string, unknown>): Record<string, unknown>;
}

const OWNER = { user: 'databrain', port: 5432 };

/** Makes such databases in the product's own cluster, which has a socket and no port; answers the maker. */
export function secondDatabases(site: { dataDir: string }): (ddl: string) => Promise<SecondDatabase> {
  const closing: (() => Promise<unknown>)[] = [];
  const socketDir = join(site.dataDir, 'pg/run');
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  const proxy = async (): Promise<Server> => {
    const server = createServer((incoming) => {
      const outgoing = connect(join(socketDir, `.s.PGSQL.${OWNER.port}`));
      incoming.pipe(outgoing).pipe(incoming);
      incoming.on('error', () => outgoing.destroy());
      outgoing.on('error', () => incoming.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => server.close());
    return server;
  };
  const session = async (database: string): Promise<pg.Client> => {
    const client = new pg.Client({ ...OWNER, host: socketDir, database });
    client.on('error', () => undefined); // the product may end first
    await client.connect();
    closing.push(() => client.end().catch(() => undefined));
    return client;
  };
  return async (ddl) => {
    const name = `journey_${randomBytes(4).toString('hex')}`;
    const admin = await session('postgres');
    await admin.query(`create database ${name}`);
    await admin.query(`create role ${name} login`);
    const owner = await session(name);
    const readable = `grant usage on schema public to ${name}; grant select on all tables in schema public to ${name}`;
    await owner.query(ddl);
    await owner.query(readable);
    const { port } = (await proxy()).address() as AddressInfo;
    const password = 'Journey#2026reader';
    return {
      name,
      port,
      username: name,
      password,
      sql: async (text) => void (await owner.query(`${text}; ${readable}`)),
      rows: async (text) => (await owner.query(text)).rows,
      body: (sourceName, over = {}) => ({
        sourceName,
        dbType: '5',
        status: '1',
        schemas: [],
        ...over,
        dbSchema: { host: '127.0.0.1', port, dbName: name, username: name, password, sid: null, sslMode: 'prefer' },
      }),
    };
  };
}
