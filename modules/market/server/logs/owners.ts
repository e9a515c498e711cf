import { readdirSync, readFileSync, readlinkSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const OWNER = 'owner.json';
/** A node that has not touched its folder for so long is dead, or frozen and will find that others have taken its lines. */
export const SILENT_MS = 60_000;
/** Folders of this process, which has one identity for all nodes in it. */
const own = new Set<string>();
/** When folders of others were seen to change, by a clock that nobody sets: one that jumps an hour declares nobody dead. */
const seen = new Map<string, { readonly touched: number; readonly since: number }>();

interface Owner {
  readonly host: string;
  /** where process ids mean the same: containers may share the name of their host and have ids of their own */
  readonly space: string | null;
  /** null: it has left what it could not write to whoever comes */
  readonly pid: number | null;
}
function spaceOfIds(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
const self = { host: hostname(), space: spaceOfIds(), pid: process.pid };

const folderOf = (root: string, name: string): string => join(root, name);
const ownerOf = (root: string, name: string): string => join(folderOf(root, name), OWNER);
/** `stream`, or `stream.taker` once a node has taken it over. */
export const streamOf = (name: string): string => name.split('.', 1)[0]!;

/** Says that the folder belongs to a living node of this process. */
export function claim(root: string, name: string): void {
  own.add(folderOf(root, name));
  writeFileSync(ownerOf(root, name), JSON.stringify(self));
}
/** Says that its node lives on; throws when the folder is gone: another node has taken it. */
export function touch(root: string, name: string): void {
  const now = new Date();
  utimesSync(ownerOf(root, name), now, now);
}
/** Leaves the folder, if it is still there, to whoever comes. */
export function disown(root: string, name: string): void {
  own.delete(folderOf(root, name));
  try {
    writeFileSync(ownerOf(root, name), JSON.stringify({ ...self, pid: null }));
  } catch {
    // it has been written whole and removed, or another node has it
  }
}

/** A process of this machine that is gone is known at once, every other owner by its silence. */
function isAlone(root: string, name: string): boolean {
  if (own.has(folderOf(root, name))) return false;
  return isGone(root, name) || isSilent(root, name);
}
function isGone(root: string, name: string): boolean {
  try {
    const { host, space, pid } = JSON.parse(readFileSync(ownerOf(root, name), 'utf8')) as Owner;
    return pid === null || (host === self.host && space === self.space && pid !== self.pid && !isRunning(pid));
  } catch {
    // it has not been written yet, or not whole
    return false;
  }
}
function isSilent(root: string, name: string): boolean {
  const touched = lastTouched(root, name);
  const before = seen.get(folderOf(root, name));
  if (before?.touched === touched) return performance.now() - before.since >= SILENT_MS;
  seen.set(folderOf(root, name), { touched, since: performance.now() });
  return false;
}
function lastTouched(root: string, name: string): number {
  try {
    return statSync(ownerOf(root, name)).mtimeMs;
  } catch {
    return statSync(folderOf(root, name)).mtimeMs;
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
  const names = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  for (const name of names) {
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
  forgetGone(root, names);
  return null;
}
function forgetGone(root: string, names: readonly string[]): void {
  const there = new Set(names.map((name) => folderOf(root, name)));
  for (const folder of seen.keys()) if (folder.startsWith(root) && !there.has(folder)) seen.delete(folder);
}
