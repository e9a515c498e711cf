import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root = join(tmpdir(), 'databrain');

/** Says where adapters may keep what they make anew when it is missing; called when the module starts. */
export function setWorkDir(dataDir: string): void {
  root = dataDir;
}

/** A folder of this node below the data directory, made when it is missing. */
export function workDir(...parts: readonly string[]): string {
  const path = join(root, ...parts);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Where the operator puts drivers that the product may not bring. */
export const driversDir = (): string => join(root, 'drivers');
