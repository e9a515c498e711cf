import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Settings } from '#kit/server/ctx.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { startNode } from './node.ts';

/** The PostgreSQL of this test run; kit/test/global-setup.ts starts it and leaves its address in the environment. */
export function testServer(database = 'postgres'): pg.ClientConfig {
  const host = process.env['TEST_PG_SOCKET'];
  if (!host) throw new Error('TEST_PG_SOCKET is not set: run the tests through vitest with the global setup');
  return { host, port: Number(process.env['TEST_PG_PORT'] ?? 5432), user: process.env['TEST_PG_USER'] ?? 'databrain', database };
}

async function withRoot<T>(work: (root: pg.Client) => Promise<T>): Promise<T> {
  const root = new pg.Client(testServer());
  await root.connect();
  try {
    return await work(root);
  } finally {
    await root.end();
  }
}

type Stage = 'none' | 'making' | 'template';
/** How far the template is; a rename is only the step before the last. */
async function stageOf(root: pg.Client, name: string): Promise<Stage> {
  const names = [name, `${name}_making`];
  const { rows } = await root.query<{ datistemplate: boolean }>('select datistemplate from pg_database where datname = any($1)', [names]);
  return rows.length === 0 ? 'none' : rows.some(({ datistemplate }) => datistemplate) ? 'template' : 'making';
}

/** Makes a database once per run by `fill`, to be copied by `cloneFilled`; test files that come meanwhile wait for it. */
async function ensureTemplate(name: string, fill: (connection: pg.ClientConfig) => Promise<void>): Promise<void> {
  await withRoot(async (root) => {
    if ((await stageOf(root, name)) === 'template') return;
    try {
      await root.query(`create database ${name}_making`);
    } catch {
      // Another worker makes it. It marks the database as template when it is complete, and takes it away when it cannot be made.
      for (let i = 0; i < 1_000 && (await stageOf(root, name)) === 'making'; i++) await sleep(100);
      return;
    }
    try {
      await fill(testServer(`${name}_making`));
      await root.query(`alter database ${name}_making rename to ${name}`);
      await root.query(`alter database ${name} is_template true`);
    } catch (error) {
      // what comes later in the same run would wait for it in vain
      await root.query(`drop database if exists ${name}_making with (force)`);
      throw error;
    }
  });
}

/** A copy of the database that `fill` makes, which is done once per run for all copies of the same `template`. */
export async function cloneFilled(name: string, template: string, fill: (connection: pg.ClientConfig) => Promise<void>) {
  await ensureTemplate(template, fill);
  await withRoot((root) => root.query(`create database ${name} template ${template} strategy wal_log`));
  return {
    connection: testServer(name),
    drop: () => withRoot(async (root) => void (await root.query(`drop database if exists ${name} with (force)`))),
  };
}

/**
 * Plans that every installation starts with never come due by themselves in tests: some of them run at a second of each minute or at an
 * hour of the night, and would do now and then what a test has just prepared to do or to count.
 */
async function holdPlans(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ has: boolean }>(`select to_regclass('scheduler_job') is not null as has`);
    if (rows[0]?.has) await client.query(`update scheduler_job set next_time = '2100-01-01' where next_time is not null`);
  } finally {
    await client.end();
  }
}

/** A copy of the migrated and seeded database for one test file (about a tenth of a second). */
export function cloneTemplate(name: string, modules: readonly ServerModule[], settings: Settings) {
  const names = modules.map((module) => module.name).join();
  const template = `template_${createHash('sha256').update(names).digest('hex').slice(0, 10)}`;
  return cloneFilled(name, template, async (connection) => {
    const node = await startNode(connection, settings, undefined, { modules });
    await node.stop();
    await holdPlans(connection);
  });
}
