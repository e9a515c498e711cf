import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from '#kit/server/start-error.ts';

/** The unprivileged user that runs PostgreSQL when we are root. */
export interface RunAs {
  readonly name: string;
  readonly ids: { readonly uid: number; readonly gid: number };
}

const PREFERRED = ['databrain', 'postgres', 'nobody'];

/** PostgreSQL refuses to run as root: null when we are not root, else an unprivileged user that exists on this machine. */
export function chooseUser(passwd = () => readFileSync('/etc/passwd', 'utf8'), uid = process.getuid?.()): RunAs | null {
  if (uid !== 0) return null;
  // the uid must have a line in /etc/passwd, or PostgreSQL stops with "could not look up effective user ID"
  const users = passwd()
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3 && Number(fields[2]) > 0);
  for (const name of PREFERRED) {
    const found = users.find((fields) => fields[0] === name);
    if (found) return { name, ids: { uid: Number(found[2]), gid: Number(found[3]) } };
  }
  throw new StartError(
    '以 root 启动时需要一个普通用户来运行内置数据库，请先执行 useradd -r databrain，或用 DATABASE_URL 指定一个 PostgreSQL。',
  );
}

/** The first folder above `path` that the user may not enter, null when all are open. */
export function blockedAt(path: string, { ids }: RunAs): string | null {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** Nothing of our environment (secrets, PG* variables, locale) reaches the database. */
export const cleanEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });
