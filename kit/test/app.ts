import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { Node } from '#app/server/compose.ts';
import { modules as productModules } from '#app/server/modules.ts';
import type { Settings } from '#kit/server/ctx.ts';
import { openDatabase, type Database } from '#kit/server/db/open.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { MANAGED_READER, prepareManaged } from '#modules/managed/server/index.ts';
import { factories, type Factories } from './make.ts';
import { sender, startNode, testSettings, type Send } from './node.ts';
import { cloneTemplate, testServer } from './template.ts';

export type { Answer, Method, Send } from './node.ts';
export { productModules, sender, startNode, testServer, testSettings };

/** The modules of the product of which `name` answers calls and does no work in the background: that is for nodes that a test kills. */
export const withoutWorkOf = (name: string): ServerModule[] =>
  productModules.map((module) => {
    const { start: _start, jobs: _jobs, ...quiet } = module;
    return module.name === name ? quiet : module;
  });

export interface TestApp {
  readonly node: Node;
  readonly database: Database;
  readonly make: Factories;
  /** calls without a session */
  readonly stranger: Send;
  /** calls as the built-in administrator */
  readonly admin: Send;
  /** calls with a token */
  as(token: string): Send;
  /** the clock of the server; moving it moves sessions, locks and logs */
  clock: { now: Date };
  /** connection of this file's own database */
  readonly connection: pg.ClientConfig;
}

interface Options {
  modules?: readonly ServerModule[];
  settings?: Partial<Settings>;
  /** with the reader of managed tables, and the source that they are */
  managed?: boolean;
}

const managedReaderUrl = ({ host, port, database }: pg.ClientConfig): string =>
  `postgres://${MANAGED_READER}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;

/**
 * A whole server over a fresh copy of the migrated and seeded database, one per test file:
 *
 *     const app = startApp();
 *     it('…', async () => expect((await app.admin('GET', '/system/posts/page')).status).toBe(200));
 */
export function startApp(options: Options = {}): TestApp {
  let node!: Node;
  let database!: Database;
  let make!: Factories;
  let adminToken = '';
  let connection!: pg.ClientConfig;
  let drop: () => Promise<void> = async () => undefined;
  const clock = { now: new Date() };
  let moved = false;
  const dataDir = mkdtempSync(join(tmpdir(), 'databrain-test-'));
  const holder = {
    get now() {
      return moved ? clock.now : new Date();
    },
    set now(value: Date) {
      moved = true;
      clock.now = value;
    },
  };

  beforeAll(async () => {
    const settings = testSettings(dataDir, options.settings);
    const modules = options.modules ?? productModules;
    const clone = await cloneTemplate(`t_${process.pid}_${randomBytes(4).toString('hex')}`, modules, settings);
    connection = clone.connection;
    drop = clone.drop;
    const own = options.managed ? { ...settings, managedReaderUrl: managedReaderUrl(connection) } : settings;
    // the template was seeded by this very product, but other files may have other modules of the same names
    const seed = options.modules ? undefined : async () => undefined;
    node = await startNode(connection, own, holder, { modules, seed });
    if (options.managed) await prepareManaged(node.app);
    database = openDatabase({ ...connection, max: 4 }, pino({ level: 'silent' }));
    make = factories(node.app, () => holder.now);
    adminToken = await make.adminToken();
    // the first files of a run wait for the template
  }, 120_000);
  afterAll(async () => {
    await node?.stop();
    await database?.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  return {
    get node() {
      return node;
    },
    get database() {
      return database;
    },
    get make() {
      return make;
    },
    get connection() {
      return connection;
    },
    clock: holder,
    stranger: (...args) => sender(() => node, null)(...args),
    admin: (...args) => sender(() => node, adminToken)(...args),
    as: (token) => sender(() => node, token),
  };
}
