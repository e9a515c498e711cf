import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { compose, type Node } from '#app/server/compose.ts';
import { modules as productModules } from '#app/server/modules.ts';
import { seedPlatform } from '#app/server/seed.ts';
import type { Settings } from '#kit/server/ctx.ts';
import { openDatabase, type Database } from '#kit/server/db/open.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { secretBox } from '#kit/server/secret-box.ts';
import { authenticate } from '#modules/system/server/index.ts';
import { factories, type Factories } from './make.ts';
import { cloneTemplate, testServer } from './template.ts';

/** An answer as a program sees it; `body` is the whole JSON, `data` its payload. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: any;
  code: number;
  msg: string;
  error?: string;
  data: any;
  raw: Buffer;
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Send = (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

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
}

const KEY = Buffer.alloc(32, 7);

export const testSettings = (dataDir: string, over: Partial<Settings> = {}): Settings => ({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  production: false,
  seed: 'empty',
  captcha: 'off',
  adminPassword: 'Admin#Test2026ok',
  fileStore: 'local',
  demoDatabaseUrl: null,
  demoReaderUrl: null,
  embedded: false,
  version: '0.0.0-test',
  ...over,
});

/** Starts one more app node on a database; the caller stops it. */
export async function startNode(connection: pg.PoolConfig, settings: Settings, clock?: { now: Date }, modules = productModules): Promise<Node> {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent', serializers: { error: pino.stdSerializers.err } });
  const node = await compose({
    settings,
    database: openDatabase({ ...connection, max: 12 }, log),
    secrets: secretBox(KEY),
    log,
    modules,
    authenticate,
    seed: async (app, progress) => void (await seedPlatform(app, progress)),
    now: clock ? () => new Date(clock.now) : undefined,
  });
  await node.prepare();
  return node;
}

/** Makes a caller over the server's own injection: the whole stack without a socket. */
export function sender(node: () => Node, token: string | null): Send {
  return async (method, path, body, headers = {}) => {
    const options: InjectOptions = { method, url: `/sjzt-datax${path}`, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers } };
    if (body !== undefined) options.payload = body as InjectOptions['payload'];
    const answer = await node().http.inject(options);
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    const json = isJson && answer.payload ? answer.json() : null;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: json,
      code: json?.code,
      msg: json?.msg,
      error: json?.error,
      data: json?.data,
      raw: answer.rawPayload,
    };
  };
}

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
    node = await startNode(connection, settings, holder, modules);
    database = openDatabase({ ...connection, max: 4 }, pino({ level: 'silent' }));
    make = factories(node.app, () => holder.now);
    adminToken = await make.adminToken();
  }, 60_000);
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

export { testServer };
