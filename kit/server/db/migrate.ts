import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { ensureLeaseTable, withLease } from './lease.ts';
import { longTransaction } from './transaction.ts';

/**
 * A folder of `.sql` files, run once each in name order. Databases and backups know a file as `name/file.sql`, so the name stays when the
 * folder moves.
 */
export interface MigrationSet {
  readonly name: string;
  readonly folder: URL;
}

/** The kit's own tables come before those of the modules. */
const kitMigrations: MigrationSet = { name: 'kit', folder: new URL('../migrations/', import.meta.url) };

interface Step {
  module: string;
  name: string;
  text: string;
  hash: string;
  /** hashes of earlier texts of this file that are accepted as already applied; a later file repairs the difference */
  former: ReadonlySet<string>;
}

const FORMER_LINE = /^[0-9a-f]{64} \S.*$/;

/** Reads `0001_what.former` beside `0001_what.sql`: one line per superseded text, with its sha256 and the reason. */
async function formerHashes(file: URL): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter(Boolean);
  const wrong = lines.find((line) => !FORMER_LINE.test(line));
  if (wrong !== undefined) throw new Error(`${file.pathname}: not a hash and a reason: ${wrong}`);
  return new Set(lines.map((line) => line.slice(0, 64)));
}

async function stepsOf(sets: readonly MigrationSet[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const set of sets)
    for (const name of (await readdir(set.folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(new URL(name, set.folder), 'utf8');
      const former = await formerHashes(new URL(name.replace(/sql$/, 'former'), set.folder));
      steps.push({ module: set.name, name, text, hash: createHash('sha256').update(text).digest('hex'), former });
    }
  return steps;
}

/** Answers a predicate: does this build know migration `step` (`module/file.sql`) with this hash, as its current or a superseded text? */
export async function knownSteps(sets: readonly MigrationSet[]): Promise<(step: string, hash: string) => boolean> {
  const steps = new Map((await stepsOf([kitMigrations, ...sets])).map((step) => [`${step.module}/${step.name}`, step]));
  return (name, hash) => {
    const step = steps.get(name);
    return step !== undefined && (step.hash === hash || step.former.has(hash));
  };
}

/**
 * Runs the pending migrations, each once and in its own transaction, under a lease so that one node migrates at a time. `only` leaves out
 * steps (`module/file.sql`), for a restore that fills the tables of an older build. Throws StartError when an applied file has changed or
 * the database was written by a newer build.
 */
export async function migrate(
  pool: pg.Pool,
  sets: readonly MigrationSet[],
  progress: (done: number, of: number) => void = () => undefined,
  only: (step: string) => boolean = () => true,
): Promise<void> {
  const steps = await stepsOf([kitMigrations, ...sets]);
  await ensureLeaseTable(pool);
  await withLease(pool, 'migrate', async () => {
    await pool.query(
      'create table if not exists kit_migration (module text not null, name text not null, hash text not null, run_time timestamptz not null default now(), primary key (module, name))',
    );
    const { rows } = await pool.query<{ module: string; name: string; hash: string }>('select module, name, hash from kit_migration');
    const ran = new Map(rows.map((row) => [`${row.module}/${row.name}`, row.hash]));
    const known = new Set(steps.map((step) => `${step.module}/${step.name}`));
    const unknown = [...ran.keys()].find((key) => !known.has(key));
    if (unknown) throw new StartError(`数据库由更新版本的程序创建（包含未知的升级脚本 ${unknown}），请升级程序后再启动`);
    for (const [index, step] of steps.entries()) {
      if (!only(`${step.module}/${step.name}`)) continue;
      await runStep(pool, step, ran.get(`${step.module}/${step.name}`));
      progress(index + 1, steps.length);
    }
  });
}

async function runStep(pool: pg.Pool, step: Step, ranHash: string | undefined): Promise<void> {
  if (ranHash !== undefined && (ranHash === step.hash || step.former.has(ranHash))) return;
  if (ranHash) throw new StartError(`升级脚本 ${step.module}/${step.name} 在执行后被修改，请恢复原文件后再启动`);
  await longTransaction(pool, async (client) => {
    await client.query(step.text);
    await client.query('insert into kit_migration (module, name, hash) values ($1, $2, $3)', [step.module, step.name, step.hash]);
  });
}
