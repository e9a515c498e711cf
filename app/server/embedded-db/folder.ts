import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { StartError } from '#kit/server/start-error.ts';
import { blockedAt, type RunAs } from './run-as.ts';

/** Major version of the bundled PostgreSQL; its data files fit no other. */
const POSTGRES_MAJOR = 18;
export const PORT = 5432;

/** Where root keeps binaries and data that the database user could not reach otherwise. */
export const SYSTEM_HOME = '/var/lib/databrain';

export interface Folder {
  /** the cluster itself */
  readonly data: string;
  /** holds the socket; 0700 */
  readonly run: string;
  readonly logFile: string;
  /** one file per node process that uses the cluster */
  readonly users: string;
}

const Moved = z.object({ path: z.string() });

/** Folder of the cluster; moved below /var/lib (and remembered in `dir`) when the database user cannot enter `dir`. */
export function openFolder(dir: string, user: RunAs | null, log: (text: string) => void): Folder {
  const asked = resolve(dir);
  mkdirSync(asked, { recursive: true });
  // the user of the database passes through; nobody else has anything to do here
  chmodSync(asked, user ? 0o711 : 0o700);
  const home = user ? reachable(asked, user, log) : asked;
  const folder: Folder = {
    data: join(home, 'data'),
    run: runFolder(home),
    logFile: join(home, 'postgres.log'),
    users: join(home, 'users'),
  };
  mkdirSync(folder.users, { recursive: true });
  mkdirSync(folder.run, { recursive: true });
  const owner = user?.ids.uid ?? process.getuid?.();
  const found = statSync(folder.run).uid;
  if (found !== owner && !(user && found === 0)) throw new StartError(`目录 ${folder.run} 属于其他用户，请删除它后重新启动。`);
  if (user) chownSync(folder.run, user.ids.uid, user.ids.gid);
  chmodSync(folder.run, 0o700);
  chmodSync(folder.users, 0o700);
  refuseOtherVersion(folder.data);
  return folder;
}

function reachable(asked: string, user: RunAs, log: (text: string) => void): string {
  const pointer = join(asked, 'location.json');
  if (existsSync(pointer)) return Moved.parse(JSON.parse(readFileSync(pointer, 'utf8'))).path;
  const blocked = blockedAt(join(asked, 'data'), user);
  if (!blocked) return asked;
  // a random name: who deletes the data folder wants a fresh start, not the old rows
  const path = join(SYSTEM_HOME, `pg-${randomBytes(6).toString('hex')}`);
  mkdirSync(path, { recursive: true });
  chmodSync(SYSTEM_HOME, 0o711);
  chmodSync(path, 0o711);
  writeFileSync(pointer, `${JSON.stringify({ path })}\n`);
  log(`数据库用户 ${user.name} 无法进入 ${blocked}，数据库文件保存在 ${path}`);
  return path;
}

/** A unix socket path holds 107 bytes; deep folders get a short one in the temporary folder. */
function runFolder(home: string): string {
  const beside = join(home, 'run');
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${PORT}`)) <= 107) return beside;
  return join(tmpdir(), `databrain-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
}

function refuseOtherVersion(data: string): void {
  const file = join(data, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (found > POSTGRES_MAJOR)
    throw new StartError(
      `数据目录 ${data} 由更新的版本（PostgreSQL ${found}）创建，本版本只支持 PostgreSQL ${POSTGRES_MAJOR}，请升级本程序或更换 DATA_DIR。`,
    );
  if (found !== POSTGRES_MAJOR)
    throw new StartError(
      `数据目录 ${data} 由旧版本（PostgreSQL ${found}）创建，请先用旧版本执行 npm run backup，再用本版本执行 npm run restore。`,
    );
}
