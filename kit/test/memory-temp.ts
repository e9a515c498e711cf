import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY_FILES = '/dev/shm';
/** What a run of all tests needs at most, several times over. */
const MIN_BYTES = 6 * 2 ** 30;
/** No run of tests takes so long: what is older belongs to one that was killed. */
const MAX_AGE_MS = 6 * 3_600_000;

/**
 * Lays temporary files of a test run (databases, data folders, profiles of browsers) into memory, where the machine has enough: copying the
 * database of a test file takes a tenth of a second there, on a disk ten times as long. Sets TMPDIR for this process and what it starts,
 * unless it is set already.
 */
export function layTempFilesIntoMemory(): void {
  if (process.env['TMPDIR'] || !existsSync(MEMORY_FILES)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FILES);
  if (Math.min(bavail * bsize, freemem()) < MIN_BYTES) return;
  const folder = join(MEMORY_FILES, 'databrain-tests');
  mkdirSync(folder, { recursive: true });
  // when root runs the tests, PostgreSQL runs as another user, who must get in
  chmodSync(folder, 0o1777);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > MAX_AGE_MS)
      rmSync(path, { recursive: true, force: true });
  }
  process.env['TMPDIR'] = folder;
}
