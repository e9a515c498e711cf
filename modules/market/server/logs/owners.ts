import { readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const OWNER = 'owner.json';
/** A node that has not touched its folder for so long is dead, or frozen and will find that others have taken its lines. */
const SILENT_MS = 60_000;
/** Folders of this process, which has one identity for all nodes in it. */
const own = new Set<string>();

const folderOf = (root: string, name: string): string => join(root, name);
/** `stream`, or `stream.taker` once a node has taken it over. */
export const streamOf = (name: string): string => name.split('.', 1)[0]!;

/** Says that the folder belongs to a living node of this process. */
export function claim(root: string, name: string): void {
  own.add(folderOf(root, name));
  writeFileSync(join(folderOf(root, name), OWNER), JSON.stringify({ host: hostname(), pid: process.pid }));
}
/** Says that its node lives on. */
export function touch(root: string, name: string): void {
  const now = new Date();
  utimesSync(join(folderOf(root, name), OWNER), now, now);
}
export const disown = (root: string, name: string): void => void own.delete(folderOf(root, name));

function isAlone(root: string, name: string): boolean {
  if (own.has(folderOf(root, name))) return false;
  try {
    const path = join(folderOf(root, name), OWNER);
    if (Date.now() - statSync(path).mtimeMs > SILENT_MS) return true;
    const { host, pid } = JSON.parse(readFileSync(path, 'utf8')) as { host: string; pid: number };
    return host === hostname() && (pid === process.pid || !isRunning(pid));
  } catch {
    // it has not been written yet, or not whole
    return Date.now() - statSync(folderOf(root, name)).mtimeMs > SILENT_MS;
  }
}
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** Takes over a folder that a dead node has left; null when there is none. Of several nodes one succeeds. */
export function takeOver(root: string, taker: string): string | null {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isDirectory()) continue;
    try {
      if (!isAlone(root, name)) continue;
      const taken = `${streamOf(name)}.${taker}`;
      if (taken !== name) renameSync(folderOf(root, name), folderOf(root, taken));
      claim(root, taken);
      return taken;
    } catch {
      // another node was quicker
    }
  }
  return null;
}
