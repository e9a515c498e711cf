import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { ensureLeaseTable, withLease } from '#kit/server/db/lease.ts';
import { longTransaction } from '#kit/server/db/transaction.ts';
import { knownSteps, migrate, type MigrationSet } from '#kit/server/db/migrate.ts';
import { StartError } from '#kit/server/start-error.ts';
import type { FileStore } from '#modules/files/server/index.ts';
import { rebuildTables, SCHEMA } from '#modules/managed/server/index.ts';
import { openArchive } from './envelope.ts';
import { KEY_ENTRY, MANIFEST, Manifest, partName } from './manifest.ts';
import { copyTarget, platformTables } from './tables.ts';
import { readTar, type TarEntry } from './tar.ts';

const DAMAGED = '备份文件不完整或已损坏，请换一份备份';

/** The list of two million files; whoever sends more wants to fill our memory. */
const MAX_MANIFEST = 256 * 1024 ** 2;
const MAX_KEY = 1024;

/** An entry that is small by its nature. Throws when it says that it is larger. */
async function whole(entry: TarEntry, most: number): Promise<Buffer> {
  if (entry.size > most) throw new Error(`entry ${entry.name} is too large`);
  const parts: Buffer[] = [];
  for await (const part of entry.body) parts.push(part);
  return Buffer.concat(parts);
}

async function skip(entry: TarEntry): Promise<void> {
  for await (const _part of entry.body);
}

/**
 * Reads a backup from end to end and compares every table and file with the manifest. Nothing is used before this has passed.
 * Answers the manifest and the installation key, if the backup holds it. Throws StartError.
 */
export async function inspect(path: string, passphrase: string | null): Promise<{ manifest: Manifest; key: Buffer | null }> {
  const tables = new Map<string, { parts: number; digest: ReturnType<typeof createHash> }>();
  const files = new Map<string, string>();
  let manifest: Manifest | undefined;
  let key: Buffer | null = null;
  try {
    for await (const entry of readTar(await openArchive(path, passphrase))) {
      const [folder, name = ''] = entry.name.split('/');
      if (entry.name === MANIFEST) manifest = Manifest.parse(JSON.parse((await whole(entry, MAX_MANIFEST)).toString('utf8')));
      else if (entry.name === KEY_ENTRY) key = Buffer.from((await whole(entry, MAX_KEY)).toString('latin1'), 'base64');
      else if (folder === 'tables') {
        const table = tables.get(name) ?? { parts: 0, digest: createHash('sha256') };
        tables.set(name, table);
        if (entry.name !== partName(name, ++table.parts)) throw new Error(`part ${entry.name} is out of order`);
        for await (const part of entry.body) table.digest.update(part);
      } else {
        // one entry for each file, under the only form of its name: what is checked here is what is stored later
        if (entry.name !== `files/${name}` || files.has(name)) throw new Error(`entry ${entry.name} does not belong here`);
        const digest = createHash('sha256');
        for await (const part of entry.body) digest.update(part);
        files.set(name, digest.digest('hex'));
      }
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(DAMAGED, { cause: error });
  }
  if (!manifest) throw new StartError(DAMAGED);
  const isWhole =
    manifest.tables.every(({ name, parts, sha256 }) => {
      const read = tables.get(name) ?? { parts: 0, digest: createHash('sha256') };
      return read.parts === parts && read.digest.digest('hex') === sha256;
    }) &&
    [...tables.keys()].every((name) => manifest.tables.some((table) => table.name === name)) &&
    files.size === manifest.files.length &&
    manifest.files.every(({ name, sha256 }) => files.get(name) === sha256);
  if (!isWhole) throw new StartError(DAMAGED);
  return { manifest, key };
}

export interface RestoreJob {
  readonly pool: pg.Pool;
  readonly migrations: readonly MigrationSet[];
  readonly store: FileStore;
  readonly dataDir: string;
  readonly path: string;
  readonly passphrase: string | null;
  readonly say: (text: string) => void;
}

async function assertEmpty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ there: string | null }>("select to_regclass('sys_user')::text as there");
  if (!rows[0]?.there) return;
  const { rowCount } = await pool.query('select 1 from sys_user limit 1');
  if (rowCount !== 0) throw new StartError('目标数据库中已有数据；请恢复到一个空的实例（新的 DATA_DIR 或空的数据库）');
}

/** Stores the files of the backup; those already there stay as they are. */
async function restoreFile(job: RestoreJob, name: string, entry: TarEntry): Promise<void> {
  const path = join(job.dataDir, 'tmp', `restore-${randomUUID()}`);
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(entry.body, createWriteStream(path, { mode: 0o600 }));
    await job.store.put(name, path);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Fills an empty instance from a backup that `inspect` accepted: the tables as they were at the backup (later upgrade scripts run at the
 * next start), in one transaction, then the files. Throws StartError when the instance is not empty or the backup is of a newer release.
 */
export async function restore(job: RestoreJob, manifest: Manifest): Promise<void> {
  const { pool, say } = job;
  await assertEmpty(pool);
  const ran = new Map(manifest.migrations.map((step) => [`${step.module}/${step.name}`, step.hash]));
  await migrate(pool, job.migrations, undefined, (step) => ran.has(step));
  const isKnown = await knownSteps(job.migrations);
  if ([...ran].some(([step, hash]) => !isKnown(step, hash))) throw new StartError('备份来自更新的版本，请先升级程序再恢复');
  await ensureLeaseTable(pool);
  await withLease(pool, 'seed', async () => {
    await assertEmpty(pool);
    await longTransaction(pool, (client) => load(client, job, manifest));
  });
  say(`已恢复 ${manifest.tables.length} 张数据表、${manifest.files.length} 个文件`);
}

const isManaged = (name: string): boolean => name.startsWith(`${SCHEMA}.`);
const inconsistent = (name: string) => new StartError(`备份中的数据表 ${name} 与本版本不一致，无法恢复`);

/** Makes the tables that the restored definitions describe; those of the backup must be exactly these. */
async function makeManaged(client: pg.PoolClient, manifest: Manifest): Promise<void> {
  const made = new Map((await rebuildTables(client)).map(({ name, columns }) => [`${SCHEMA}.${name}`, columns.join()]));
  for (const { name, columns } of manifest.tables) if (isManaged(name) && made.get(name) !== columns.join()) throw inconsistent(name);
}

async function load(client: pg.PoolClient, job: RestoreJob, manifest: Manifest): Promise<void> {
  const targets = await platformTables(client);
  const known = new Map(targets.map((table) => [table.name, new Set(table.columns)]));
  for (const { name, columns } of manifest.tables)
    if (!isManaged(name) && (!known.has(name) || !columns.every((column) => known.get(name)?.has(column)))) throw inconsistent(name);
  // upgrade scripts may have written rows of their own; those of the backup are the truth
  for (const { name } of targets.toReversed()) await client.query(`delete from ${client.escapeIdentifier(name)}`);
  let open: { name: string; stream: CopyStreamQuery; ended: Promise<void> } | null = null;
  const close = async () => {
    if (!open) return;
    open.stream.end();
    await open.ended;
    open = null;
  };
  const began = new Set<string>();
  let areMade = false;
  const makeOnce = async () => {
    await close();
    if (!areMade) await makeManaged(client, manifest);
    areMade = true;
  };
  const feed = async (name: string, part: Buffer) => {
    if (open?.name !== name) {
      // the definitions come first in every backup
      await (isManaged(name) ? makeOnce() : close());
      const table = manifest.tables.find((one) => one.name === name);
      if (!table || began.has(name)) throw new StartError(DAMAGED);
      began.add(name);
      job.say(`  数据表 ${began.size}　${name}　${table.rows} 行`);
      const stream = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
      const ended = new Promise<void>((resolve, reject) => {
        stream.on('finish', resolve);
        stream.on('error', reject);
      });
      ended.catch(() => undefined); // told when the table is closed
      open = { name, stream, ended };
    }
    if (!open.stream.write(part)) await Promise.race([new Promise<void>((resolve) => open?.stream.once('drain', resolve)), open.ended]);
  };
  for await (const entry of readTar(await openArchive(job.path, job.passphrase))) {
    const [folder, name = ''] = entry.name.split('/');
    if (folder === 'tables') for await (const part of entry.body) await feed(name, part);
    else {
      await close();
      if (folder === 'files') await restoreFile(job, name, entry);
      else await skip(entry);
    }
  }
  await makeOnce();
}
