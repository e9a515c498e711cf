import { spawn } from 'node:child_process';
import { closeSync, fchmodSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#kit/server/start-error.ts';
import { PORT, type Folder } from './folder.ts';
import { SUPERUSER } from './init.ts';
import { lifeOf, postmasterOf, probe } from './probe.ts';
import { cleanEnv, type RunAs } from './run-as.ts';

const START_TIMEOUT_MS = 120_000; // a large crash recovery takes its time
const LOCK_RETRIES = 50;
const LOCK_RETRY_MS = 200;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Settings that make the cluster private, durable and modest; callers may override them. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '', // no TCP: the bundled libraries are never exposed to a network
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '256MB',
  // containers give 64 MB of /dev/shm
  dynamic_shared_memory_type: 'mmap',
  max_parallel_workers_per_gather: '0',
  fsync: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log', // no statements in the log file: they may hold secrets
  log_min_error_statement: 'panic',
  jit: 'off',
};

export interface Postmaster {
  readonly pid: number;
  readonly adopted: boolean;
}

export interface PostmasterOptions {
  readonly binaries: string;
  readonly folder: Folder;
  readonly user: RunAs | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (text: string) => void;
}

const socketOf = (folder: Folder): string => join(folder.run, `.s.PGSQL.${PORT}`);

/** A PostgreSQL that answers on the socket: the survivor of an earlier start, or a new one. */
export async function ensurePostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { folder, log } = options;
  for (let attempt = 0; ; attempt++) {
    const survivor = await adopt(folder);
    if (survivor) return { pid: survivor, adopted: true };
    const outcome = await launch(options);
    if (typeof outcome === 'number') return { pid: outcome, adopted: false };
    // The lock names a process that is dying, not yet reaped, or not PostgreSQL at all (a number used again).
    if (!/lock file ".*" already exists|pre-existing shared memory block/.test(outcome) || attempt >= LOCK_RETRIES) throw failed(outcome);
    if (attempt === 0) log('上一次运行的数据库尚未完全退出，正在等待 …');
    if (attempt >= 10) removeDeadLock(folder, log);
    await wait(LOCK_RETRY_MS);
  }
}

async function adopt(folder: Folder): Promise<number | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await probe(socketOf(folder), SUPERUSER);
    if (answer === 'silent') return null;
    const pid = postmasterOf(folder.data);
    if (answer === 'ready' && pid) return pid;
    await wait(50); // starting up, or shutting down after a crash of its child
  }
  return null;
}

/** Starts PostgreSQL; the process number when it answers, the end of its log when it ended first. */
async function launch({ binaries, folder, user, settings, log }: PostmasterOptions): Promise<number | string> {
  keepLogSmall(folder.logFile);
  const output = openSync(folder.logFile, 'a+', 0o600);
  fchmodSync(output, 0o600);
  const from = statSync(folder.logFile).size;
  try {
    const merged = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', folder.data, '-k', folder.run, '-p', String(PORT), ...merged];
    // detached: Ctrl-C in the terminal must reach us alone, we stop it after the last query
    const child = spawn(join(binaries, 'bin', 'postgres'), args, {
      ...user?.ids,
      cwd: '/',
      env: cleanEnv(),
      detached: true,
      stdio: ['ignore', output, output],
    });
    let ended = false;
    let problem: Error | null = null;
    child.on('exit', () => (ended = true));
    child.on('error', (error) => (problem = error));
    child.unref();
    const began = Date.now();
    let isReported = false;
    for (;;) {
      if (problem) throw problem;
      if (ended) return tail(output, from);
      if (postmasterOf(folder.data) === child.pid && (await probe(socketOf(folder), SUPERUSER)) === 'ready') return child.pid as number;
      const waited = Date.now() - began;
      if (waited > 3_000 && !isReported) {
        isReported = true;
        log('数据库正在恢复上次的数据，请稍候 …');
      }
      if (waited > START_TIMEOUT_MS) throw failed(tail(output, from));
      await wait(10);
    }
  } finally {
    closeSync(output);
  }
}

function removeDeadLock(folder: Folder, log: (text: string) => void): void {
  const pid = postmasterOf(folder.data);
  if (pid === null || lifeOf(pid) === 'postgres') return;
  // PostgreSQL itself still refuses when another server is attached to this data folder's shared memory
  rmSync(join(folder.data, 'postmaster.pid'), { force: true });
  rmSync(`${socketOf(folder)}.lock`, { force: true });
  log('已清除异常退出的数据库留下的锁文件');
}

/** Stops PostgreSQL: open transactions are rolled back, then everything is written out. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  if (postmasterOf(data) !== pid) return;
  signal(pid, 'SIGINT'); // "fast": do not wait for clients
  for (let waited = 0; waited < 30_000; waited += 20) {
    // the lock file goes a moment before the process does
    if (lifeOf(pid) !== 'postgres') return;
    await wait(20);
  }
  signal(pid, 'SIGQUIT'); // recovery at the next start is safe
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function keepLogSmall(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
}

function tail(file: number, from: number): string {
  const buffer = Buffer.alloc(8_000);
  return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, from));
}

function failed(output: string): StartError {
  const cause = new Error(output);
  if (/No space left on device/i.test(output)) return new StartError('磁盘空间不足，内置数据库无法启动，请清理磁盘后重新启动。', { cause });
  if (/could not create shared memory|Cannot allocate memory/i.test(output))
    return new StartError('内存不足，内置数据库无法启动，请释放内存后重新启动。', { cause });
  if (/has wrong ownership|invalid permissions/i.test(output))
    return new StartError('数据目录的属主或权限不正确，请用上次启动的系统用户重新启动，或更换 DATA_DIR。', { cause });
  if (/incompatible with server/i.test(output))
    return new StartError('数据目录与内置数据库的版本不兼容，请升级本程序或更换 DATA_DIR。', { cause });
  const line =
    output
      .trim()
      .split('\n')
      .findLast((text) => /FATAL|PANIC|ERROR/.test(text)) ?? '没有应答';
  return new StartError(`内置数据库无法启动：${line.replace(/^.*?(?:FATAL|PANIC|ERROR):\s*/, '')}`, { cause });
}
