import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Start time of a process: with its number it names a process for good, numbers alone are used again. */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    if (process.platform === 'linux') return null;
  }
  try {
    process.kill(pid, 0);
    return '0';
  } catch {
    return null;
  }
}

/** Says that this process uses the cluster. The result takes it back and answers whether anybody else still does. */
export function joinUsers(folder: string): () => boolean {
  const mine = `${process.pid}-${birthOf(process.pid) ?? '0'}-${process.hrtime.bigint().toString(36)}`;
  writeFileSync(join(folder, mine), '');
  return () => {
    rmSync(join(folder, mine), { force: true });
    let others = false;
    for (const name of readdirSync(folder)) {
      const [pid, birth] = name.split('-');
      if (birthOf(Number(pid)) === birth) others = true;
      else rmSync(join(folder, name), { force: true });
    }
    return others;
  };
}
