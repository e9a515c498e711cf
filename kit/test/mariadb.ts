import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll } from 'vitest';
import { chooseUser, type RunAs } from '#app/server/embedded-db/run-as.ts';

const PREFIX = 'databrain-mariadb-';
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/opt/homebrew/bin'];
export const MARIADB_PASSWORD = 'Canary-my-7f3a!';

/** An account of the test server. */
export interface MariadbAccount {
  readonly username: string;
  readonly password: string;
}
/** A throw-away MariaDB with one database; everything but `isAvailable` is there once the tests of the file run. */
export interface TestMariadb {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly database: string;
  /** may do everything */
  readonly owner: MariadbAccount;
  /** may read the database and nothing else */
  readonly reader: MariadbAccount;
  /** runs one or several statements as the owner, in the database; the rows of the last one */
  sql(text: string, params?: readonly unknown[]): Promise<RowDataPacket[]>;
}

function findBinary(...names: string[]): string | null {
  for (const name of names) for (const folder of FOLDERS) if (folder && existsSync(join(folder, name))) return join(folder, name);
  return null;
}

/** The package with the server alone: unlike mariadb-server it starts no service on the machine. */
function install(): void {
  // Every test file asks; one failure is enough for a run.
  const failed = join(tmpdir(), `${PREFIX}missing-${process.ppid}`);
  if (process.getuid?.() !== 0 || !findBinary('apt-get') || existsSync(failed)) return;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore', timeout: 240_000 } as const;
  const apt = (...args: string[]) => spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=200', '-qq', ...args], options).status === 0;
  const packages = ['install', '-y', '--no-install-recommends', 'mariadb-server-core', 'mariadb-client-core'];
  if (!apt(...packages) && !(apt('update') && apt(...packages))) writeFileSync(failed, '');
}

function findMariadb(): { server: string; init: string } | null {
  const find = () => {
    const server = findBinary('mariadbd');
    const init = findBinary('mariadb-install-db');
    return server && init ? { server, init } : null;
  };
  const found = find() ?? (install(), find());
  if (!found) process.stderr.write('\n  !! MariaDB is not installed: its tests are SKIPPED (as root on Debian they install it)\n\n');
  return found;
}

const binaries = findMariadb();
/** `describe.runIf(hasMariadb)`: false skips the tests on machines without the server. */
export const hasMariadb = binaries !== null;

/** PostgreSQL and MariaDB both refuse root; `mysql` is not needed, any unprivileged user does. */
const user: RunAs | null = chooseUser();

/** A fresh data folder with both accounts, made once per machine and copied for each test file. */
async function template(): Promise<string> {
  const dir = join(
    tmpdir(),
    `${PREFIX}template-1-${process.getuid?.() ?? 0}-${spawnSync(binaries!.server, ['--version'])
      .stdout.toString()
      .replaceAll(/[^\w.]+/g, '_')
      .slice(0, 60)}`,
  );
  if (existsSync(dir)) return dir;
  const making = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  if (user) chownSync(making, user.ids.uid, user.ids.gid);
  const made = spawnSync(
    binaries!.init,
    [
      '--no-defaults',
      `--datadir=${making}/data`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--innodb-log-file-size=8M',
    ],
    { ...user?.ids, cwd: making, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stdout} ${made.stderr}`);
  try {
    renameSync(making, dir);
  } catch {
    rmSync(making, { recursive: true, force: true }); // another test file was first
  }
  return dir;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function launch(dir: string, accounts: readonly string[]): Promise<{ process: ChildProcess; port: number }> {
  writeFileSync(join(dir, 'init.sql'), accounts.join('\n'));
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = spawn(
      binaries!.server,
      [
        '--no-defaults',
        `--datadir=${dir}/data`,
        `--socket=${dir}/s`,
        `--pid-file=${dir}/pid`,
        `--tmpdir=${dir}`,
        `--init-file=${dir}/init.sql`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--skip-name-resolve',
        '--character-set-server=utf8mb4',
        '--collation-server=utf8mb4_unicode_ci',
        // throw-away data: speed before durability
        '--skip-log-bin',
        '--innodb-flush-log-at-trx-commit=0',
        '--innodb-doublewrite=0',
        '--innodb-buffer-pool-size=64M',
        '--innodb-log-file-size=8M',
        '--performance-schema=OFF',
        '--max-allowed-packet=64M',
      ],
      { ...user?.ids, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let log = '';
    child.stderr?.on('data', (bytes: Buffer) => (log = `${log}${bytes.toString()}`.slice(-4000)));
    const end = Date.now() + 40_000;
    while (child.exitCode === null && Date.now() < end) {
      if (log.includes('ready for connections')) return { process: child, port };
      await sleep(50);
    }
    child.kill('SIGKILL');
    if (attempt === 3) throw new Error(`MariaDB did not start: ${log}`);
  }
}

/** Servers of test files that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(owner) || isAlive(owner)) continue;
    const dir = join(tmpdir(), name);
    try {
      const pid = Number(readFileSync(join(dir, 'pid'), 'utf8'));
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('mariadbd')) process.kill(pid, 'SIGKILL');
    } catch {
      // it had stopped
    }
    rmSync(dir, { recursive: true, force: true });
  }
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A MariaDB for one test file, started before its tests and thrown away afterwards:
 *
 *     describe.runIf(hasMariadb)('…', () => {
 *       const mariadb = startMariadb('create table t (id int primary key)');
 *       it('…', async () => expect(await mariadb.sql('select * from t')).toEqual([]));
 *     });
 *
 * `ddl` runs as the owner; the reader is granted SELECT and SHOW VIEW on the database.
 */
export function startMariadb(ddl = ''): TestMariadb {
  const suffix = randomBytes(4).toString('hex');
  const database = `src_${suffix}`;
  const owner = { username: `owner_${suffix}`, password: MARIADB_PASSWORD };
  const reader = { username: `reader_${suffix}`, password: MARIADB_PASSWORD };
  let dir = '';
  let server!: { process: ChildProcess; port: number };
  let connection!: Connection;
  beforeAll(async () => {
    removeAbandoned();
    const from = await template();
    dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    if (user) chownSync(dir, user.ids.uid, user.ids.gid);
    mkdirSync(join(dir, 'data'));
    cpSync(join(from, 'data'), join(dir, 'data'), { recursive: true });
    if (user) spawnSync('chown', ['-R', `${user.ids.uid}:${user.ids.gid}`, dir]);
    server = await launch(dir, [
      `create database ${database};`,
      `create user '${owner.username}'@'%' identified by '${owner.password}';`,
      `grant all privileges on *.* to '${owner.username}'@'%' with grant option;`,
      `create user '${reader.username}'@'%' identified by '${reader.password}';`,
      `grant select, show view on ${database}.* to '${reader.username}'@'%';`,
    ]);
    connection = await createConnection({
      host: '127.0.0.1',
      port: server.port,
      user: owner.username,
      password: owner.password,
      database,
      multipleStatements: true,
    });
    if (ddl) await connection.query(ddl);
  }, 300_000);
  afterAll(async () => {
    await connection?.end().catch(() => undefined);
    if (server?.process.exitCode === null) {
      const gone = new Promise((resolve) => server.process.once('exit', resolve));
      server.process.kill('SIGKILL');
      await gone;
    }
    if (dir) rmSync(dir, { recursive: true, force: true });
  });
  return {
    host: '127.0.0.1',
    get port() {
      return server.port;
    },
    database,
    owner,
    reader,
    async sql(text, params) {
      const [answer] = await connection.query(text, params as unknown[] | undefined);
      if (!Array.isArray(answer)) return [];
      const last: unknown = answer.at(-1);
      return (Array.isArray(last) ? last : last === undefined || !('affectedRows' in (last as object)) ? answer : []) as RowDataPacket[];
    },
  };
}
