import type { InjectOptions } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { compose, type Node, type Parts } from '#app/server/compose.ts';
import { modules as productModules } from '#app/server/modules.ts';
import { seedPlatform } from '#app/server/seed.ts';
import type { Settings } from '#kit/server/ctx.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { secretBox } from '#kit/server/secret-box.ts';
import { authenticate } from '#modules/system/server/index.ts';

export { productModules };

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

const KEY = Buffer.alloc(32, 7);

/** The settings of a node of tests, with what the test says otherwise in `over`. */
export const testSettings = (dataDir: string, over: Partial<Settings> = {}): Settings => ({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  production: false,
  seed: 'empty',
  captcha: 'off',
  adminPassword: 'Admin#Test2026ok',
  fileStore: 'local',
  fileStoreSecret: null,
  trustProxy: [],
  demoDatabaseUrl: null,
  demoReaderUrl: null,
  managedReaderUrl: null,
  embedded: false,
  version: '0.0.0-test',
  ...over,
});

const seedAll: Parts['seed'] = async (app, progress) => void (await seedPlatform(app, progress));

/** Starts one more app node on a database; the caller stops it. */
export async function startNode(
  connection: pg.PoolConfig,
  settings: Settings,
  clock?: { now: Date },
  { modules = productModules, seed = seedAll }: { modules?: readonly ServerModule[]; seed?: Parts['seed'] } = {},
): Promise<Node> {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent', serializers: { error: pino.stdSerializers.err } });
  const node = await compose({
    settings,
    database: openDatabase({ ...connection, max: 12 }, log),
    secrets: secretBox(KEY),
    log,
    modules,
    authenticate,
    seed,
    now: clock ? () => new Date(clock.now) : undefined,
  });
  await node.prepare();
  return node;
}

/** Makes a caller over the server's own injection: the whole stack without a socket. */
export function sender(node: () => Node, token: string | null): Send {
  return async (method, path, body, headers = {}) => {
    const options: InjectOptions = {
      method,
      url: `/sjzt-datax${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    };
    if (body !== undefined) options.payload = body as InjectOptions['payload'];
    const answer = await node().http.inject(options);
    const isJson = String(answer.headers['content-type'] ?? '').includes('application/json');
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
