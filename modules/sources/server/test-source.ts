import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { until } from '#kit/test/until.ts';
import type { TestApp } from '#kit/test/app.ts';

export const CANARY = 'Canary-7f3a-secret!';

/** A database in the test cluster that plays the registered source, with a reader that may only read. */
export interface TestSource {
  readonly database: string;
  readonly reader: string;
  /** bytes that came to it from the product so far */
  heard(): number;
  /** statements that the product ran in it so far, those that begin and end transactions too */
  executed(): number;
  /** `stopped`: nobody listens and connections are cut; `silent`: what it says is held back until it is `up` again */
  become(state: 'up' | 'stopped' | 'silent'): Promise<void>;
  /** runs SQL as the owner */
  sql(text: string): Promise<pg.QueryResult>;
  /** the body that registers it */
  body(over?: Record<string, unknown>): Record<string, unknown> & { dbSchema: Record<string, unknown> };
  /** registers and synchronises it, answers the id */
  register(over?: Record<string, unknown>): Promise<string>;
}

/**
 * Reads a source anew and answers how it stands afterwards (`isSync`, `job`, `runs`), ended well or not. A call made while an earlier
 * synchronisation is still closing would join that one, which has already read: so this waits for the open one, then for its own.
 */
export async function synchronised(app: TestApp, id: string, limitMs = 90_000) {
  const path = `/data/metadata/sources/sync/${id}`;
  const state = () => app.admin('GET', path);
  const isOpen = (job: { state: string } | null) => job?.state === 'waiting' || job?.state === 'running';
  await until(state, ({ data }) => !isOpen(data.job), limitMs);
  const { jobId } = (await app.admin('POST', path)).data as { jobId: string };
  const { data } = await until(state, ({ data: now }) => now.job.id === jobId && !isOpen(now.job) && now.isSync !== '1', limitMs);
  return data;
}

/** Waits until no lineage is being taken: what a synchronisation asked for is there then. */
export const lineageTaken = (app: TestApp) =>
  until(
    () =>
      app.database.db
        .selectFrom('kitJob')
        .select('id')
        .where('kind', '=', 'metadata.lineage')
        .where('state', 'in', ['waiting', 'running'])
        .execute(),
    (open) => open.length === 0,
    90_000,
  );

/** Makes columns of a source sensitive: whoever has no grant to see them in the clear sees them masked from now on. */
export async function sealColumns(app: TestApp, sourceId: string, ...names: readonly string[]): Promise<void> {
  await app.database.db
    .updateTable('metadataColumn')
    .set({ level: 'L3' })
    .where('sourceId', '=', sourceId)
    .where('columnName', 'in', names)
    .execute();
}

const EXECUTE = 'E'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
/**
 * Counts what a client has run: `Execute` and `Query` messages, each a letter and a length that counts itself. The first message of a
 * connection has no letter. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
class Executed {
  #rest = Buffer.alloc(0);
  #isFirst = true;
  count = 0;

  hear(bytes: Buffer): void {
    let rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const letter = this.#isFirst ? 0 : 1;
      if (rest.length < letter + 4) break;
      const length = letter + rest.readInt32BE(letter);
      if (rest.length < length) break;
      if (letter === 1 && (rest[0] === EXECUTE || rest[0] === QUERY)) this.count += 1;
      this.#isFirst = false;
      rest = rest.subarray(length);
    }
    this.#rest = rest;
  }
}

/** The way to a test cluster, which has a unix socket only, by host and port; it can be cut and held up. */
class Way {
  readonly #server: Server;
  readonly #open = new Set<readonly [incoming: Socket, outgoing: Socket]>();
  #isSilent = false;
  port = 0;
  heard = 0;
  readonly executed: Executed[] = [];

  constructor(socketPath: () => string) {
    this.#server = createServer((incoming) => {
      const outgoing = connect(socketPath());
      const pair = [incoming, outgoing] as const;
      this.#open.add(pair);
      const executed = new Executed();
      this.executed.push(executed);
      incoming.on('data', (bytes: Buffer) => {
        this.heard += bytes.length;
        executed.hear(bytes);
      });
      incoming.pipe(outgoing);
      if (!this.#isSilent) outgoing.pipe(incoming);
      incoming.on('error', () => outgoing.destroy());
      outgoing.on('error', () => incoming.destroy());
      incoming.on('close', () => {
        this.#open.delete(pair);
        // whoever waits in silence is gone for the cluster too
        outgoing.destroy();
      });
    });
  }

  async become(state: 'up' | 'stopped' | 'silent'): Promise<void> {
    this.#isSilent = state === 'silent';
    if (state !== 'stopped' && !this.#server.listening) {
      await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
      this.port = (this.#server.address() as AddressInfo).port;
    }
    if (state === 'stopped') this.#server.close();
    for (const [incoming, outgoing] of this.#open)
      if (state === 'stopped') incoming.destroy();
      else if (state === 'silent') outgoing.unpipe(incoming);
      else outgoing.pipe(incoming);
  }
}

/** Makes the source before the tests of a file and drops it afterwards. */
export function testSource(app: TestApp, ddl: string): TestSource {
  const database = `src_${process.pid}_${randomBytes(4).toString('hex')}`;
  const reader = `${database}_reader`;
  let owner!: pg.Client;
  const way = new Way(() => join(String(app.connection.host), `.s.PGSQL.${app.connection.port}`));
  let admin!: pg.Client;
  beforeAll(async () => {
    admin = new pg.Client(app.connection);
    await admin.connect();
    await admin.query(`create database ${database}`);
    await admin.query(`create role ${reader} login password '${CANARY}'`);
    owner = new pg.Client({ ...app.connection, database });
    await owner.connect();
    await owner.query(ddl);
    await way.become('up');
    await owner.query(`grant select on all tables in schema public to ${reader}`);
  });
  afterAll(async () => {
    await way.become('stopped');
    await owner.end();
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.query(`drop role if exists ${reader}`);
    await admin.end();
  });
  const body: TestSource['body'] = (over = {}) => ({
    sourceName: `源${database}`,
    dbType: '5',
    status: '1',
    remark: null,
    schemas: [],
    ...over,
    dbSchema: {
      host: '127.0.0.1',
      port: way.port,
      dbName: database,
      username: reader,
      password: CANARY,
      sid: null,
      sslMode: 'disable',
      ...(over.dbSchema as Record<string, unknown> | undefined),
    },
  });
  return {
    database,
    reader,
    heard: () => way.heard,
    executed: () => way.executed.reduce((sum, { count }) => sum + count, 0),
    become: (state) => way.become(state),
    sql: (text) => owner.query(text),
    body,
    async register(over) {
      const made = await app.admin('POST', '/data/metadata/sources', body(over));
      if (made.status !== 200) throw new Error(made.msg);
      const id = made.data.id as string;
      await synchronised(app, id);
      return id;
    },
  };
}
