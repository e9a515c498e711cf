import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '#kit/server/start-error.ts';
import { lifeOf } from './probe.ts';
import { cleanEnv, type RunAs } from './run-as.ts';

export const SUPERUSER = 'databrain';

interface Init {
  readonly binaries: string;
  readonly data: string;
  readonly user: RunAs | null;
  /** false leaves the files to the system's cache; for tests only */
  readonly durable: boolean;
}

/** Creates the cluster beside its place and renames it when complete, so an interrupted start leaves nothing half-made. */
export async function initCluster({ binaries, data, user, durable }: Init): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  removeLeftovers(data);
  const partial = `${data}.init-${process.pid}`;
  // ctype must know UTF-8: under plain C, pg_trgm finds no letters in Chinese text
  let failure = await initdb(partial, ['--lc-ctype=C.UTF-8']);
  if (failure !== null && /invalid locale name|not supported by|locale/i.test(failure)) failure = await initdb(partial, []);
  if (failure !== null) {
    rmSync(partial, { recursive: true, force: true });
    throw new StartError(
      /No space left|File too large|disk full/i.test(failure)
        ? '磁盘空间不足，无法创建数据库，请清理磁盘后重新启动。'
        : `无法创建内置数据库：${failure.trim().split('\n').at(-1) ?? ''}`,
      { cause: new Error(failure) },
    );
  }
  try {
    renameSync(partial, data);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(join(data, 'PG_VERSION'))) throw error; // else another process was faster, its cluster is as good
  }

  async function initdb(target: string, locale: string[]): Promise<string | null> {
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { mode: 0o700 });
    chmodSync(target, 0o700);
    if (user) chownSync(target, user.ids.uid, user.ids.gid);
    const args = [
      '-D',
      target,
      '-U',
      SUPERUSER,
      '-E',
      'UTF8',
      '--locale=C',
      ...locale,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    args.push('--data-checksums', '--auth-local=trust', '--auth-host=reject', '--no-instructions', ...(durable ? [] : ['--no-sync']));
    const child = spawn(join(binaries, 'bin', 'initdb'), args, {
      ...user?.ids,
      cwd: '/',
      env: cleanEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-4_000)));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve(code === 0 ? null : errors || `initdb ended with ${String(code)}`));
    });
  }
}

/** Half-made clusters of processes that no longer live. */
function removeLeftovers(data: string): void {
  const folder = dirname(data);
  for (const name of readdirSync(folder)) {
    const pid = /^data\.init-(\d+)$/.exec(name)?.[1];
    if (!pid) continue;
    const life = lifeOf(Number(pid));
    if (Number(pid) === process.pid || life === 'gone' || life === 'zombie') rmSync(join(folder, name), { recursive: true, force: true });
  }
}
