import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartError } from '#kit/server/start-error.ts';
import type { FileStore } from '#modules/files/server/index.ts';
import { sealing } from './envelope.ts';
import { FORMAT, KEY_ENTRY, MANIFEST, partName, type Manifest } from './manifest.ts';
import { copySource, managedTables, platformTables, type TableShape } from './tables.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

const PART_BYTES = 4 * 1024 ** 2;

export interface BackupJob {
  readonly connection: pg.ClientConfig;
  readonly store: FileStore;
  readonly path: string;
  readonly version: string;
  readonly key: Buffer;
  readonly keyFingerprint: string;
  /** encrypts the file; the installation key is then part of it */
  readonly passphrase: string | null;
  readonly say: (text: string) => void;
}

async function* entry(name: string, content: Buffer, time: Date): AsyncGenerator<Buffer> {
  yield tarHeader(name, content.length, time);
  yield content;
  yield tarPadding(content.length);
}

/** COPY text of a table in parts of about 4 MB, so that no table has to fit into memory. */
async function* tableEntries(client: pg.Client, table: TableShape, time: Date, done: (info: Manifest['tables'][number]) => void) {
  const rows = client.query(copyTo(`copy ${copySource(table)} to stdout`));
  const digest = createHash('sha256');
  let parts = 0;
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    digest.update(chunk);
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield* entry(partName(table.name, ++parts), Buffer.concat(held), time);
    held = [];
    size = 0;
  }
  if (size > 0) yield* entry(partName(table.name, ++parts), Buffer.concat(held), time);
  done({ name: table.name, columns: [...table.columns], rows: rows.rowCount, parts, sha256: digest.digest('hex') });
}

/** The stored bytes of one file, null when the store has none. */
async function fileEntry(store: FileStore, name: string, time: Date, info: (file: Manifest['files'][number]) => void) {
  const found = await store.read(name);
  if (!found) return null;
  const { body, size } = found;
  return (async function* () {
    const digest = createHash('sha256');
    let read = 0;
    yield tarHeader(`files/${name}`, size, time);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      digest.update(chunk);
      read += chunk.length;
      yield chunk;
    }
    // the archive would be out of step from here on
    if (read !== size) throw new Error(`file ${name} changed while it was read`);
    yield tarPadding(size);
    info({ name, size, sha256: digest.digest('hex') });
  })();
}

/** One view of all tables. A server without REPEATABLE READ gives the same under SERIALIZABLE. */
async function beginSnapshot(client: pg.Client): Promise<void> {
  await client
    .query('begin transaction isolation level repeatable read read only')
    .catch(() => client.query('begin transaction isolation level serializable read only'));
  // a table may take longer than a statement of the product ever should
  await client.query("select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)");
}

async function* archive(client: pg.Client, job: BackupJob, report: (manifest: Manifest) => void): AsyncGenerator<Buffer> {
  // one snapshot for everything: what happens meanwhile is not in the backup
  await beginSnapshot(client);
  const { rows: clock } = await client.query<{ now: Date }>('select now()');
  const time = clock[0]?.now ?? new Date();
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select module, name, hash from kit_migration order by module, name',
  );
  const manifest: Manifest = {
    format: FORMAT,
    product: 'databrain',
    version: job.version,
    time: time.toISOString(),
    keyFingerprint: job.keyFingerprint,
    migrations,
    tables: [],
    files: [],
    missingFiles: [],
  };
  if (job.passphrase) yield* entry(KEY_ENTRY, Buffer.from(job.key.toString('base64')), time);
  // those that describe the managed tables come before them
  const tables = [...(await platformTables(client)), ...(await managedTables(client))];
  for (const [index, table] of tables.entries()) {
    yield* tableEntries(client, table, time, (info) => manifest.tables.push(info));
    job.say(`  数据表 ${index + 1}/${tables.length}　${table.name}　${manifest.tables.at(-1)?.rows ?? 0} 行`);
  }
  const { rows: files } = await client.query<{ name: string }>(
    'select file_name as name from file_object where deleted_at is null order by file_name',
  );
  for (const [index, { name }] of files.entries()) {
    const content = await fileEntry(job.store, name, time, (info) => manifest.files.push(info));
    if (content) yield* content;
    else manifest.missingFiles.push(name);
    if ((index + 1) % 100 === 0) job.say(`  文件 ${index + 1}/${files.length}`);
  }
  await client.query('commit');
  yield* entry(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), time);
  yield tarEnd();
  report(manifest);
}

/**
 * Writes a consistent copy of the platform's database and files to one file: complete under its name or not there at all. The running
 * product is not disturbed. Throws StartError when the file exists or the database is not one of ours.
 */
export async function backup(job: BackupJob): Promise<Manifest> {
  if (await stat(job.path).catch(() => null)) throw new StartError(`文件 ${job.path} 已存在，请换一个文件名`);
  const client = new pg.Client(job.connection);
  await client.connect();
  const partial = `${job.path}.partial`;
  try {
    const { rowCount } = await client.query(
      "select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'sys_user'",
    );
    if (rowCount === 0) throw new StartError('数据库中没有数智大脑的数据，无可备份；请先用 npm start 启动一次');
    let manifest: Manifest | undefined;
    await pipeline(
      Readable.from(
        archive(client, job, (done) => (manifest = done)),
        { objectMode: false },
      ),
      createGzip({ level: 6 }),
      job.passphrase ? sealing(job.passphrase) : new PassThrough(),
      createWriteStream(partial, { mode: 0o600 }),
    );
    if (!manifest) throw new Error('the archive has no manifest');
    const written = await open(partial, 'r+');
    await written.sync();
    await written.close();
    await rename(partial, job.path);
    return manifest;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}
