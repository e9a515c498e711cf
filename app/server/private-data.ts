import { chmodSync, mkdirSync } from 'node:fs';
import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What others may do with a folder or file: nothing. */
const OTHERS = 0o077;

/**
 * From here on, what this process and its children make belongs to its user alone. The data folder itself may be passed through, but not
 * read, where the embedded database runs as another user below it. Answers a Chinese sentence when the folder belongs to somebody else.
 */
export function startPrivately(dataDir: string, { isPassage }: { isPassage: boolean }): string | null {
  process.umask(OTHERS);
  mkdirSync(dataDir, { recursive: true });
  try {
    chmodSync(dataDir, isPassage ? 0o711 : 0o700);
    return null;
  } catch {
    return `数据目录 ${dataDir} 属于其他用户，无法收紧权限，请由其所有者执行 chmod 700`;
  }
}

/**
 * Takes from others what earlier versions left readable below a folder; links are not followed, and what is not ours stays as it is.
 * `apart` are folders with an owner and rights of their own (the database). Answers how many entries were corrected.
 */
export async function revokeOtherAccess(folder: string, apart: readonly string[]): Promise<number> {
  let corrected = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink() || apart.includes(path)) continue;
    const { mode } = await lstat(path).catch(() => ({ mode: 0 }));
    if (mode & OTHERS && (entry.isDirectory() || entry.isFile()))
      corrected += await chmod(path, mode & 0o700).then(
        () => 1,
        () => 0,
      );
    if (entry.isDirectory()) corrected += await revokeOtherAccess(path, apart);
  }
  return corrected;
}
